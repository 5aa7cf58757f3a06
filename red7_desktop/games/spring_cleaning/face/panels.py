"""The models of the game's own parts; pure.

They are the panels of a `TableModel`, by the layout's names of their zones:

    race       RaceModel       how far each seat is, and the trash if the round ended now
    holder     HolderModel     whose the combination to beat is
    trick      StairModel      whose each of the beaten ones was
    steps      StepsModel      who has yet to answer, or how far the viewer's draw has come
    discarded  CountModel      how many cards lie in the discard pile
    mat.0      MatModel        the viewer's own offer
    left.N     CountModel      how many cards a rival has left, by its place from the bottom
    trash.N    TrashModel      the trash of a seat, the viewer's own among them

A panel that is missing is not shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.spring_cleaning.face.turn_words import describe_round_result
from red7_desktop.games.spring_cleaning.rules.cards import (
    OFFER,
    PLAY,
    TAKE,
    Step,
    length_of,
    top_of,
)
from red7_desktop.games.spring_cleaning.rules.cards import OFFER as PUT_OUT
from red7_desktop.games.spring_cleaning.rules.legality import find_refusal
from red7_desktop.games.spring_cleaning.rules.position import (
    LIMITS,
    OWES_INSERT,
    OWES_OFFER,
    OWES_ORDER,
    SEALED,
    START,
    Position,
    compute_trash_given,
)
from red7_desktop.kit.phrases import SeatSign
from red7_desktop.kit.table_model import ViewOptions, WhyModel
from red7_desktop.kit.texts import (
    Run,
    Runs,
    Texts,
    Tone,
    apply_tone,
    capitalize_runs,
    join_runs,
    runs_of,
    weave,
)
from red7_desktop.tabletop.rounds import TURN

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.face.words import SpringWords
    from red7_desktop.games.spring_cleaning.rules.game import SpringObservation
    from red7_desktop.tabletop.game import Reason


@dataclass(frozen=True, slots=True)
class RaceRow:
    """One seat in the race.

    sign: whose it is. name: as the row says it ("You"). cards: how many it has left, in words
    ("9 cards"). in_hand, in_offer: of these. trash, gain: what it has, and
    what it would take if the round ended now. holds: whether the combination to beat is its own.
    is_close: whether it is nearly out (3 cards or fewer). meaning: all of it in a sentence.
    """

    sign: SeatSign
    name: str
    cards: str
    in_hand: int
    in_offer: int
    trash: int
    gain: int
    is_you: bool = False
    is_acting: bool = False
    holds: bool = False
    is_close: bool = False
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class RaceModel:
    """The race: who will be out first.

    heading: its name. note: what the figures at the end of the rows are ("trash if it ended now").
    target: the trash that ends the match. rows: the seat that is nearest to its end first.
    meaning: what it tells, in a sentence.
    """

    heading: str
    note: str
    target: int
    rows: tuple[RaceRow, ...]
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class HolderModel:
    """Whose the combination to beat is.

    name: as it is said ("You"). held: the combination in words ("pair of 6"). face: its highest
    card, whose tint the words take. meaning: it in a sentence.
    """

    sign: SeatSign
    name: str
    held: str
    face: str
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Stair:
    """A beaten combination: whose it was, of how many cards, and that in a sentence."""

    sign: SeatSign
    cards: int
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class StairModel:
    """The beaten combinations of the running trick, the oldest first, as in the zone `trick`."""

    stairs: tuple[Stair, ...]


@dataclass(frozen=True, slots=True)
class DrawStep:
    """A step of a draw in a few words; is_done: it has been taken. is_next: it is owed now."""

    words: str
    is_done: bool = False
    is_next: bool = False


@dataclass(frozen=True, slots=True)
class StepsModel:
    """What stands below the line about what is to be done.

    line: who holds the trick and who has yet to answer. steps: those of the viewer's draw instead,
    () while nothing has been drawn. meaning: it in a sentence.
    """

    line: Runs = ()
    steps: tuple[DrawStep, ...] = ()
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class MatModel:
    """The viewer's own offer: its title, and what its cards are good for.

    is_open: whether a card goes there now. meaning: what an offer is, in a sentence.
    """

    title: str
    note: str = ""
    is_open: bool = False
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class TrashModel:
    """The trash of a seat, and how much ends the match. label: the word for it ("trash").

    meaning: it in a sentence.
    """

    label: str
    trash: int
    target: int
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class CountModel:
    """How many cards there are, and what they are ("cards", "discard").

    is_close: whether that is something to beware of. meaning: it in a sentence.
    """

    count: int
    label: str
    is_close: bool = False
    meaning: str = ""


IN_A_DRAW: Final = frozenset({OWES_INSERT, OWES_OFFER})


def present_why(scene: TableContext) -> WhyModel:
    """Return what the viewer has to do, or what the seat at its turn has to beat."""
    texts = scene.texts
    line = _prompt_viewer(scene) if scene.is_asked else _describe_news(scene)
    return WhyModel(
        apply_tone(line, Tone.STRONG),
        is_good=False,
        has_leader=False,
        is_prompt=scene.is_asked,
        meaning=texts("What has to be done now, and what is strong enough."),
    )


def _prompt_viewer(scene: TableContext) -> Runs:
    """Return what the viewer has to do."""
    texts, position = scene.texts, scene.position
    if position.phase == START:
        if not position.trick:
            return runs_of(texts("You lead: neighbours in your hand only"))
        if scene.legal_of(PUT_OUT):
            return runs_of(texts("Nothing can be drawn: offer one card"))
        answer = scene.words.answer(position.table)
        return runs_of(texts("Beat it with {answer}", answer=answer))
    if scene.offered and position.phase == OWES_OFFER:
        ready = texts("End your turn to offer the {card}, or pick another card", card=scene.offered)
        return runs_of(ready)
    return runs_of(
        {
            SEALED: texts("Pick one card of your hand as your first offer"),
            OWES_INSERT: texts(
                "Put the {card} in your row, then offer one card", card=position.drawn
            ),
            OWES_OFFER: texts("Now offer one card of your row"),
            OWES_ORDER: texts("Lay out your new row, from left to right"),
        }[position.phase]
    )


def _describe_news(scene: TableContext) -> Runs:
    """Return what others have to do, or how the round or match has ended."""
    texts, words, seen, position = scene.texts, scene.words, scene.seen, scene.position
    if seen.stage != TURN:
        return describe_round_result(words, len(seen.rounds), seen.rounds[-1])
    if position.phase == SEALED:
        return _describe_still_picking(scene)
    mover = position.mover
    if not position.trick:
        return words.say(mover, texts("You lead"), texts("{name} leads a new trick"))
    return runs_of(texts("To beat: {held}", held=words.combination(position.table)))


def _describe_still_picking(scene: TableContext) -> Runs:
    texts, words = scene.texts, scene.words
    names = join_runs(
        [words.names[seat] for seat in scene.seen.to_act], texts.within("cards", ", ")
    )
    return weave(texts("Still to pick a first offer: {names}"), names=names)


def present_steps(scene: TableContext) -> StepsModel | None:
    """Return how far the viewer's draw has come, or who has yet to answer; None for neither."""
    position = scene.position
    if scene.seen.stage != TURN:
        return None
    if scene.is_asked and position.phase in IN_A_DRAW:
        return StepsModel(
            steps=_draw_steps(scene),
            meaning=scene.texts("A draw has three steps: draw, place the card, offer one."),
        )
    line = _describe_answering(scene) if position.trick else _describe_leading(scene)
    return StepsModel(line, meaning=_explain_line(scene)) if line else None


