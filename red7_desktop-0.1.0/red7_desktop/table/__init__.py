"""Any card game on a table: layouts, arrangements, and the view that shows zones of cards."""

from __future__ import annotations
