"""Builds the models of the panels that only this game's table has; pure functions.

`table_model.TableModel.panels` contains the models. The key is the panel's zone in the layout:

    holder     HolderModel     seat that played the combination to beat, and its kind
    trick      BeatenMarkers   seats that played the beaten combinations
    steps      StepsModel      seats that have yet to beat it or draw; during a draw of the viewer,
                               the steps of this draw
    discarded  CountModel      number of cards in the discard pile
    mat.0      MatModel        mat below the viewer's offer
    left.N     CountModel      number of cards that an opponent has left
    trash.N    TrashModel      a seat's trash (penalty points), and the trash that would be added
                               if the round ended now

N is a seat's place around the table: 0 at the bottom, then clockwise. A panel that isn't among the
keys isn't shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from red7_desktop.games.spring_cleaning.face import explanations, turn_words
from red7_desktop.games.spring_cleaning.face.words import SpringWords
from red7_desktop.games.spring_cleaning.players import worlds
from red7_desktop.games.spring_cleaning.rules import card_moves, cards, game, legality
from red7_desktop.games.spring_cleaning.rules.cards import OFFER as PUT_OUT
from red7_desktop.games.spring_cleaning.rules.position import (
    OWES_INSERT,
    OWES_OFFER,
    OWES_ORDER,
    SEALED,
    START,
    TRASH_LIMITS,
    Position,
    compute_trash_given,
)
from red7_desktop.kit import phrases, table_model
from red7_desktop.kit.present.table_context import TableContext
from red7_desktop.kit.texts import (
    Runs,
    Tone,
    apply_tone,
    capitalize_runs,
    fill_template,
    join_runs,
    to_runs,
)
from red7_desktop.tabletop.game import TURN, Face, Reason, make_reason


@dataclass(frozen=True, slots=True)
class HolderModel:
    """Content of the panel for the seat that played the combination to beat.

    Attributes:
        name: Name of the seat's player, or "You".
        held: Kind of the combination ("a pair").
        face: Highest card of the combination; the text has this card's colour.
        meaning: Tooltip: a whole sentence that names the player and the combination.
    """

    seat_label: phrases.SeatLabel
    name: str
    held: str
    face: str
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class BeatenMarker:
    """The marker below the cards of a beaten combination, which shows the seat that played them.

    Attributes:
        seat_label: Avatar or initial of the seat.
        cards: Number of cards in the combination.
        meaning: Tooltip that names the seat and the combination.
    """

    seat_label: phrases.SeatLabel
    cards: int
    meaning: str = ""


BeatenMarkers: TypeAlias = tuple[BeatenMarker, ...]
"""A marker for each beaten combination of the current trick, the oldest first. The combinations are
in the same order in the zone `trick`."""


@dataclass(frozen=True, slots=True)
class DrawStep:
    """A step of the viewer's draw, such as inserting the drawn card.

    Attributes:
        words: Name of the step.
        is_done: Whether the step has been taken.
        is_next: Whether the step is the next one to take.
    """

    words: str
    is_done: bool = False
    is_next: bool = False


@dataclass(frozen=True, slots=True)
class StepsModel:
    """Contents of the line below the status line: either `line` or `steps`.

    Attributes:
        line: Names of the seats that have yet to act in the trick, or the reason why the picked
            cards can't be played.
        steps: Steps of the viewer's draw; () if the viewer hasn't drawn a card in this turn.
        is_refusal: Whether `line` says why the picked cards can't be played.
        meaning: Tooltip of the line.
        hidden: How many cards of each number are hidden from the viewer, from number 1 on; () if
            the user has turned this count off.
    """

    line: Runs = ()
    is_refusal: bool = False
    steps: tuple[DrawStep, ...] = ()
    meaning: str = ""
    hidden: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MatModel:
    """The mat below the viewer's offer, onto which the user drags a card to offer it.

    Attributes:
        is_open: Whether a card can be dropped on it now.
        meaning: Tooltip that says who may use the offer's cards.
    """

    title: str
    is_open: bool = False
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class TrashModel:
    """Contents of the panel that shows a seat's trash (penalty points).

    Attributes:
        label: The seat's trash and the trash at which the match ends, in words ("trash 1/7").
        short: Shorter form of the label ("1/7").
        trash: Trash that the seat has got so far.
        target: Trash at which the match ends.
        gain: During a round, the trash that the seat would get if the round ended now; None if
            there is no forecast yet. After a round, the trash that the seat got in it.
        forecast: The gain in words; only for the viewer.
        meaning: Tooltip that describes trash and gain in a sentence.
        is_handed_out: True after a round, when the gain has been added to `trash`.
    """

    label: str
    short: str
    trash: int
    target: int
    gain: int | None = None
    forecast: str = ""
    meaning: str = ""
    is_handed_out: bool = False


@dataclass(frozen=True, slots=True)
class CountModel:
    """A number of cards in a pile or hand.

    Attributes:
        count: The number.
        label: Text below it, such as "cards".
        is_close: Whether the number is shown as a warning that the seat may finish soon.
        meaning: Tooltip: a whole sentence that contains the number.
    """

    count: int
    label: str
    is_close: bool = False
    meaning: str = ""


class SpringContext(TableContext[game.SpringObservation, SpringWords]):
    """The input of the table model: the viewer's observation, its words, and display options."""

    @property
    def position(self) -> Position:
        """The position as the viewer knows it."""
        return self.observation.position

    @property
    def offered(self) -> int:
        """Number of the card that the viewer has put on the mat to offer it; 0 for none."""
        step = self.options.picked_step
        if (
            not isinstance(step, cards.Step)
            or step.kind != cards.OFFER
            or step not in self.observation.legal
        ):
            return 0
        return self.position.hands[self.bottom][step.argument - 1]

    def legal_of(self, kind: int) -> bool:
        """Return whether the viewer has a legal step of a kind."""
        return kind in [
            step.kind for step in self.observation.legal if isinstance(step, cards.Step)
        ]

    def find_wait(self) -> Reason | None:
        seen = self.observation
        is_sealed = seen.stage == TURN and seen.position.phase == SEALED
        if seen.viewer is None or not is_sealed or self.is_asked:
            return super().find_wait()
        return make_reason("already_picked", seat=cards.SEATS[seen.viewer])

    def describe_waiting(self) -> Runs:
        if len(self.observation.to_act) > 1:
            return to_runs(self.texts("The others are choosing their first offers"))
        return super().describe_waiting()