def _draw_steps(scene: TableContext) -> tuple[DrawStep, ...]:
    texts, phase = scene.texts, scene.position.phase
    taken = [step for step in scene.seen.steps if step.kind == TAKE]
    source = texts("Drawn from the deck")
    if taken:
        source = texts("Drawn from {name}", name=scene.words.names[taken[0].seat])
    return (
        DrawStep(source, is_done=True),
        DrawStep(texts("Place it"), phase == OWES_OFFER, phase == OWES_INSERT),
        DrawStep(texts("Offer one card"), bool(scene.offered), phase == OWES_OFFER),
    )


def _describe_answering(scene: TableContext) -> Runs:
    """Say whose the trick is so far, and who has yet to answer."""
    texts, words, position = scene.texts, scene.words, scene.position
    holder, count = position.holder, position.seats
    holds = words.say(holder, texts("You hold the trick."), texts("{name} holds the trick."))
    # Who picks up at once has answered before, and so has whoever holds the trick.
    has_answered = position.phase == OWES_ORDER and position.at_once
    after = position.mover + (scene.is_asked or has_answered)
    waiting = [(after + nth) % count for nth in range((holder - after) % count)]
    if not waiting and not scene.is_asked:
        return apply_tone(holds, Tone.STRONG)
    if not waiting:
        rest = runs_of(texts("Nobody answers after you."))
    else:
        names = join_runs(
            [_name_inside(scene, each) for each in waiting], texts.within("cards", ", ")
        )
        template = texts("Yet to answer: {names}.")
        if scene.is_asked:
            template = texts("After you: {names}.")
        rest = weave(template, names=names)
    return (*apply_tone(holds, Tone.STRONG), Run(" "), *rest)


