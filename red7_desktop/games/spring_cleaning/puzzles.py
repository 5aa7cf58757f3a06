"""Puzzles of Spring Cleaning: generating, solving, grading and judging them, and their themes.

There are four kinds of puzzles:
    shed: Find the play that leaves the fewest cards.
    tidy: The seat has drawn a card. Find where to insert it and which card to offer, so that the
        hand can be played in the fewest combinations.
    out: Find the turn with which the seat finishes within a few turns, whatever the others do.
    hold: Find the turn after which nobody else can finish before the seat acts again.

In `shed` and `tidy` the other seats don't matter. In `out` and `hold` they cooperate against the
seat.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import islice
from random import Random
from typing import Final

from red7_desktop.games.spring_cleaning.players import evaluation, levels, worlds
from red7_desktop.games.spring_cleaning.rules import advance, cards, legality, notation, rounds
from red7_desktop.games.spring_cleaning.rules.game import RULES, SpringObservation, randomize_hidden
from red7_desktop.games.spring_cleaning.rules.position import (
    NOBODY,
    OWES_INSERT,
    OWES_OFFER,
    START,
    Position,
    replace_fields,
)
from red7_desktop.tabletop import match
from red7_desktop.tabletop.game import TURN, Reason, make_reason
from red7_desktop.tabletop.player import Player, ShouldStop, never_stop
from red7_desktop.tabletop.puzzle import (
    NO_LIMIT,
    PositionCounter,
    Puzzle,
    PuzzleKind,
    PuzzleSupport,
    PuzzleVerdict,
    Refutation,
    Solution,
    TurnPath,
    entries_of,
    grade_puzzle,
    rotate_seats,
)

PLAYERS: Final = (
    levels.HeuristicPlayer(evaluation.GREEDY_WEIGHTS, 0.12),
    levels.RandomPlayer(),
    levels.RandomPlayer(eager=True),
)
"""AI players that play the rounds from which positions for puzzles are taken. Random players are
included because rounds between random players lead to offers with more cards."""


def list_random_positions(
    player: Player, seats: int, rng: Random, phase: int, most: int
) -> Iterator[Position]:
    """Let an AI player play all seats of a round until the deck is empty; yield suitable positions.

    Seats are rotated so that the mover is A.

    Args:
        player: The AI player.
        seats: Number of seats.
        rng: Random generator.
        phase: Phase of the turn that a suitable position has.
        most: Maximum number of cards in the mover's hand in a suitable position.
    """
    state = RULES.start({"seats": seats}, int(rng.random() * 2**32))
    while state.stage == TURN and state.position.deck:
        seat = RULES.to_act(state)[0]
        seed = int(rng.random() * 2**32)
        for step in player.choose(RULES.observe(state, seat), 0, seed).steps:
            position = state.position
            if position.phase == phase and len(position.hands[seat]) <= most and position.deck:
                holder = position.holder
                yield replace_fields(
                    position,
                    holder=NOBODY if holder == NOBODY else (holder - seat) % seats,
                    hands=rotate_seats(position.hands, seat),
                    offers=rotate_seats(position.offers, seat),
                    trash=(0,) * seats,
                    mover=0,
                    sealed=(),
                )
            state = RULES.apply(state, seat, step).state


def list_turn_paths(position: Position) -> list[TurnPath]:
    """Return all turns of the mover, from the current phase of its turn on.

    A draw from the deck takes the card that is really on top of the deck.
    """
    mover = position.mover
    found: list[TurnPath] = []
    unfinished = [TurnPath((), position)]
    while unfinished:
        way = unfinished.pop()
        for step in legality.list_legal_steps(way.position, mover):
            then = TurnPath((*way.steps, step), advance.apply_step(way.position, step))
            (unfinished if then.position.mover == mover else found).append(then)
    return found


def group_by_outcome(ways: list[TurnPath]) -> dict[Position, list[TurnPath]]:
    """Group turns by the position that they lead to.

    In a puzzle, the turns of a group count as the same answer.
    """
    outcomes: dict[Position, list[TurnPath]] = {}
    for way in ways:
        outcomes.setdefault(way.position, []).append(way)
    return outcomes


def _find_unique_minimum(
    outcomes: dict[Position, list[TurnPath]], figures: dict[Position, int]
) -> Solution | None:
    best = min(outcomes, key=figures.__getitem__, default=None)
    if best is None:
        return None
    rest = [figures[each] for each in outcomes if each != best]
    if figures[best] in rest:
        return None
    return Solution(outcomes[best], figures[best], rest)


@lru_cache(maxsize=20_000)
def count_combinations(hand: tuple[int, ...]) -> int:
    """Return the smallest number of plays in which all cards of a hand can be played.

    Each play is a single card, a set or a run of adjacent cards. When it leaves the hand, the cards
    on both sides of it become neighbours.

    >>> count_combinations((4, 5, 7, 7, 6)), count_combinations((3, 9, 1))
    (2, 3)
    """
    if not hand:
        return 0
    rests = {
        hand[: part[0]] + hand[part[1] :]
        for part in map(cards.find_hand_part, legality.list_leads(hand))
    }
    return 1 + min(map(count_combinations, rests))


class SpringKind(PuzzleKind):
    """Base of the kinds of puzzles in Spring Cleaning.

    Attributes:
        phase: Phase of the turn at which the puzzle begins; the user has to find the rest of the
            turn.
        hands: Range of a limit for the number of hand cards: the lowest and the highest value. To
            generate a puzzle, a limit is drawn at random from this range, and a round is played
            until the seat's hand has at most this many cards.
    """

    game = RULES
    phase = START
    hands: tuple[int, int]

    def propose(self, rng: Random) -> Iterator[Position]:
        player = PLAYERS[int(rng.random() * len(PLAYERS))]
        seats = SEATS_TO_TRY[int(rng.random() * len(SEATS_TO_TRY))]
        low, high = self.hands
        most = low + int(rng.random() * (high + 1 - low))
        return list_random_positions(player, seats, rng, self.phase, most)

    @abstractmethod
    def judge(
        self, puzzle: Puzzle, reached: Position, right: Position | None, should_stop: ShouldStop
    ) -> PuzzleVerdict:
        """Judge the turn that the user took as the answer to a puzzle.

        Args:
            puzzle: The puzzle.
            reached: Position after the turn.
            right: Position after the right turn; None if no turn is right.
            should_stop: Polled during the search; True stops it.

        Returns:
            Whether the answer is right, and the reason why it is right or wrong.

        Raises:
            SearchStopped: `should_stop` stopped the search.
        """


class ShedKind(SpringKind):
    """Puzzles of the kind `shed`: find the only play that leaves the seat the fewest cards."""

    name = "shed"
    counted = "left"
    is_open = False
    hands = (5, 9)

    def solve(
        self, position: Position, limit: int = NO_LIMIT, should_stop: ShouldStop = never_stop
    ) -> Solution | None:
        found = solve_fewest_left(position)
        if found and found.figure:
            return found
        return None

    def grade(
        self, position: Position, found: Solution, wanted: Container[int], should_stop: ShouldStop
    ) -> int:
        """Return the grade of a puzzle, 0 if its answer is obvious.

        The answer is obvious if the longest of all plays only uses hand cards. A play is harder to
        find if it uses offered cards, is long, or competes with many other plays.
        """
        play = found.ways[0].steps[-1].argument
        plays = legality.list_plays(position)
        shape = play & cards.COMBINATION
        others = [each for each in plays if each & cards.COMBINATION != shape]
        longer = sum([cards.length_of(each) >= cards.length_of(play) for each in others])
        if not longer and not play >> cards.OWNERS_SHIFT:
            return 0
        effort = [
            bool(play >> cards.OWNERS_SHIFT),
            bool(play >> cards.OWNERS_SHIFT and play & cards.RUN),
            cards.length_of(play) > MAX_OBVIOUS_LENGTH,
            longer > 0,
            *[len(found.rest) >= many for many in WRONG_TURN_THRESHOLDS],
        ]
        return EFFORT_GRADES[sum(effort)]

    def judge(
        self, puzzle: Puzzle, reached: Position, right: Position | None, should_stop: ShouldStop
    ) -> PuzzleVerdict:
        assert right is not None
        left = reached.card_count(puzzle.seat)
        best = right.card_count(puzzle.seat)
        return PuzzleVerdict(reached == right, make_reason("leaves", left=left, best=best))


def solve_fewest_left(position: Position) -> Solution | None:
    """Return the play after which the mover has the fewest cards.

    Returns:
        The play, or all such plays that lead to the same position. None if plays that lead to
        different positions leave equally few cards.
    """
    seat = position.mover
    ways = [
        TurnPath((cards.Step(cards.PLAY, play),), advance.apply_play(position, play))
        for play in legality.list_plays(position)
    ]
    return _find_unique_minimum(
        group_by_outcome(ways), {way.position: way.position.card_count(seat) for way in ways}
    )


class TidyKind(SpringKind):
    """Puzzles of the kind `tidy`: insert a drawn card and offer one so that the hand is tidiest.

    The tidiest hand is the hand that can be played in the fewest combinations.
    """

    name = "tidy"
    counted = "count"
    is_open = False
    phase = OWES_INSERT
    hands = (5, 9)

    def solve(
        self, position: Position, limit: int = NO_LIMIT, should_stop: ShouldStop = never_stop
    ) -> Solution | None:
        seat = position.mover
        outcomes = group_by_outcome(list_turn_paths(position))
        figures = {each: count_combinations(each.hands[seat]) for each in outcomes}
        return _find_unique_minimum(outcomes, figures)

    def grade(
        self, position: Position, found: Solution, wanted: Container[int], should_stop: ShouldStop
    ) -> int:
        """Return the grade of a puzzle, 0 if its answer is obvious.

        The answer is obvious if the hand is small, or if the right turn offers the drawn card and
        so leaves the hand unchanged, or if there are few near misses. A near miss is a wrong turn
        after which the hand takes one more play to be empty than after the right turn. Otherwise a
        larger hand, more combinations and more near misses make the grade higher.
        """
        hand = position.hands[position.mover]
        size = len(hand)
        close = found.rest.count(found.figure + 1)
        is_same = found.ways[0].position.hands[position.mover] == hand
        if is_same or size < MIN_TIDY_HAND or close < NEAR_MISS_THRESHOLDS[0]:
            return 0
        effort = [
            size > MIN_TIDY_HAND + 1,
            size > MIN_TIDY_HAND + 3,
            found.figure > 1,
            found.figure > 2,
            *[close >= many for many in NEAR_MISS_THRESHOLDS[1:]],
        ]
        return EFFORT_GRADES[sum(effort)]

    def judge(
        self, puzzle: Puzzle, reached: Position, right: Position | None, should_stop: ShouldStop
    ) -> PuzzleVerdict:
        assert right is not None
        count, best = [count_combinations(each.hands[puzzle.seat]) for each in (reached, right)]
        return PuzzleVerdict(reached == right, make_reason("combinations", count=count, best=best))


MAX_OBVIOUS_LENGTH: Final = 3
"""Maximum number of cards of a play that users see at a glance. If the right play has more cards,
the puzzle is harder."""
WRONG_TURN_THRESHOLDS: Final = (8, 20, 40)
"""Thresholds for the number of wrong turns in a puzzle; turns with the same result count once. Each
threshold that the number reaches makes the puzzle harder."""
MIN_TIDY_HAND: Final = 4
"""Minimum number of hand cards in a puzzle of the kind `tidy`."""
NEAR_MISS_THRESHOLDS: Final = (3, 10, 20)
"""Thresholds for the number of near misses in a puzzle of the kind `tidy`, in which a turn has to
leave a hand that can be played in as few combinations as possible.

