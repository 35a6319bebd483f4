"""The console: one model of what is known and asked, a plain face and a screen."""
