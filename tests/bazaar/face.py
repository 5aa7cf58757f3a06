"""Bazaar's face: what a game of a stranger shows, on the box's own table screen."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, Final

from red7_desktop.kit import bindings, game_view, table_model
from red7_desktop.kit.hud.part import TextStyler
from red7_desktop.kit.look.card_art import CardArt, CardStyle
from red7_desktop.kit.phrases import SeatWords
from red7_desktop.kit.texts import Runs, Texts, runs_of
from red7_desktop.play.ai import Seat
from red7_desktop.scene import geometry, pictures, theme
from red7_desktop.table import arrange, card_nodes, layout
from red7_desktop.tabletop.game import Note, Reason, SeenMove, place_name, zone_of
from tests.bazaar import cards
from tests.bazaar.rules import View

PAIRED: Final = "paired"
"""The style of a hand card whose left neighbour has the same suit."""
WOULD_PAIR: Final = "would_pair"
"""The style of a hand card that a card put in before it would be paired with."""
_ADVICE: Final = {"offer": "Offer a card", "insert": "Put it anywhere"}
_REASONS: Final = {"not_your_turn": "It is not your turn", "no_neighbours": "Sell neighbours"}


class BazaarLook(game_view.LookFacet, game_view.SetupFacet):
    """Cards with the box's own letters; nothing is chosen before a match but who plays."""

    seats = range(2, 6)

    @property
    def ambience(self) -> game_view.Ambience:
        return game_view.Ambience(hue=30.0)

    def pictures(self, dress: CardStyle) -> CardArt:
        return cards.PlainCards(dress.asset("fonts", "Figtree_800ExtraBold.ttf"))


class BazaarWords(game_view.WordsFacet[View, SeatWords], game_view.StoryFacet[View, SeatWords]):
    """What a step does, and why not; in the log, which card went where."""

    def at(self, texts: Texts, seats: Sequence[Seat], viewer: int | None) -> SeatWords:
        return SeatWords.at(texts, seats, viewer)

    def explain(self, reason: Reason, words: SeatWords) -> Runs:
        return runs_of(_REASONS.get(reason.code, "Not now"))

    def preview(self, seen: View, step: Any, words: SeatWords) -> table_model.Preview:
        return table_model.Preview(step in seen.legal, runs_of(str(step).capitalize()))

    def card_words(
        self, words: SeatWords, face: str, seen: View, marks: tuple[str, ...] = ()
    ) -> table_model.CardWords:
        return table_model.CardWords(f"{face[0]} of {face[1]}", marks=marks)

    def describe_moves(
        self, words: SeatWords, seat: int, moves: Sequence[SeenMove], notes: Sequence[Note]
    ) -> Runs:
        told = [f"{move.card or 'a card'} to {move.target.partition(':')[0]}" for move in moves]
        return runs_of(f"{words.name(seat)}: {', '.join(told) or 'no'}")


