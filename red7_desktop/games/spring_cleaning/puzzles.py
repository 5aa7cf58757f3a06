"""Puzzles: made, solved, graded, judged.

shed: the one play that leaves its seat the fewest cards. tidy: the one way to put a drawn card in
and offer one that lets the rest of the hand go in the fewest combinations, if nobody interfered.

Two questions are answered: whether the seat goes out in time whatever the others do, and whether
nobody else goes out before it acts again. The others play as one against the seat.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from random import Random
from typing import Final, NamedTuple, TypeVar

from red7_desktop.games.spring_cleaning.players.evaluation import GREEDY, Costs
from red7_desktop.games.spring_cleaning.players.levels import LEVELS, HeuristicPlayer, RandomPlayer
from red7_desktop.games.spring_cleaning.players.worlds import find_decision_point, list_options
from red7_desktop.games.spring_cleaning.rules.advance import (
    apply_draw,
    apply_insert,
    apply_offer,
    apply_play,
    apply_step,
)
from red7_desktop.games.spring_cleaning.rules.cards import (
    COMBINATION,
    DRAW,
    HIGHEST,
    INSERT,
    LAY,
    OFFER,
    OWNERS,
    PLAY,
    RUN,
    SEATS,
    TAKE,
    Step,
    cards_of,
    find_hand_part,
    length_of,
    owners_of,
)
from red7_desktop.games.spring_cleaning.rules.game import (
    SpringCleaning,
    SpringObservation,
    observe,
    redeal,
)
from red7_desktop.games.spring_cleaning.rules.legality import (
    explain_illegal,
    list_leads,
    list_legal_steps,
    list_plays,
    take_turn,
)
from red7_desktop.games.spring_cleaning.rules.notation import (
    parse_position,
    parse_steps,
    text_of_turn,
)
from red7_desktop.games.spring_cleaning.rules.position import (
    NOBODY,
    OWES_INSERT,
    OWES_OFFER,
    START,
    Position,
)
from red7_desktop.games.spring_cleaning.rules.rounds import TURN, MatchState, build_state_at
from red7_desktop.tabletop import puzzle as puzzle_grading
from red7_desktop.tabletop.game import Reason, make_reason
from red7_desktop.tabletop.match import Entry, Match
from red7_desktop.tabletop.player import Player, ShouldStop, keep_on
from red7_desktop.tabletop.puzzle import GRADES, Figures, Opened, Puzzle, PuzzleVerdict, Unsolved


def build_hints(position: Position, way: TurnPath) -> tuple[Reason, Reason, Reason]:
    """Return the hints for a turn: what to do, with which card, the turn and what it leaves."""
    left = way.position.card_count(position.mover)
    turn = make_reason("turn", turn=text_of_turn(way.steps), left=left)
    acts = [step for step in way.steps if step.kind != LAY]
    first = acts[0]
    if first.kind == PLAY:
        return (_describe_shape(first.what), _name_first_card(position, first.what), turn)
    if first.kind == TAKE:
        card = make_reason("card", card=str(first.what), offer=SEATS[first.seat])
        return make_reason("draw"), card, turn
    hand = position.hands[position.mover]
    if first.kind == INSERT:
        hand = (*hand[: first.what - 1], position.drawn, *hand[first.what - 1 :])
    offered = next(step for step in acts if step.kind == OFFER)
    return (
        make_reason("insert"),
        make_reason("card", card=str(hand[offered.what - 1]), offer=""),
        turn,
    )


def _describe_shape(play: int) -> Reason:
    length = length_of(play)
    shape = "run" if play & RUN else "set" if length > 1 else "single"
    return make_reason("play", shape=shape, count=length)


def _name_first_card(position: Position, play: int) -> Reason:
    """Name a card of a play: one out of an offer, if there is one."""
    pairs = list(zip(cards_of(play), owners_of(play), strict=True))
    card, owner = max(pairs, key=lambda pair: pair[1] >= 0)
    return make_reason("card", card=str(card), offer=SEATS[owner] if owner >= 0 else "")


GAME: Final = SpringCleaning()


PLAYERS: Final = (HeuristicPlayer(GREEDY, 0.12), RandomPlayer(), RandomPlayer(eager=True))
"""Who plays the rounds: somebody with an eye for tidy hands, or anybody, whose offers are rich."""


EntryT = TypeVar("EntryT")


def play_positions_by_lot(
    player: Player, seats: int, chance: Random, phase: int, most: int
) -> Iterator[Position]:
    """Let a player play a round, till its deck runs out; give the positions that fit, one by one.

    In them a seat, which becomes A, is at a phase of its turn with at most so many cards in hand.
    """
    state = GAME.start({"seats": seats}, int(chance.random() * 2**32))
    while state.stage == TURN and state.position.deck:
        seat = GAME.to_act(state)[0]
        seed = int(chance.random() * 2**32)
        for step in player.choose(GAME.observe(state, seat), 0, seed).steps:
            position = state.position
            if position.phase == phase and len(position.hands[seat]) <= most and position.deck:
                yield _put_mover_first(position)
            state = GAME.take(state, seat, step).state


def _put_mover_first(position: Position) -> Position:
    """Return the position with the seats named anew, clockwise from the mover, without trash."""
    mover, seats = position.mover, position.seats

    def turned(entries: tuple[EntryT, ...]) -> tuple[EntryT, ...]:
        return entries[mover:] + entries[:mover]

    return Position(
        position.at_once,
        position.trick,
        NOBODY if position.holder == NOBODY else (position.holder - mover) % seats,
        position.deck,
        position.discard,
        turned(position.hands),
        turned(position.offers),
        (0,) * seats,
        0,
        position.phase,
        position.drawn,
        position.loose,
    )


class TurnPath(NamedTuple):
    """A whole turn: its steps, and the position that they lead to."""

    steps: tuple[Step, ...]
    position: Position


def list_turn_paths(position: Position) -> list[TurnPath]:
    """List all turns of the mover from where it is; draws from the deck as its cards lie there."""
    mover = position.mover
    found: list[TurnPath] = []
    begun = [TurnPath((), position)]
    while begun:
        way = begun.pop()
        for step in list_legal_steps(way.position, mover):
            then = TurnPath((*way.steps, step), apply_step(way.position, step))
            (begun if then.position.mover == mover else found).append(then)
    return found


def group_by_outcome(ways: list[TurnPath]) -> dict[Position, list[TurnPath]]:
    """Sort turns by where they lead: those that come to the same are one solution."""
    outcomes: dict[Position, list[TurnPath]] = {}
    for way in ways:
        outcomes.setdefault(way.position, []).append(way)
    return outcomes


class SoloSolution(NamedTuple):
    """The one solution of a position.

    ways: all ways to write it, which lead to the same. figure: what it comes to: cards left, or
    combinations. rest: what the other solutions come to, each position once.
    """

    ways: list[TurnPath]
    figure: int
    rest: list[int]


def solve_fewest_left(position: Position) -> SoloSolution | None:
    """Return the one play that leaves the mover the fewest cards, None where several do."""
    seat = position.mover
    ways = [
        TurnPath((Step(PLAY, play),), apply_play(position, play)) for play in list_plays(position)
    ]
    return _find_least(
        group_by_outcome(ways), {way.position: way.position.card_count(seat) for way in ways}
    )


def solve_tidiest(position: Position) -> SoloSolution | None:
    """Return the one way to put the drawn card in and offer one that leaves the tidiest hand."""
    seat = position.mover
    outcomes = group_by_outcome(list_turn_paths(position))
    return _find_least(outcomes, {each: count_combinations(each.hands[seat]) for each in outcomes})


def _find_least(
    outcomes: dict[Position, list[TurnPath]], figures: dict[Position, int]
) -> SoloSolution | None:
    best = min(outcomes, key=figures.__getitem__, default=None)
    if best is None:
        return None
    rest = [figures[each] for each in outcomes if each != best]
    if figures[best] in rest:
        return None
    return SoloSolution(outcomes[best], figures[best], rest)


@lru_cache(maxsize=20_000)
def count_combinations(hand: tuple[int, ...]) -> int:
    """Count the combinations in which a hand can be led off, the fewest that do.

    What lies around one that has gone lies side by side then.

    >>> count_combinations((4, 5, 7, 7, 6)), count_combinations((3, 9, 1))
    (2, 3)
    """
    if not hand:
        return 0
    rests = {hand[: part[0]] + hand[part[1] :] for part in map(find_hand_part, list_leads(hand))}
    return 1 + min(map(count_combinations, rests))


def grade_of_play(position: Position, found: SoloSolution) -> int:
    """Grade a play by where its cards come from and what else might be played; 0 where it is plain.

    It is plain where the longest play of all comes out of one hand.
    """
    play = found.ways[0].steps[-1].what
    others = [each for each in list_plays(position) if each & COMBINATION != play & COMBINATION]
    longer = sum([length_of(each) >= length_of(play) for each in others])
    if not longer and not play >> OWNERS:
        return 0
    return EFFORTS[
        sum(
            [
                bool(play >> OWNERS),
                bool(play >> OWNERS and play & RUN),
                length_of(play) > LONG,
                longer > 0,
                *[len(found.rest) >= many for many in MANY],
            ]
        )
    ]


def grade_of_tidy(position: Position, found: SoloSolution) -> int:
    """Grade a tidy hand by its size and how often something else comes close; 0 where it is plain.

    It is plain where the hand is small, or tidiest as it was, the drawn card being offered.
    """
    hand = position.hands[position.mover]
    size, close = len(hand), found.rest.count(found.figure + 1)
    is_same = found.ways[0].position.hands[position.mover] == hand
    if is_same or size < SMALL or close < CLOSE[0]:
        return 0
    return EFFORTS[
        sum(
            [
                size > SMALL + 1,
                size > SMALL + 3,
                found.figure > 1,
                found.figure > 2,
                *[close >= many for many in CLOSE[1:]],
            ]
        )
    ]


LONG: Final = 3
"""Cards in a play that is seen at a glance."""


MANY: Final = (8, 20, 40)
"""Each of these numbers of other plays makes a puzzle harder."""


SMALL: Final = 4
"""Cards in the smallest hand that is worth tidying."""


CLOSE: Final = (3, 10, 20)
"""With fewer than the first of other ways that need one combination more a puzzle is none; each of
the other numbers makes it harder."""


EFFORTS: Final = (1, 1, 2, 3, 4, 5, 5, 5)
"""The grades, by how many things make a puzzle harder."""


NO_LIMIT: Final = 1 << 40


ASKED_EVERY: Final = 16
"""So many positions are opened between two questions whether to stop."""


class RaceSolver:
    """Finds out how a race ends for a seat; remembers what it has seen.

    holds: whether it is enough that nobody else goes out before the seat acts again; else it has to
    go out itself. by_luck: whether whoever draws from the deck may get any card, and the seat does
    not count on it; else the cards come as they lie there. limit: how many positions may be opened.
    `wins` raises Unsolved where that is not enough, or `should_stop` said stop.
    """

    def __init__(
        self,
        seat: int,
        *,
        holds: bool = False,
        by_luck: bool = False,
        limit: int = NO_LIMIT,
        should_stop: ShouldStop = keep_on,
    ) -> None:
        self.seat: Final = seat
        self.work = 0
        self._holds: Final = holds
        self._by_luck: Final = by_luck
        self._limit: Final = limit
        self._should_stop: Final = should_stop
        self._known: Final[dict[tuple[object, ...], bool]] = {}

    def wins(self, position: Position, turns: int) -> bool:
        """Whether the seat reaches its goal in so many of its turns, the running one included."""
        if position.is_over:
            return not position.card_count(self.seat)
        mine = position.mover == self.seat
        if not turns and (mine or not self._holds):
            return self._holds
        key = (*position.key(), turns)
        known = self._known.get(key)
        if known is None:
            self.work += 1
            if self.work > self._limit or (not self.work % ASKED_EVERY and self._should_stop()):
                raise Unsolved
            ahead = (
                self.wins(each, turns - (mine and each.mover != self.seat))
                for each in self._ahead(position, turns)
            )
            known = any(ahead) if mine else all(ahead)
            self._known[key] = known
        return known

    def _ahead(self, position: Position, turns: int) -> Iterator[Position]:
        """Return where the mover's steps lead, as far as they make a difference."""
        mine = position.mover == self.seat
        hand = position.hands[position.mover]
        # What a rival holds matters no more once it acts for the last time.
        is_last = not mine and turns <= 1
        if position.phase == OWES_INSERT:
            last = len(hand) + 1
            for place in range(last if is_last else 1, last + 1):
                if place == last or hand[place - 1] != position.drawn:
                    yield apply_insert(position, place)
        elif position.phase == OWES_OFFER:
            for place in range(1, len(hand) + 1):
                alike = hand[place:] if is_last else hand[place : place + 1]
                if hand[place - 1] not in alike:
                    yield apply_offer(position, place)
        elif position.phase == START:
            must_go_out = mine and turns == 1 and not self._holds
            yield from self._from_start(position, plays_only=must_go_out)
        else:
            for step in list_legal_steps(position, position.mover):
                yield apply_step(position, step)

    def _from_start(self, position: Position, *, plays_only: bool) -> Iterator[Position]:
        """Return where a turn may begin to lead; plays first, long ones before short ones.

        plays_only: nobody goes out by drawing, so that there is no need to look at that.
        """
        for play in sorted(list_plays(position), key=length_of, reverse=True):
            yield apply_play(position, play)
        if plays_only:
            return
        for step in list_legal_steps(position, position.mover):
            if step.kind == DRAW:
                for card in self._cards_drawn(position):
                    yield apply_draw(position, card)
            elif step.kind != PLAY:
                yield apply_step(position, step)

    def _cards_drawn(self, position: Position) -> Iterable[int]:
        """List the cards that the mover may draw from the deck."""
        if position.deck and not self._by_luck:
            return position.deck[:1]
        return () if position.mover == self.seat else range(1, HIGHEST + 1)

    def line(self, position: Position, turns: int) -> list[tuple[int, TurnPath]]:
        """Play on as both sides do best till it is decided: each seat with its turn.

        turns: of the seat that are still to come.
        """
        line: list[tuple[int, TurnPath]] = []
        while not position.is_over and (turns or (self._holds and position.mover != self.seat)):
            mover, mine = position.mover, position.mover == self.seat
            turns -= mine
            way = max(list_turn_paths(position), key=partial(self._merit, turns, mine))
            line.append((mover, way))
            position = way.position
        return line

    def _merit(self, turns: int, mine: bool, way: TurnPath) -> tuple[bool, bool, int]:
        """Rank a turn for its seat: whether it does what it should, if at once, cards played."""
        does = self.wins(way.position, turns) == mine
        last = way.steps[-1]
        return does, does and way.position.is_over, length_of(last.what) if last.kind == PLAY else 0


