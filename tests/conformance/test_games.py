"""What every game must keep to: its rules, and its records, which replay a match step by step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import Any

import pytest

from red7_desktop.app.matches.setups import build_first_setup
from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.games.registry import CATALOGUE, GameEntry
from red7_desktop.games.spring_cleaning.rules.game import SpringCleaning
from red7_desktop.play import ai, replay
from red7_desktop.play.session import Change, Session
from red7_desktop.tabletop.game import TABLE, AnyGame, IllegalStep
from red7_desktop.tabletop.match import Match, ReplayedMatch, SeatInfo, read_match, write_match
from red7_desktop.tabletop.records import InvalidRecord, read_head
from red7_desktop.tabletop.rounds import read_record, write_record
from tests.bazaar.row import ROW
from tests.bazaar.rules import Bazaar
from tests.matches import REDEALT


@dataclass(frozen=True)
class Kind:
    game: AnyGame
    options: dict[str, Any]

    def match(self, seed: int) -> Match:
        return Match(self.game, self.options, seed)


KINDS = {
    "red7 basic": Kind(Red7(), {"rules": "basic", "seats": 2}),
    "red7 advanced": Kind(Red7(), {"rules": "advanced", "seats": 4}),
    "red7 actions": Kind(Red7(), {"rules": "advanced+actions", "seats": 3}),
    "red7 first edition": Kind(Red7(), {"rules": "advanced+actions@first", "seats": 2}),
    "spring for two": Kind(SpringCleaning(), {"seats": 2}),
    "spring for three, picked up at once": Kind(
        SpringCleaning(), {"seats": 3, "pickup": "at_once"}
    ),
    "spring for five": Kind(SpringCleaning(), {"seats": 5}),
    "bazaar for two": Kind(Bazaar(), {"seats": 2}),
    "bazaar for five": Kind(Bazaar(), {"seats": 5}),
}


@pytest.fixture(params=list(KINDS.values()), ids=list(KINDS))
def kind(request: pytest.FixtureRequest) -> Kind:
    found: Kind = request.param
    return found


def play(match: Match, rng: Random, each: Callable[[Match], None] = lambda match: None) -> None:
    """Play a match to its end at random, seldom going out on purpose."""
    while match.game.to_act(match.state):
        seat = rng.choice(match.game.to_act(match.state))
        steps = match.game.legal_steps(match.state, seat)
        going_on = [step for step in steps if match.game.text_of(step) not in {"pass", "no"}]
        match.take(seat, rng.choice(going_on or steps))
        each(match)


@pytest.mark.parametrize("seed", range(5))
def test_match_ends_with_a_result(kind: Kind, seed: int) -> None:
    match = kind.match(seed)
    assert match.game.result(match.state) is None
    play(match, Random(seed))
    result = match.game.result(match.state)
    assert result is not None
    assert result.winners


def test_step_of_a_seat_out_of_turn_is_refused(kind: Kind) -> None:
    def check(match: Match) -> None:
        game, state = match.game, match.state
        asked = game.to_act(state)
        if not asked:
            return
        step = game.legal_steps(state, asked[0])[0]
        for seat in range(kind.options["seats"]):
            if seat not in asked:
                assert game.legal_steps(state, seat) == ()
                assert game.explain_illegal(state, seat, step) is not None
                with pytest.raises(IllegalStep):
                    game.apply(state, seat, step)

    play(kind.match(2), Random(2), check)


def test_undo_log_and_save_restore_the_exact_match(kind: Kind) -> None:
    def check(match: Match) -> None:
        seat = match.log[-1].seat
        if match.explain_no_undo(seat) is None:
            state = match.state
            entry = match.undo(seat)
            match.take_text(entry.seat, entry.step)
            assert match.state == state

    match = kind.match(5)
    play(match, Random(5), check)
    again = kind.match(5)
    for entry in match.log:
        again.take_text(entry.seat, entry.step)
    assert again.state == match.state
    seats = [SeatInfo(f"P{seat}", "human") for seat in range(kind.options["seats"])]
    saved = read_match(write_match(match, seats, {}), {kind.game.name: kind.game})
    assert saved.match.state == match.state


def test_card_moves_start_and_end_where_the_observations_show(kind: Kind) -> None:
    """Where a travel names a place, the card lay there before the step, or lies there after it."""

    def observe_zones(match: Match) -> dict[int | None, Any]:
        viewers = (None, *range(kind.options["seats"]))
        return {viewer: match.game.observe(match.state, viewer).zones for viewer in viewers}

    def check(match: Match) -> None:
        before_step = dict(zones)
        zones.update(observe_zones(match))
        for viewer, after in zones.items():
            before = before_step[viewer]
            for travel in match.outcomes[-1].card_moves:
                assert {travel.target, travel.source} <= after.keys()
            for move in match.outcomes[-1].moves_observed_by(viewer):
                if move.source_place is not None:
                    assert before[move.source][move.source_place] in {move.card, None}
                if move.target_place is not None:
                    assert after[move.target][move.target_place] in {move.card, None}

    zones: dict[int | None, Any] = {}
    for seed in (7, 9):
        match = kind.match(seed)
        zones.update(observe_zones(match))
        play(match, Random(seed), check)


def test_session_of_ai_players_plays_a_match_to_its_end(kind: Kind) -> None:
    match = kind.match(8)
    seats = tuple(ai.Seat(f"P{seat}", "any") for seat in range(kind.options["seats"]))
    session = Session(
        match, seats, {"any": lambda seen, stop: (seen.legal[0],)}, ai.Thinker(), pause=0.0
    )
    for tick in range(20_000):
        session.tick(tick / 10)
        if session.to_act == (TABLE,):
            session.deal_next_round()
    assert match.game.result(match.state) is not None


def test_secret_choice_does_not_change_what_other_seats_observe(kind: Kind) -> None:
    """Where several seats are asked at once, no one can tell what another one has chosen."""
    game, state = kind.game, kind.match(1).state
    asked = game.to_act(state)
    for seat in asked[:-1]:
        chosen = [game.apply(state, seat, step) for step in game.legal_steps(state, seat)]
        for viewer in (None, *[other for other in asked if other != seat]):
            seen = {repr(game.observe(outcome.state, viewer)) for outcome in chosen}
            seen |= {repr(outcome.moves_observed_by(viewer)) for outcome in chosen}
            assert len(seen) == 2
        state = chosen[0].state
        assert seat not in game.to_act(state)


def test_legal_steps_can_be_parsed_and_made_by_drags(kind: Kind) -> None:
    def check(match: Match) -> None:
        game, state = match.game, match.state
        for seat in game.to_act(state):
            steps = game.legal_steps(state, seat)
            assert steps
            for step in steps:
                assert game.parse_step(game.text_of(step)) == step
                drag_move = game.find_drag_move(state, seat, step)
                if drag_move is not None:
                    assert game.find_dragged_step(state, seat, drag_move) == step
            for step in steps[:8] if match.revision % 5 == 0 else ():
                assert game.explain_illegal(state, seat, step) is None
                game.apply(state, seat, step)

    for seed in (1, 4):
        play(kind.match(seed), Random(seed), check)


# == Records of every game replay their match.

ROWS = [*CATALOGUE.values(), ROW]
DAY = date(2026, 1, 31)


def played(row: GameEntry, most: int = 10_000) -> Match:
    """Play at random, each seat in its turn."""
    match, rng = (
        Match(row.rules(), row.view().setup.to_options(build_first_setup(row)), 8),
        Random(8),
    )
    while match.revision < most and match.game.to_act(match.state):
        seat = match.game.to_act(match.state)[0]
        match.take(seat, rng.choice(match.game.legal_steps(match.state, seat)))
    return match


def text_of(row: GameEntry, match: Match) -> str:
    names = [f"Seat {number}" for number in range(match.options["seats"])]
    return write_record(row.view().story.record_form, match, names, ["human"] * len(names), DAY)


def replayed(row: GameEntry, match: Match) -> ReplayedMatch:
    return read_record(row.view().story.record_form, text_of(row, match), row.rules())


@pytest.fixture(params=ROWS, ids=[row.name for row in ROWS])
def row(request: pytest.FixtureRequest) -> GameEntry:
    found: GameEntry = request.param
    return found


def zones_of(match: Match) -> list[object]:
    """List what everyone could see at each moment of a match."""
    return [match.game.observe(match.state_at(at), 0).zones for at in range(match.revision + 1)]


def test_record_replays_and_continues_from_any_moment(
    row: GameEntry,
) -> None:
    match = played(row)
    again = replayed(row, match)
    assert zones_of(again.match) == zones_of(match)
    assert again.match.game.result(again.match.state) == match.game.result(match.state)
    assert again.day == DAY
    head = read_head(text_of(row, match))
    assert (head.game, head.seats, head.day, head.seed) == (row.name, again.seats, DAY, 8)
    for at in (0, 1, match.revision // 2):
        goes_on = again.match.replay_up_to(at)
        assert goes_on is not None
        assert (goes_on.state, goes_on.revision) == (again.match.state_at(at), at)


PASTED: dict[str, Callable[[str], str]] = {
    "byte order mark": lambda text: "\ufeff" + text,
    "spaces that do not break": lambda text: text.replace(" ", "\u00a0"),
    "narrow spaces that do not break": lambda text: text.replace(" ", "\u202f"),
    "line separators": lambda text: text.replace("\n", "\u2028"),
    "Windows line ends": lambda text: text.replace("\n", "\r\n"),
    "quote signs": lambda text: "\n".join(f"> {line}" for line in text.split("\n")),
    "quote signs of an answer": lambda text: "\n".join(f">> {line}" for line in text.split("\n")),
    "a code fence": lambda text: f"```text\n{text}```\n",
}
"""What chats and mails make of a text."""


@pytest.mark.parametrize("change", PASTED)
def test_match_record_pasted_from_a_chat_reads_like_the_original(
    row: GameEntry, change: str
) -> None:
    text = text_of(row, played(row, most=6))

    pasted = read_record(row.view().story.record_form, PASTED[change](text), row.rules())

    whole = read_record(row.view().story.record_form, text, row.rules())
    assert (pasted.seats, pasted.day) == (whole.seats, whole.day)
    assert (pasted.match.log, pasted.match.state) == (whole.match.log, whole.match.state)
    assert read_head(PASTED[change](text)) == read_head(text)


def test_record_of_a_running_match_replays(
    row: GameEntry,
) -> None:
    again = replayed(row, played(row, most=4)).match
    assert again.game.result(again.state) is None
    assert again.revision <= 4
    text = text_of(row, played(row, most=3)).replace(f"game: {row.name}", "game: whist", 1)
    with pytest.raises(InvalidRecord, match="game: 'whist'"):
        read_record(row.view().story.record_form, text, row.rules())


def test_replay_session_steps_forward_and_back(row: GameEntry) -> None:
    match = replayed(row, played(row)).match
    seats = tuple(ai.Seat(f"Seat {number}", None) for number in range(match.options["seats"]))
    session = replay.ReplaySession(match, seats)
    told: list[tuple[bool, int, object]] = []
    session.add_listener(
        lambda change: told.append((change.is_step, session.at, change.after.zones))
    )
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
        session.deal_next_round()


def test_timeline_names_turns_and_rounds() -> None:
    match = played(CATALOGUE["red7"])
    timeline = replay.ReplaySession(match, (ai.Seat("A"), ai.Seat("B", "casual"))).timeline
    dealt = [at for at, entry in enumerate(match.log, start=1) if entry.seat == TABLE]
    assert timeline.rounds == (0, *dealt)
    for begin in timeline.rounds:
        assert timeline.locate(begin).turn == 0
        assert timeline.find_next(timeline.rounds, begin) in (*timeline.rounds, timeline.last)
    assert timeline.find_previous(timeline.rounds, timeline.rounds[0]) == 0
    assert timeline.find_previous(timeline.stops, timeline.turns[1]) == timeline.turns[0]
    number = len(timeline.rounds)
    last = timeline.locate(timeline.last)
    assert (last.round, last.turn) == (number, last.turns)


def test_replay_hides_what_its_viewer_could_not_see(row: GameEntry) -> None:
    match, viewer, rng = replayed(row, played(row)).match, 1, Random(4)
    seats = tuple(
        ai.Seat(str(n), None if n == viewer else "ai") for n in range(match.options["seats"])
    )
    session, heard = replay.ReplaySession(match, seats), list[Change]()
    session.add_listener(heard.append)
    for at in range(1, min(60, match.revision)):
        session.go_to(at)
        state = match.state_at(at)
        if match.game.to_act(state) not in {(), (TABLE,)}:  # an ending turns cards up
            hidden = REDEALT[row.name](state, viewer, rng)
            assert heard[-1].after == match.game.observe(hidden, viewer)
        zones = [*heard[-1].before.zones.values(), *heard[-1].after.zones.values()]
        shown = {card for zone in zones for card in zone}
        assert {move.card for move in heard[-1].moves} <= shown | {None}
    session.go_to(3)
    assert (heard[-1].moves, heard[-1].events) == ((), ()), "a jump tells of nothing between"
