"""Puzzles: made, solved, graded, judged.

To stay in: a match refuses other turns at once, which would give the answer away. By force: the
engine's own turns are played, with actions, draws from a known deck and several rivals, who play as
one against the seat, and go out where that hurts it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from random import Random
from typing import Final

from red7_desktop.games.red7.players import evaluation, levels
from red7_desktop.games.red7.rules import advance, cards, legality, rounds, standings
from red7_desktop.games.red7.rules.game import RULES, Red7, Red7Observation, position_of
from red7_desktop.games.red7.rules.notation import parse_position, parse_turn, text_of_turn
from red7_desktop.games.red7.rules.position import DONE, PLAYED, START, Position
from red7_desktop.games.red7.rules.rules import Ruleset
from red7_desktop.games.red7.rules.turns import ODDS, build_turns, list_steps
from red7_desktop.tabletop import match, puzzle
from red7_desktop.tabletop.game import Outcome, Reason, make_reason
from red7_desktop.tabletop.player import ShouldStop, keep_on
from red7_desktop.tabletop.rounds import TURN


def position_before_end(position: Position, steps: Sequence[cards.Step]) -> Position:
    """Return the position at the end of a turn, while it still is the mover's."""
    for step in steps:
        if step.kind != cards.END:
            position = advance.apply_step(position, step)
    return position


def describe_leading_set(position: Position, seat: int) -> tuple[tuple[str, str | int], ...]:
    """Return by what a seat leads: the rule, its cards that count, and the next best seat's."""
    verdict = standings.judge_rule(position, position.rule)
    mine = verdict.of(seat)
    said: tuple[tuple[str, str | int], ...] = (
        ("rule", cards.LETTERS[position.rule]),
        ("count", mine.size),
        ("top", cards.TEXTS[mine.top]),
    )
    if verdict.runner_up < 0:
        return (*said, ("rival", ""))
    theirs = verdict.of(verdict.runner_up)
    return (
        *said,
        ("rival", cards.SEATS[verdict.runner_up]),
        ("rival_count", theirs.size),
        ("rival_top", cards.TEXTS[theirs.top]),
    )


class TrialRed7(Red7):
    """The game of Red7, in which a seat may try what does not keep it in."""

    def legal_steps(self, state: rounds.MatchState, seat: int) -> tuple[rounds.MatchStep, ...]:
        if state.stage != TURN or seat not in self.to_act(state):
            return super().legal_steps(state, seat)
        return list_possible_steps(state.position)

    def why_not(self, state: rounds.MatchState, seat: int, step: rounds.MatchStep) -> Reason | None:
        listed = step in self.legal_steps(state, seat)
        if listed:
            return None
        return super().why_not(state, seat, step)

    def apply(
        self, state: rounds.MatchState, seat: int, step: rounds.MatchStep
    ) -> Outcome[rounds.MatchState]:
        is_behind = step == cards.THE_END and standings.find_winner(state.position) != seat
        return super().apply(state, seat, cards.THE_PASS if is_behind else step)


def list_possible_steps(position: Position) -> tuple[cards.Step, ...]:
    """List what the mover's cards allow, whether or not that can end well."""
    hand = tuple(cards.cards_in(position.hands[position.mover]))[::-1]
    discards = tuple([cards.DISCARDS[card] for card in hand])
    if position.phase == START:
        return (*[cards.PLAYS[card] for card in hand], *discards, cards.THE_PASS)
    if position.phase == PLAYED:
        return (*discards, cards.THE_END)
    if position.phase == DONE:
        return (cards.THE_END,)
    return legality.list_legal_steps(position)


def deal_by_lot(rules: Ruleset, seats: int, chance: Random, most: int) -> Position | None:
    """Play a round by lot until the mover's hand has at most this many cards; its seat becomes A.

    None where somebody has to go out before.
    """
    position = rounds.deal_round(rules, ((),) * seats, int(chance.random() * 2**32), 1)
    while position.phase != START or position.hand_count(position.mover) > most:
        turns = build_turns(position)
        if turns.may_pass:
            stays = turns.count - 1
        else:
            stays = turns.count
        if not stays:
            return None
        position = advance.apply_turn(turns, int(chance.random() * stays))
    mover = position.mover
    return advance.replace_fields(
        position,
        hands=puzzle.name_anew(position.hands, mover),
        unseen=puzzle.name_anew(position.unseen, mover),
        rows=puzzle.name_anew(position.rows, mover),
        scores=puzzle.name_anew(position.scores, mover),
        mover=0,
    )


