"""Finds the reason for the adviser's choice, by simulating the chosen turn and the second best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from red7_desktop.games.spring_cleaning.players.lookahead import LookaheadPlayer
from red7_desktop.games.spring_cleaning.players.rollout import OpenRound
from red7_desktop.games.spring_cleaning.players.worlds import Determinizations, World
from red7_desktop.games.spring_cleaning.rules.cards import PLAY, Step, cards_of, length_of
from red7_desktop.games.spring_cleaning.rules.game import SpringObservation
from red7_desktop.games.spring_cleaning.rules.position import SEALED
from red7_desktop.tabletop.game import Reason, make_reason
from red7_desktop.tabletop.player import (
    Choice,
    OtherTurn,
    Reasons,
    ShouldStop,
    compare_gain,
    never_stop,
)
from red7_desktop.tabletop.search import CandidateLine, Search

REASON_WORLDS: Final = 60
"""Number of possible deals of the hidden cards (worlds) with which the proposed turn and the next
best turn are simulated."""
MIN_OFTEN_SHARE: Final = 0.4
"""Minimum share (0 to 1) of simulations in which the seat later plays a combination, for a reason
that names this combination."""
MIN_SHARE_DIFFERENCE: Final = 0.15
"""Minimum difference that makes an event, such as a play, a reason to prefer one turn to another:
the share (0 to 1) of simulations in which the event happens after the first turn, minus the share
in which it happens after the second turn."""
UNBEATEN: Final = 0.6
"""Minimum share (0 to 1) of simulations in which nobody beats a turn's play, for the reason
`unbeaten`."""
STRONGER: Final = 0.1
"""Minimum difference for the reason `stronger`: the share (0 to 1) of simulations in which nobody
beats the turn's play, minus the same share for the other turn's play."""
_OWN_TURNS: Final = 2
"""Number of the seat's later turns that are simulated."""
_MOST_TURNS: Final = 40
EVIDENCE_BUDGET: Final = 1_600
"""Budget of the search that finds reasons, in simulated turns. The budget only limits how many
hidden cards are swapped, after a random deal, to make the deal fit the rivals' actions."""


class Sequel(NamedTuple):
    """The result of a simulation after a turn, in one world (a guess at the hidden cards).

    Attributes:
        played: Packed combinations that the seat plays in its next turns.
        led: The combinations in `played` that lead a trick.
        is_unbeaten: Whether no rival beats the seat's play before the seat's next turn.
        finisher: The rival that finishes before the seat's next turn, -1 for none.
    """

    played: tuple[int, ...]
    led: tuple[int, ...]
    is_unbeaten: bool
    finisher: int


def is_play(steps: Sequence[Step]) -> bool:
    """Return whether a turn plays a combination."""
    return any(step.kind == PLAY for step in steps)