IN_A_DRAW: Final = frozenset({OWES_INSERT, OWES_OFFER})


def present_status(scene: SpringContext) -> table_model.StatusModel:
    """Return the status line: what the viewer can do, or what the active seat has to beat."""
    texts = scene.texts
    position = scene.position
    meaning = texts("What to do now.")
    is_playing = scene.observation.stage == TURN and position.phase == START and position.trick
    if is_playing and not (scene.is_asked and scene.legal_of(PUT_OUT)):
        return scene.build_prompt(
            capitalize_runs(to_runs(scene.words.answer(position.table))),
            label=texts("To beat"),
            examples=_list_examples(position.table),
            meaning=meaning,
        )
    if scene.is_asked:
        line = _prompt_viewer(scene)
    else:
        line = _describe_news(scene)
    return scene.build_prompt(apply_tone(line, Tone.STRONG), meaning=meaning)


def _list_examples(table: int) -> tuple[tuple[Face, ...], ...]:
    length = cards.length_of(table)
    top = cards.top_of(table)
    found: list[tuple[Face, ...]] = []
    if top < cards.HIGHEST:
        numbers = range(top - length + 2, top + 2) if table & cards.RUN else [top + 1] * length
        found.append(tuple([str(card) for card in numbers]))
    if length < cards.HIGHEST:
        found.append((None,) * (length + 1))
    return tuple(found)


def _prompt_viewer(scene: SpringContext) -> Runs:
    texts = scene.texts
    position = scene.position
    if position.phase == START:
        if not position.trick:
            return to_runs(texts("You lead: play cards that are side by side"))
        return to_runs(texts("Nothing to draw: offer a card"))
    if scene.offered and position.phase == OWES_OFFER:
        ready = texts("End your turn to offer the {card}, or choose another", card=scene.offered)
        return to_runs(ready)
    return to_runs(
        {
            SEALED: texts("Choose a card for your first offer"),
            OWES_INSERT: texts.in_context(
                "drawn", "Where does the {card} go?", card=position.drawn
            ),
            OWES_OFFER: texts("Which card do you offer?"),
            OWES_ORDER: texts("Arrange your new hand, left to right"),
        }[position.phase]
    )


def _describe_news(scene: SpringContext) -> Runs:
    texts = scene.texts
    words = scene.words
    seen = scene.observation
    position = scene.position
    if seen.stage != TURN:
        return turn_words.describe_round_result(words, len(seen.rounds), seen.rounds[-1])
    if position.phase == SEALED:
        names = join_runs(
            [words.names[seat] for seat in scene.observation.to_act],
            texts.in_context("cards", ", "),
        )
        return fill_template(texts("Still choosing: {names}"), names=names)
    mover = position.mover
    if position.trick:
        return to_runs(texts("To beat: {held}", held=words.combination(position.table)))
    return words.choose_form(mover, texts("You lead"), texts("{name} leads a new trick"))