A near miss is a wrong turn that leaves a hand which needs exactly one combination more than the
hand after the right turn. A position with fewer near misses than the first threshold is rejected.
Each further threshold that the number reaches makes the puzzle harder.
"""
EFFORT_GRADES: Final = (1, 1, 2, 3, 4, 5, 5, 5)
"""Difficulty grade of a puzzle of the kind `shed` or `tidy`, from 1 to 5. The index is the number
of difficulty criteria that the puzzle meets. Criteria of `shed` are, for example, a long play, the
use of offered cards, and one for each threshold of wrong turns (WRONG_TURN_THRESHOLDS). Criteria of
`tidy` are a large hand, several combinations, and one for each threshold of near misses after the
first (NEAR_MISS_THRESHOLDS)."""


class RaceSolver(PositionCounter):
    """Computes whether a seat can reach its aim in a round by force, with a cache of positions.

    By default, the aim is to finish (to get rid of all cards) within a given number of the seat's
    turns. If `holds` is set, the aim is that nobody else finishes before the seat's next turn.
    `wins` raises SearchStopped if it examines too many positions, or if `should_stop` returns True.
    """

    def __init__(
        self,
        seat: int,
        limit: int = NO_LIMIT,
        should_stop: ShouldStop = never_stop,
        *,
        holds: bool = False,
        by_luck: bool = False,
    ) -> None:
        """Set up a solver with an empty cache.

        Args:
            seat: The seat whose chances are computed.
            limit: Maximum number of positions to examine.
            should_stop: Polled during the search; if it returns True, the search stops.
            holds: True if it is enough that nobody else finishes before the seat acts again; False
                if the seat has to finish itself.
            by_luck: True if a draw from the deck may give any card, so that the seat can't rely on
                a draw; False if a draw gives the card that is really next in the deck.
        """
        super().__init__(seat, limit, should_stop)
        self._holds: Final = holds
        self._by_luck: Final = by_luck
        self._known: Final[dict[tuple[object, ...], bool]] = {}

    def wins(self, position: Position, turns: int) -> bool:
        """Return whether the seat can reach its aim from a position, whatever the others do.

        Usually the aim is that the seat gets rid of all its cards within `turns` of its own turns.
        If the solver was created with `holds`, the aim instead is that nobody else gets rid of all
        cards before the seat's next turn.

        Args:
            position: The position.
            turns: Maximum number of turns that the seat may still take.
        """
        if position.is_over:
            return not position.card_count(self.seat)
        mine = position.mover == self.seat
        if not turns and (mine or not self._holds):
            return self._holds
        key = (*position.key(), turns)
        known = self._known.get(key)
        if known is None:
            self._count()
            ahead = (
                self.wins(each, turns - (mine and each.mover != self.seat))
                for each in self._list_next_positions(position, turns)
            )
            known = any(ahead) if mine else all(ahead)
            self._known[key] = known
        return known

    def _list_next_positions(self, position: Position, turns: int) -> Iterator[Position]:
        mine = position.mover == self.seat
        hand = position.hands[position.mover]
        # In a rival's last turn before the seat's, try only one place for the drawn card: the order
        # of the rival's hand no longer matters.
        is_last = not mine and turns <= 1
        if position.phase == OWES_INSERT:
            last = len(hand) + 1
            for place in range(last if is_last else 1, last + 1):
                if place == last or hand[place - 1] != position.drawn:
                    yield advance.apply_insert(position, place)
        elif position.phase == OWES_OFFER:
            for place in range(1, len(hand) + 1):
                if is_last:
                    alike = hand[place:]
                else:
                    alike = hand[place : place + 1]
                if hand[place - 1] not in alike:
                    yield advance.apply_offer(position, place)
        elif position.phase == START:
            must_go_out = mine and turns == 1 and not self._holds
            yield from self._list_after_first_step(position, plays_only=must_go_out)
        else:
            for step in legality.list_legal_steps(position, position.mover):
                yield advance.apply_step(position, step)

    def _list_after_first_step(self, position: Position, *, plays_only: bool) -> Iterator[Position]:
        """Yield the positions after each possible first step of a turn, long plays first.

        Args:
            position: The position at the beginning of the turn.
            plays_only: True to skip draws, because the seat must finish in this turn, and no seat
                finishes by drawing.
        """
        for play in sorted(legality.list_plays(position), key=cards.length_of, reverse=True):
            yield advance.apply_play(position, play)
        if plays_only:
            return
        for step in legality.list_legal_steps(position, position.mover):
            if step.kind == cards.DRAW:
                drawn: Iterable[int] = position.deck[:1]
                if self._by_luck or not drawn:
                    if position.mover == self.seat:
                        drawn = ()
                    else:
                        drawn = range(1, cards.HIGHEST + 1)
                for card in drawn:
                    yield advance.apply_draw(position, card)
            elif step.kind != cards.PLAY:
                yield advance.apply_step(position, step)

    def line(self, position: Position, turns: int) -> list[tuple[int, TurnPath]]:
        """Return the best turns of all seats from a position on, to show whether the seat succeeds.

        The turns end when a seat has finished or when the solver's seat has no turns left.

        Args:
            position: The position.
            turns: Maximum number of turns that the solver's seat may still take.

        Returns:
            Pairs of the moving seat and its turn.
        """
        line: list[tuple[int, TurnPath]] = []
        while not position.is_over and (turns or (self._holds and position.mover != self.seat)):
            mover = position.mover
            mine = position.mover == self.seat
            turns -= mine
            way = max(list_turn_paths(position), key=partial(self._merit, turns, mine))
            line.append((mover, way))
            position = way.position
        return line

    def _merit(self, turns: int, mine: bool, way: TurnPath) -> tuple[bool, bool, int]:
        """Return a sort key for a turn; a higher key is better for the seat that takes the turn.

        The key has three parts. The first is whether the seat reaches its aim with the turn. The
        aim of the solver's seat is that `wins` is True, the aim of its rivals is to prevent this.
        The second is whether the seat reaches its aim and the turn ends the round. The third is the
        number of cards played.

        Args:
            turns: Maximum number of turns that the solver's seat may still take after this turn.
            mine: Whether the solver's seat takes the turn.
            way: The turn and the position after it.
        """
        succeeds = self.wins(way.position, turns) == mine
        last = way.steps[-1]
        return (
            succeeds,
            succeeds and way.position.is_over,
            cards.length_of(last.argument) if last.kind == cards.PLAY else 0,
        )


class RaceKind(SpringKind):
    """Puzzles of the kinds `out` and `hold`, which are a race to finish first.

    In `out`, the answer is the only turn with which the seat finishes within a few turns, whatever
    the others do. In `hold`, the answer is the only turn after which nobody else can finish before
    the seat acts again.
    """

    limit = 4_000
    may_be_empty = True

    def __init__(self, name: str, counted: str, hands: tuple[int, int]) -> None:
        self.name = name
        self.counted = counted
        self.hands = hands
        self.holds: Final = name == "hold"

    def propose(self, rng: Random) -> Iterator[Position]:
        return islice((each for each in super().propose(rng) if rng.random() < RACE_PROBABILITY), 1)

    def solve(
        self, position: Position, limit: int = NO_LIMIT, should_stop: ShouldStop = never_stop
    ) -> Solution | None:
        """Find the only turn that solves a puzzle of the kind `out` or `hold`.

        The turn must be right whatever cards are drawn later. All other turns must fail with the
        cards that are really in the deck, so that the failure of each turn can be demonstrated.

        Returns:
            The solution with the right turn. `Solution.figure` is the number of turns that the seat
            needs. None if no turn is right, or if several turns are right.
        """
        outcomes = group_by_outcome(list_turn_paths(position))
        if len(outcomes) < MIN_OUTCOMES:
            return None
        seat = position.mover
        known_deck = RaceSolver(seat, limit, should_stop, holds=self.holds)
        for turns in range(1, 2 if self.holds else MAX_RACE_TURNS + 1):
            right = [each for each in outcomes if known_deck.wins(each, turns - 1)]
            if len(right) > 1:
                return None
            if right:
                ways = outcomes[right[0]]
                drawn = any(step.kind == cards.DRAW for way in ways for step in way.steps)
                sure = RaceSolver(seat, limit, should_stop, holds=self.holds, by_luck=True)
                if drawn or not sure.wins(right[0], turns - 1):
                    return None
                is_solo = turns == 1 and not self.holds
                if is_solo:
                    return AT_ONCE.solve(position)
                return Solution(ways, turns)
        return None

    def refute(
        self, position: Position, limit: int = NO_LIMIT, should_stop: ShouldStop = never_stop
    ) -> Refutation | None:
        """Prove that no turn is right, for puzzles whose answer is "none".

        The search knows the order of the cards in the deck.

        Returns:
            The number of turns in the puzzle's question, and the grade. For a puzzle of the kind
            `out`, the number is one less than the seat needs to finish. None if the position isn't
            suitable, for example because a turn is right.
        """
        outcomes = group_by_outcome(list_turn_paths(position))
        if len(outcomes) < MIN_OUTCOMES:
            return None
        race = RaceSolver(position.mover, limit, should_stop, holds=self.holds)
        turns = 1
        while not any(race.wins(each, turns - 1) for each in outcomes):
            if self.holds or turns > MAX_RACE_TURNS:
                break
            turns += 1
        else:
            if self.holds or turns == 1:
                return None
            turns -= 1
        if turns > MAX_RACE_TURNS:
            return None
        effort = [turns > 1, *[len(outcomes) >= many for many in WRONG_TURN_THRESHOLDS]]
        return Refutation(turns, 1 + sum(effort))

    def grade(
        self, position: Position, found: Solution, wanted: Container[int], should_stop: ShouldStop
    ) -> int:
        if found.figure == 1 and not self.holds:
            return AT_ONCE.grade(position, found, wanted, should_stop)
        seen = RULES.observe(rounds.build_state_at(position, open_hands=True), position.mover)
        right = {notation.text_of_turn(way.steps) for way in found.ways}
        return grade_puzzle(
            count_tempting_turns(seen, right),
            levels.LEVELS,
            seen,
            lambda steps: notation.text_of_turn(steps) in right,
            GRADE_BY_SUM,
            wanted,
            should_stop,
        )

    def judge(
        self, puzzle: Puzzle, reached: Position, right: Position | None, should_stop: ShouldStop
    ) -> PuzzleVerdict:
        seat = puzzle.seat
        turns = dict(puzzle.figures).get("turns", 1)
        race = RaceSolver(seat, should_stop=should_stop, holds=self.holds)
        line = race.line(reached, turns - 1)
        end = line[-1][1].position if line else reached
        others = [each for each in range(end.seats) if each != seat and not end.card_count(each)]
        if reached == right:
            if self.holds:
                why = make_reason("held")
            else:
                why = make_reason("out", turns=turns)
        elif others:
            why = make_reason("beaten", seat=cards.SEATS[others[0]])
        else:
            why = make_reason("too_slow", turns=turns)
        return PuzzleVerdict(reached == right, why, entries_of(line))


class AtOnceKind(ShedKind):
    """Puzzles of the kind `out` in which the seat gets rid of all its cards with a single play.

    The user has to find this play. The play doesn't depend on the other seats' hands.
    """

    name = "out"
    counted = "turns"

    def solve(
        self, position: Position, limit: int = NO_LIMIT, should_stop: ShouldStop = never_stop
    ) -> Solution | None:
        found = solve_fewest_left(position)
        if found and not found.figure:
            return found._replace(figure=1)
        return None

    def judge(
        self, puzzle: Puzzle, reached: Position, right: Position | None, should_stop: ShouldStop
    ) -> PuzzleVerdict:
        return OUT.judge(puzzle, reached, right, should_stop)


AT_ONCE: Final = AtOnceKind()
OUT: Final = RaceKind("out", "turns", (3, 5))
HOLD: Final = RaceKind("hold", "", (4, 6))
MAX_RACE_TURNS: Final = 3
"""Maximum number of turns that a seat may need to finish by force in a puzzle of the kind `out`."""
MIN_OUTCOMES: Final = 5
"""Minimum number of turns with different results among which the user can choose in a puzzle of the
kind `out` or `hold`. A position with fewer makes no puzzle."""
RACE_PROBABILITY: Final = 0.25
"""Probability with which a suitable position of a generated round is used for a puzzle of the kind
`out` or `hold`."""
SEATS_TO_TRY: Final = (2, 2, 3)
"""Numbers of seats for generated rounds. One entry is drawn at random, so 2 seats are twice as
likely as 3."""
GRADE_BY_SUM: Final = (1, 2, 3, 3, 4, 5, 5, 5, 5)
"""Difficulty grade of a puzzle of the kind `out` or `hold`, from 1 to 5. The index is a number of
difficulty points: one for each AI level that doesn't find the answer, and one for each threshold
that the number of tempting wrong turns reaches (`tabletop.puzzle.SIMILAR_THRESHOLDS`)."""
COSTS: Final = evaluation.Costs(evaluation.GREEDY_WEIGHTS)


def count_tempting_turns(seen: SpringObservation, right: set[str]) -> int:
    """Count the wrong turns of a puzzle that tempt a player without search.

    Args:
        seen: The mover's observation.
        right: Texts of the right turns.

    Returns:
        The number of wrong turns whose heuristic cost is not above that of the best right turn.
    """
    options = worlds.list_options(worlds.find_decision_point(seen, COSTS), COSTS)
    own = [option.cost for option in options if notation.text_of_turn(option.steps) in right]
    wrong = [option.cost for option in options if notation.text_of_turn(option.steps) not in right]
    if own:
        return sum([cost <= min(own) for cost in wrong])
    return len(wrong)


class SpringPuzzles(PuzzleSupport):
    """Generates Spring Cleaning's puzzles, proves their solutions and judges users' answers."""

    kinds_of_puzzles: Mapping[str, SpringKind] = {
        each.name: each for each in (OUT, HOLD, ShedKind(), TidyKind())
    }
    themes = ("draw", "offer", "run", "short", "between", "gap", "one_left", "ahead")
    parse_position = staticmethod(notation.parse_position)
    parse_turn = staticmethod(notation.parse_steps)
    text_of_turn = staticmethod(notation.text_of_turn)
    state_at = staticmethod(rounds.build_state_at)

    def kind_of(self, puzzle: Puzzle) -> SpringKind:
        is_solo = puzzle.kind == OUT.name and dict(puzzle.figures)["turns"] == 1
        if is_solo and not puzzle.is_empty:
            return AT_ONCE
        return self.kinds_of_puzzles[puzzle.kind]

    def judge(
        self, puzzle: Puzzle, steps: Sequence[cards.Step], should_stop: ShouldStop = never_stop
    ) -> PuzzleVerdict:
        position = notation.parse_position(puzzle.position)
        reached = position
        for step in steps:
            problem = legality.explain_illegal(reached, step)
            if problem:
                return PuzzleVerdict(False, problem)
            reached = advance.apply_step(reached, step)
        if puzzle.is_empty:
            right = None
        else:
            right = legality.take_turn(position, self.answer(puzzle))
        return self.kind_of(puzzle).judge(puzzle, reached, right, should_stop)

    def find_themes(self, puzzle: Puzzle) -> Collection[str]:
        position = notation.parse_position(puzzle.position)
        steps = self.answer(puzzle)
        kinds = [step.kind for step in steps if step.kind != cards.ORDER]
        plays = [step.argument for step in steps if step.kind == cards.PLAY]
        themes = {
            "draw": kinds[0] == cards.TAKE,
            "offer": any(play >> cards.OWNERS_SHIFT for play in plays),
            "run": any(play & cards.RUN for play in plays),
            "short": any(_can_play_more(position, play) for play in plays),
            "between": _fills_gap(position, steps),
            "gap": _closes_gap(position, steps),
            "one_left": legality.take_turn(position, steps).card_count(position.mover) == 1,
            "ahead": dict(puzzle.figures).get("turns", 0) > 1,
        }
        return {theme for theme, is_true in themes.items() if is_true}

    def find_hints(self, puzzle: Puzzle) -> tuple[Reason, Reason, Reason]:
        position = notation.parse_position(puzzle.position)
        steps = self.answer(puzzle)
        left = legality.take_turn(position, steps).card_count(position.mover)
        turn = make_reason("turn", turn=notation.text_of_turn(steps), left=left)
        acts = [step for step in steps if step.kind != cards.ORDER]
        first = acts[0]
        if first.kind == cards.PLAY:
            return (
                _describe_shape(first.argument),
                _name_first_card(position, first.argument),
                turn,
            )
        if first.kind == cards.TAKE:
            card = make_reason("card", card=str(first.argument), offer=cards.SEATS[first.seat])
            return make_reason("draw"), card, turn
        hand = position.hands[position.mover]
        if first.kind == cards.INSERT:
            hand = (*hand[: first.argument - 1], position.drawn, *hand[first.argument - 1 :])
        offered = next(step for step in acts if step.kind == cards.OFFER)
        card = make_reason("card", card=str(hand[offered.argument - 1]), offer="")
        return make_reason("insert"), card, turn

    def make_from_missed_turn(
        self, match: match.Match, seat: int, revision: int, should_stop: ShouldStop = never_stop
    ) -> Puzzle | None:
        """Make a puzzle from a turn in which the seat missed its best chance.

        There are two cases. A single play would have made the seat finish at once. Or the seat
        didn't win the round, although one turn would have made it finish by force within a few
        turns, or would have kept all others from finishing before its next turn. The second case is
        known because the match's record shows all hands.

        Returns:
            None if neither is the case, or if the position makes no good puzzle.
        """
        state: rounds.MatchState = match.state_at(revision)
        position = state.position
        if state.stage != TURN or position.mover != seat or position.phase != START:
            return None
        found = AT_ONCE.solve(position)
        if found is not None:
            if match.log[revision].step in [str(way.steps[0]) for way in found.ways]:
                return None
            return self.make(
                AT_ONCE, randomize_hidden(RULES.observe(state, seat), Random(revision))
            )
        ended = match.state.rounds
        nth = state.round_number - 1
        if nth >= len(ended) or not ended[nth].trash[seat]:
            return None
        for kind in (OUT, HOLD):
            if len(position.hands[seat]) > kind.hands[1]:
                continue
            puzzle = self.make(kind, position, should_stop=should_stop)
            if puzzle and not self._was_played(match, revision, puzzle):
                return puzzle
        return None

    def _was_played(self, match: match.Match, revision: int, puzzle: Puzzle) -> bool:
        right = legality.take_turn(notation.parse_position(puzzle.position), self.answer(puzzle))
        end = revision
        while end < match.revision and match.log[end].seat == puzzle.seat:
            end += 1
        return bool(match.state_at(end).position == right)


def _can_play_more(position: Position, play: int) -> bool:
    """Return whether the mover can legally play more cards than a given play has.

    Args:
        position: The position.
        play: The given play, packed.
    """
    longest = max(cards.length_of(each) for each in legality.list_plays(position))
    return longest > cards.length_of(play)


def _insert_drawn(position: Position, steps: Sequence[cards.Step]) -> tuple[tuple[int, ...], int]:
    """Return the hand after a turn has inserted the drawn card, and the index of this card.

    If the turn inserts no card, the hand is unchanged, and the index is -1.
    """
    hand = position.hands[position.mover]
    for step in steps:
        if step.kind == cards.INSERT and position.phase == OWES_INSERT:
            at = step.argument - 1
            return (*hand[:at], position.drawn, *hand[at:]), at
    return hand, -1


def _can_join(hand: tuple[int, ...], first: int, second: int) -> bool:
    """Return whether the cards at two indices of a hand are equal or differ by one.

    False if `first` is negative or `second` is beyond the end of the hand.
    """
    is_inside = first >= 0 and second < len(hand)
    return is_inside and abs(hand[first] - hand[second]) <= 1


def _fills_gap(position: Position, steps: Sequence[cards.Step]) -> bool:
    """Return whether a turn inserts the drawn card between two cards, so that it joins both."""
    hand, at = _insert_drawn(position, steps)
    return at >= 0 and _can_join(hand, at - 1, at) and _can_join(hand, at, at + 1)


def _closes_gap(position: Position, steps: Sequence[cards.Step]) -> bool:
    """Return whether a turn offers a hand card so that the cards on both sides of it then join."""
    hand, at = _insert_drawn(position, steps)
    offered = [step.argument - 1 for step in steps if step.kind == cards.OFFER]
    return at >= 0 and any(_can_join(hand, each - 1, each + 1) for each in offered)


def _describe_shape(play: int) -> Reason:
    length = cards.length_of(play)
    if play & cards.RUN:
        shape = "run"
    elif length > 1:
        shape = "set"
    else:
        shape = "single"
    return make_reason("play", shape=shape, count=length)


def _name_first_card(position: Position, play: int) -> Reason:
    pairs = list(zip(cards.cards_of(play), cards.owners_of(play), strict=True))
    card, owner = max(pairs, key=lambda pair: pair[1] >= 0)
    return make_reason("card", card=str(card), offer=cards.SEATS[owner] if owner >= 0 else "")


PUZZLES: Final = SpringPuzzles()
"""The instance of `SpringPuzzles` that the registry of games returns."""
