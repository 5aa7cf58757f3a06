"""What is told of a match: its log, narration, ends, turning points and reviews.

Each function asks the game's `story` facet and, for a game of several rounds, its `rounds` facet.
Everything comes from observations, so that nothing is told that the seat may not know.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Any, Final, NamedTuple

from red7_desktop.kit import phrases
from red7_desktop.kit.game_view import GameView, RoundsFacet
from red7_desktop.kit.match_model import (
    UNTOLD,
    End,
    LogLine,
    LogSection,
    RoundRow,
    RoundsTable,
    ScoreRow,
    TurningStory,
)
from red7_desktop.kit.table_model import HistoryLine
from red7_desktop.kit.texts import (
    Run,
    Runs,
    Tone,
    apply_tone,
    capitalize_runs,
    runs_of,
    to_plain,
    weave,
)
from red7_desktop.play import ai, session
from red7_desktop.tabletop import player, rounds
from red7_desktop.tabletop.game import TABLE, Result
from red7_desktop.tabletop.match import Match

MUCH: Final = 0.10
"""Losses beyond it decide rounds and matches."""


# -- the log -------------------------------------------------------------------------------


def build_log(
    view: GameView, words: phrases.SeatWords, match: Match, viewer: int | None
) -> tuple[LogSection, ...]:
    """Return the match so far as a seat, or a spectator (None), may know it.

    Args:
        view: The game's view.
        words: Words of the table; they may address another seat than `viewer`.
        match: The match.
        viewer: The seat whose knowledge the log shows.
    """
    return tuple(list_sections(view, words, match, viewer))


def list_sections(
    view: GameView, words: phrases.SeatWords, match: Match, viewer: int | None
) -> Iterator[LogSection]:
    """Yield the sections of the log: one for each round, each built when it is asked for."""
    told = view.rounds
    if told is None:
        lines = tuple(_list_step_lines(view, words, match, viewer))
        if lines:
            yield LogSection("", lines)
        return
    result = match.game.result(match.state)
    for first, last in list_spans(match):
        seen = match.game.observe(match.state_at(last), viewer)
        dealt = match.game.observe(match.state_at(first), viewer)
        notes = [note for each in match.outcomes_of(first, last) for note in each.notes]
        number = seen.round_number
        section = LogSection(
            words.texts("Round {n}", n=number),
            tuple(told.list_lines(words, seen, notes)),
            weave(words.texts("Round {n} is dealt", n=number)) if number > 1 else (),
            tuple(told.describe_opening(words, seen, dealt)),
        )
        if len(seen.rounds) == number:
            section = told.close_section(words, section, seen)
        if last == match.revision and result is not None and told.keeps_points(seen):
            won = words.match_won(result.winners, result.scores[result.winners[0]])
            section = replace(section, standing=(*section.standing, won))
        yield section


def list_steps(
    view: GameView, words: phrases.SeatWords, match: Match, viewer: int | None
) -> tuple[HistoryLine, ...]:
    """Return a line for each step, for a game without rounds; () for any other."""
    if view.rounds is not None:
        return ()
    lines = _list_step_lines(view, words, match, viewer)
    return tuple([HistoryLine(each.seat, each.line) for each in lines])


def _list_step_lines(
    view: GameView, words: phrases.SeatWords, match: Match, viewer: int | None
) -> Iterator[LogLine]:
    """Yield a line for each step that the game has words for."""
    number = 0
    for entry, outcome in zip(match.log, match.outcomes, strict=True):
        moves = outcome.moves_seen_by(viewer)
        line = view.story.describe_moves(words, entry.seat, moves, outcome.notes)
        if line:
            number += 1
            yield LogLine(number, None if entry.seat == TABLE else entry.seat, line)


def describe_failure(
    view: GameView, words: phrases.SeatWords, match: Match, failure: ai.PlayerFailure
) -> str:
    """Return the log's line about an AI player that stopped responding."""
    name = words.names[failure.seat]
    if view.rounds is None:
        return words.texts("{name} stopped responding: a simple AI takes over", name=name)
    revision = min(failure.revision, match.revision)  # what was undone since is no more
    seen = match.game.observe(match.state_at(revision), None)
    return words.texts(
        "Round {round}, turn {turn}: {name} stopped responding, and a simple AI took over",
        round=seen.round_number,
        turn=view.rounds.count_turns(seen) + 1,
        name=name,
    )


# -- aloud ---------------------------------------------------------------------------------