class BazaarTable(game_view.TableFacet[View, SeatWords]):
    """Who sits where, whose turn it is, and what can be pressed."""

    def layouts(self, asset: Callable[..., Path]) -> Path:
        return Path(__file__).with_name("layouts")

    @property
    def zone_kinds(self) -> layout.ZoneKinds:
        """A seat offers a card, and holds one that it has taken until it is put in; all sell."""
        shown = layout.ZoneKind(
            owned=True,
            style=arrange.Style("row"),
            required=True,
            weight=4.0,
            opens=layout.OpenCards.ALL,
        )
        stall = replace(shown, owned=False)
        return {**layout.COMMON_KINDS, "offer": shown, "taken": shown, "stall": stall}

    def mark_looks(self, look: theme.Look, ink: TextStyler) -> card_nodes.MarkLooks:
        bar = pictures.BoxPicture(look.theme.colour("accent"), radius=4.0)
        where = geometry.LeftJoint(width=0.3, height=0.1, down=0.8, aside=0.01)
        return {
            PAIRED: card_nodes.MarkLook(bar, where, close=True),
            WOULD_PAIR: card_nodes.MarkLook(bar, where),
        }

    def suggestions(self, seen: View, words: SeatWords) -> Sequence[table_model.Suggestion]:
        sales = sorted([step for step in seen.legal if step[:4] == "sell"], key=len, reverse=True)
        return [table_model.Suggestion(sale, _sold(seen, *sale.split()[1:])) for sale in sales[:5]]

    def tried_marks(self, seen: View, step: Any) -> Mapping[str, tuple[str, ...]]:
        return {WOULD_PAIR: _would_pair(seen, step)}

    def meant_by(
        self, ask: str, seen: View, texts: Texts, switches: Collection[str] = ()
    ) -> table_model.GameAction | None:
        return table_model.GameAction(("no",)) if ask == bindings.Intent.END else None

    def present(
        self, seen: View, seats: Sequence[Seat], texts: Texts, around: table_model.ViewOptions
    ) -> table_model.TableModel:
        words = SeatWords.at(texts, seats, seen.viewer)
        undo = table_model.ButtonModel("Undo", around.no_undo is None)
        order = words.clockwise(around.bottom)
        is_asked = seen.viewer in seen.to_act
        names = ", ".join([words.name(seat) for seat in seen.to_act])
        line = f"Waiting for {names}" if names else "The market is closed"
        said = _ADVICE.get(seen.legal[0].split()[0], "Take a card, or no") if is_asked else ""
        about = table_model.ViewerModel("your turn", (table_model.NoteRow(runs_of(said)),))
        return table_model.TableModel(
            title=table_model.TitleModel("Bazaar", "", "Bazaar"),
            seats=tuple([_seat_model(words, seen, seat, nth) for nth, seat in enumerate(order)]),
            why=table_model.WhyModel(runs_of(line), has_leader=False, is_prompt=is_asked),
            viewer=about if is_asked else table_model.ViewerModel("waiting"),
            actions=table_model.ActionsModel(
                _end(seen, around.picked_step), undo, table_model.ButtonModel("Hint", False)
            ),
            history=table_model.HistoryModel("Last turns"),
            marks={PAIRED: _paired(seen)},
        )


class BazaarView(game_view.GameView):
    """What Bazaar shows of itself; the rest it leaves to the box."""

    facets: ClassVar = {
        "look": "face:BazaarLook",
        "setup": "face:BazaarLook",
        "words": "face:BazaarWords",
        "table": "face:BazaarTable",
        "story": "face:BazaarWords",
    }

    def title(self, texts: Texts) -> str:
        return "Bazaar"


def _end(seen: View, picked: str | None) -> table_model.EndModel:
    if picked is not None:
        return table_model.EndModel(
            bindings.Intent.END, table_model.Mood.GO, "Sell", runs_of(picked)
        )
    if not seen.to_act:
        return table_model.EndModel(table_model.RESULT, table_model.Mood.GO, "Result")
    may = "no" in seen.legal
    return table_model.EndModel(
        bindings.Intent.END, table_model.Mood.GO if may else table_model.Mood.WAIT, "No, thanks"
    )


def _paired(seen: View) -> tuple[str, ...]:
    zone = zone_of("hand", seen.viewer or 0)
    pairs = pairwise([card[1:] if card else "" for card in seen.zones[zone]])
    return tuple(place_name(zone, nth) for nth, (a, b) in enumerate(pairs, start=1) if a and a == b)


def _would_pair(seen: View, step: str) -> tuple[str, ...]:
    """Name the card behind the one that is put in, where they have one suit."""
    action, _, place = step.partition(" ")
    if action != "insert" or seen.viewer is None:
        return ()
    hand, (card,) = zone_of("hand", seen.viewer), seen.zones[zone_of("taken", seen.viewer)]
    suits = [each[1] for each in seen.zones[hand] if each][int(place) :]
    return (place_name(hand, int(place)),) if card and suits[:1] == [card[1]] else ()


def _seat_model(words: SeatWords, seen: View, seat: int, place: int) -> table_model.SeatModel:
    return table_model.SeatModel(
        seat=seat,
        place=place,
        initial=words.initial(seat),
        name=words.name(seat),
        kind="trader" if words.player(seat) else "person",
        hand_count=len(seen.zones[zone_of("hand", seat)]),
        is_you=words.is_you(seat),
        is_acting=seat in seen.to_act,
        level=words.player(seat),
        portrait=words.portrait(seat),
    )


def _sold(seen: View, place: str, *offered: str) -> tuple[str, ...]:
    hand = seen.zones[zone_of("hand", seen.viewer or 0)]
    return (*[str(card) for card in hand[int(place) : int(place) + 2]], *offered)


FACE: Final = BazaarView()
