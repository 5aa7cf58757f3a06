"""Log, narration, endings, reviews, what is counted.

It is built from the game's own observations at the end of every round, so that nothing can be in
it that the seat may not know, however the match is kept.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, combinations, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.games.red7.face.explanations import explain_rarer_wins, to_percent
from red7_desktop.games.red7.face.present import RULE_CHIMES, describe_rules
from red7_desktop.games.red7.face.turn_words import (
    describe_deal,
    describe_feared_reply,
    describe_plan,
    describe_round_result,
    describe_scores,
    describe_taken_cards,
    describe_turn,
    describe_turn_fully,
    note_line,
)
from red7_desktop.games.red7.face.words import Words, build_rule_words
from red7_desktop.games.red7.rules.cards import (
    BY_TEXT,
    DECK_SIZE,
    DISCARD,
    DRAW,
    END,
    FETCH,
    LETTERS,
    PASS,
    PLAY,
    SEATS,
    TEXTS,
    UNKNOWN,
    Step,
    cards_in,
    number_of,
    texts_of,
    worth_of,
)
from red7_desktop.games.red7.rules.game import Red7Observation, SeenTurn, position_of
from red7_desktop.games.red7.rules.position import NOBODY, Position
from red7_desktop.games.red7.rules.rounds import (
    SCORE,
    MatchState,
    RoundResult,
    TakeScore,
    TurnTaken,
    points_of,
)
from red7_desktop.games.red7.rules.standings import find_winner, judge_seat
from red7_desktop.games.red7.rules.turns import build_turns
from red7_desktop.kit.match_model import (
    CardChoice,
    CardOption,
    CountedCard,
    CountedTally,
    Feat,
    Finale,
    LogLine,
    LogSection,
    MatchEnd,
    MatchLine,
    Review,
    ReviewMoment,
    RingLight,
    RoundCategory,
    RoundEnd,
    RoundRow,
    RoundsTable,
    RoundWon,
    ScoreRow,
    Story,
    Turning,
    TurningStory,
    WeighedTurn,
    WonBy,
    collect_moments,
    compare_turn,
    describe_match_turning_point,
    describe_round_turning_point,
    find_turning,
)
from red7_desktop.kit.sound.cues import Sound
from red7_desktop.kit.table_model import HistoryLine
from red7_desktop.kit.texts import Runs, Texts, capitalize_runs, to_plain, weave
from red7_desktop.tabletop.rounds import DEAL_ON, MATCH_OVER, TURN

if TYPE_CHECKING:
    from red7_desktop.play.ai import PlayerFailure
    from red7_desktop.play.session import Change
    from red7_desktop.tabletop.game import Note, Result
    from red7_desktop.tabletop.match import Entry, Match
    from red7_desktop.tabletop.player import Appraisal, Candidate

RAINBOW: Final = "rainbow"


HARVEST: Final = "harvest"


_ALL_COLOURS: Final = 7


MUCH: Final = 24
"""So many points of one round are a harvest."""


def list_rounds_won(match: Match) -> tuple[RoundWon, ...]:
    """Return the rounds that are over; all seats met the same rule."""
    seen = match.game.observe(match.state, None)
    seats = len(seen.hand_counts)
    return tuple([RoundWon((LETTERS[each.rule],) * seats, (each.winner,)) for each in seen.rounds])


def describe_won_by(texts: Texts) -> WonBy:
    """Tell rounds apart by the seven rules, Red first."""
    rules = build_rule_words(texts)
    shares = [
        RoundCategory(letter, rule.name, letter, is_sign=True)
        for letter, rule in zip(LETTERS, rules, strict=True)
    ]
    note = texts("the rule in force when a round ended")
    return WonBy(texts("Win rate by rule"), note, tuple(reversed(shares)))


def find_feats(match: Match, seat: int) -> frozenset[str]:
    """Return the feats that a seat has done."""
    found: set[str] = set()
    for each in match.state.rounds:
        if each.winner != seat:
            continue
        count = sum(1 for _ in cards_in(each.taken))
        if LETTERS[each.rule] == "B" and count == _ALL_COLOURS:
            found.add(RAINBOW)
        if worth_of(each.taken) >= MUCH:
            found.add(HARVEST)
    return frozenset(found)


def list_feats(texts: Texts) -> tuple[Feat, ...]:
    """Return what they are."""
    rainbow = texts("Take all seven colours in one round, under Blue.")
    harvest = texts("Take {n} points or more in one round.", n=MUCH)
    return (
        Feat(RAINBOW, texts("Rainbow"), rainbow, "rainbow"),
        Feat(HARVEST, texts("Rich harvest"), harvest, "coins"),
    )


def log_of(words: Words, rounds: Iterable[RoundSeen]) -> tuple[LogSection, ...]:
    """Return the log of rounds."""
    return tuple([_build_section(words, seen) for seen in rounds])


def _build_section(words: Words, seen: RoundSeen) -> LogSection:
    texts = words.texts
    section = LogSection(
        texts("Round {n}", n=seen.number),
        build_turn_lines(words, seen),
        weave(texts("Round {n} is dealt", n=seen.number)) if seen.number > 1 else (),
        tuple(describe_deal(words, seen.opening, seen.hand, seen.first)) if seen.opening else (),
    )
    if seen.result is None:
        return section
    scores = seen.keeps_points
    return replace(
        section,
        ending=capitalize_runs(
            describe_round_result(words, seen.number, seen.result, scores=scores)
        ),
        winners=(seen.result.winner,),
        detail=describe_taken_cards(words, seen.result),
        standing=_describe_standing(words, seen) if scores else (),
    )


def _describe_standing(words: Words, seen: RoundSeen) -> tuple[Runs, ...]:
    """Return where everybody stands after a round."""
    lines = [describe_scores(words, seen.totals)]
    if seen.winners:
        lines.append(words.match_won(seen.winners, seen.totals[seen.winners[0]]))
    return tuple(lines)


def build_turn_lines(words: Words, seen: RoundSeen) -> tuple[LogLine, ...]:
    """Return a line for every turn of a round, the one going on last."""
    lines = [
        LogLine(
            number, turn.seat, describe_turn_fully(words, turn, _find_exit_rule(seen, turn.seat))
        )
        for number, turn in enumerate(seen.turns, start=1)
    ]
    going_on = describe_turn(words, seen.mover, seen.steps, in_full=True)
    if going_on:
        template = words.texts("{turn} …")
        line = weave(template, turn=going_on)
        lines.append(LogLine(len(lines) + 1, seen.mover, line))
    return tuple([each for each in lines if each.line])


def _find_exit_rule(seen: RoundSeen, seat: int) -> int | None:
    return next((each.rule for each in seen.exits if each.seat == seat), None)


def describe_failure(words: Words, match: Match, trouble: PlayerFailure) -> str:
    """Return where in the match an AI player has failed."""
    revision = min(trouble.revision, match.revision)  # what was undone since is no more
    seen = match.game.observe(match.state_at(revision), None)
    return words.texts(
        "Round {round}, turn {turn}: {name} has failed and a simple player has stepped in",
        round=seen.round_number,
        turn=len(seen.turns) + 1,
        name=words.names[trouble.seat],
    )


class Exit(NamedTuple):
    """A seat that went out, and the rule then in force."""

    seat: int
    rule: int


@dataclass(frozen=True, slots=True)
class RoundSeen:
    """One round.

    number: from 1. turns: the finished ones, drawn cards unknown. steps, mover: those of the turn
    going on, and whose it is. exits: in their order. result: None till the round is scored.
    opening: the palettes as they were dealt; hand: how many cards everybody was dealt; first: who
    began. totals: everybody's points once it is scored. winners: of the match, once it is over.
    keeps_points: whether rounds are played for points, as in the advanced game.
    """

    number: int
    turns: tuple[SeenTurn, ...]
    steps: tuple[Step, ...]
    mover: int
    exits: tuple[Exit, ...]
    result: RoundResult | None
    opening: tuple[tuple[int, ...], ...] = ()
    hand: int = 0
    first: int = 0
    totals: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    keeps_points: bool = True


def retell_rounds(match: Match, viewer: int | None) -> tuple[RoundSeen, ...]:
    """Return the rounds of a match of Red7 as a seat, or a spectator (None), may know them."""
    deals = [nth for nth, entry in enumerate(match.log) if entry.step == str(DEAL_ON)]
    spans = pairwise([0, *deals, match.revision])
    return tuple([_retell_round(match, viewer, first, last) for first, last in spans])


def _retell_round(match: Match, viewer: int | None, first: int, last: int) -> RoundSeen:
    """Return the round that the steps from `first` to before `last` belong to."""
    seen: Red7Observation = match.game.observe(match.state_at(last), viewer)
    is_over = len(seen.rounds) == seen.round_number
    dealt = match.game.observe(match.state_at(first + bool(first)), viewer)
    result = match.game.result(match.state) if last == match.revision else None
    return RoundSeen(
        number=seen.round_number,
        turns=seen.turns,
        steps=seen.steps,
        mover=seen.mover,
        exits=_list_exits(match, first, last),
        result=seen.rounds[-1] if is_over else None,
        opening=dealt.rows,
        hand=dealt.hand_counts[0],
        first=dealt.mover,
        totals=points_of(seen.scores) if is_over else (),
        winners=result.winners if result is not None else (),
        keeps_points=seen.keeps_points,
    )


def _list_exits(match: Match, first: int, last: int) -> tuple[Exit, ...]:
    """List who went out, from the notes that everybody may know."""
    notes = [note for outcome in match.outcomes_of(first, last) for note in outcome.notes]
    told = [dict(note.data) for note in notes if note.code == "out"]
    return tuple([Exit(SEATS.index(str(d["seat"])), LETTERS.index(str(d["rule"]))) for d in told])


def build_review(words: Words, appraisal: Appraisal, *, is_for_match: bool) -> Review:
    """Return how a turn compares. is_for_match: whether values are chances to win the match."""
    best, taken = appraisal.proposed, appraisal.taken

    def weighed(candidate: Candidate, figure: str) -> WeighedTurn:
        plan = describe_plan(words, candidate.steps)
        return WeighedTurn(plan, candidate.value, figure, describe_feared_reply(words, candidate))

    def why() -> str:
        return (
            explain_rarer_wins(words.texts, best, taken) if is_for_match and appraisal.loss else ""
        )

    figure = partial(_format_figure, words, is_for_match)
    return compare_turn(words.texts, appraisal, weighed, figure, why)


def _format_figure(words: Words, is_for_match: bool, candidate: Candidate) -> str:
    n = to_percent(candidate.value)
    if not is_for_match:
        return words.texts("wins {n} of 100 rounds", n=n)
    m = to_percent(candidate.win_chance)
    return words.texts("wins {n} of 100 matches, {m} of 100 rounds", n=n, m=m)


# -- the moments ---------------------------------------------------------------------------


def list_moments(
    match: Match, seats: Collection[int], last_round_only: bool
) -> tuple[ReviewMoment, ...]:
    """List the choices that seats had in a match so far, leaving out turns not yet finished.

    A choice is had at the beginning of a turn, or after a 3's draw in its middle. The steps taken
    go to the end of the turn, or up to a 3's draw; drawn cards are unknown.
    """

    def chosen(revision: int, entry: Entry) -> tuple[Step, bool] | None:
        if match.state_at(revision).stage != TURN:
            return None
        step: Step = match.game.parse_step(entry.step)
        return _hide_drawn_card(step), step.kind in {END, PASS, FETCH}

    return collect_moments(
        match, seats, chosen, partial(_build_moment, match), last_round_only=last_round_only
    )


def _hide_drawn_card(step: Step) -> Step:
    """Return a step as it is chosen: nobody knows yet which card it draws."""
    return Step(step.kind, UNKNOWN) if step.kind in {DRAW, FETCH} else step


def _build_moment(
    match: Match, seat: int, revision: int, taken: tuple[Step, ...]
) -> ReviewMoment | None:
    """Return a moment, None where there was nothing to choose."""
    seen: Red7Observation = match.game.observe(match.state_at(revision), seat)
    if build_turns(position_of(seen)).count < 2:
        return None
    return ReviewMoment(seat, seen.round_number, len(seen.turns) + 1, seen, taken)


_TRIED: Final = 2
"""So many cards are tried out; that more are missing is told by their number alone."""


class _Round(NamedTuple):
    """A round turn by turn. leaders: after the deal, then after each of the turns."""

    turns: tuple[TurnTaken, ...]
    leaders: tuple[int | None, ...]
    positions: tuple[Position, ...]

    def turning(self, winner: int) -> Turning:
        return find_turning(self.leaders, winner)

    def cards(self, winner: int) -> list[int]:
        """Return the cards of the winner's last turn that took the lead for good."""
        at = self.turning(winner).at
        if not at or self.turns[at - 1].seat != winner:
            return []
        steps = self.turns[at - 1].steps
        return [step.card for step in steps if step.kind in {PLAY, DISCARD}]