def _name_inside(scene: TableContext, seat: int) -> str:
    return (
        scene.texts.within("seat", "you") if scene.words.is_you(seat) else scene.words.names[seat]
    )


def _describe_leading(scene: TableContext) -> Runs:
    if not scene.is_asked:
        return ()
    if scene.position.phase == SEALED:
        return capitalize_runs(runs_of(scene.texts("It stays face down till all have picked.")))
    if scene.position.phase == OWES_ORDER:
        return runs_of(scene.texts("It keeps this order: put together what belongs together."))
    return runs_of(scene.texts("Offers cannot be led. Any single card will do."))


def _explain_line(scene: TableContext) -> str:
    return scene.texts(
        "Who played the combination on the table, and who may still beat it. When the turn comes "
        "back to that seat, it wins the trick and leads the next."
    )


FEW: Final = 3
"""With so few cards a seat is nearly out."""


def present_panels(scene: TableContext) -> dict[str, Any]:
    """Return what the game's own parts show, by the layout's names of their zones."""
    position, texts = scene.position, scene.texts
    panels: dict[str, Any] = {
        "race": _present_race(scene),
        "mat.0": _present_mat(scene),
        "discarded": CountModel(len(position.discard), texts("discard")),
    }
    panels |= {
        f"trash.{place}": _present_trash(scene, seat) for place, seat in enumerate(scene.order)
    }
    panels |= {
        f"left.{place}": _present_cards_left(scene, seat)
        for place, seat in enumerate(scene.order)
        if place
    }
    if position.trick and scene.seen.stage == TURN:
        panels["holder"] = _present_holder(scene)
        panels["trick"] = _present_stairs(scene)
    steps = present_steps(scene)
    return panels if steps is None else {**panels, "steps": steps}


def _present_race(scene: TableContext) -> RaceModel:
    texts, seen, position = scene.texts, scene.seen, scene.position
    left = tuple([position.card_count(seat) for seat in range(position.seats)])
    is_over = seen.stage != TURN
    gains = seen.rounds[-1].trash if is_over else _forecast_trash(left, position.mover)
    ranked = sorted(scene.order, key=lambda seat: (gains[seat], left[seat]))
    note = texts("trash of this round") if is_over else texts("trash if it ended now")
    return RaceModel(
        texts("Race"),
        note,
        LIMITS[position.seats],
        tuple([_present_race_row(scene, seat, left, gains[seat]) for seat in ranked]),
        texts("Who has fewest cards is first out. The others take trash by the cards they have."),
    )


def _forecast_trash(left: tuple[int, ...], mover: int) -> tuple[int, ...]:
    """Return the trash of each seat if one with the fewest cards were out now.

    Of several that is the first from the seat at its turn on.
    """
    seats = len(left)
    around = [(mover + nth) % seats for nth in range(seats)]
    first = min(around, key=left.__getitem__)
    return compute_trash_given((*left[:first], -1, *left[first + 1 :]), first)


def _present_race_row(
    scene: TableContext, seat: int, counts: tuple[int, ...], gain: int
) -> RaceRow:
    seen, position, words, left = scene.seen, scene.position, scene.words, counts[seat]
    is_over = seen.stage != TURN
    offered = len(position.offers[seat])
    cards, name = words.card_count(left), words.name(seat)
    total = position.trash[seat]
    return RaceRow(
        sign=words.sign(seat),
        name=name,
        cards=cards,
        in_hand=left - offered,
        in_offer=offered,
        trash=total - gain if is_over else total,
        gain=gain,
        is_you=words.is_you(seat),
        is_acting=seat in seen.to_act,
        holds=position.holder == seat and not is_over,
        is_close=left <= FEW and not is_over,
        meaning=_explain_race_row(scene, seat, counts, gain),
    )


def _explain_race_row(scene: TableContext, seat: int, counts: tuple[int, ...], gain: int) -> str:
    """Return what a row of the race shows, and why seats with as many cards take other trash."""
    texts, words = scene.texts, scene.words
    template = texts("{name}: {cards}, {trash} trash, {gain} more if it ended now.")
    if scene.seen.stage != TURN:
        template = texts("{name}: {cards}, {trash} trash, {gain} of it from this round.")
    said = template.format(
        name=words.name(seat),
        cards=words.card_count(counts[seat]),
        trash=scene.position.trash[seat],
        gain=gain,
    )
    if not gain or counts.count(counts[seat]) == 1:
        return said
    tied = texts("Of equal counts, the first one clockwise from whoever is out takes less.")
    return f"{said} {tied}"


