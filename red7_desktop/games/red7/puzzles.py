"""Puzzles of Red7: generating, solving, grading and judging them, and their themes.

There are three kinds of puzzles:
    stay: Find the turn that keeps the seat in the round. Turns that don't win are allowed too,
        unlike in a match, because refusing them would give the answer away.
    force: Find the turn after which the seat wins the round whatever the opponents do.
    points: Find the turn after which the seat wins the most points whatever the opponents do.

In `force` and `points`, turns follow the rules of a match, with actions, draws from a known deck
and several opponents. The opponents cooperate against the seat. They also drop out if this harms
the seat, for example because it then scores fewer points.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from random import Random
from typing import Final

from red7_desktop.games.red7.players import evaluation, levels
from red7_desktop.games.red7.rules import advance, cards, legality, rounds, standings
from red7_desktop.games.red7.rules.game import RULES, Red7, Red7Observation, position_of
from red7_desktop.games.red7.rules.notation import parse_position, parse_turn, text_of_turn
from red7_desktop.games.red7.rules.position import DONE, PLAYED, START, Position
from red7_desktop.games.red7.rules.rules import Ruleset
from red7_desktop.games.red7.rules.turns import ACTION_CARDS, build_turns, list_steps
from red7_desktop.tabletop import match, puzzle
from red7_desktop.tabletop.game import TURN, Outcome, Reason, make_reason
from red7_desktop.tabletop.player import ShouldStop, never_stop


def position_before_end(position: Position, steps: Sequence[cards.Step]) -> Position:
    """Apply all steps of a turn except END, so that the seat that took it is still the mover."""
    for step in steps:
        if step.kind != cards.END:
            position = advance.apply_step(position, step)
    return position


def describe_leading_set(position: Position, seat: int) -> tuple[tuple[str, str | int], ...]:
    """Compare the cards that count of the leading seat with those of the next best seat.

    Returns:
        Pairs of a key and a value: `rule` (its letter), `count` and `top` (how many of the seat's
        cards count under the rule, and the highest of them), `rival` (the letter of the next best
        seat; "" if there is none), and that seat's `rival_count` and `rival_top`.
    """
    verdict = standings.judge_rule(position, position.rule)
    mine = verdict.standing_of(seat)
    data: tuple[tuple[str, str | int], ...] = (
        ("rule", cards.LETTERS[position.rule]),
        ("count", mine.size),
        ("top", cards.CARD_TEXTS[mine.top]),
    )
    if verdict.runner_up < 0:
        return (*data, ("rival", ""))
    theirs = verdict.standing_of(verdict.runner_up)
    return (
        *data,
        ("rival", cards.SEATS[verdict.runner_up]),
        ("rival_count", theirs.size),
        ("rival_top", cards.CARD_TEXTS[theirs.top]),
    )


class TrialRed7(Red7):
    """The game of Red7 for puzzles, which also allows turns that don't keep a seat in the round."""

    def legal_steps(self, state: rounds.MatchState, seat: int) -> tuple[rounds.MatchStep, ...]:
        if state.stage != TURN or seat not in self.to_act(state):
            return super().legal_steps(state, seat)
        return list_possible_steps(state.position)

    def explain_illegal(
        self, state: rounds.MatchState, seat: int, step: rounds.MatchStep
    ) -> Reason | None:
        listed = step in self.legal_steps(state, seat)
        if listed:
            return None
        return super().explain_illegal(state, seat, step)

    def apply_legal(
        self, state: rounds.MatchState, seat: int, step: rounds.MatchStep
    ) -> Outcome[rounds.MatchState]:
        is_behind = step == cards.END_STEP and standings.find_winner(state.position) != seat
        return super().apply_legal(state, seat, cards.PASS_STEP if is_behind else step)


def list_possible_steps(position: Position) -> tuple[cards.Step, ...]:
    """Return all steps that the mover's cards allow, including those after which it can't win."""
    hand = tuple(cards.cards_in(position.hands[position.mover]))[::-1]
    discards = tuple([cards.DISCARD_STEPS[card] for card in hand])
    if position.phase == START:
        return (*[cards.PLAY_STEPS[card] for card in hand], *discards, cards.PASS_STEP)
    if position.phase == PLAYED:
        return (*discards, cards.END_STEP)
    if position.phase == DONE:
        return (cards.END_STEP,)
    return legality.list_legal_steps(position)