def _follow_round(match: Match, number: int) -> _Round:
    """Follow a round, by its number from 1."""
    deals = [nth + 1 for nth, entry in enumerate(match.log) if entry.step == str(DEAL_ON)]
    first, last = list(pairwise([0, *deals, match.revision + 1]))[number - 1]
    states: list[MatchState] = [match.state_at(first)]
    for revision in range(first + 1, last):
        state: MatchState = match.state_at(revision)
        if len(state.turns) > len(states[-1].turns):
            states.append(state)
    leaders = [find_winner(state.position) for state in states]
    return _Round(
        states[-1].turns,
        tuple([None if leader == NOBODY else leader for leader in leaders]),
        tuple([state.position for state in states]),
    )


def describe_round_turning(words: Words, match: Match) -> TurningStory:
    """Return the round that is over; the lead is that under the rule in force."""
    state: MatchState = match.state
    winner = state.rounds[-1].winner
    played = _follow_round(match, state.round_number)
    cards = played.cards(winner)
    line = describe_round_turning_point(words, winner, played.turning(winner), words.cards(cards))
    return TurningStory(line, tuple([TEXTS[card] for card in cards]), _describe_miss(words, played))


def describe_match_turning(words: Words, match: Match, result: Result) -> TurningStory:
    """Tell a match that is over: by points, where they are kept, else by its only round."""
    state: MatchState = match.state
    if not state.options.rules.advanced:
        return describe_round_turning(words, match)
    if len(result.winners) > 1:
        return TurningStory()
    (winner,) = result.winners
    gained = [
        [worth_of(each.taken) * (each.winner == seat) for each in state.rounds]
        for seat in range(len(result.scores))
    ]
    turning = find_turning(
        [_find_leader(points) for points in zip(*map(accumulate, gained), strict=True)], winner
    )
    cards = _follow_round(match, turning.at + 1).cards(winner) if turning.at is not None else []
    line = describe_match_turning_point(words, winner, turning, words.cards(cards))
    shown = tuple([TEXTS[card] for card in cards]) if turning.changes else ()
    miss: Runs = ()
    if words.viewer is not None and words.viewer != winner:
        behind = result.scores[winner] - result.scores[words.viewer]
        miss = words.say(
            winner,
            "",
            words.texts.plural(
                "You were {n} point behind {name}",
                "You were {n} points behind {name}",
                behind,
                name="{name}",
            ),
        )
    return TurningStory(line, shown, miss)