def find_reason(
    observation: SpringObservation,
    choice: Choice,
    lines: Sequence[CandidateLine],
    seed: int,
    should_stop: ShouldStop = never_stop,
) -> Reasons:
    """Explain the choice between the turn that the adviser proposes and another turn.

    Both turns are simulated with the same deals of the hidden cards. If the proposed turn draws a
    card, the other turn is the best one that plays cards, because users wonder why they shouldn't
    play. Otherwise the other turn is the next best one.

    The result has a reason for the proposed turn and a reason for (or against) the other turn. A
    reason consists of a code and its values. The codes, with the names of their values in brackets:

    - `keep` (`cards`, `trick`): the seat keeps these hand cards and often plays them later. `trick`
      is 1 if the play begins a trick, else 0.
    - `next` (`cards`, `trick`): the seat often plays these cards later, but its hand doesn't have
      all of them yet.
    - `unbeaten` (`tenths`): nobody beats the turn's play in `tenths` out of ten deals.
    - `stronger`: the turn's play is beaten less often than the other turn's play.
    - `rival` (`seat`): after the other turn, this seat would finish first more often.
    - `sheds` (`count`, `other`): the turn plays `count` cards, and the other turn only `other`.
    - `loses` (`other`): the other turn, the candidate with the index `other`, has a lower value
      than the proposed turn.

    Args:
        observation: The seat's observation.
        choice: The proposed turn, with the candidates among which the adviser chose.
        lines: Simulation results of the candidate turns. Unused, because they don't contain the
            combinations that seats played.
        seed: Seed for the deals of the hidden cards.
        should_stop: Ends the comparison early.

    Returns:
        The reasons. Empty if there was only one candidate, if no reason was found, or if
        `should_stop` returned True.
    """
    if len(choice.candidates) < 2:
        return Reasons()
    search = LookaheadPlayer().prepare(observation, EVIDENCE_BUDGET, seed + 2, should_stop)
    if not isinstance(search, Search):
        return Reasons()
    worlds = search.simulator
    assert isinstance(worlds, Determinizations)
    nth = _find_contrast(choice)
    turns = [FollowedTurn(choice.candidates[at].steps, []) for at in (0, nth)]
    for _ in range(REASON_WORLDS):
        if should_stop():
            return Reasons()
        world = worlds.deal()
        for turn in turns:
            turn.sequels.append(follow(worlds, turn.steps, world))
    own, other = turns
    against = find_advantage(observation, other, own)
    why = find_advantage(observation, own, other)
    if why is None:
        # The proposed turn has no advantage over the other one. But if the seat often makes the
        # same good play after both turns, this play is still a reason for the proposed turn.
        purpose = _find_kept(observation, own.sequels, [])
        why = purpose if purpose != against else None
    if compare_gain(choice.candidates[0], choice.candidates[nth]):
        return Reasons(why, OtherTurn(nth, make_reason("loses", other=nth)))
    if against is None or against == why:
        return Reasons(why)
    return Reasons(why, OtherTurn(nth, against))


class FollowedTurn(NamedTuple):
    """A candidate turn, with the results of the simulations that begin with it.

    Attributes:
        steps: Steps of the turn.
        sequels: Results of the simulations, one for each simulated world (guess at the hidden
            cards).
    """

    steps: Sequence[Step]
    sequels: list[Sequel]

    @property
    def play(self) -> int:
        """The combination that the turn plays, packed; 0 if it plays none."""
        return next((step.argument for step in self.steps if step.kind == PLAY), 0)

    @property
    def unbeaten(self) -> float:
        return _share(self.sequels, lambda each: each.is_unbeaten)


def find_advantage(
    observation: SpringObservation, own: FollowedTurn, other: FollowedTurn
) -> Reason | None:
    """Return a reason why the turn `own` is better than the turn `other`; None if there is none."""
    return (
        _find_kept(observation, own.sequels, other.sequels)
        or _find_strength(own, other)
        or _find_rival(own.sequels, other.sequels)
        or _find_shed(own, other)
    )


def follow(worlds: Determinizations, steps: Sequence[Step], world: World) -> Sequel:
    """Simulate a turn and the next turns of all seats with one possible deal of the hidden cards.

    All seats choose their turns by the policy of rollouts.

    Args:
        worlds: Sampler that has dealt the hidden cards.
        steps: The seat's turn.
        world: The deal of the hidden cards.

    Returns:
        A summary of the simulated turns. The simulation ends when the seat has taken `_OWN_TURNS`
        more turns, or when the round is over.
    """
    seat = worlds.seat
    table = worlds.start_round(world)
    over = False
    for step in steps:
        over = over or table.take(step)
    if worlds.position.phase == SEALED:
        table.mover = worlds.position.mover
    elif not over:
        table.end_turn()
    played: list[int] = []
    led: list[int] = []
    is_unbeaten = over
    finisher = -1
    turns_left = _OWN_TURNS
    for _ in range(_MOST_TURNS):
        if over or not turns_left:
            break
        mover = table.mover
        if mover == seat and turns_left == _OWN_TURNS:
            is_unbeaten = not table.trick
        over = _take_turn(table, mover == seat, played, led)
        if mover == seat:
            turns_left -= 1
        elif over and turns_left == _OWN_TURNS:
            finisher = mover
    return Sequel(tuple(played), tuple(led), is_unbeaten, finisher)