def narrate(
    view: GameView,
    words: phrases.SeatWords,
    change: session.Change,
    winners: tuple[int, ...] = (),
    *,
    is_short: bool = False,
) -> tuple[str, ...]:
    """Return what is read aloud after a change.

    Args:
        view: The game's view.
        words: Words of the table.
        change: What has changed.
        winners: Who has won the match, if it has just ended.
        is_short: Whether only what happened is told, and not what may be done about it.
    """
    told = view.story
    before = change.before
    after = change.after
    lines: list[Runs] = []
    if view.rounds is None:
        if change.is_step:
            lines.append(told.describe_moves(words, change.seat, change.moves, change.notes))
    elif len(after.turns) > len(before.turns):
        # The other steps of one's own turn were told when they were taken.
        is_told = change.is_step and change.seat == after.viewer and bool(before.steps)
        lines.append(view.rounds.describe_last_turn(words, change, only_end=is_told))
    elif change.is_step and change.seat == after.viewer:
        lines.append(view.rounds.describe_last_step(words, after))
    lines += [told.describe_note(words, note) for note in change.notes]
    if any(note.code == "dealt" for note in change.notes):
        lines += told.describe_deal(words, after)
    if winners and after.stage == rounds.MATCH_OVER:
        lines.append(words.match_won(winners, _find_points(view, after, winners[0])))
    said = [to_plain(capitalize_runs(line)) for line in lines if line]
    known = _ask(view, words, before, is_short=is_short)
    said += [each for each in _ask(view, words, after, is_short=is_short) if each not in known]
    return tuple(said)


def _find_points(view: GameView, seen: Any, seat: int) -> int | None:
    """Return a seat's points; None for a game, or a match, that keeps none."""
    if view.rounds is None or not view.rounds.keeps_points(seen):
        return None
    return view.rounds.find_standing(seen)[0][seat]


def narrate_opening(
    view: GameView, words: phrases.SeatWords, seen: Any, *, is_short: bool = False
) -> tuple[str, ...]:
    """Return what is read aloud when a table is opened: a deal, and whose turn it is."""
    is_new = not seen.turns and not seen.steps and seen.stage == rounds.TURN
    if is_new:
        lines = view.story.describe_deal(words, seen)
    else:
        lines = ()
    said = [to_plain(capitalize_runs(line)) for line in lines if line]
    return (*said, *_ask(view, words, seen, is_short=is_short))


def _ask(view: GameView, words: phrases.SeatWords, seen: Any, *, is_short: bool) -> Sequence[str]:
    """Return what is asked of the viewer; in short only the first sentence."""
    if not rounds.is_asked(seen):
        return ()
    requests = view.story.list_requests(words, seen)
    if is_short:
        return requests[:1]
    return requests


# -- the ends ------------------------------------------------------------------------------


def build_end(
    view: GameView, words: phrases.SeatWords, match: Match, viewer: int | None
) -> End | None:
    """Return how the round or the match ended; None while it goes on."""
    over = match.game.result(match.state)
    if view.rounds is None:
        if over is None:
            return None
        return _build_end_of_one_round(words, over)
    told = view.rounds
    seen = match.game.observe(match.state, viewer)
    if len(seen.rounds) < seen.round_number:
        return None
    last = seen.rounds[-1]
    has_points = told.keeps_points(seen)
    winners = told.winners_of(last)
    title = told.name_round(words, seen, last)
    if over is not None:
        winners = over.winners
        points = None
        if has_points:
            points = over.scores[winners[0]]
        title = capitalize_runs(words.match_won(winners, points))
    is_whole = over is not None and has_points
    turning = told.describe_round_turning(words, match)
    if over is not None and is_whole and len(seen.rounds) > 1:
        turning = describe_match_turning(told, words, match, over)
    return End(
        title=to_plain(title),
        winners=tuple([words.sign(seat) for seat in winners]),
        story=None if is_whole else told.tell_round(words, match, seen, last),
        counted=told.count_cards(words, seen, last) if has_points else None,
        rounds=_build_table(told, words, seen.rounds, over) if over and has_points else None,
        scores=_list_scores(told, words, seen, winners, over) if has_points else (),
        gains=told.gains,
        told=turning,
    )


def _build_end_of_one_round(words: phrases.SeatWords, over: Result) -> End:
    won = words.match_won(over.winners, over.scores[over.winners[0]])
    return End(
        to_plain(capitalize_runs(won)),
        tuple([words.sign(seat) for seat in over.winners]),
        rounds=RoundsTable(words.signs(), (), (), over.scores),
    )


def _list_scores(
    told: RoundsFacet[Any, Any],
    words: phrases.SeatWords,
    seen: Any,
    winners: Collection[int],
    over: Result | None,
) -> tuple[ScoreRow, ...]:
    points, target = told.find_standing(seen)
    rows = [
        ScoreRow(words.sign(seat), points[seat] - gain, points[seat], target, seat in winners)
        for seat, gain in enumerate(told.points_in(seen.rounds[-1], len(points)))
    ]
    sign = -1 if told.gains is Tone.GOOD else 1
    # Of seats that are level at the end of a match, another rule may have chosen the winner.
    first = frozenset(winners if over else ())
    return tuple(sorted(rows, key=lambda row: (row.sign.seat not in first, sign * row.after)))