def find_seen_start(seen: Red7Observation) -> Position | None:
    """Return the position in which a seat begins its turn, as it sees it.

    None where it is at another point, or holds cards with actions, whose turns may rest on luck.
    """
    if seen.stage != TURN or seen.mover != seen.viewer or seen.phase != START:
        return None
    position = position_of(seen)
    if position.rules.actions and position.hands[position.mover] & ODDS:
        return None
    return _hide_unseen(position)


def _hide_unseen(position: Position) -> Position:
    """Return a position as its mover sees it: deck and other hands unknown."""
    mover = position.mover
    seats = range(position.seats)
    return Position(
        BASIC,
        position.canvas,
        (cards.UNKNOWN,) * len(position.deck),
        tuple([position.hands[seat] if seat == mover else 0 for seat in seats]),
        tuple([0 if seat == mover else position.hand_count(seat) for seat in seats]),
        position.rows,
        position.palettes,
        position.scores,
        mover,
        position.out,
        position.phase,
    )


class StayKind(puzzle.PuzzleKind):
    """stay: the one turn that keeps its seat in, whatever others hold."""

    name = "stay"
    game = TrialRed7()
    is_open = False

    def propose(self, chance: Random) -> Iterator[Position]:
        seats = 2 + int(chance.random() * 3)
        most = FEWEST + int(chance.random() * (MOST + 1 - FEWEST))
        position = deal_by_lot(BASIC, seats, chance, most)
        if position is not None and position.hand_count(position.mover) >= FEWEST:
            yield _hide_unseen(position)

    def solve(
        self, position: Position, limit: int = puzzle.NO_LIMIT, should_stop: ShouldStop = keep_on
    ) -> puzzle.Solution | None:
        turns = [
            turn for turn in legality.list_legal_turns(position) if turn[-1].kind != cards.PASS
        ]
        if len(turns) == 1:
            return puzzle.Solution([puzzle.TurnPath(turns[0], position)])
        return None

    def grade(
        self,
        position: Position,
        found: puzzle.Solution,
        wanted: Container[int],
        should_stop: ShouldStop,
    ) -> int:
        answer = found.ways[0].steps
        close = sum([_falls_short(position, turn) for turn in list_tries(position)])
        ended = position_before_end(position, answer)
        effort = [
            len(answer) > 2,
            any(step.kind == cards.DISCARD for step in answer),
            standings.judge_rule(ended, ended.rule).by in {"number", "colour"},
            *[close >= many for many in CLOSE],
        ]
        return EFFORTS[sum(effort)]

    def judge(
        self, position: Position, steps: Sequence[cards.Step], should_stop: ShouldStop = keep_on
    ) -> puzzle.PuzzleVerdict:
        mover = position.mover
        for step in steps:
            if step not in list_possible_steps(position):
                why = legality.explain_illegal(position, step) or make_reason("not_now")
                return puzzle.PuzzleVerdict(False, why)
            if step.kind == cards.PASS:
                return puzzle.PuzzleVerdict(False, make_reason("went_out"))
            if step.kind != cards.END:
                position = advance.apply_step(position, step)
        if standings.find_winner(position) == mover:
            return puzzle.PuzzleVerdict(
                True, Reason("leads", describe_leading_set(position, mover))
            )
        return puzzle.PuzzleVerdict(False, legality.explain_not_winning(position, mover))


BASIC: Final = Ruleset()
FEWEST = 3
MOST = 6
"""Cards in the hand that looks for the turn."""
CLOSE: Final = (3, 5, 8)
"""Each of these numbers of other turns that look like the lead makes a puzzle harder."""
EFFORTS: Final = (0, 1, 1, 2, 3, 4, 5)
"""The grades, by how many things make a puzzle harder."""


def list_tries(position: Position) -> list[tuple[cards.Step, ...]]:
    """List every turn that the mover's cards allow, but for going out."""
    found: list[tuple[cards.Step, ...]] = []
    for first in list_possible_steps(position)[:-1]:  # going out is listed last
        found.append((first, cards.THE_END))
        if first.kind == cards.PLAY:
            closing = list_possible_steps(advance.apply_step(position, first))
            found += [
                (first, then, cards.THE_END) for then in closing if then.kind == cards.DISCARD
            ]
    return found


def _falls_short(position: Position, turn: Sequence[cards.Step]) -> bool:
    verdict = standings.judge_rule(ended := position_before_end(position, turn), ended.rule)
    own = verdict.of(position.mover)
    return (
        verdict.leader not in {position.mover, -1} and own.size == verdict.of(verdict.leader).size
    )


PATIENCE: Final = 2_000
"""How many positions are opened to say who holds out longest, before any is taken for as long."""