def _find_leader(points: tuple[int, ...]) -> int | None:
    """Return the seat with most points, None for several."""
    best = max(points)
    return points.index(best) if points.count(best) == 1 else None


def _describe_miss(words: Words, played: _Round) -> Runs:
    """Return how many cards more would have kept the viewer in as they went out; () if they won."""
    for before, turn in zip(played.positions, played.turns, strict=False):
        if turn.seat == words.viewer and turn.steps[-1].kind == PASS:
            short = count_cards_short(before, turn.seat)
            if not short:
                return ()
            line = words.texts.plural(
                "{n} card more would have saved you under {rule}",
                "{n} cards more would have saved you under {rule}",
                short,
                rule="{rule}",
            )
            return words.say(turn.seat, line, line, rule=words.rule_mark(before.rule))
    return ()


def count_cards_short(position: Position, seat: int) -> int:
    """Return how many cards more in its palette would let a seat lead under the rule in force.

    Any card counts that lies in no palette and not on the canvas. 0 for a seat that leads.
    """
    rule = position.rule
    rivals = [judge_seat(each, position.palettes[each], rule) for each in position.live]
    best = max((each.size, each.top) for each in rivals if each.seat != seat)
    own = judge_seat(seat, position.palettes[seat], rule)
    if (own.size, own.top) > best:
        return 0
    lying = {card for row in position.rows for card in row} | set(position.canvas)
    free = [card for card in range(DECK_SIZE) if card not in lying]
    for count in range(1, _TRIED + 1):
        for more in combinations(free, count):
            palette = position.palettes[seat] | sum([1 << card for card in more])
            had = judge_seat(seat, palette, rule)
            if (had.size, had.top) > best:
                return count
    return max(_TRIED + 1, best[0] - own.size)