LIMIT: Final = 4_000
"""So many positions are looked at to make a puzzle: some tenths of a second."""


LONGEST: Final = 3
"""Turns, the first one included, in which a seat goes out by force."""


FEWEST: Final = 5
"""Ways to take the turn, counting those that come to the same once; with fewer it is no puzzle."""


class RaceSolution(NamedTuple):
    """The one solution: all ways to write it, and the turns that it takes, the first included."""

    ways: list[TurnPath]
    turns: int


def solve_race(
    position: Position, *, holds: bool, limit: int = NO_LIMIT, should_stop: ShouldStop = keep_on
) -> RaceSolution | None:
    """Return the one turn that does it, whatever is drawn; None where there are none or several.

    Every other turn fails as the deck lies, so that it can be shown. Raises Unsolved.
    """
    outcomes = group_by_outcome(list_turn_paths(position))
    if len(outcomes) < FEWEST:
        return None
    seat = position.mover
    lying = RaceSolver(seat, holds=holds, limit=limit, should_stop=should_stop)
    for turns in range(1, 2 if holds else LONGEST + 1):
        right = [each for each in outcomes if lying.wins(each, turns - 1)]
        if len(right) > 1:
            return None
        if right:
            ways = outcomes[right[0]]
            drawn = any(step.kind == DRAW for way in ways for step in way.steps)
            sure = RaceSolver(seat, holds=holds, by_luck=True, limit=limit, should_stop=should_stop)
            return (
                RaceSolution(ways, turns) if not drawn and sure.wins(right[0], turns - 1) else None
            )
    return None


