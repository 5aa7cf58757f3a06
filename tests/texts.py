"""Texts for tests: randomly damaged, or printed by two processes that must agree."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import redirect_stdout

import pytest
from hypothesis import strategies as st

ANY_TEXT = st.text(st.characters(codec=None), max_size=30)
"""Any characters, including lone surrogates."""


@st.composite
def mutated(draw: st.DrawFn, text: str, alphabet: str) -> str:
    """Return a text in which a few parts were deleted, duplicated, moved or replaced.

    Args:
        draw: Hypothesis draws with this.
        text: The text to damage.
        alphabet: Characters with a meaning in the format, which are inserted more often.
    """
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(
            st.integers(start, min(len(text), start + draw(st.sampled_from([1, 4, 40, 400]))))
        )
        other = draw(st.integers(0, len(text)))
        new = draw(
            st.just("")
            | st.text(alphabet, max_size=8)
            | ANY_TEXT
            | st.just(text[start:end] * 2)
            | st.just(text[other : other + 40])
        )
        text = text[:start] + new + text[end:]
    return text


@st.composite
def lines_mutated(draw: st.DrawFn, text: str) -> str:
    """Return a text with a few lines deleted, duplicated or moved, or with words swapped."""
    lines = text.split("\n")
    for _ in range(draw(st.integers(1, 4))):
        at, other = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        words, others = lines[at].split(" "), lines[other].split(" ")
        here, there = (draw(st.integers(0, len(each) - 1)) for each in (words, others))
        words[here] = others[there]
        lines[at : at + 1] = draw(
            st.sampled_from([[], [lines[at]] * 2, [lines[other]], [" ".join(words)]])
        )
        lines = lines or [""]
    return "\n".join(lines)


# == Runs a script in two processes with different hash seeds, which must print the same.

BY_CHOICES = pytest.mark.skipif(
    sys.platform == "win32", reason="make dist-windows-test compares tests.choices"
)
"""For tests that compare players' choices by a script, which Windows compares in another way."""


def lines_of_both(script: str) -> list[str]:
    """Return the lines that a script prints in this process and in one with another hash seed.

    Raises:
        AssertionError: The other process failed, or the outputs differ; the message has the output.
    """
    here = io.StringIO()
    with redirect_stdout(here):
        exec(script, {})
    there = subprocess.run(
        [sys.executable, "-c", script],
        env={
            **os.environ,
            "PYTHONHASHSEED": "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert there.returncode == 0, there.stderr
    lines = here.getvalue().splitlines()
    assert there.stdout.splitlines() == lines
    return lines
