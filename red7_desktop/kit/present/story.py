"""Texts about a match: log, narration, results, turning points and reviews.

The functions use two parts of the game's view: `story`, and `rounds` if a match has several rounds.
All input comes from observations, so that nothing hidden from a seat is revealed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Any, Final, NamedTuple

from red7_desktop.kit import phrases
from red7_desktop.kit.game_view import GameView, RoundsFacet
from red7_desktop.kit.match_model import (
    NO_TURNING_POINT,
    EndModel,
    LogLine,
    LogSection,
    RoundGain,
    RoundRow,
    RoundsTable,
    ScoreRow,
    TurningPoint,
)
from red7_desktop.kit.table_model import HistoryLine
from red7_desktop.kit.texts import (
    Run,
    Runs,
    Tone,
    apply_tone,
    capitalize_runs,
    fill_template,
    to_plain,
    to_runs,
)
from red7_desktop.play import ai, session
from red7_desktop.tabletop import player, rounds
from red7_desktop.tabletop.game import TABLE, TURN, Result
from red7_desktop.tabletop.match import Match, count_seats

SERIOUS_LOSS: Final = 0.10
"""Loss of winning chance, as a number from 0 to 1, above which a mistake counts as serious."""


# -- the log -------------------------------------------------------------------------------


def build_log(
    view: GameView, words: phrases.SeatWords, match: Match, viewer: int | None
) -> tuple[LogSection, ...]:
    """Return the log of a match, as far as a seat or a spectator (None) may know it.

    Args:
        view: The game's view.
        words: Builds the sentences in the user's language. The seat that the sentences address as
            "you" may differ from `viewer`.
        match: The match.
        viewer: The seat whose knowledge the log is limited to; None for a spectator's knowledge.
    """
    return tuple(list_sections(view, words, match, viewer))


def list_sections(
    view: GameView, words: phrases.SeatWords, match: Match, viewer: int | None
) -> Iterator[LogSection]:
    """Yield the sections of the match log, one per round; each is built when it is requested."""
    facet = view.rounds
    if facet is None:
        lines = tuple(_list_step_lines(view, words, match, viewer))
        if lines:
            yield LogSection("", lines)
        return
    result = match.game.result(match.state)
    for first, last in list_round_spans(match):
        seen = match.game.observe(match.state_at(last), viewer)
        dealt = match.game.observe(match.state_at(first), viewer)
        notes = [note for each in match.outcomes_of(first, last) for note in each.events]
        number = seen.round_number
        section = LogSection(
            words.texts("Round {n}", n=number),
            tuple(facet.list_lines(words, seen, notes)),
            fill_template(words.texts("Round {n} is dealt", n=number)) if number > 1 else (),
            tuple(facet.describe_opening(words, seen, dealt)),
        )
        if len(seen.rounds) == number:
            section = facet.close_section(words, section, seen)
        if last == match.revision and result is not None and facet.has_points(seen):
            won = words.match_won(result.winners, result.scores[result.winners[0]])
            section = replace(section, standing=(*section.standing, won))
        yield section


def list_steps(
    view: GameView, words: phrases.SeatWords, match: Match, viewer: int | None
) -> tuple[HistoryLine, ...]:
    """Return the recent history of a match without rounds: a line for each step.

    Return () for a game with rounds, because the observations of such a game contain the turns.
    """
    if view.rounds is not None:
        return ()
    lines = _list_step_lines(view, words, match, viewer)
    return tuple([HistoryLine(each.seat, each.line) for each in lines])


def _list_step_lines(
    view: GameView, words: phrases.SeatWords, match: Match, viewer: int | None
) -> Iterator[LogLine]:
    """Yield the log's lines for a match without rounds: one for each step.

    Steps for which the game's `describe_moves` returns () are left out.
    """
    number = 0
    for entry, outcome in zip(match.log, match.outcomes, strict=True):
        moves = outcome.moves_observed_by(viewer)
        line = view.story.describe_moves(words, entry.seat, moves, outcome.events)
        if line:
            number += 1
            yield LogLine(number, None if entry.seat == TABLE else entry.seat, line)


def describe_failure(
    view: GameView, words: phrases.SeatWords, match: Match, failure: ai.PlayerFailure
) -> str:
    """Return the log line about an AI player that stopped responding."""
    name = words.names[failure.seat]
    if view.rounds is None:
        return words.texts("{name} stopped responding: a simple AI takes over", name=name)
    # Steps may have been undone after the AI player failed, so that the revision at which it failed
    # may no longer exist.
    revision = min(failure.revision, match.revision)
    seen = match.game.observe(match.state_at(revision), None)
    return words.texts(
        "Round {round}, turn {turn}: {name} stopped responding, and a simple AI took over",
        round=seen.round_number,
        turn=view.rounds.count_turns(seen) + 1,
        name=name,
    )

    # -- speech ----------------------------------------------------------------------------------


def narrate(
    view: GameView,
    words: phrases.SeatWords,
    change: session.Change,
    winners: tuple[int, ...] = (),
    *,
    is_short: bool = False,
    has_requests: bool = True,
) -> tuple[str, ...]:
    """Return the sentences to read aloud after a change of the match: events, and what to do next.

    Args:
        view: The game's view.
        words: Builds the table's sentences.
        change: The change.
        winners: Winners of the match if it has just ended.
        is_short: Whether to return only the first of the sentences that say what to do.
        has_requests: Whether to tell the viewer what to do; False in replays.
    """
    facet = view.story
    before = change.before
    after = change.after
    lines: list[Runs] = []
    if view.rounds is None:
        if change.is_step:
            lines.append(facet.describe_moves(words, change.seat, change.moves, change.events))
    elif len(after.turns) > len(before.turns):
        # Describe only the last step of the viewer's turn: the others were already read aloud.
        is_told = change.is_step and change.seat == after.viewer and bool(before.steps)
        lines.append(view.rounds.describe_last_turn(words, change, only_end=is_told))
    elif change.is_step and change.seat == after.viewer:
        lines.append(view.rounds.describe_last_step(words, after))
    lines += [facet.describe_note(words, note) for note in change.events]
    if any(note.code == "dealt" for note in change.events):
        lines += facet.describe_deal(words, after)
    if winners and after.stage == rounds.MATCH_OVER:
        lines.append(words.match_won(winners, _find_points(view, after, winners[0])))
    lines_spoken = [to_plain(capitalize_runs(line)) for line in lines if line]
    if not has_requests:
        return tuple(lines_spoken)
    known = _list_requests(view, words, before, is_short=is_short)
    lines_spoken += [
        each for each in _list_requests(view, words, after, is_short=is_short) if each not in known
    ]
    return tuple(lines_spoken)


def _find_points(view: GameView, seen: Any, seat: int) -> int | None:
    """Return a seat's points, None for a game or match without points."""
    if view.rounds is None or not view.rounds.has_points(seen):
        return None
    return view.rounds.find_standing(seen)[0][seat]