def judge_race(
    position: Position,
    seat: int,
    turns: int,
    *,
    holds: bool,
    is_right: bool,
    should_stop: ShouldStop = keep_on,
) -> PuzzleVerdict:
    """Play on from after a turn, and say what it came to. Raises Unsolved."""
    race = RaceSolver(seat, holds=holds, should_stop=should_stop)
    line = race.line(position, turns - 1)
    plies = [Entry(mover, str(step)) for mover, way in line for step in way.steps]
    end = line[-1][1].position if line else position
    return PuzzleVerdict(
        is_right, _explain_verdict(end, seat, turns, holds=holds, is_right=is_right), tuple(plies)
    )


def _explain_verdict(
    end: Position, seat: int, turns: int, *, holds: bool, is_right: bool
) -> Reason:
    if is_right:
        return make_reason("held") if holds else make_reason("out", turns=turns)
    first = [each for each in range(end.seats) if each != seat and not end.card_count(each)]
    if first:
        return make_reason("beaten", seat=SEATS[first[0]])
    return make_reason("too_slow", turns=turns)


OUT: Final = "out"


HOLD: Final = "hold"


SHED: Final = "shed"


TIDY: Final = "tidy"


_HOLDS: Final = {OUT: False, HOLD: True}
"""The kinds in which others are raced against."""