_MOST: Final = 6
"""So many choices are shown; the rest are worth no more and differ in a colour only."""


def build_round_end(
    words: Words, seen: RoundSeen, observation: Red7Observation, match: Match
) -> RoundEnd | None:
    """Return the end of a round that is over; None before that.

    observation: of the same moment; the score piles are those after the round.
    """
    result = seen.result
    if result is None:
        return None
    texts = words.texts
    won = words.say(
        result.winner,
        texts("You win round {round}"),
        texts("{name} wins round {round}"),
        round=seen.number,
    )
    return RoundEnd(
        title=to_plain(won),
        winners=(words.sign(result.winner),),
        story=_tell_story(words, seen, result),
        counted=_count_cards(words, result) if seen.keeps_points else None,
        scores=_build_score_rows(words, observation, result) if seen.keeps_points else (),
        told=describe_round_turning(words, match),
    )


def _tell_story(words: Words, seen: RoundSeen, result: RoundResult) -> Story:
    """Return who went out, in order, and that the winner stayed in under its last rule."""
    texts = words.texts
    you, they = texts("You went out under {rule}"), texts("{name} went out under {rule}")
    exits = [
        HistoryLine(each.seat, words.say(each.seat, you, they, rule=words.rule_mark(each.rule)))
        for each in seen.exits
    ]
    stayed = words.say(
        result.winner,
        texts("You stayed in under {rule}"),
        texts("{name} stayed in under {rule}"),
        rule=words.rule_mark(result.rule),
    )
    return Story(tuple(exits), stayed, LETTERS[result.rule])