def narrate_opening(
    view: GameView, words: phrases.SeatWords, seen: Any, *, is_short: bool = False
) -> tuple[str, ...]:
    """Return the sentences that are read aloud when a table is opened.

    The sentences describe the deal if no turn has been taken yet, and tell the viewer what to do.
    """
    is_new = not seen.turns and not seen.steps and seen.stage == TURN
    if is_new:
        lines = view.story.describe_deal(words, seen)
    else:
        lines = ()
    lines_spoken = [to_plain(capitalize_runs(line)) for line in lines if line]
    return (*lines_spoken, *_list_requests(view, words, seen, is_short=is_short))


def _list_requests(
    view: GameView, words: phrases.SeatWords, seen: Any, *, is_short: bool
) -> Sequence[str]:
    """Return the sentences that tell the viewer what to do; () if it isn't the viewer's turn.

    With `is_short` only the first sentence is returned.
    """
    if not rounds.is_viewers_turn(seen):
        return ()
    requests = view.story.list_requests(words, seen)
    if is_short:
        return requests[:1]
    return requests


# -- the ends ------------------------------------------------------------------------------


def build_end(
    view: GameView,
    words: phrases.SeatWords,
    match: Match,
    viewer: int | None,
    is_known_mistake: Callable[[Any, tuple[Any, ...]], bool] = lambda seen, steps: False,
) -> EndModel | None:
    """Return the result of the round or match, None while it is running.

    Args:
        view: The game's view.
        words: Builds the table's sentences.
        match: The match.
        viewer: The viewer's seat, None for a spectator.
        is_known_mistake: Function that returns whether the program has already called a turn a
            mistake. It takes the observation before the turn and the turn's steps. Such a turn of
            the viewer isn't shown as the turning point again.
    """
    over = match.game.result(match.state)
    if view.rounds is None:
        if over is None:
            return None
        return _build_end_of_one_round(words, over)
    facet = view.rounds
    seen = match.game.observe(match.state, viewer)
    if len(seen.rounds) < seen.round_number:
        return None
    last = seen.rounds[-1]
    has_points = facet.has_points(seen)
    winners = facet.find_round_winners(last)
    title = facet.name_round(words, seen, last)
    if over is not None:
        winners = over.winners
        points = None
        if has_points:
            points = over.scores[winners[0]]
        title = capitalize_runs(words.match_won(winners, points))
    is_whole = over is not None and has_points
    turning = facet.describe_round_turning(words, match)
    if over is not None and is_whole and len(seen.rounds) > 1:
        turning = describe_match_turning_point_of(facet, words, match, over)
    decisive = _find_decisive_moment(view, match, viewer) if turning.line else None
    if decisive is not None and is_known_mistake(decisive.observation, decisive.taken):
        turning = turning._replace(line=(), cards=())
    head_start = facet.head_start(seen)
    if over is not None and head_start:
        counts = words.join_counts(head_start, skips_zero=True)
        named = facet.name_head_start(words.texts)
        said = fill_template(words.texts("{title}: {counts}"), title=named, counts=counts)
        turning = turning._replace(head_start=said)
    return EndModel(
        title=to_plain(title),
        winners=tuple([words.build_label(seat) for seat in winners]),
        story=None if is_whole else facet.describe_round(words, match, seen, last),
        counted=facet.build_counted_tally(words, seen, last) if has_points else None,
        rounds=_build_table(facet, words, seen, over) if over and has_points else None,
        scores=_list_scores(facet, words, seen, winners, over) if has_points else (),
        gains=facet.gains,
        turning_point=turning,
        standing=facet.close_section(words, LogSection("", ()), seen).standing,
    )


