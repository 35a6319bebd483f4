"""A game as one page of HTML that stands by itself: no network, no scripts, nothing of the log taken as markup."""

from hearts_lan.console.page.document import page

__all__ = ["page"]