def list_turn_paths(position: Position) -> list[puzzle.TurnPath]:
    """List all turns of the mover, going out last."""
    turns = build_turns(position)
    return [
        puzzle.TurnPath(list_steps(turns, nth), advance.apply_turn(turns, nth))
        for nth in range(turns.count)
    ]


def list_reached_positions(position: Position) -> list[Position]:
    """List where all turns of the mover lead, going out last."""
    turns = build_turns(position)
    return [advance.apply_turn(turns, nth) for nth in range(turns.count)]


class OpenSearch(puzzle.Lookout):
    """Finds out what a seat gets by force; remembers what it has seen.

    for_points: whether a round won counts the points that it brings, else 1; a round lost counts 0.
    Every method raises Unsolved.
    """

    def __init__(
        self,
        seat: int,
        limit: int = puzzle.NO_LIMIT,
        should_stop: ShouldStop = keep_on,
        *,
        for_points: bool = False,
    ) -> None:
        super().__init__(seat, limit, should_stop)
        self.for_points: Final = for_points
        self._patience = PATIENCE
        self._most: Final = puzzle.NO_LIMIT if for_points else 1
        self._gains: Final[dict[tuple[object, ...], int]] = {}
        self._lengths: Final[dict[tuple[object, ...], int]] = {}
        self._delays: Final[dict[tuple[object, ...], int]] = {}

    def gain(self, position: Position) -> int:
        known = self._decided(position)
        if known is None:
            return self._look_up(self._gains, position, self._find_gain)
        return known

    def _look_up(
        self,
        known: dict[tuple[object, ...], int],
        position: Position,
        find: Callable[[Position], int],
    ) -> int:
        key = _search_key(position)
        if key not in known:
            self._count()
            known[key] = find(position)
        return known[key]

    def _decided(self, position: Position) -> int | None:
        if position.out >> self.seat & 1:
            return 0
        if not position.is_over:
            return None
        if not self.for_points:
            return 1
        return cards.worth_of(next(iter(rounds.list_takings(position, self.seat)), 0))

    def _find_gain(self, position: Position) -> int:
        ahead = list_reached_positions(position)
        if position.mover == self.seat:
            best = 0
            for following in ahead:
                best = max(best, self.gain(following))
                if best >= self._most:
                    break
            return best
        worst = puzzle.NO_LIMIT
        # Going out first: it is soon looked at, and where points are kept it often hurts most.
        for following in reversed(ahead):
            worst = min(worst, self.gain(following))
            if not worst:
                break
        return worst

    # -- how long it takes, and what is played --------------------------------------------------

    def length(self, position: Position) -> int:
        """Count the turns that the seat needs to win, from a position that it wins by force.

        It wins as soon as it can, and the others hold it up as long as they can.
        """
        is_over = position.is_over
        if is_over:
            return 0
        return self._look_up(self._lengths, position, self._find_length)

    def _find_length(self, position: Position) -> int:
        ahead = list_reached_positions(position)
        if position.mover == self.seat:
            return min([self.length(each) + self._ends(each) for each in ahead if self.gain(each)])
        return max(map(self.length, ahead))

    def delay(self, position: Position) -> int:
        """Count the turns that the seat can still take, from a position that gains it nothing.

        It holds out as long as it can, and the others put it out as soon as they can.
        """
        is_over = position.is_over or position.out >> self.seat & 1
        if is_over:
            return 0
        return self._look_up(self._delays, position, self._find_delay)

    def _find_delay(self, position: Position) -> int:
        ahead = list_reached_positions(position)
        if position.mover == self.seat:
            return max([self.delay(each) + self._ends(each) for each in ahead])
        return min([self.delay(each) for each in ahead if not self.gain(each)])

    def _patient_delay(self, position: Position) -> int:
        """Count the turns as `delay` does; 0 once that has taken too long."""
        limit = self._limit
        before = self.work
        self._limit = before + self._patience
        try:
            return self.delay(position)
        except puzzle.Unsolved:
            if self.work <= self._limit:
                raise  # it was told to stop
            return 0
        finally:
            self._patience = max(0, self._patience - (self.work - before))
            self._limit = limit

    def _ends(self, position: Position) -> int:
        return int(position.mover != self.seat)

    def line(self, position: Position) -> list[tuple[int, puzzle.TurnPath]]:
        """Play on as both sides do best: each seat with its turn, until the seat wins or is out."""
        line: list[tuple[int, puzzle.TurnPath]] = []
        while not position.is_over and not position.out >> self.seat & 1:
            mover = position.mover
            wanted = self.gain(position)
            # A turn that brings this gain has been found; to look at all others may take long.
            ways = [way for way in list_turn_paths(position) if self._brings(way.position, wanted)]
            if mover == self.seat:
                way = max(ways, key=self._merit)
            else:
                way = min(ways, key=self._merit)
            line.append((mover, way))
            position = way.position
        return line

    def _brings(self, position: Position, wanted: int) -> bool:
        known = self._decided(position)
        return (self._gains.get(_search_key(position)) if known is None else known) == wanted

    def _merit(self, way: puzzle.TurnPath) -> tuple[int, int]:
        """Rank what a turn leads to, as the seat sees it: what it gets, then how soon or late."""
        gain = self.gain(way.position)
        if not gain:
            return 0, self._patient_delay(way.position)
        return gain, 0 if self.for_points else -self.length(way.position)


