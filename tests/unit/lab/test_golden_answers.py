"""The laboratory answers every golden position as the rules do."""

from __future__ import annotations

from typing import Any

from tests.reference.golden import Block, read_golden, split_list
from tests.unit.lab.running import lab

GOOD = [
    block
    for block in read_golden()
    if any(key == "position" for key, _ in block.entries)
    and not any(key == "error names" for key, _ in block.entries)
]
KNOWN = [block for block in GOOD if ": ?" not in block.get("position")]


def asked(command: str, blocks: list[Block], *words: str) -> list[Any]:
    """Ask about the positions of all blocks in one run."""
    given = "\n".join(block.get("position") for block in blocks)
    ran = lab(command, "--json", *words, given=given)
    assert (ran.status, ran.err) == (0, "")
    assert len(ran.answers) == len(blocks)
    return ran.answers


def entries(block: Block, first_word: str) -> list[tuple[list[str], str]]:
    """List the entries of a block that begin with a word: the rest of the key, and the value."""
    pairs = [(key.split(), value) for key, value in block.entries]
    return [(words[1:], value) for words, value in pairs if words[0] == first_word]


def test_there_is_something_to_ask_about() -> None:
    assert len(KNOWN) > 100


def test_legal_lists_the_golden_turns() -> None:
    for block, answer in zip(KNOWN, asked("legal", KNOWN), strict=True):
        for part, value in entries(block, "turns"):
            listed = set(answer["turns"])
            named = set(split_list(value))
            if part == ["exclude"]:
                assert not named & listed, block
            else:
                assert named <= listed, block
                assert part or named == listed, block


def test_the_winners_are_the_golden_ones() -> None:
    for block, answer in zip(GOOD, asked("standings", GOOD), strict=True):
        for rule, value in entries(block, "winner"):
            leader = answer["rules"][rule[0]]["leader"] if rule else answer["winner"]
            assert (leader or "none") == value, block


def test_the_standings_are_the_golden_ones() -> None:
    for block, answer in zip(GOOD, asked("standings", GOOD), strict=True):
        for (seat, rule), value in entries(block, "cards"):
            cards = answer["rules"][rule]["standings"][seat]["cards"]
            assert (" ".join(cards) or "none") == value, block


def test_the_scores_are_the_golden_ones() -> None:
    for block, answer in zip(GOOD, asked("score", GOOD), strict=True):
        choices = [" ".join(choice["cards"]) for choice in answer["choices"]]
        for _, value in entries(block, "score"):
            assert sorted(choices) == sorted(split_list(value)), block
        for _, value in entries(block, "proposal"):
            assert choices[0] == value, block


def test_the_turns_lead_to_the_golden_positions() -> None:
    for block in GOOD:
        turns, positions = entries(block, "play"), entries(block, "then")
        for (_, turn), (_, after) in zip(turns, positions, strict=True):
            ran = lab("play", "--json", block.get("position"), turn)
            assert ran.status == 0, (block, ran.err)
            assert ran.answers[0]["after"].split() == after.split(), block


def test_what_is_illegal_is_refused() -> None:
    for block in GOOD:
        for _, value in entries(block, "illegal"):
            for turn in split_list(value):
                ran = lab("play", block.get("position"), turn)
                assert (ran.status, ran.out) == (2, ""), (block, turn)


def test_bad_positions_are_refused_by_name() -> None:
    bad = [block for block in read_golden() if entries(block, "error")]
    assert bad
    for block in bad:
        ran = lab("legal", block.get("position"))
        assert ran.status == 2
        assert all(word in ran.err for word in split_list(block.get("error names"))), block