def _count_cards(words: Words, result: RoundResult) -> CountedTally:
    """Return the cards that the winner takes, high first."""
    texts = words.texts
    cards = [CountedCard(face, number_of(BY_TEXT[face])) for face in texts_of(result.taken)]
    return CountedTally(
        texts("Into the score pile"),
        tuple(cards),
        texts.plural_within("sum", "point", "points", worth_of(result.taken)),
        "" if cards else texts("No card counts, so there are no points."),
    )


def _build_score_rows(
    words: Words, observation: Red7Observation, result: RoundResult
) -> tuple[ScoreRow, ...]:
    points = points_of(observation.scores)
    gained = worth_of(result.taken)
    rows = [
        ScoreRow(
            sign=words.sign(seat),
            before=points[seat] - (gained if seat == result.winner else 0),
            after=points[seat],
            target=observation.options.target,
            is_winner=seat == result.winner,
        )
        for seat in range(len(points))
    ]
    return tuple(sorted(rows, key=lambda row: -row.after))


def build_match_end(
    words: Words, seen: RoundSeen, observation: Red7Observation, match: Match, result: Result
) -> MatchEnd:
    """Return the end of a match: all its rounds, or how the only one went. seen: the last one."""
    points = result.scores[result.winners[0]] if seen.keeps_points else None
    return MatchEnd(
        title=to_plain(capitalize_runs(words.match_won(result.winners, points))),
        winners=tuple([words.sign(seat) for seat in result.winners]),
        rounds=_build_rounds_table(words, observation, result) if seen.keeps_points else None,
        story=_tell_story(words, seen, seen.result)
        if seen.result and not seen.keeps_points
        else None,
        scores=_list_match_scores(words, seen, observation, result),
        told=describe_match_turning(words, match, result),
    )


def _list_match_scores(
    words: Words, seen: RoundSeen, observation: Red7Observation, result: Result
) -> tuple[ScoreRow, ...]:
    """Return everybody's points after the last round; () where none are kept."""
    if seen.result is None or not seen.keeps_points:
        return ()
    rows = _build_score_rows(words, observation, seen.result)
    return tuple([replace(row, is_winner=row.sign.seat in result.winners) for row in rows])