_COUNTED: Final = {OUT: "turns", SHED: "left", TIDY: "count"}
"""By kind what its figure counts."""


LIKELY: Final = 0.25
"""How likely a round is stopped at a position in which others are raced against."""


SEATS_TO_TRY: Final = (2, 2, 3)
"""Of the rounds that positions are of, one as likely as the other."""


HANDS: Final = {OUT: (3, 5), HOLD: (4, 6), SHED: (5, 9), TIDY: (5, 9)}
"""By kind the most cards that the hand has which looks for the turn: between these two."""


class SpringPuzzles:
    """Spring Cleaning's puzzles; each member is told in `Puzzles`."""

    kinds = (OUT, HOLD, SHED, TIDY)

    def opened(self, puzzle: Puzzle) -> Opened:
        """Lay a puzzle on the table."""
        is_open = _is_open(puzzle.kind, puzzle.figures)
        state = build_state_at(parse_position(puzzle.position), open_hands=is_open)
        return Opened(SpringCleaning(), state.options.to_plain(), state, is_open)

    def judge(
        self, puzzle: Puzzle, steps: Sequence[Step], should_stop: ShouldStop = keep_on
    ) -> PuzzleVerdict:
        """Judge the steps of a whole turn."""
        position = parse_position(puzzle.position)
        reached = position
        for step in steps:
            problem = explain_illegal(reached, step)
            if problem:
                return PuzzleVerdict(False, problem)
            reached = apply_step(reached, step)
        right = take_turn(position, parse_steps(puzzle.answers[0]))
        is_right, seat = reached == right, puzzle.seat
        if puzzle.kind in _HOLDS:
            return judge_race(
                reached,
                seat,
                dict(puzzle.figures).get("turns", 1),
                holds=_HOLDS[puzzle.kind],
                is_right=is_right,
                should_stop=should_stop,
            )
        if puzzle.kind == SHED:
            left, best = reached.card_count(seat), right.card_count(seat)
            return PuzzleVerdict(is_right, make_reason("leaves", left=left, best=best))
        count, fewest = [count_combinations(each.hands[seat]) for each in (reached, right)]
        return PuzzleVerdict(is_right, make_reason("combinations", count=count, best=fewest))

    def answer(self, puzzle: Puzzle) -> tuple[Step, ...]:
        """Return the steps of the right turn."""
        return parse_steps(puzzle.answers[0])

    def solve(self, puzzle: Puzzle, should_stop: ShouldStop = keep_on) -> tuple[str, ...]:
        """Find the right turn anew."""
        position, kind = parse_position(puzzle.position), puzzle.kind
        if _is_open(kind, puzzle.figures):
            solved = solve_race(position, holds=_HOLDS[kind], should_stop=should_stop)
            figures, ways = (
                (_build_figures(kind, solved.turns), solved.ways) if solved else ((), [])
            )
        else:
            found = _solve_solo(kind, position)
            figures, ways = (_build_figures(kind, found.figure), found.ways) if found else ((), [])
        return _list_texts(ways) if figures == puzzle.figures else ()

    def hints(self, puzzle: Puzzle) -> tuple[Reason, Reason, Reason]:
        """Return three hints."""
        position = parse_position(puzzle.position)
        steps = parse_steps(puzzle.answers[0])
        return build_hints(position, TurnPath(steps, take_turn(position, steps)))

    def attempt(
        self,
        kind: str,
        seed: str,
        grades: Container[int] = GRADES,
        should_stop: ShouldStop = keep_on,
    ) -> Puzzle | None:
        """Try to make a puzzle."""
        chance = Random(f"{kind} {seed}")
        phase = OWES_INSERT if kind == TIDY else START
        player = PLAYERS[int(chance.random() * len(PLAYERS))]
        seats = SEATS_TO_TRY[int(chance.random() * len(SEATS_TO_TRY))]
        low, high = HANDS[kind]
        most = low + int(chance.random() * (high + 1 - low))
        positions = play_positions_by_lot(player, seats, chance, phase, most)
        if kind in _HOLDS:
            stopped = (each for each in positions if chance.random() < LIKELY)
            position = next(stopped, None)
            return _make_race_puzzle(kind, position, grades, should_stop) if position else None
        made = [puzzle for each in positions if (puzzle := _make_solo_puzzle(kind, each, GRADES))]
        hardest = max(made, key=lambda puzzle: puzzle.grade, default=None)
        return hardest if hardest and hardest.grade in grades else None

    def from_turn(
        self, match: Match, seat: int, revision: int, should_stop: ShouldStop = keep_on
    ) -> Puzzle | None:
        """Make a puzzle of a turn in which the seat could have gone out by one play.

        Or of one in a round that it lost, seen with open hands, as the record has them: it could
        have gone out by force in a few turns, or let nobody out before it acted again.
        """
        state: MatchState = match.state_at(revision)
        position = state.position
        if state.stage != TURN or position.mover != seat or position.phase != START:
            return None
        found = solve_fewest_left(position)
        taken = match.log[revision].step
        if found is not None and not found.figure:
            if taken in [str(way.steps[0]) for way in found.ways]:
                return None
            return _make_solo_puzzle(OUT, redeal(observe(state, seat), Random(revision)), GRADES)
        if not _is_lost(match.state, state.round_number, seat):
            return None
        for kind in _HOLDS:
            if len(position.hands[seat]) > HANDS[kind][1]:
                continue
            puzzle = _make_race_puzzle(kind, position, GRADES, should_stop)
            if puzzle and not _is_taken(match, revision, puzzle):
                return puzzle
        return None


