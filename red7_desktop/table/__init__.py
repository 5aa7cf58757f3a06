"""A table for any card game: layouts, arrangements, and a view of zones with cards."""

from __future__ import annotations
