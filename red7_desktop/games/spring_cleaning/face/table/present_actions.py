"""Works out the buttons of the table: what each asks for, and why it cannot be pressed."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.face.words.reason_words import explain
from red7_desktop.games.spring_cleaning.face.words.turn_words import describe_round_result
from red7_desktop.games.spring_cleaning.players.costs import Costs, pack_cards
from red7_desktop.games.spring_cleaning.rules.cards import SEATS
from red7_desktop.games.spring_cleaning.rules.combinations import RUN, cards_of, length_of
from red7_desktop.games.spring_cleaning.rules.engine.position import (
    OWES_INSERT,
    OWES_OFFER,
    OWES_ORDER,
    SEALED,
    START,
)
from red7_desktop.games.spring_cleaning.rules.gathering import combine_cards
from red7_desktop.games.spring_cleaning.rules.state import MATCH_OVER, ROUND_OVER
from red7_desktop.games.spring_cleaning.rules.steps import LAY, PLAY, THE_DRAW, Step
from red7_desktop.kit.hud.model import (
    NEXT_ROUND,
    RESULT,
    ActionsModel,
    ButtonModel,
    EndModel,
    GameAction,
    Mood,
    build_hint_button,
    undo_button,
)
from red7_desktop.kit.input.intents import Intent
from red7_desktop.kit.language.rich_text import Runs, runs_of
from red7_desktop.tabletop.reasons import Reason, make_reason

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from red7_desktop.games.spring_cleaning.face.table.table_scene import TableContext
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation

_COSTS: Final = Costs()

_OWING: Final = frozenset({SEALED, OWES_INSERT, OWES_OFFER})
"""Phases in which the large button waits for a card to be placed, or to be offered."""


def find_game_action(ask: str, seen: SpringObservation) -> GameAction | None:
    """Give what a button means now, None for what means nothing.

    The large one lays picked-up cards out as they are suggested, and takes a play that is the only
    one; out of turn, and while it waits for a card, it stands for a draw, so that the table can say
    why not.
    """
    if ask == Intent.OFFER:
        return GameAction((THE_DRAW,))
    if ask != Intent.END:
        return None
    if seen.viewer not in seen.to_act or seen.position.phase in _OWING:
        return GameAction((THE_DRAW,))
    if seen.position.phase == OWES_ORDER:
        return GameAction(tuple([Step(LAY, card) for card in find_cheapest_order(seen)]))
    only = find_only_play(seen)
    return None if only is None else GameAction((only,))


def find_only_play(seen: SpringObservation) -> Step | None:
    """Give the play that is all that the viewer can do; None where there is a choice."""
    step = seen.legal[0] if len(seen.legal) == 1 else None
    return step if isinstance(step, Step) and step.kind == PLAY else None


def find_cheapest_order(seen: SpringObservation) -> list[int]:
    """Give the picked-up cards in the order that costs least."""
    return _COSTS.laid_out(pack_cards(seen.position.loose))


def present_actions(scene: TableContext) -> ActionsModel:
    """Give the column of buttons."""
    texts, around = scene.texts, scene.around
    undo = undo_button(texts, around, lambda why: explain(why, scene.words))
    hint = build_hint_button(texts, around, _explain_not_now(scene))
    return ActionsModel(_end(scene), undo, hint, offer=_draw(scene))


def _end(scene: TableContext) -> EndModel:
    texts, seen = scene.texts, scene.seen
    if seen.stage in {ROUND_OVER, MATCH_OVER}:
        note = describe_round_result(scene.words, len(seen.rounds), seen.rounds[-1])
        if seen.stage == ROUND_OVER:
            return EndModel(NEXT_ROUND, Mood.GO, texts("Next round"), note, True)
        return EndModel(RESULT, Mood.GO, texts("Result"), note, True)
    if not scene.is_asked:
        return EndModel(Intent.END, Mood.WAIT, texts("End turn"), _describe_waiting(scene))
    return _ENDS[scene.position.phase](scene)


def _present_lay_out(scene: TableContext) -> EndModel:
    """Give the button that lays picked-up cards out as is best."""
    texts, order = scene.texts, find_cheapest_order(scene.seen)
    note = runs_of(texts("as {cards}", cards=scene.words.cards(order)))
    return EndModel(Intent.END, Mood.GO, texts("Lay out"), note, True)


def _present_seal(scene: TableContext) -> EndModel:
    """Give the button that lays the picked card down as the first offer."""
    texts = scene.texts
    note = texts("the {card}, for good", card=scene.offered)
    return _present_with_offered(scene, texts("Seal it"), note, texts("Pick a card first"))


def _present_with_offered(scene: TableContext, title: str, note: str, missing: str) -> EndModel:
    """Give a button that wants a card to lie ready on the own offer."""
    if not scene.offered:
        return EndModel(Intent.END, Mood.MISSING, title, runs_of(missing))
    return EndModel(Intent.END, Mood.GO, title, runs_of(note), True)


def _explain_place(scene: TableContext) -> EndModel:
    """Say what is missing before the turn can end."""
    texts = scene.texts
    note = texts("Place the {card} first", card=scene.position.drawn)
    return EndModel(Intent.END, Mood.MISSING, texts("End turn"), runs_of(note))


def _present_offer(scene: TableContext) -> EndModel:
    """Give the button that ends the turn with the card that lies ready on the own offer."""
    texts = scene.texts
    note = texts("offer the {card}", card=scene.offered)
    return _present_with_offered(scene, texts("End turn"), note, texts("Offer one card first"))


def _play(scene: TableContext) -> EndModel:
    """Give the button that plays the picked cards."""
    texts, seen, words = scene.texts, scene.seen, scene.words
    title = texts.within("turn", "Play")
    step = scene.around.picked_step or find_only_play(seen)
    if isinstance(step, Step) and step in seen.legal and step.kind == PLAY:
        return EndModel(Intent.END, Mood.GO, title, runs_of(_describe_aim(scene, step)), True)
    refused = _explain_not_picked(scene)
    if refused:
        return EndModel(Intent.END, Mood.MISSING, title, explain(refused, words))
    if scene.legal_of(PLAY):
        note = texts("Pick the cards to play")
        plays = [each for each in seen.legal if isinstance(each, Step) and each.kind == PLAY]
        if all(length_of(each.what) == 1 for each in plays):
            # Where nothing but single cards can be played, one is moved as any other card.
            note = texts("Put a card on the table")
        return EndModel(Intent.END, Mood.MISSING, title, runs_of(note))
    note = texts("Nothing beats it: offer one card")
    if THE_DRAW in seen.legal:
        note = texts("Nothing beats it")
    return EndModel(Intent.END, Mood.MISSING, title, runs_of(note))


_ENDS: Final[Mapping[int, Callable[[TableContext], EndModel]]] = MappingProxyType(
    {
        START: _play,
        SEALED: _present_seal,
        OWES_INSERT: _explain_place,
        OWES_OFFER: _present_offer,
        OWES_ORDER: _present_lay_out,
    }
)
"""The large button, by what the viewer has to do."""


def _describe_aim(scene: TableContext, step: Step) -> str:
    """Say what is played on what: "4 5 6 on Tomás’s pair"."""
    texts, position = scene.texts, scene.position
    cards, table = scene.words.cards(cards_of(step.what)), position.table
    if not table:
        return texts("Lead {cards}", cards=cards)
    name = scene.words.names[position.holder]
    if length_of(table) == 1:
        return texts("{cards} on {name}’s card", cards=cards, name=name)
    if table & RUN:
        return texts("{cards} on {name}’s run", cards=cards, name=name)
    if length_of(table) > 2:
        return texts("{cards} on {name}’s set", cards=cards, name=name)
    return texts("{cards} on {name}’s pair", cards=cards, name=name)


def _explain_not_picked(scene: TableContext) -> Reason | None:
    """Say why the cards that are picked make no play, None where none are."""
    position = scene.position
    places: list[int] = []
    taken: list[tuple[int, int]] = []
    for name in scene.around.picked:
        zone, _, nth = name.partition("#")
        kind, _, owner = zone.partition(":")
        if kind == "hand":
            places.append(int(nth) + 1)
        elif kind == "offer":
            seat = SEATS.index(owner)
            taken.append((seat, position.offers[seat][int(nth)]))
    if not places and not taken:
        return None
    found = combine_cards(position, tuple(places), tuple(taken))
    return found if isinstance(found, Reason) else scene.why_not(found)


def _draw(scene: TableContext) -> ButtonModel | None:
    """Give the offer of a draw, if there is one."""
    if not scene.is_asked or THE_DRAW not in scene.seen.legal:
        return None
    return ButtonModel(scene.texts("Draw a card"), True, ask=Intent.OFFER)


def _describe_waiting(scene: TableContext) -> Runs:
    """Say for whom the table waits."""
    words, seen = scene.words, scene.seen
    if not seen.to_act:
        return ()
    if len(seen.to_act) > 1:
        return runs_of(words.texts("The others pick their first offers"))
    return runs_of(words.texts("It is {name}’s turn", name=words.names[seen.to_act[0]]))


def _explain_not_now(scene: TableContext) -> Runs:
    """Say why nothing can be asked of the viewer now."""
    if scene.is_asked:
        return ()
    seen = scene.seen
    if seen.viewer is None:
        return explain(make_reason("only_watching"), scene.words)
    if seen.stage in {ROUND_OVER, MATCH_OVER}:
        return explain(make_reason(seen.stage), scene.words)
    if seen.position.phase == SEALED:
        return explain(make_reason("already_picked", seat=SEATS[seen.viewer]), scene.words)
    return explain(make_reason("not_your_turn", seat=SEATS[seen.to_act[0]]), scene.words)