def _is_lost(end: MatchState, number: int, seat: int) -> bool:
    """Whether a seat took trash in a round that is over, by its number from 1."""
    return number <= len(end.rounds) and end.rounds[number - 1].trash[seat] > 0


def _is_taken(match: Match, revision: int, puzzle: Puzzle) -> bool:
    """Whether the turn that began at a revision came to the same as the right one."""
    right = take_turn(parse_position(puzzle.position), parse_steps(puzzle.answers[0]))
    end = revision
    while end < match.revision and match.log[end].seat == puzzle.seat:
        end += 1
    return bool(match.state_at(end).position == right)


def _is_open(kind: str, figures: Figures) -> bool:
    return kind in _HOLDS and dict(figures).get("turns") != 1


def _make_race_puzzle(
    kind: str, position: Position, grades: Container[int], should_stop: ShouldStop
) -> Puzzle | None:
    try:
        solved = solve_race(position, holds=_HOLDS[kind], limit=LIMIT, should_stop=should_stop)
    except Unsolved:
        return None
    if solved is None:
        return None
    if kind == OUT and solved.turns == 1:
        return _make_solo_puzzle(OUT, position, grades)
    grade = grade_of(position, solved.ways, grades, should_stop)
    if grade not in grades or should_stop():
        return None
    return _build_puzzle(kind, _build_figures(kind, solved.turns), grade, position, solved.ways)