def build_finale(
    words: Words, finale: Finale | None, match: Match, viewer: int | None
) -> Finale | None:
    """Let the ring of rules light up as a round or match ends, Red first, each with its note."""
    if finale is None:
        return None
    observation: Red7Observation = match.game.observe(match.state, viewer)
    rule = observation.rounds[-1].rule
    texts = words.texts
    return replace(
        finale,
        lights=tuple(
            [
                RingLight(LETTERS[each], chime, each == rule)
                for each, chime in reversed(list(enumerate(RULE_CHIMES)))
            ]
        ),
        unit=texts("of {target} points", target=observation.options.target),
        sound=Sound.PLACE,
    )


def _build_rounds_table(words: Words, observation: Red7Observation, result: Result) -> RoundsTable:
    texts, seats = words.texts, range(len(result.scores))
    rows = [
        RoundRow(
            number=number,
            winners=(each.winner,),
            names=words.name(each.winner),
            by=(words.rule_mark(each.rule),),
            points=tuple([worth_of(each.taken) if seat == each.winner else None for seat in seats]),
        )
        for number, each in enumerate(observation.rounds, start=1)
    ]
    titles = texts("Round"), texts("Winner"), texts("Rule")
    return RoundsTable(words.signs(), titles, tuple(rows), result.scores)


def build_score_choice(words: Words, seen: Red7Observation) -> CardChoice | None:
    """Let the winner of a round choose which cards to take, where the rules leave a choice."""
    if seen.stage != SCORE or not seen.legal:
        return None
    options = [
        CardOption(
            tuple(texts_of(step.cards)),
            words.texts.plural("Take {n} point", "Take {n} points", worth_of(step.cards)),
            step,
        )
        for step in seen.legal[:_MOST]
        if isinstance(step, TakeScore)
    ]
    return CardChoice(words.texts("Which cards do you take?"), tuple(options))


def build_match_line(texts: Texts, seen: Red7Observation) -> MatchLine:
    """Return which round of which match this is, and the points in the order of the seats."""
    rules = describe_rules(texts, seen)
    if not seen.keeps_points:
        return MatchLine(rules)
    points = " : ".join(map(str, points_of(seen.scores)))
    standing = texts("{points} of {target} points", points=points, target=seen.options.target)
    return MatchLine(rules, standing)


_TOLD: Final = ("round_won", "scored")
"""The notes with sentences of their own; what the others say is part of a turn or a deal."""


def narrate(words: Words, change: Change, winners: tuple[int, ...] = ()) -> tuple[str, ...]:
    """Return the sentences of a change, as its viewer may hear them.

    winners: of the match, where this change ended it.
    """
    before, after = change.before, change.after
    lines: list[Runs] = []
    if len(after.turns) > len(before.turns):
        lines.append(describe_turn_fully(words, after.turns[-1], _read_exit_rule(change.notes)))
    lines += [note_line(words, note) for note in change.notes if note.code in _TOLD]
    if any(note.code == "dealt" for note in change.notes):
        lines += _narrate_deal(words, after)
    if winners and after.stage == MATCH_OVER:
        points = points_of(after.scores)[winners[0]] if after.keeps_points else None
        lines.append(words.match_won(winners, points))
    return _speak(words, lines, after, asks=not _is_asked(before) or bool(lines))


def narrate_opening(words: Words, seen: Red7Observation) -> tuple[str, ...]:
    """Return the sentences for a table that is opened: a deal, or whose turn it is."""
    is_new = not seen.turns and not seen.steps and seen.stage == TURN
    return _speak(words, _narrate_deal(words, seen) if is_new else [], seen, asks=True)


def _speak(
    words: Words, lines: list[Runs], seen: Red7Observation, *, asks: bool
) -> tuple[str, ...]:
    said = [to_plain(capitalize_runs(line)) for line in lines if line]
    if asks and _is_asked(seen):
        said.append(words.texts("It is your turn"))
    return tuple(said)


def _narrate_deal(words: Words, seen: Red7Observation) -> list[Runs]:
    return describe_deal(words, seen.rows, seen.hand_counts[0], seen.mover)


def _is_asked(seen: Red7Observation) -> bool:
    return seen.stage == TURN and seen.viewer in seen.to_act


def _read_exit_rule(notes: tuple[Note, ...]) -> int | None:
    letters = [dict(note.data)["rule"] for note in notes if note.code == "out"]
    return LETTERS.index(str(letters[0])) if letters else None