def _take_turn(table: OpenRound, is_own: bool, played: list[int], led: list[int]) -> bool:
    """Simulate one turn; return whether the round is over.

    Args:
        table: The simulated round.
        is_own: Whether the seat to move is the seat that reasons are searched for. If so, the
            combination that it plays is recorded.
        played: The combination, packed, is appended to this list.
        led: If the combination leads a trick, it is also appended to this list.
    """
    before = len(table.trick)
    over = table.take_turn()
    if is_own and len(table.trick) > before:
        played.append(table.trick[-1])
        if not before:
            led.append(table.trick[-1])
    return over


def _share(sequels: Sequence[Sequel], holds: Callable[[Sequel], bool]) -> float:
    return sum(map(holds, sequels)) / max(len(sequels), 1)


def _find_kept(
    observation: SpringObservation, own: Sequence[Sequel], other: Sequence[Sequel]
) -> Reason | None:
    """Find a set or run that the seat is more likely to play later if it takes a certain turn now.

    Args:
        observation: The seat's observation.
        own: Results of simulations after this turn, for which a reason is wanted.
        other: Results of simulations after another turn, with which it is compared. If there are
            none, the combination only has to be played often after the first turn.

    Returns:
        The reason `keep` if the seat's hand already has all cards of the combination. The reason
        `next` if cards are still missing. None if no combination was found.
    """
    position = observation.position
    seat = observation.viewer or 0
    hand = Counter([*position.hands[seat], *position.picked_up])
    counts = Counter([play for each in own for play in set(each.played)])
    plays = [
        play
        for play in counts
        if length_of(play) > 1 and counts[play] >= MIN_OFTEN_SHARE * len(own)
    ]
    plays.sort(key=lambda play: (length_of(play), counts[play], play), reverse=True)
    for play in plays:
        elsewhere = _share(other, lambda each: play in each.played)  # noqa: B023  # used at once
        if counts[play] / len(own) - elsewhere < MIN_SHARE_DIFFERENCE:
            continue
        cards = cards_of(play)
        opens = sum(play in each.led for each in own) * 2 > counts[play]
        code = "keep" if Counter(cards) <= hand else "next"
        return make_reason(code, cards="".join(map(str, cards)), trick=int(opens))
    return None


def _find_strength(own: FollowedTurn, other: FollowedTurn) -> Reason | None:
    if not own.play:
        return None
    if own.unbeaten >= UNBEATEN:
        return make_reason("unbeaten", tenths=round(10 * own.unbeaten))
    if other.play and own.unbeaten - other.unbeaten >= STRONGER:
        return make_reason("stronger")
    return None


def _find_shed(own: FollowedTurn, other: FollowedTurn) -> Reason | None:
    if not (own.play and other.play):
        return None
    count = length_of(own.play)
    if count <= length_of(other.play):
        return None
    return make_reason("sheds", count=count, other=length_of(other.play))


def _find_rival(own: Sequence[Sequel], other: Sequence[Sequel]) -> Reason | None:
    seats = Counter([each.finisher for each in other if each.finisher >= 0])
    if not seats:
        return None
    seat, count = seats.most_common(1)[0]
    if count / len(other) - _share(own, lambda each: each.finisher == seat) < MIN_SHARE_DIFFERENCE:
        return None
    return make_reason("rival", seat=seat)


def _find_contrast(choice: Choice) -> int:
    """Return the index of the candidate with which the chosen turn is compared.

    If the chosen turn plays no cards, this is the best candidate that plays cards. If the chosen
    turn plays cards, or if no candidate does, this is the second-best candidate.
    """
    if not is_play(choice.steps):
        for nth, other in enumerate(choice.candidates):
            if is_play(other.steps):
                return nth
    return 1