def _make_solo_puzzle(kind: str, position: Position, grades: Container[int]) -> Puzzle | None:
    """Make a puzzle of a kind in which nobody else matters, going out at once among them."""
    found = _solve_solo(kind, position)
    if found is None:
        return None
    grade = (grade_of_tidy if kind == TIDY else grade_of_play)(position, found)
    if grade not in grades:
        return None
    return _build_puzzle(kind, _build_figures(kind, found.figure), grade, position, found.ways)


def _solve_solo(kind: str, position: Position) -> SoloSolution | None:
    """Find the one solution; of going out at once the figure is the one turn that it takes."""
    found = (solve_tidiest if kind == TIDY else solve_fewest_left)(position)
    if found is None or kind == TIDY:
        return found
    if kind == OUT:
        return None if found.figure else found._replace(figure=1)
    return found if found.figure else None


def _build_figures(kind: str, figure: int) -> Figures:
    return ((_COUNTED[kind], figure),) if kind in _COUNTED else ()


def _build_puzzle(
    kind: str, figures: Figures, grade: int, position: Position, ways: list[TurnPath]
) -> Puzzle:
    seat, text = position.mover, str(position)
    return Puzzle(SpringCleaning.name, kind, figures, grade, seat, text, _list_texts(ways))


def _list_texts(ways: list[TurnPath]) -> tuple[str, ...]:
    return tuple(sorted([text_of_turn(way.steps) for way in ways]))