def _find_decisive_moment(
    view: GameView, match: Match, viewer: int | None
) -> ai.ReviewMoment | None:
    """Return the viewer's choice that decided the round or match.

    Return None if another seat's choice was decisive, or if there is no viewer.
    """
    if viewer is None:
        return None
    at = find_decision(view, match)
    moments = list_review_moments(view, match, (viewer,))
    return next((each for each in moments if each.begin < at <= each.end), None)


def _build_end_of_one_round(words: phrases.SeatWords, over: Result) -> EndModel:
    won = words.match_won(over.winners, over.scores[over.winners[0]])
    return EndModel(
        to_plain(capitalize_runs(won)),
        tuple([words.build_label(seat) for seat in over.winners]),
        rounds=RoundsTable(words.labels(), (), (), over.scores),
    )


def _list_scores(
    facet: RoundsFacet[Any, Any],
    words: phrases.SeatWords,
    seen: Any,
    winners: Collection[int],
    over: Result | None,
) -> tuple[ScoreRow, ...]:
    points, target = facet.find_standing(seen)
    rows = [
        ScoreRow(
            words.build_label(seat), points[seat] - gain, points[seat], target, seat in winners
        )
        for seat, gain in enumerate(facet.count_round_points(seen.rounds[-1], len(points)))
    ]
    sign = -1 if facet.gains is Tone.GOOD else 1
    # If players are tied at the end of a match, a tie-breaker may have chosen the winner.
    first = frozenset(winners if over else ())
    return tuple(sorted(rows, key=lambda row: (row.label.seat not in first, sign * row.after)))


