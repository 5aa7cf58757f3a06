"""What is read aloud: the log's sentences, as things happen, and only what the hearer may know."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from red7_desktop.games.red7.face.history import log_of, narrate, narrate_opening, retell_rounds
from red7_desktop.games.red7.rules.cards import THE_PASS
from red7_desktop.kit.texts import capitalize_runs, to_plain
from red7_desktop.play.ai import InlineThinker, Seat
from red7_desktop.play.session import Change, Session
from tests.random_matches import MODES, begin
from tests.unit.red7.face.seen import words_of


class Table:
    """A session between people, with all its changes."""

    def __init__(self, rules: str, seats: int, viewer: int | None, seed: int = 3) -> None:
        match = begin(rules, seats, seed, target=20)
        people = tuple(Seat(f"P{n}", None) for n in range(seats))
        self.session = Session(match, people, {}, InlineThinker())
        self.viewer = viewer
        self.words = words_of(seats, viewer)
        self.said: list[str] = []
        self.session.listen(self.heard)
        self.session.look_as(viewer)

    def heard(self, change: Change) -> None:
        if not change.is_step:
            return
        match = self.session.match
        result = match.game.result(match.state)
        self.said += narrate(self.words, change, result.winners if result else ())

    def play(self) -> None:
        """Play to the end, whoever looks on."""
        session, match = self.session, self.session.match
        while session.to_act:
            seat = session.to_act[0]
            legal = match.game.legal_steps(match.state, seat)
            going = [step for step in legal if step != THE_PASS] or list(legal)
            session._take(seat, going[match.revision % len(going)])


def sentences(table: Table) -> Iterable[str]:
    """Give the lines of the log that are read aloud."""
    match = table.session.match
    for section in log_of(table.words, retell_rounds(match, table.viewer)):
        yield from (to_plain(capitalize_runs(line)) for line in section.opening)
        yield from (to_plain(capitalize_runs(line.line)) for line in section.lines)


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize(("rules", "seats"), MODES)
def test_the_sentences_of_the_log_are_read_in_their_order(
    rules: str, seats: int, viewer: int | None
) -> None:
    table = Table(rules, seats, viewer)
    opening = narrate_opening(table.words, table.session.observe())
    table.play()
    heard = [*opening, *table.said]
    wanted = list(sentences(table))
    rest = iter(heard)
    assert all(line in rest for line in wanted), "something is missing or out of order"


@pytest.mark.parametrize(("rules", "seats"), MODES)
def test_the_end_of_a_match_is_told(rules: str, seats: int) -> None:
    table = Table(rules, seats, viewer=None)
    table.play()
    assert "wins the" in table.said[-1] or "share the win" in table.said[-1]


def test_people_hear_when_it_is_their_turn_once() -> None:
    table = Table("advanced@1.3", 2, viewer=0)
    opening = narrate_opening(table.words, table.session.observe())
    table.play()
    asked = [*opening, *table.said].count("It is your turn")
    own = sum(
        turn.seat == 0 for seen in retell_rounds(table.session.match, 0) for turn in seen.turns
    )
    assert asked == own


@pytest.mark.parametrize("seed", range(4))
def test_nobody_hears_what_only_others_know(seed: int) -> None:
    heard = []
    for viewer in (0, 1, 2, None):
        table = Table("advanced+actions@1.3", 3, viewer, seed)
        table.words = words_of(3, None)
        table.play()
        heard.append([line for line in table.said if line != "It is your turn"])
    assert heard[0] == heard[1] == heard[2] == heard[3]