PUZZLES: Final = SpringPuzzles()
"""Spring Cleaning's puzzles: the one value that the rest of the program knows."""


BY_SUM: Final = (1, 2, 3, 3, 4, 5, 5, 5, 5)
"""By levels that miss it and what else makes it harder."""


COSTS: Final = Costs(GREEDY)


def grade_of(
    position: Position,
    answers: list[TurnPath],
    wanted: Container[int],
    should_stop: ShouldStop = keep_on,
) -> int:
    """Grade a puzzle, 0 where none of the wanted grades can come of it."""
    seen = observe(build_state_at(position, open_hands=True), position.mover)
    right = {text_of_turn(way.steps) for way in answers}
    return puzzle_grading.grade_puzzle(
        count_tempting_turns(seen, right),
        LEVELS,
        seen,
        lambda steps: text_of_turn(steps) in right,
        BY_SUM,
        wanted,
        should_stop,
    )


def count_tempting_turns(seen: SpringObservation, right: set[str]) -> int:
    """Count the other turns that a look without foresight likes as well as the right one."""
    options = list_options(find_decision_point(seen, COSTS), COSTS)
    own = [option.cost for option in options if text_of_turn(option.steps) in right]
    wrong = [option.cost for option in options if text_of_turn(option.steps) not in right]
    return sum([cost <= min(own) for cost in wrong]) if own else len(wrong)