COUNTS: Final = "count_hidden"


def present_steps(scene: SpringContext) -> StepsModel | None:
    """Return the contents of the line below the status line.

    The line shows the steps of the viewer's draw, the seats that haven't acted in the trick yet, or
    the reason why the cards that the viewer has picked can't be played.

    Returns:
        None between rounds, and if there is nothing to show.
    """
    position = scene.position
    texts = scene.texts
    if scene.observation.stage != TURN:
        return None
    if COUNTS in scene.options.switches:
        hidden = worlds.count_unseen(scene.observation)[1:]
    else:
        hidden = ()
    if hidden:
        about = f" {texts('After each number: how many are still hidden.')}"
    else:
        about = ""
    if scene.is_asked and position.phase in IN_A_DRAW:
        about = texts("Draw, place, offer.") + about
        return StepsModel(steps=_draw_steps(scene), meaning=about, hidden=hidden)
    if position.trick:
        line = _describe_answering(scene)
    else:
        line = _describe_leading(scene)
    if refused := _explain_illegal_selection(scene):
        line = explanations.explain(refused, scene.words)
    about = texts("Players who may still beat it.") + about
    shown = StepsModel(line, bool(refused), meaning=about, hidden=hidden)
    if line or hidden:
        return shown
    return None


def _explain_illegal_selection(scene: SpringContext) -> Reason | None:
    """Return the reason why the cards that the user has picked can't be played.

    Returns:
        None if no cards are picked, if they can be played, or if the user can still make them a
        legal play by picking more cards.
    """
    if not scene.options.is_stuck:
        return None
    position = scene.position
    places: list[int] = []
    taken: list[tuple[int, int]] = []
    for name in scene.options.picked:
        zone, _, nth = name.partition("#")
        kind, _, owner = zone.partition(":")
        if kind == "hand":
            places.append(int(nth) + 1)
        elif kind == "offer":
            seat = cards.SEATS.index(owner)
            taken.append((seat, position.offers[seat][int(nth)]))
    found = card_moves.combine_cards(position, tuple(places), tuple(taken))
    if isinstance(found, Reason):
        return found
    return legality.find_illegal_reason(position, found, scene.bottom)


def _draw_steps(scene: SpringContext) -> tuple[DrawStep, ...]:
    texts = scene.texts
    phase = scene.position.phase
    taken = [step for step in scene.observation.steps if step.kind == cards.TAKE]
    source = texts("Drawn")
    if taken:
        source = texts("Drawn from {name}’s offer", name=scene.words.names[taken[0].seat])
    return (
        DrawStep(source, is_done=True),
        DrawStep(texts("Place"), phase == OWES_OFFER, phase == OWES_INSERT),
        DrawStep(texts("Offer"), bool(scene.offered), phase == OWES_OFFER),
    )


def _describe_answering(scene: SpringContext) -> Runs:
    texts = scene.texts
    position = scene.position
    holder = position.holder
    count = position.seats
    # Don't list the mover among the seats that still have to answer if it has just emptied its hand
    # and is picking up its offer at once: it has already answered the trick in this turn.
    has_answered = position.phase == OWES_ORDER and position.at_once
    after = position.mover + (scene.is_asked or has_answered)
    waiting = [(after + nth) % count for nth in range((holder - after) % count)]
    if not waiting:
        name = scene.words.names[holder]
        last = texts("If you don’t beat it, {name} wins the trick.", name=name)
        if scene.is_asked:
            return to_runs(last)
        return ()
    you = texts.in_context("seat", "you")
    words = scene.words
    named = [you if words.is_you(seat) else words.names[seat] for seat in waiting]
    names = join_runs(named, texts.in_context("cards", ", "))
    if scene.is_asked:
        template = texts("After you: {names}.")
    else:
        template = texts("Still to play: {names}.")
    return fill_template(template, names=names)


def _describe_leading(scene: SpringContext) -> Runs:
    if not scene.is_asked:
        return ()
    if scene.position.phase == SEALED:
        return capitalize_runs(
            to_runs(scene.texts("Your card stays face down until everyone has chosen."))
        )
    if scene.position.phase == OWES_ORDER:
        return to_runs(scene.texts("The order stays: put matching cards together."))
    if not scene.options.assists:
        # In lessons and puzzles, the right turn may play several cards. So don't say that a single
        # card is fine.
        return to_runs(scene.texts("Play from your hand only."))
    return to_runs(scene.texts("Play from your hand only. A single card is fine."))