def _build_table(
    facet: RoundsFacet[Any, Any], words: phrases.SeatWords, seen: Any, over: Result
) -> RoundsTable:
    rows = []
    head_start = facet.head_start(seen)
    if head_start:
        had = tuple([each or None for each in head_start])
        rows.append(RoundRow(0, (), facet.name_head_start(words.texts), (), had))
    for number, each in enumerate(seen.rounds, start=1):
        names, by, points = facet.describe_row(words, each)
        rows.append(
            RoundRow(number, tuple(facet.find_round_winners(each)), names, by, tuple(points))
        )
    return RoundsTable(words.labels(), facet.name_columns(words.texts), tuple(rows), over.scores)

    # -- turning points --------------------------------------------------------------------------


def describe_match_turning_point_of(
    facet: RoundsFacet[Any, Any], words: phrases.SeatWords, match: Match, result: Result
) -> TurningPoint:
    """Describe the turning point of a finished match, judged by who was ahead on points."""
    if len(result.winners) > 1:
        return NO_TURNING_POINT
    (winner,) = result.winners
    turning = _find_match_turning(facet, match, result)
    cards: Runs = ()
    faces: tuple[str, ...] = ()
    if turning.at is not None:
        cards, faces = facet.list_turning_cards(words, match, turning.at + 1, winner)
    miss: Runs = ()
    if words.viewer is not None and words.viewer != winner:
        away = abs(result.scores[winner] - result.scores[words.viewer])
        miss = facet.describe_margin(words, winner, away)
    line = describe_match_turning_point(words, winner, turning, cards)
    return TurningPoint(line, faces if turning.changes else (), miss)


def _find_match_turning(facet: RoundsFacet[Any, Any], match: Match, result: Result) -> LeadChange:
    """Find the round in which the winner of a match took the lead on points for good."""
    count = len(result.scores)
    gained = [facet.count_round_points(each, count) for each in match.state.rounds]
    first = facet.head_start(match.game.observe(match.state, None)) or (0,) * count
    best = max if facet.gains is Tone.GOOD else min
    totals = zip(*map(accumulate, zip(first, *gained, strict=True)), strict=True)
    leaders = [find_unique_index(points, best(points)) for points in list(totals)[1:]]
    return find_turning(leaders, result.winners[0])


# -- rounds in a row -------------------------------------------------------------------------


def list_round_gains(view: GameView, match: Match, seat: int) -> tuple[RoundGain, ...]:
    """Return a seat's result of each round of a finished match, in order.

    A result contains the seat's points and the category in which statistics count the round, such
    as the rule that decided it. Return () for a game without rounds.
    """
    told = view.rounds
    if told is None:
        return ()
    results = match.state.rounds
    finished = view.story.list_finished_rounds(match)
    keys = [each.keys[seat] for each in finished] or [""] * len(results)
    seats = count_seats(match)
    gains = []
    for key, result in zip(keys, results, strict=True):
        points = told.count_round_points(result, seats)[seat]
        gains.append(RoundGain(key, points, seat in told.find_round_winners(result)))
    return tuple(gains)


# -- reviews -------------------------------------------------------------------------------


def list_review_moments(
    view: GameView, match: Match, seats: Collection[int]
) -> tuple[ai.ReviewMoment, ...]:
    """List the decisions of some seats that a review can judge, in finished turns.

    The steps of a turn are one decision. But if a card is drawn in the middle of a turn, the steps
    after the draw are a second decision, because the player knew more.
    """
    found: list[ai.ReviewMoment] = []
    steps: list[Any] = []
    begin = 0
    for revision, entry in enumerate(match.log):
        chosen = None
        if entry.seat in seats:
            chosen = view.story.find_reviewable_step(match, revision, entry)
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
    """Return the revision (number of steps since the start) after the turn that decided a match.

    The deciding round is the round in which the match's winner took the lead on points and never
    lost it again; in a match that isn't over, it is the last finished round. The deciding turn is
    the turn of this round in which the round's winner took the lead for good. For a game with a
    single round, return the last revision.
    """
    facet = view.rounds
    if facet is None or not match.state.rounds:
        return match.revision
    over = match.state.rounds
    result = match.game.result(match.state)
    if result is None:
        at = None
    else:
        at = _find_match_turning(facet, match, result).at
    number = len(over) if at is None else at + 1
    first, last = list(list_round_spans(match))[number - 1]
    winner = facet.find_round_winners(over[number - 1])[0]
    turns = find_turning(facet.list_leaders(match, number), winner).at or 0
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
    """Judge a player's choice in words, and say which turn would have been better.

    Args:
        view: The game's view.
        words: Builds the sentences; addresses the seat that had the choice as "you".
        moment: The choice: the position, and the turn that was played.
        appraisal: The adviser's evaluation of the choice.

    Returns:
        A tone that says how bad the mistake was, and the sentence.
    """
    texts = words.texts
    seen = moment.observation
    loss = appraisal.loss
    if appraisal.is_same:
        line = texts("Exactly what the strongest opponent would do.")
        return Tone.GOOD, apply_tone(to_runs(line), Tone.GOOD)
    if not loss:
        line = texts("As good as the strongest opponent’s move.")
        return Tone.GOOD, apply_tone(to_runs(line), Tone.GOOD)
    taken = appraisal.played.value
    value, other = [
        view.words.describe_chances(words, each, seen, moment.seat)
        for each in (taken + loss, taken)
    ]
    line = texts("Chosen: {played} ({other}). Better: {plan} ({value})")
    if value == other:
        line = texts("Chosen: {played}. A little better: {plan}")
    plan = view.story.describe_plan(words, seen, appraisal.proposed.steps)
    played = view.story.describe_plan(words, seen, appraisal.played.steps)
    tone = Tone.BAD if loss > SERIOUS_LOSS else Tone.ACCENT
    marked = Run(value, tone=Tone.GOOD)
    return tone, fill_template(line, plan=plan, value=marked, played=played, other=other)


