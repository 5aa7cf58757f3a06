"""The record of a match of any game in the box replays it, step by step, on the table's session."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest

from red7_desktop.app.matches.match_store import build_first_setup
from red7_desktop.games.registry import BOX, GameRow
from red7_desktop.play.ai import Seat
from red7_desktop.play.replay import ReplaySession
from red7_desktop.play.session import Change
from red7_desktop.tabletop.game import TABLE, IllegalStep
from red7_desktop.tabletop.match import Match, Replayed
from red7_desktop.tabletop.records import InvalidRecord, read_head
from tests.bazaar.row import ROW
from tests.redealing import REDEALT

ROWS = [*BOX.values(), ROW]
DAY = date(2026, 1, 31)


def played(row: GameRow, most: int = 10_000) -> Match:
    """Play at random, each seat in its turn."""
    match, chance = Match(row.rules(), row.face().to_options(build_first_setup(row)), 8), Random(8)
    while match.revision < most and match.game.to_act(match.state):
        seat = match.game.to_act(match.state)[0]
        match.take(seat, chance.choice(match.game.legal_steps(match.state, seat)))
    return match


def text_of(row: GameRow, match: Match) -> str:
    names = [f"Seat {number}" for number in range(match.options["seats"])]
    return row.face().record(match, names, ["human"] * len(names), DAY)


def replayed(row: GameRow, match: Match) -> Replayed:
    return row.face().replay(text_of(row, match), row.rules())


@pytest.fixture(params=ROWS, ids=[row.name for row in ROWS])
def row(request: pytest.FixtureRequest) -> GameRow:
    found: GameRow = request.param
    return found


def zones_of(match: Match) -> list[object]:
    """List what everybody could see at each moment of a match."""
    return [match.game.observe(match.state_at(at), 0).zones for at in range(match.revision + 1)]


def test_a_record_replays_the_match_to_its_end(row: GameRow) -> None:
    match = played(row)
    again = replayed(row, match)
    assert zones_of(again.match) == zones_of(match)
    assert again.match.game.result(again.match.state) == match.game.result(match.state)
    assert again.day == DAY
    head = read_head(text_of(row, match))
    assert (head.game, head.seats, head.day, head.seed) == (row.name, again.seats, DAY, 8)


def test_a_record_of_a_match_that_goes_on_replays_too(row: GameRow) -> None:
    again = replayed(row, played(row, most=4)).match
    assert again.game.result(again.state) is None
    assert again.revision <= 4


def test_a_replay_can_be_played_on_from_every_moment_of_a_deal_from_its_seed(row: GameRow) -> None:
    match = replayed(row, played(row)).match
    for at in (0, 1, match.revision // 2):
        again = match.played_again(at)
        assert again is not None
        assert (again.state, again.revision) == (match.state_at(at), at)


def test_a_session_goes_through_the_moments_forth_and_back(row: GameRow) -> None:
    match = replayed(row, played(row)).match
    seats = tuple(Seat(f"Seat {number}", None) for number in range(match.options["seats"]))
    session = ReplaySession(match, seats)
    told: list[tuple[bool, int, object]] = []
    session.listen(lambda change: told.append((change.is_step, session.at, change.after.zones)))
    for at in range(match.revision):
        session.go_to(at + 1)
    assert [each[:2] for each in told] == [(True, at + 1) for at in range(match.revision)]
    assert [each[2] for each in told] == zones_of(match)[1:]
    session.undo()
    assert told[-1][:2] == (False, match.revision - 1)
    stops = [0]
    session.go_to(0)
    while session.at < match.revision:
        session.hurry()
        stops.append(session.at)
    assert set(session.timeline.turns) | {0, match.revision} <= {*stops}
    assert not session.is_viewers_turn
    with pytest.raises(IllegalStep):
        session.go_on()


def test_a_record_of_another_game_is_refused(row: GameRow) -> None:
    text = text_of(row, played(row, most=3)).replace(f"game: {row.name}", "game: whist", 1)
    with pytest.raises(InvalidRecord, match="game: 'whist'"):
        row.face().replay(text, row.rules())


def test_turns_and_rounds_are_told_on_the_timeline() -> None:
    match = played(BOX["red7"])
    timeline = ReplaySession(match, (Seat("A"), Seat("B", "casual"))).timeline
    dealt = [at for at, entry in enumerate(match.log, start=1) if entry.seat == TABLE]
    assert timeline.rounds == (0, *dealt)
    for begin in timeline.rounds:
        assert timeline.spot(begin).turn == 0
        assert timeline.round_after(begin) in (*timeline.rounds, timeline.last)
    assert timeline.round_before(timeline.rounds[0]) == 0
    assert timeline.turn_before(timeline.turns[1]) == timeline.turns[0]
    number = len(timeline.rounds)
    last = timeline.spot(timeline.last)
    assert (last.round, last.turn) == (number, last.turns)


def test_a_replay_tells_its_viewer_nothing_that_was_hidden(row: GameRow) -> None:
    match, viewer, chance = replayed(row, played(row)).match, 1, Random(4)
    seats = tuple(
        Seat(str(n), None if n == viewer else "ai") for n in range(match.options["seats"])
    )
    session, heard = ReplaySession(match, seats), list[Change]()
    session.listen(heard.append)
    for at in range(1, min(60, match.revision)):
        session.go_to(at)
        state = match.state_at(at)
        if match.game.to_act(state) not in {(), (TABLE,)}:  # an ending turns cards up
            hidden = REDEALT[row.name](state, viewer, chance)
            assert heard[-1].after == match.game.observe(hidden, viewer)
        zones = [*heard[-1].before.zones.values(), *heard[-1].after.zones.values()]
        shown = {card for zone in zones for card in zone}
        assert {move.card for move in heard[-1].moves} <= shown | {None}
    session.go_to(3)
    assert (heard[-1].moves, heard[-1].notes) == ((), ()), "a jump tells of nothing between"