def _build_table(
    told: RoundsFacet[Any, Any], words: phrases.SeatWords, results: Sequence[Any], over: Result
) -> RoundsTable:
    rows = []
    for number, each in enumerate(results, start=1):
        names, by, points = told.describe_row(words, each)
        rows.append(RoundRow(number, tuple(told.winners_of(each)), names, by, tuple(points)))
    return RoundsTable(words.signs(), told.name_columns(words.texts), tuple(rows), over.scores)


# -- where it turned -----------------------------------------------------------------------


def describe_match_turning(
    told: RoundsFacet[Any, Any], words: phrases.SeatWords, match: Match, result: Result
) -> TurningStory:
    """Return where a match that is over was decided; who is ahead by points has the lead."""
    if len(result.winners) > 1:
        return UNTOLD
    (winner,) = result.winners
    turning = _find_match_turning(told, match, result)
    said: Runs = ()
    faces: tuple[str, ...] = ()
    if turning.at is not None:
        said, faces = told.list_turning_cards(words, match, turning.at + 1, winner)
    miss: Runs = ()
    if words.viewer is not None and words.viewer != winner:
        away = abs(result.scores[winner] - result.scores[words.viewer])
        miss = told.describe_margin(words, winner, away)
    line = describe_match_turning_point(words, winner, turning, said)
    return TurningStory(line, faces if turning.changes else (), miss)


def _find_match_turning(told: RoundsFacet[Any, Any], match: Match, result: Result) -> Turning:
    """Find the round in which the first of a match's winners came to lead it for good."""
    gained = [told.points_in(each, len(result.scores)) for each in match.state.rounds]
    best = max if told.gains is Tone.GOOD else min
    totals = zip(*map(accumulate, zip(*gained, strict=True)), strict=True)
    leaders = [find_only(points, best(points)) for points in totals]
    return find_turning(leaders, result.winners[0])


# -- reviews -------------------------------------------------------------------------------


def list_moments(
    view: GameView, match: Match, seats: Collection[int]
) -> tuple[ai.ReviewMoment, ...]:
    """List the choices that seats had in a match so far, leaving out turns not yet finished.

    A choice is had at the beginning of a turn, or after a draw in its middle. The steps taken
    go to the end of the turn, or up to such a draw.
    """
    found: list[ai.ReviewMoment] = []
    steps: list[Any] = []
    begin = 0
    for revision, entry in enumerate(match.log):
        chosen = None
        if entry.seat in seats:
            chosen = view.story.choose(match, revision, entry)
        if chosen is None:
            continue
        begin = begin if steps else revision
        step, is_end = chosen
        steps.append(step)
        if is_end:
            seen = match.game.observe(match.state_at(begin), entry.seat)
            if view.story.has_choice(seen):
                found.append(ai.ReviewMoment(entry.seat, begin, revision + 1, seen, tuple(steps)))
            steps.clear()
    return tuple(found)


def find_decision(view: GameView, match: Match) -> int:
    """Return how many steps there were when what is over had been decided."""
    told = view.rounds
    if told is None or not match.state.rounds:
        return match.revision
    over = match.state.rounds
    result = match.game.result(match.state)
    if result is None:
        at = None
    else:
        at = _find_match_turning(told, match, result).at
    number = len(over) if at is None else at + 1
    first, last = list(list_spans(match))[number - 1]
    winner = told.winners_of(over[number - 1])[0]
    turns = find_turning(told.list_leaders(match, number), winner).at or 0
    for revision in range(first + 1, last):
        if len(match.state_at(revision).turns) >= turns:
            return revision
    return last


def describe_review(
    view: GameView,
    words: phrases.SeatWords,
    moment: ai.ReviewMoment,
    appraisal: player.Appraisal,
) -> tuple[Tone, Runs]:
    """Return a sentence on a choice: what would have been better than what was played.

    Args:
        view: The game's view.
        words: The words of the table, relative to the seat that had the choice.
        moment: The choice.
        appraisal: What a strong player thinks of it.

    Returns:
        How grave it is, and the sentence.
    """
    texts = words.texts
    seen = moment.observation
    loss = appraisal.loss
    if appraisal.is_same:
        line = texts("Exactly what the strongest opponent would do.")
        return Tone.GOOD, apply_tone(runs_of(line), Tone.GOOD)
    if not loss:
        line = texts("As good as the strongest opponent’s move.")
        return Tone.GOOD, apply_tone(runs_of(line), Tone.GOOD)
    taken = appraisal.taken.value
    value, other = [view.words.standing(words, each) for each in (taken + loss, taken)]
    line = texts("Chosen: {played} ({other}). Better: {plan} ({value})")
    if value == other:
        line = texts("Chosen: {played}. A little better: {plan}")
    plan = view.story.plan(words, seen, appraisal.proposed.steps)
    played = view.story.plan(words, seen, appraisal.taken.steps)
    tone = Tone.BAD if loss > MUCH else Tone.ACCENT
    marked = Run(value, tone=Tone.GOOD)
    return tone, weave(line, plan=plan, value=marked, played=played, other=other)