def _present_holder(scene: TableContext) -> HolderModel:
    words, position = scene.words, scene.position
    seat, held = position.holder, words.combination(position.table)
    return HolderModel(
        words.sign(seat),
        words.name(seat),
        held,
        str(top_of(position.table)),
        scene.texts(
            "On the table: {held}. If nobody beats it, {name} wins the trick.",
            held=held,
            name=words.names[seat],
        ),
    )


def _present_stairs(scene: TableContext) -> StairModel:
    """Tell of the beaten combinations; the turns say whose each was."""
    words, trick = scene.words, scene.position.trick
    plays = [
        (turn.seat, step.what)
        for turn in scene.seen.turns
        for step in turn.steps
        if step.kind == PLAY
    ]
    beaten = plays[-len(trick) : -1]
    # A position that was set up has no turns to tell it.
    if len(beaten) < len(trick) - 1:
        return StairModel(())
    said = scene.texts("{name}: {held}, beaten.")
    stairs = [
        Stair(
            words.sign(seat),
            length_of(play),
            said.format(name=words.name(seat), held=words.combination(play)),
        )
        for seat, play in beaten
    ]
    return StairModel(tuple(stairs))


def _present_mat(scene: TableContext) -> MatModel:
    texts, position = scene.texts, scene.position
    title = texts("Your offer")
    if scene.seen.viewer is None:
        title = texts("{name}’s offer", name=scene.words.names[scene.bottom])
    is_open = scene.is_asked and scene.legal_of(OFFER)
    note = texts("may join any play, but never a lead")
    if scene.seen.stage != TURN:
        note = texts("counts with the hand") if position.offers[scene.bottom] else ""
    elif position.phase == SEALED:
        note = texts("face down till all have picked")
    elif scene.is_asked and position.phase in IN_A_DRAW:
        note = texts("now one card of your hand goes here")
        if position.phase == OWES_INSERT:
            note = texts("next: one card of your hand goes here")
    if scene.offered:
        note = texts("can still be changed till the turn ends")
        if position.phase == SEALED:
            note = texts("can still be changed till it is sealed")
    return MatModel(
        title,
        note,
        is_open,
        texts(
            "Cards of an offer may join anybody’s play, and others may draw them. When your hand "
            "is empty, you pick yours up."
        ),
    )


def _present_cards_left(scene: TableContext, seat: int) -> CountModel:
    texts, count = scene.texts, scene.position.card_count(seat)
    meaning = texts("The cards that {name} has left, in hand and offer together.")
    return CountModel(
        count,
        texts.plural_within("sum", "card", "cards", count),
        0 < count <= FEW and scene.seen.stage == TURN,
        meaning.format(name=scene.words.names[seat]),
    )


def _present_trash(scene: TableContext, seat: int) -> TrashModel:
    texts, target = scene.texts, LIMITS[scene.position.seats]
    return TrashModel(
        texts("trash"),
        scene.position.trash[seat],
        target,
        texts("The match ends when a seat has {target} trash; the least wins.", target=target),
    )


@dataclass(frozen=True, slots=True)
class TableContext:
    """What the parts of the model are made from."""

    seen: SpringObservation
    words: SpringWords
    around: ViewOptions

    @property
    def position(self) -> Position:
        """The position, as far as the viewer knows it."""
        return self.seen.position

    @property
    def texts(self) -> Texts:
        """The texts of the viewer's language."""
        return self.words.texts

    @property
    def bottom(self) -> int:
        """The seat at the bottom of the table."""
        return self.order[0]

    @property
    def order(self) -> tuple[int, ...]:
        """All seats, clockwise from the one at the bottom."""
        return self.words.clockwise(self.around.bottom)

    @property
    def is_asked(self) -> bool:
        """Whether the viewer is asked for a step of the round."""
        return self.seen.stage == TURN and self.seen.viewer in self.seen.to_act

    @property
    def offered(self) -> int:
        """The number of the card that is ready to be offered, 0 for none."""
        step = self.around.picked_step
        if not isinstance(step, Step) or step.kind != OFFER or step not in self.seen.legal:
            return 0
        return self.position.hands[self.bottom][step.what - 1]

    def legal_of(self, kind: int) -> bool:
        """Whether the viewer may take a step of a kind now."""
        return any(isinstance(step, Step) and step.kind == kind for step in self.seen.legal)

    def why_not(self, step: Step) -> Reason | None:
        """Return why the viewer may not take a step, None where they may."""
        return None if step in self.seen.legal else find_refusal(self.position, step, self.bottom)