def _search_key(position: Position) -> tuple[object, ...]:
    """Return all that matters of a position for what comes: not the order of what lies there."""
    return (
        position.hands,
        position.palettes,
        position.deck,
        position.rule,
        position.mover,
        position.out,
        position.phase,
    )


ACTING: Final = 0.2
"""How many of the positions are of rounds with actions."""
TWO_SEATS: Final = 0.7
"""How many of them are of rounds of two; the others are of three."""
FEWEST_CARDS = 2
MOST_CARDS = 4
"""Cards in the hand that looks for the turn, at most: between these two."""
MOST_PLAYED: Final = 5
"""Cards in that hand where the turn was one of a match."""
SHORTEST = 2
LONGEST = 5
"""Turns in which a round is won by force."""
FEWEST_OTHERS: Final = 2
"""Other turns that keep the mover in; with fewer there is nothing to choose from."""


def find_turn_start(state: rounds.MatchState, seat: int) -> Position | None:
    """Return the position at which a seat began its turn in a match, all hands open.

    None where cards may be drawn that nobody knows, where points count, or where the hand is so
    large that it would take long.
    """
    position = state.position
    if state.stage != TURN or position.mover != seat or position.phase != START:
        return None
    is_plain = not (position.rules.advanced or position.rules.actions)
    is_small = FEWEST_CARDS <= position.hand_count(seat) <= MOST_PLAYED
    if is_plain and is_small:
        return advance.replace_fields(position, deck=())
    return None


class ForcedKind(puzzle.PuzzleKind):
    """force: the one turn after which its seat wins the round whatever the others do.

    points: the one that makes it win most points. All cards lie open; the deck is empty.
    """

    game = RULES
    limit = 1_500

    def __init__(self, name: str, counted: str) -> None:
        self.name = name
        self.counted = counted
        self.for_points: Final = counted == "points"

    def propose(self, chance: Random) -> Iterator[Position]:
        rules = Ruleset(advanced=self.for_points, actions=chance.random() < ACTING)
        seats = 2 if chance.random() < TWO_SEATS else 3
        most = FEWEST_CARDS + int(chance.random() * (MOST_CARDS + 1 - FEWEST_CARDS))
        position = deal_by_lot(rules, seats, chance, most)
        if position is not None:
            yield advance.replace_fields(position, deck=())

    def solve(
        self, position: Position, limit: int = puzzle.NO_LIMIT, should_stop: ShouldStop = keep_on
    ) -> puzzle.Solution | None:
        ways = [way for way in list_turn_paths(position) if way.steps[-1].kind != cards.PASS]
        if any(way.steps[-1].kind != cards.END for way in ways):
            return None
        search = OpenSearch(position.mover, limit, should_stop, for_points=self.for_points)
        gains = [search.gain(way.position) for way in ways]
        best = max(gains, default=0)
        if not best or gains.count(best) > 1:
            return None
        nth = gains.index(best)
        if self.for_points:
            figure = best
        else:
            figure = search.length(position)
        return puzzle.Solution([ways[nth]], figure, gains[:nth] + gains[nth + 1 :])

    def is_worthwhile(self, found: puzzle.Solution) -> bool:
        """Whether there is something to find: other turns that keep one in, or that win less."""
        if len(found.rest) < FEWEST_OTHERS:
            return False
        if self.for_points:
            return any(found.rest)
        return SHORTEST <= found.figure <= LONGEST

    def grade(
        self,
        position: Position,
        found: puzzle.Solution,
        wanted: Container[int],
        should_stop: ShouldStop,
    ) -> int:
        if not self.is_worthwhile(found):
            return 0
        answer = found.ways[0].steps
        seen = RULES.observe(rounds.build_state_at(position, open_hands=True), position.mover)
        alike = count_tempting_turns(position, answer)
        return puzzle.grade_puzzle(
            alike, levels.LEVELS, seen, answer.__eq__, BY_SUM, wanted, should_stop
        )

    def judge(
        self, position: Position, steps: Sequence[cards.Step], should_stop: ShouldStop = keep_on
    ) -> puzzle.PuzzleVerdict:
        """Judge a turn by what it gets, and play on from there. Raises Unsolved."""
        begun = position
        for step in steps:
            problem = legality.explain_illegal(position, step)
            if problem:
                return puzzle.PuzzleVerdict(False, problem)
            position = advance.apply_step(position, step)
        if steps[-1].kind == cards.PASS:
            return puzzle.PuzzleVerdict(False, make_reason("went_out"))
        search = OpenSearch(begun.mover, should_stop=should_stop, for_points=self.for_points)
        gain = search.gain(position)
        best = search.gain(begun)
        line = search.line(position)
        if self.for_points and gain:
            why = make_reason("scores", points=gain, best=best)
        elif gain:
            why = make_reason("wins", turns=search.length(begun))
        else:
            seat, way = line[0]
            why = make_reason("answered", seat=cards.SEATS[seat], turn=text_of_turn(way.steps))
        return puzzle.PuzzleVerdict(gain == best, why, puzzle.entries_of(line))


