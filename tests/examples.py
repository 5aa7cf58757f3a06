"""Numbers of random examples that Hypothesis draws for a test."""

from __future__ import annotations

import os

from hypothesis import settings


def examples(count: int) -> settings:
    """Draw this many examples on the build server, which sets `CI`, and half as many elsewhere."""
    return settings(max_examples=count if os.environ.get("CI") else count // 2)