def deal_random_position(rules: Ruleset, seats: int, rng: Random, most: int) -> Position | None:
    """Play a random round until the mover's hand has at most `most` cards.

    Returns:
        The position, with seats rotated so that the mover is A; None if a seat had to drop out.
    """
    position = rounds.deal_round(rules, ((),) * seats, int(rng.random() * 2**32), 1)
    while position.phase != START or position.hand_count(position.mover) > most:
        turns = build_turns(position)
        if turns.may_pass:
            stays = turns.count - 1
        else:
            stays = turns.count
        if not stays:
            return None
        position = advance.apply_turn(turns, int(rng.random() * stays))
    mover = position.mover
    return advance.replace_fields(
        position,
        hands=puzzle.rotate_seats(position.hands, mover),
        unseen=puzzle.rotate_seats(position.unseen, mover),
        rows=puzzle.rotate_seats(position.rows, mover),
        scores=puzzle.rotate_seats(position.scores, mover),
        mover=0,
    )


def find_seen_start(seen: Red7Observation) -> Position | None:
    """Return the observed position for a puzzle, if the viewer's turn is just beginning.

    Returns:
        The position as the viewer sees it. None if another seat is to move, if the viewer has
        already taken a step of its turn, or if the viewer's hand has cards with actions, whose
        results may depend on luck.
    """
    if seen.stage != TURN or seen.mover != seen.viewer or seen.phase != START:
        return None
    position = position_of(seen)
    if position.rules.actions and position.hands[position.mover] & ACTION_CARDS:
        return None
    return _hide_unseen(position)


def _hide_unseen(position: Position) -> Position:
    """Return a position as its mover sees it: the deck and the other hands are unknown.

    The copy has the basic rules, without points and actions.
    """
    mover = position.mover
    seats = range(position.seats)
    hands = [0] * position.seats
    hands[mover] = position.hands[mover]
    unseen = [0 if seat == mover else position.hand_count(seat) for seat in seats]
    return Position(
        BASIC_RULES,
        position.canvas,
        (cards.UNKNOWN,) * len(position.deck),
        tuple(hands),
        tuple(unseen),
        position.rows,
        position.palettes,
        position.scores,
        mover,
        position.out,
        position.phase,
    )