# -- rounds and their leaders ----------------------------------------------------------------


def list_round_spans(match: Match) -> Iterator[tuple[int, int]]:
    """Yield a pair of revisions for each round: after the deal, and at the end of the round.

    A revision is the number of steps since the start of the match.
    """
    deals = [nth for nth, entry in enumerate(match.log) if entry.seat == TABLE]
    for first, last in pairwise([-1, *deals, match.revision]):
        yield first + 1, last


def find_unique_index(values: Sequence[int], wanted: int) -> int | None:
    """Return the index of the value `wanted` if it occurs exactly once, otherwise None."""
    if values.count(wanted) == 1:
        return values.index(wanted)
    return None


class LeadChange(NamedTuple):
    """The moment when the winner took the lead for good, and the number of changes of the lead.

    Attributes:
        at: Index of the moment in the list of leaders that was passed to `find_turning`. None if
            the winner wasn't the last leader.
        changes: Number of times that the lead passed from one seat to another.
    """

    at: int | None
    changes: int


def find_turning(leaders: Sequence[int | None], winner: int) -> LeadChange:
    """Find the moment at which a winner took the lead for good.

    Args:
        leaders: Leading seat at each moment, such as after each turn; None if nobody led. The same
            seat before and after None isn't a change of the lead.
        winner: The winner's seat.

    Returns:
        The index of the moment, None if the winner wasn't the last leader; and the number of times
        that the lead passed from one seat to another.

    >>> find_turning([0, 1, None, 0, 0], 0)
    LeadChange(at=3, changes=2)
    >>> find_turning([0, 0], 1)
    LeadChange(at=None, changes=0)
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
    return LeadChange(at if last == winner else None, changes)


def describe_round_turning_point(
    words: phrases.SeatWords, winner: int, turning: LeadChange, cards: Runs
) -> Runs:
    """Describe the turn in which the winner of a round took the lead for good.

    Args:
        words: Builds the table's sentences.
        winner: The winner's seat.
        turning: The moment when the winner took the lead for good, and the number of lead changes.
        cards: Cards played in the turn, as text; () if no cards were played.

    Returns:
        The description; () if the winner never took the lead or `cards` is empty.
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
    return words.choose_form(winner, you, they, cards=cards)


def describe_match_turning_point(
    words: phrases.SeatWords, winner: int, turning: LeadChange, cards: Runs = ()
) -> Runs:
    """Describe the round in which the winner of a match took the lead on points for good.

    Args:
        words: Builds the table's sentences.
        winner: The winner's seat.
        turning: Index of the round, and the number of lead changes.
        cards: Cards of the turn that decided the round, as text; () to mention no cards.

    Returns:
        The description; () if `turning` has no round.
    """
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
    return words.choose_form(winner, you, they, cards=cards)