def present_panels(scene: SpringContext) -> dict[str, Any]:
    """Return the models of the game's own table parts, keyed by zone name, such as `mat.0`."""
    position = scene.position
    discard = scene.position.discard
    left = tuple([position.card_count(seat) for seat in range(position.seats)])
    gains: tuple[int, ...] = ()
    if scene.observation.stage != TURN:
        gains = scene.observation.rounds[-1].trash
    # Make no forecast while all seats have the same number of cards: it would depend only on the
    # order of the seats.
    elif len(set(left)) > 1:
        gains = _forecast_trash(left, position.mover)
    lies = position.trick and scene.observation.stage == TURN
    panels: dict[str, Any] = {
        "mat.0": _present_mat(scene),
        "discarded": CountModel(len(discard), scene.texts("discard pile")) if discard else None,
        "holder": _present_holder(scene) if lies else None,
        "trick": _present_beaten_markers(scene) if lies else None,
        "steps": present_steps(scene),
    }
    for place, seat in enumerate(scene.order):
        panels[f"trash.{place}"] = _present_trash(scene, seat, left, gains)
        is_own = place == 0 and scene.observation.viewer is not None
        panels[f"left.{place}"] = None if is_own else _present_cards_left(scene, seat)
    return {name: panel for name, panel in panels.items() if panel is not None}


def _forecast_trash(left: tuple[int, ...], mover: int) -> tuple[int, ...]:
    """Return the trash that each seat would get if the seat with the fewest cards finished now.

    If several seats have the fewest cards, the first of them clockwise from the active seat counts.
    """
    seats = len(left)
    around = [(mover + nth) % seats for nth in range(seats)]
    first = min(around, key=left.__getitem__)
    return compute_trash_given((*left[:first], -1, *left[first + 1 :]), first)


def _present_holder(scene: SpringContext) -> HolderModel:
    words = scene.words
    position = scene.position
    seat = position.holder
    return HolderModel(
        words.build_label(seat),
        words.name(seat),
        words.kind(position.table),
        str(cards.top_of(position.table)),
        scene.texts("If nobody beats it, {name} wins the trick.", name=words.names[seat]),
    )


def _present_beaten_markers(scene: SpringContext) -> BeatenMarkers:
    """Return the markers of the current trick's beaten combinations, the oldest first."""
    words = scene.words
    said = scene.texts("{name}: {held}, beaten.")
    stairs = [
        BeatenMarker(
            words.build_label(seat),
            cards.length_of(play),
            said.format(name=words.name(seat), held=words.combination(play)),
        )
        for seat, play in turn_words.list_trick_plays(scene.observation)[:-1]
    ]
    return tuple(stairs)


def awaits_offer(scene: SpringContext) -> bool:
    """Return whether the viewer can offer a card now."""
    return scene.is_asked and scene.legal_of(cards.OFFER)


def _present_mat(scene: SpringContext) -> MatModel:
    texts = scene.texts
    title = texts("Your offer")
    if scene.observation.viewer is None:
        title = texts("{name}’s offer", name=scene.words.names[scene.bottom])
    meaning = texts("Anyone may beat with these; only others may draw one.")
    return MatModel(title, awaits_offer(scene), meaning)


def _present_cards_left(scene: SpringContext, seat: int) -> CountModel:
    texts = scene.texts
    count = scene.position.card_count(seat)
    meaning = texts("{name}’s cards left, in hand and offer together.")
    return CountModel(
        count,
        texts.plural_within("sum", "card", "cards", count),
        0 < count <= explanations.MAX_FEW_CARDS and scene.observation.stage == TURN,
        meaning.format(name=scene.words.names[seat]),
    )


def label_trash(scene: SpringContext, seat: int) -> str:
    """Return a seat's trash and the trash at which the match ends, such as "trash 1/7"."""
    position = scene.position
    target = TRASH_LIMITS[position.seats]
    return scene.texts("trash {n}/{target}", n=position.trash[seat], target=target)


def _present_trash(
    scene: SpringContext, seat: int, left: tuple[int, ...], gains: tuple[int, ...]
) -> TrashModel:
    texts = scene.texts
    target = TRASH_LIMITS[scene.position.seats]
    gain = gains[seat] if gains else None
    forecast = ""
    total = scene.position.trash[seat]
    is_own = seat == scene.bottom
    meaning = texts("At {target} trash the match ends: least trash wins.", target=target)
    is_handed_out = scene.observation.stage != TURN
    if gain is not None and is_handed_out:
        forecast = texts("+{n} this round", n=gain)
    elif gain is not None:
        forecast = texts("+{n} if it ended now", n=gain)
        meaning = texts("+{n} trash if the round ended now.", n=gain)
    label = label_trash(scene, seat)
    forecast = forecast if is_own else ""
    short = f"{total}/{target}"
    return TrashModel(label, short, total, target, gain, forecast, meaning, is_handed_out)