class StayKind(puzzle.PuzzleKind):
    """Puzzles of the kind `stay`: find the only turn that keeps the seat in the round.

    The answer doesn't depend on the cards in the other seats' hands.
    """

    name = "stay"
    game = TrialRed7()
    is_open = False
    may_be_empty = True

    def propose(self, rng: Random) -> Iterator[Position]:
        seats = 2 + int(rng.random() * 3)
        most = MIN_STAY_CARDS + int(rng.random() * (MAX_STAY_CARDS + 1 - MIN_STAY_CARDS))
        position = deal_random_position(BASIC_RULES, seats, rng, most)
        if position is not None and position.hand_count(position.mover) >= MIN_STAY_CARDS:
            yield _hide_unseen(position)

    def solve(
        self, position: Position, limit: int = puzzle.NO_LIMIT, should_stop: ShouldStop = never_stop
    ) -> puzzle.Solution | None:
        turns = [turn for turn in legality.list_legal_turns(position) if not cards.drops_out(turn)]
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
        close = sum([_falls_short(position, turn) for turn in list_possible_turns(position)])
        ended = position_before_end(position, answer)
        effort = [
            len(answer) > 2,
            any(step.kind == cards.DISCARD for step in answer),
            standings.judge_rule(ended, ended.rule).by in {"number", "colour"},
            *[close >= many for many in CLOSE_ALTERNATIVES],
        ]
        return EFFORT_GRADES[sum(effort)]

    def refute(
        self, position: Position, limit: int = puzzle.NO_LIMIT, should_stop: ShouldStop = never_stop
    ) -> puzzle.Refutation | None:
        """Prove that no turn keeps the seat in the round, for puzzles whose answer is "none".

        Returns:
            The proof with the puzzle's grade. None if a turn keeps the seat in the round. Also None
            if the position has too few near misses for a good puzzle. A near miss is a turn that
            fails only because its top card is too low.
        """
        turns = legality.list_legal_turns(position)
        if any(not cards.drops_out(turn) for turn in turns):
            return None
        close = sum([_falls_short(position, turn) for turn in list_possible_turns(position)])
        grade = sum([close >= many for many in CLOSE_FAILURES])
        return puzzle.Refutation(0, grade) if grade else None

    def judge(
        self, position: Position, steps: Sequence[cards.Step], should_stop: ShouldStop = never_stop
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


BASIC_RULES: Final = Ruleset()
MIN_STAY_CARDS = 3
MAX_STAY_CARDS = 6
"""Maximum number of cards in the user's hand in a puzzle of the kind `stay`; MIN_STAY_CARDS is the
minimum."""
CLOSE_FAILURES: Final = (2, 4, 6, 8, 11)
"""Thresholds for the number of near misses, which are wrong turns that fail only because their top
card is too low. In a puzzle without a solution, each threshold that the number reaches makes the
puzzle one grade harder."""
CLOSE_ALTERNATIVES: Final = (3, 5, 8)
"""Thresholds for the number of near misses, which are wrong turns that fail only because their top
card is too low. In a puzzle with a solution, each threshold that the number reaches counts as one
more difficulty criterion, see EFFORT_GRADES."""
EFFORT_GRADES: Final = (0, 1, 1, 2, 3, 4, 5)
"""Difficulty grade of a puzzle of the kind `stay`, from 1 to 5; 0 if it is too easy. The index is
the number of criteria that the puzzle meets: the solution needs two cards, it discards a card, only
the top card decides the lead, and one for each threshold of near misses (CLOSE_ALTERNATIVES)."""


def list_possible_turns(position: Position) -> list[tuple[cards.Step, ...]]:
    """Return every turn of one or two cards that the mover's hand allows, whether or not it wins.

    Dropping out isn't included.
    """
    found: list[tuple[cards.Step, ...]] = []
    for first in list_possible_steps(position)[:-1]:  # The last step is dropping out.
        found.append((first, cards.END_STEP))
        if first.kind == cards.PLAY:
            closing = list_possible_steps(advance.apply_step(position, first))
            found += [
                (first, then, cards.END_STEP) for then in closing if then.kind == cards.DISCARD
            ]
    return found


def _falls_short(position: Position, turn: Sequence[cards.Step]) -> bool:
    verdict = standings.judge_rule(ended := position_before_end(position, turn), ended.rule)
    own = verdict.standing_of(position.mover)
    return (
        verdict.leader not in {position.mover, -1}
        and own.size == verdict.standing_of(verdict.leader).size
    )


DELAY_LIMIT: Final = 2_000
"""Maximum number of positions that an `OpenSearch` examines to compare the turns of a losing seat
by how long the seat can still stay in the round.

When the limit is reached, the turns that haven't been compared yet rank equally."""


def list_turn_paths(position: Position) -> list[puzzle.TurnPath]:
    """Return every legal turn of the mover with the position after it, dropping out as the last."""
    turns = build_turns(position)
    return [
        puzzle.TurnPath(list_steps(turns, nth), advance.apply_turn(turns, nth))
        for nth in range(turns.count)
    ]


def list_reached_positions(position: Position) -> list[Position]:
    """Return the position after each legal turn of the mover.

    If the mover may drop out, the last position is the position after dropping out.
    """
    turns = build_turns(position)
    return [advance.apply_turn(turns, nth) for nth in range(turns.count)]


class OpenSearch(puzzle.PositionCounter):
    """Computes the best result that a seat can force in a round in which all cards are open.

    The results of positions are cached. Every method may raise SearchStopped.

    Attributes:
        for_points: Unit of results. If True, the result of a won round is the number of points that
            the seat scores; if False, it is 1. The result of a lost round is 0.
    """

    def __init__(
        self,
        seat: int,
        limit: int = puzzle.NO_LIMIT,
        should_stop: ShouldStop = never_stop,
        *,
        for_points: bool = False,
    ) -> None:
        super().__init__(seat, limit, should_stop)
        self.for_points: Final = for_points
        self._delay_budget = DELAY_LIMIT
        self._most: Final = puzzle.NO_LIMIT if for_points else 1
        self._gains: Final[dict[tuple[object, ...], int]] = {}
        self._lengths: Final[dict[tuple[object, ...], int]] = {}
        self._delays: Final[dict[tuple[object, ...], int]] = {}

    def gain(self, position: Position) -> int:
        """Return the result that the seat can force from a position, whatever the opponents do.

        Returns:
            0 if the seat loses the round. If it wins, the points that it scores if `for_points` is
            True, else 1.
        """
        known = self._value_if_over(position)
        if known is None:
            return self._find_cached(self._gains, position, self._find_gain)
        return known

    def _find_cached(
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

    def _value_if_over(self, position: Position) -> int | None:
        if position.out >> self.seat & 1:
            return 0
        if not position.is_over:
            return None
        if not self.for_points:
            return 1
        return cards.sum_points(next(iter(rounds.list_score_sets(position, self.seat)), 0))

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
        # Examine dropping out first: it takes little time, and if points count, it often is the
        # opponent's best defence, because the seat then scores least.
        for following in reversed(ahead):
            worst = min(worst, self.gain(following))
            if not worst:
                break
        return worst

    # -- lengths and lines -----------------------------------------------------------------------

    def length(self, position: Position) -> int:
        """Return the number of turns that the seat needs to win, from a position that it wins.

        The seat wins as soon as it can, and the others delay its win as long as they can.
        """
        is_over = position.is_over
        if is_over:
            return 0
        return self._find_cached(self._lengths, position, self._find_length)

    def _find_length(self, position: Position) -> int:
        ahead = list_reached_positions(position)
        if position.mover == self.seat:
            return min(
                [
                    self.length(each) + self._is_others_turn(each)
                    for each in ahead
                    if self.gain(each)
                ]
            )
        return max(map(self.length, ahead))

    def delay(self, position: Position) -> int:
        """Return the number of turns that the seat can still take, from a position that it loses.

        The seat stays in the round as long as it can, and the others force it out as soon as they
        can.
        """
        is_over = position.is_over or position.out >> self.seat & 1
        if is_over:
            return 0
        return self._find_cached(self._delays, position, self._find_delay)

    def _find_delay(self, position: Position) -> int:
        ahead = list_reached_positions(position)
        if position.mover == self.seat:
            return max([self.delay(each) + self._is_others_turn(each) for each in ahead])
        return min([self.delay(each) for each in ahead if not self.gain(each)])

    def _delay_within_limit(self, position: Position) -> int:
        """Return the result of `delay`: how many turns the seat can still take before it loses.

        Returns:
            0 if the search would need to examine more than `_delay_budget` positions.
        """
        limit = self._limit
        before = self.work
        self._limit = before + self._delay_budget
        try:
            return self.delay(position)
        except puzzle.SearchStopped:
            if self.work <= self._limit:
                # `should_stop` or the caller's limit stopped the search, not `_delay_budget`.
                raise
            return 0
        finally:
            self._delay_budget = max(0, self._delay_budget - (self.work - before))
            self._limit = limit

    def _is_others_turn(self, position: Position) -> int:
        return int(position.mover != self.seat)

    def line(self, position: Position) -> list[tuple[int, puzzle.TurnPath]]:
        """Return the best turns of all seats from a position on, until the seat wins or is out.

        Returns:
            Pairs of the moving seat and its turn.
        """
        line: list[tuple[int, puzzle.TurnPath]] = []
        while not position.is_over and not position.out >> self.seat & 1:
            mover = position.mover
            wanted = self.gain(position)
            # Only consider turns whose gain is already known; computing all others may take long.
            ways = [way for way in list_turn_paths(position) if self._brings(way.position, wanted)]
            if mover == self.seat:
                way = max(ways, key=self._merit)
            else:
                way = min(ways, key=self._merit)
            line.append((mover, way))
            position = way.position
        return line

    def _brings(self, position: Position, wanted: int) -> bool:
        known = self._value_if_over(position)
        return (self._gains.get(_search_key(position)) if known is None else known) == wanted

    def _merit(self, way: puzzle.TurnPath) -> tuple[int, int]:
        """Return a sort key for a turn; a higher key is better for the seat.

        Returns:
            The result that the seat can force after the turn, and a number that decides between
            equal results: how soon the seat wins, or how long it stays in the round.
        """
        gain = self.gain(way.position)
        if not gain:
            return 0, self._delay_within_limit(way.position)
        return gain, 0 if self.for_points else -self.length(way.position)


def _search_key(position: Position) -> tuple[object, ...]:
    """Return a cache key: the fields of a position that affect the rest of the round."""
    return (
        position.hands,
        position.palettes,
        position.deck,
        position.rule,
        position.mover,
        position.out,
        position.phase,
    )


ACTION_SHARE: Final = 0.2
"""Share (0 to 1) of the generated puzzles in which cards have actions."""
TWO_SEATS_SHARE: Final = 0.7
"""Share (0 to 1) of the generated puzzles with two seats; the others have three seats."""
MIN_FORCED_CARDS = 2
MAX_FORCED_CARDS = 4
"""To generate a puzzle, a limit is drawn at random from MIN_FORCED_CARDS to MAX_FORCED_CARDS, and a
random round is played until the mover's hand has at most this many cards."""
MAX_HAND_FROM_MATCH: Final = 5
"""Maximum number of cards in the mover's hand if a puzzle is made from a position of a match that
users have played."""
MIN_TURNS_TO_WIN = 2
MAX_TURNS_TO_WIN = 5
"""Maximum number of turns that the seat needs to win the round in a puzzle of the kind `force`;
MIN_TURNS_TO_WIN is the minimum. In a puzzle in which no turn wins, both limits apply to the number
of turns that the seat can take before it is out."""
LONG_DEFENCES: Final = (3, 4)
"""Thresholds for the difficulty of `force` puzzles in which the right answer is "no turn wins by
force". The number of turns that the seat can take before it loses is compared with them. Each
threshold that the number reaches makes the puzzle one grade harder."""
MANY_DEFENCES: Final = (5, 8)
"""Thresholds for the difficulty of `force` puzzles in which the right answer is "no turn wins by
force". The number of turns that keep the seat in the round for now is compared with them. Each
threshold that the number reaches makes the puzzle one grade harder."""
MIN_ALTERNATIVES: Final = 2
"""Minimum number of tempting wrong turns in a puzzle: turns that keep the mover in the round for
now, but don't solve the puzzle. With fewer of them, the puzzle would be too easy."""


def find_turn_start(state: rounds.MatchState, seat: int) -> Position | None:
    """Return the position at the beginning of a seat's turn, for a puzzle with all hands open.

    Returns:
        The position with an empty deck. None if the state isn't the beginning of this seat's turn,
        if the match has points or actions, or if the seat's hand has too few or too many cards for
        a puzzle.
    """
    position = state.position
    if state.stage != TURN or position.mover != seat or position.phase != START:
        return None
    is_plain = not (position.rules.advanced or position.rules.actions)
    is_small = MIN_FORCED_CARDS <= position.hand_count(seat) <= MAX_HAND_FROM_MATCH
    if is_plain and is_small:
        return advance.replace_fields(position, deck=())
    return None


class ForcedKind(puzzle.PuzzleKind):
    """Puzzles of the kinds `force` and `points`, in which all hands are open and the deck is empty.

    In `force`, the answer is the only turn after which the seat wins the round whatever the others
    do. In `points`, the answer is the only turn with which the seat can force the most points.
    """

    game = RULES
    limit = 1_500

    def __init__(self, name: str, counted: str) -> None:
        self.name = name
        self.counted = counted
        self.for_points: Final = counted == "points"
        self.may_be_empty = not self.for_points

    def propose(self, rng: Random) -> Iterator[Position]:
        rules = Ruleset(advanced=self.for_points, actions=rng.random() < ACTION_SHARE)
        seats = 2 if rng.random() < TWO_SEATS_SHARE else 3
        most = MIN_FORCED_CARDS + int(rng.random() * (MAX_FORCED_CARDS + 1 - MIN_FORCED_CARDS))
        position = deal_random_position(rules, seats, rng, most)
        if position is not None:
            yield advance.replace_fields(position, deck=())

    def solve(
        self, position: Position, limit: int = puzzle.NO_LIMIT, should_stop: ShouldStop = never_stop
    ) -> puzzle.Solution | None:
        ways = [way for way in list_turn_paths(position) if not cards.drops_out(way.steps)]
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

    def refute(
        self, position: Position, limit: int = puzzle.NO_LIMIT, should_stop: ShouldStop = never_stop
    ) -> puzzle.Refutation | None:
        """Prove that no turn wins by force, for puzzles whose answer is "none".

        The question of such a puzzle states how many turns the seat can still take.

        Returns:
            The number of turns that the seat can still take before it is out, and the puzzle's
            grade. None if a turn wins, or if the puzzle would be too easy or too long.
        """
        ways = list_turn_paths(position)
        stays = [way for way in ways if way.steps[-1].kind == cards.END]
        if self.for_points or len(stays) < len(ways) - 1 or len(stays) <= MIN_ALTERNATIVES:
            return None
        search = OpenSearch(position.mover, limit, should_stop)
        if search.gain(position):
            return None
        turns = search.delay(position)
        if not MIN_TURNS_TO_WIN <= turns <= MAX_TURNS_TO_WIN:
            return None
        effort = [
            *[turns >= many for many in LONG_DEFENCES],
            *[len(stays) >= many for many in MANY_DEFENCES],
        ]
        return puzzle.Refutation(turns, 1 + sum(effort))

    def is_worthwhile(self, found: puzzle.Solution) -> bool:
        """Return whether a position makes a puzzle that is neither too easy nor too long.

        At least MIN_ALTERNATIVES wrong turns must keep the seat in the round, as temptations. In a
        puzzle of the kind `points`, a wrong turn must also be able to score. In a puzzle of the
        kind `force`, the win must take MIN_TURNS_TO_WIN to MAX_TURNS_TO_WIN turns.
        """
        if len(found.rest) < MIN_ALTERNATIVES:
            return False
        if self.for_points:
            return any(found.rest)
        return MIN_TURNS_TO_WIN <= found.figure <= MAX_TURNS_TO_WIN

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
            alike, levels.LEVELS, seen, answer.__eq__, GRADE_BY_SUM, wanted, should_stop
        )

    def judge(
        self, position: Position, steps: Sequence[cards.Step], should_stop: ShouldStop = never_stop
    ) -> puzzle.PuzzleVerdict:
        """Judge the user's answer to a puzzle by the result that this turn forces.

        Returns:
            Whether the turn is right (it forces a win, and no other turn forces a better result),
            the reason, and the best turns of all seats after this turn.

        Raises:
            SearchStopped: `should_stop` stopped the search.
        """
        start = position
        for step in steps:
            problem = legality.explain_illegal(position, step)
            if problem:
                return puzzle.PuzzleVerdict(False, problem)
            position = advance.apply_step(position, step)
        if cards.drops_out(steps):
            return puzzle.PuzzleVerdict(False, make_reason("went_out"))
        search = OpenSearch(start.mover, should_stop=should_stop, for_points=self.for_points)
        gain = search.gain(position)
        best = search.gain(start)
        line = search.line(position)
        if self.for_points and gain:
            why = make_reason("scores", points=gain, best=best)
        elif gain:
            why = make_reason("wins", turns=search.length(start))
        else:
            seat, way = line[0]
            why = make_reason("answered", seat=cards.SEATS[seat], turn=text_of_turn(way.steps))
        is_right = 0 < gain == best
        return puzzle.PuzzleVerdict(is_right, why, puzzle.entries_of(line))


GRADE_BY_SUM: Final = (1, 1, 2, 3, 3, 4, 5, 5, 5)
"""Difficulty grade of a puzzle, from 1 to 5. The index is a number of difficulty points: one for
each AI level that doesn't find the answer, and one for each threshold that the number of tempting
wrong turns reaches (`puzzle.SIMILAR_THRESHOLDS`)."""


def count_tempting_turns(position: Position, answer: tuple[cards.Step, ...]) -> int:
    """Count the wrong turns of a puzzle that tempt a player without search.

    Args:
        position: The puzzle's position.
        answer: The right turn.

    Returns:
        The number of other turns whose heuristic score is at least that of the right turn.
    """
    turns = build_turns(position)
    appeals = [
        evaluation.rate_turn(evaluation.GREEDY_WEIGHTS, result, position.rule)
        for result in evaluation.iterate_turn_results(turns)
    ]
    own = next(nth for nth in range(turns.count) if list_steps(turns, nth) == answer)
    return sum([each >= appeals[own] for each in appeals]) - 1


MIN_AHEAD_TURNS: Final = 3
"""Minimum number of turns that the win takes in a puzzle with the theme `ahead` (looking ahead)."""
STAY: Final = StayKind()
FORCE: Final = ForcedKind("force", "turns")


class Red7Puzzles(puzzle.PuzzleSupport):
    """Generates Red7's puzzles, proves their solutions and judges users' answers."""

    kinds_of_puzzles: Mapping[str, StayKind | ForcedKind] = {
        each.name: each for each in (STAY, FORCE, ForcedKind("points", "points"))
    }
    themes = ("tie", "rule", "both", "action", "one_left", "ahead")
    parse_position = staticmethod(parse_position)
    parse_turn = staticmethod(parse_turn)
    text_of_turn = staticmethod(text_of_turn)
    state_at = staticmethod(rounds.build_state_at)

    def judge(
        self,
        puzzle: puzzle.Puzzle,
        steps: Sequence[cards.Step],
        should_stop: ShouldStop = never_stop,
    ) -> puzzle.PuzzleVerdict:
        kind = self.kinds_of_puzzles[puzzle.kind]
        return kind.judge(parse_position(puzzle.position), steps, should_stop)

    def find_themes(self, puzzle: puzzle.Puzzle) -> Collection[str]:
        position = parse_position(puzzle.position)
        steps = self.answer(puzzle)
        ended = position_before_end(position, steps)
        kinds = {step.kind for step in steps}
        has_played = cards.PLAY in kinds
        has_discarded = cards.DISCARD in kinds
        themes = {
            "tie": standings.judge_rule(ended, ended.rule).by in {"number", "colour"},
            "rule": has_discarded and not has_played,
            "both": has_discarded and has_played,
            "action": bool(kinds - {cards.PLAY, cards.DISCARD, cards.DRAW, cards.END}),
            "one_left": ended.hand_count(position.mover) == 1,
            "ahead": dict(puzzle.figures).get("turns", 0) >= MIN_AHEAD_TURNS,
        }
        return {theme for theme, is_true in themes.items() if is_true}

    def find_hints(self, puzzle: puzzle.Puzzle) -> tuple[Reason, Reason, Reason]:
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
            make_reason("card", card=cards.CARD_TEXTS[first.card], to=place),
            Reason("turn", (("turn", text_of_turn(steps)), *lead)),
        )

    def make_from_missed_turn(
        self, match: match.Match, seat: int, revision: int, should_stop: ShouldStop = never_stop
    ) -> puzzle.Puzzle | None:
        """Make a puzzle from a turn that lost the round.

        There are two cases. The seat dropped out although a turn would have kept it in; the puzzle
        then asks for this turn. Or the seat could have won the round by force, which is known
        because the match's record shows all hands; the puzzle then asks for the first turn of that
        win.

        Returns:
            None if neither is the case, or if the position makes no good puzzle.
        """
        state: rounds.MatchState = match.state_at(revision)
        found = None
        if match.log[revision].step == str(cards.PASS_STEP):
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
"""The instance of `Red7Puzzles` that the registry of games returns."""
