"""The game log: records, their one text form, signed lines, the chain of heads, and the audit."""
