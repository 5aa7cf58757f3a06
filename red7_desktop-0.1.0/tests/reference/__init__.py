"""The naive reference of Red7 and what compares it with other engines."""