BY_SUM: Final = (1, 1, 2, 3, 3, 4, 5, 5, 5)
"""By levels that miss it and what else makes it harder."""


def count_tempting_turns(position: Position, answer: tuple[cards.Step, ...]) -> int:
    """Count the other turns that a look without foresight likes as well as the right one."""
    turns = build_turns(position)
    appeals = [
        evaluation.rate_turn(evaluation.GREEDY, left, position.rule)
        for left in evaluation.list_aftermaths(turns)
    ]
    own = next(nth for nth in range(turns.count) if list_steps(turns, nth) == answer)
    return sum([each >= appeals[own] for each in appeals]) - 1


STAY: Final = StayKind()
FORCE: Final = ForcedKind("force", "turns")


class Red7Puzzles(puzzle.Puzzles):
    """Red7's puzzles."""

    every_kind: Mapping[str, StayKind | ForcedKind] = {
        each.name: each for each in (STAY, FORCE, ForcedKind("points", "points"))
    }
    parse_position = staticmethod(parse_position)
    parse_turn = staticmethod(parse_turn)
    text_of_turn = staticmethod(text_of_turn)
    state_at = staticmethod(rounds.build_state_at)

    def judge(
        self, puzzle: puzzle.Puzzle, steps: Sequence[cards.Step], should_stop: ShouldStop = keep_on
    ) -> puzzle.PuzzleVerdict:
        kind = self.every_kind[puzzle.kind]
        return kind.judge(parse_position(puzzle.position), steps, should_stop)

    def hints(self, puzzle: puzzle.Puzzle) -> tuple[Reason, Reason, Reason]:
        position = parse_position(puzzle.position)
        steps = self.answer(puzzle)
        first = steps[0]
        ended = position_before_end(position, steps)
        if first.kind == cards.PLAY:
            place = "palette"
        else:
            place = "canvas"
        lead = describe_leading_set(ended, position.mover)
        return (
            make_reason("rule", rule=cards.LETTERS[ended.rule]),
            make_reason("card", card=cards.TEXTS[first.card], to=place),
            Reason("turn", (("turn", text_of_turn(steps)), *lead)),
        )

    def from_turn(
        self, match: match.Match, seat: int, revision: int, should_stop: ShouldStop = keep_on
    ) -> puzzle.Puzzle | None:
        """Make a puzzle of a turn that cost the round.

        The seat went out although one turn kept it in; or one turn would have won by force, seen
        with open hands, as the record has them.
        """
        state: rounds.MatchState = match.state_at(revision)
        found = None
        if match.log[revision].step == str(cards.THE_PASS):
            position = find_seen_start(RULES.observe(state, seat))
            if position is None:
                found = None
            else:
                found = self.make(STAY, position)
        ended = match.state.rounds
        nth = state.round_number - 1
        if found or nth >= len(ended) or ended[nth].winner == seat:
            return found
        dealt = find_turn_start(state, seat)
        if dealt is None:
            found = None
        else:
            found = self.make(FORCE, dealt, should_stop=should_stop)
        if found is None:
            return None
        answer = [str(step) for step in self.answer(found)]
        taken = [entry.step for entry in match.log[revision : revision + len(answer)]]
        if taken == answer:
            return None
        return found


PUZZLES: Final = Red7Puzzles()
"""Red7's puzzles: the one value that the rest of the program knows."""