# -- rounds and who led them ---------------------------------------------------------------


def list_spans(match: Match) -> Iterator[tuple[int, int]]:
    """Return for each round the revision after its deal and the last one that belongs to it."""
    deals = [nth for nth, entry in enumerate(match.log) if entry.seat == TABLE]
    for first, last in pairwise([-1, *deals, match.revision]):
        yield first + 1, last


def find_only(values: Sequence[int], wanted: int) -> int | None:
    """Return the place of a value, None where several have it."""
    if values.count(wanted) == 1:
        return values.index(wanted)
    return None


class Turning(NamedTuple):
    """Since when the winner has led, as a place in the list of leaders; how often the lead changed.

    at: None for who never led.
    """

    at: int | None
    changes: int


def find_turning(leaders: Sequence[int | None], winner: int) -> Turning:
    """Find where a winner took the lead for good. leaders: a seat or None by turn.

    That no one leads for a while changes nothing.

    >>> find_turning([0, 1, None, 0, 0], 0)
    Turning(at=3, changes=2)
    >>> find_turning([0, 0], 1)
    Turning(at=None, changes=0)
    """
    at: int | None = None
    changes = 0
    last = None
    for place, leader in enumerate(leaders):
        if leader is None or leader == last:
            continue
        changes += last is not None
        at = place
        last = leader
    return Turning(at if last == winner else None, changes)


def describe_round_turning_point(
    words: phrases.SeatWords, winner: int, turning: Turning, cards: Runs
) -> Runs:
    """Return with which cards a round turned; () where there is nothing to say.

    cards: of the turn since which the winner has led, () where there was no such turn.
    """
    texts = words.texts
    n = turning.changes
    if turning.at is None or not cards:
        return ()
    you = texts("You were ahead from start to finish, ending with {cards}")
    they = texts("{name} was ahead from start to finish, ending with {cards}")
    if n == 1:
        you = texts("You turned the tables with {cards}")
        they = texts("{name} turned the tables with {cards}")
    elif n:
        you = texts.plural(
            "You pulled ahead for good with {cards} (the lead changed once)",
            "You pulled ahead for good with {cards} (the lead changed {n} times)",
            n,
            cards="{cards}",
        )
        they = texts.plural(
            "{name} pulled ahead for good with {cards} (the lead changed once)",
            "{name} pulled ahead for good with {cards} (the lead changed {n} times)",
            n,
            name="{name}",
            cards="{cards}",
        )
    return words.say(winner, you, they, cards=cards)


def describe_match_turning_point(
    words: phrases.SeatWords, winner: int, turning: Turning, cards: Runs = ()
) -> Runs:
    """Return in which round a match turned; turning: by rounds. cards: of its turn, if known."""
    texts = words.texts
    n = turning.changes
    if turning.at is None:
        return ()
    kept = {"round": turning.at + 1, "name": "{name}", "cards": "{cards}"}
    if not n:
        you = texts("You were ahead from round {round} to the end", **kept)
        they = texts("{name} was ahead from round {round} to the end", **kept)
    elif cards:
        you = texts.plural(
            "You pulled ahead for good in round {round} with {cards} "
            "(the lead changed once in the match)",
            "You pulled ahead for good in round {round} with {cards} "
            "(the lead changed {n} times in the match)",
            n,
            **kept,
        )
        they = texts.plural(
            "{name} pulled ahead for good in round {round} with {cards} "
            "(the lead changed once in the match)",
            "{name} pulled ahead for good in round {round} with {cards} "
            "(the lead changed {n} times in the match)",
            n,
            **kept,
        )
    else:
        you = texts.plural(
            "You pulled ahead for good in round {round} (the lead changed once in the match)",
            "You pulled ahead for good in round {round} (the lead changed {n} times in the match)",
            n,
            **kept,
        )
        they = texts.plural(
            "{name} pulled ahead for good in round {round} (the lead changed once in the match)",
            "{name} pulled ahead for good in round {round} "
            "(the lead changed {n} times in the match)",
            n,
            **kept,
        )
    return words.say(winner, you, they, cards=cards)
