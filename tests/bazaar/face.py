"""View of Bazaar: how a third-party game looks on the program's own table screen."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import ClassVar, Final

from red7_desktop.kit import game_view, phrases, table_model
from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.hud import part
from red7_desktop.kit.look.card_art import CardStyle
from red7_desktop.kit.pages.rules_pages import RulesPage, parse_rules_pages
from red7_desktop.kit.present.table_context import TableContext
from red7_desktop.kit.texts import (
    Run,
    Runs,
    Texts,
    capitalize_runs,
    fill_template,
    join_runs,
    to_runs,
)
from red7_desktop.play.ai import Seat
from red7_desktop.scene import geometry, pictures, theme
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.table import arrange, card_nodes, layout
from red7_desktop.tabletop import game, player, rounds
from tests.bazaar.cards import GOODS, MarketCards
from tests.bazaar.rules import View, longest_rise

PAIRED: Final = "paired"
"""Mark of a hand card that has the same good as its left neighbour."""
WOULD_PAIR: Final = "would_pair"
"""Mark of a hand card that an inserted card would be paired with."""
MATS: Final = {"stall_mat": "Sold", "offer_mat.0": "Your offer", "taken_mat.0": "Taken"}
"""Titles of the mats, by the layouts' names of their zones."""


class Talk(phrases.SeatWords):
    """The words of one table of Bazaar."""

    def card(self, face: game.Face) -> Run:
        if face is None:
            return Run("a card")
        return Run(face[0], face[1], spoken=f"{GOODS[face[1]].title} {face[0]}")

    def cards(self, faces: Sequence[game.Face]) -> Runs:
        return join_runs([self.card(face) for face in faces], ", ")

    def step(self, seen: View, step: str) -> Runs:
        """Describe a step of the viewer as an action."""
        action, _, what = step.partition(" ")
        if action == "insert":
            before = seen.zones[game.zone_of("hand", seen.viewer or 0)][: int(what)]
            return fill_template(
                "put it after {card}" if before else "put it first", card=self.cards(before[-1:])
            )
        if not what:
            return to_runs("say no")
        faces = list_sold(seen, *what.split()) if action == "sell" else (what,)
        return fill_template(f"{action} {{cards}}", cards=self.cards(faces))


class BazaarLook(game_view.StyleFacet, game_view.SetupFacet):
    """Cards with symbols of goods, and a room in warm colours; only the players can be chosen."""

    ambience = game_view.Ambience(hue=30.0)
    seats = range(2, 6)

    def build_card_art(self, dress: CardStyle) -> MarketCards:
        names = {letter: good.title.upper() for letter, good in GOODS.items()}
        return MarketCards(None, names, font=dress.asset("fonts", "Figtree_800ExtraBold.ttf"))

    def motto(self, texts: Texts) -> str:
        return "Offer, take, and bring your hand into order."

    def describe_levels(self, texts: Texts) -> Mapping[str, str]:
        return {"trader": "Takes what comes first.", "merchant": "Tries the market out first."}


class BazaarWords(
    game_view.WordsFacet[View, Talk],
    game_view.StoryFacet[View, Talk],
    game_view.PagesFacet[View, Talk],
):
    """Previews, refusals, match descriptions and rules."""

    words_class = Talk
    sentences: ClassVar = {
        **phrases.COMMON,
        "no_neighbours": lambda data: "Sell two neighbours of one good, with one offer at most.",
        "not_now": lambda data: "That isn’t possible now.",
    }

    def preview(self, seen: View, step: str, words: Talk) -> table_model.Preview:
        refused = rounds.find_illegal_reason(seen, step, lambda step: game.make_reason("not_now"))
        detail = self.explain(refused, words) if refused else ()
        return table_model.Preview(not refused, capitalize_runs(words.step(seen, step)), detail)

    def describe_card(
        self, words: Talk, face: str, seen: View, marks: tuple[str, ...] = ()
    ) -> table_model.CardDescription:
        about = to_runs("Neighbours of one good can be sold together.")
        return table_model.CardDescription(words.card(face).spoken, about, marks=marks)

    def hint(self, words: Talk, seen: View, choice: player.Choice) -> table_model.Hint:
        chances = [f"Chance to win: {100 * each.win_chance:.0f}%" for each in choice.candidates[:1]]
        title = super().hint(words, seen, choice).title
        return table_model.Hint(title, tuple([to_runs(line) for line in chances]))

    def describe_moves(
        self,
        words: Talk,
        seat: int,
        moves: Sequence[game.ObservedMove],
        notes: Sequence[game.Event],
    ) -> Runs:
        cards = words.cards([move.card for move in moves])
        if not moves:
            return words.describe_action(seat, "said no" if notes else "chose an offer")
        kind = moves[0].target.partition(":")[0]
        if kind == "offer":
            return fill_template("The offers: {cards}", cards=cards)
        told = {"taken": "took {cards}", "stall": "sold {cards}", "hand": "put in {cards}"}
        return words.describe_action(seat, fill_template(told[kind], cards=cards))

    def rules_pages(self, texts: Texts) -> Mapping[str, RulesPage]:
        return parse_rules_pages(Path(__file__).with_name("rules.txt").read_text("utf-8"), texts)


class Mat(part.Part[str]):
    """A mat on the table with a title on its edge."""

    def build(self, look: theme.ResolvedTheme, ink: part.TextStyler) -> None:
        self._words = RunsLabel(look, "", "hud_note", align=pictures.Align.CENTRE, name="words")
        self.add(self._words)

    def compose(self, value: str) -> None:
        line = self.look.theme.colour("text_faint").with_alpha(0.5)
        self.picture = pictures.BoxPicture(None, 20.0, line, 1.6, dash=11.0)
        self._words.set_text(value, geometry.Rect(0.0, self.size.h - 36.0, self.size.w, 30.0))


class BazaarTable(game_view.TableFacet[View, Talk]):
    """Seats, the active seat, and the buttons."""

    deals = ("hand",)
    places: Mapping[Intent, str] = {Intent.PLACE: "offer", Intent.OTHER_PLACE: "taken"}

    def layouts(self, asset: Callable[..., Path]) -> Path:
        return Path(__file__).with_name("layouts")

    @property
    def zone_kinds(self) -> layout.ZoneKinds:
        """Zone kinds: offers, taken cards that wait for insertion, and the stall of all seats."""
        row = arrange.Arrangement("row")
        opens = layout.OpenCards.ALL
        shown = layout.ZoneKind(True, row, True, weight=4.0, opens=opens, is_public=True)
        stall = layout.ZoneKind(False, row, True, weight=4.0, opens=opens)
        kinds = {**layout.COMMON_KINDS, "offer": shown, "taken": shown, "stall": stall}
        for kind in ("offer", "taken", "stall"):
            kinds[f"{kind}_mat"] = layout.ZoneKind(kind != "stall", encloses=frozenset({kind}))
        return kinds

    def build_parts(
        self, look: theme.ResolvedTheme, ink: part.TextStyler
    ) -> Mapping[str, part.Part[str]]:
        return {name: Mat(look, ink, name=name) for name in MATS}

    def mark_styles(self, look: theme.ResolvedTheme, ink: part.TextStyler) -> card_nodes.MarkStyles:
        bar = pictures.BoxPicture(look.theme.colour("accent"), radius=4.0)
        where = geometry.JoinMarkPosition(width=0.3, height=0.1, down=0.8, aside=0.01)
        pair = card_nodes.MarkStyle(bar, where, close=True)
        return {PAIRED: pair, WOULD_PAIR: card_nodes.MarkStyle(bar, where)}

    def mark_meanings(self, texts: Texts) -> Mapping[str, str]:
        words = "Bar: the same good as the card to the left."
        return {PAIRED: words, WOULD_PAIR: words}

    def list_preview_marks(self, seen: View, step: str) -> Mapping[str, tuple[str, ...]]:
        action, _, place = step.partition(" ")
        if action != "insert" or seen.viewer is None:
            return {}
        hand, (card,) = (seen.zones[game.zone_of(kind, seen.viewer)] for kind in ("hand", "taken"))
        behind = hand[int(place) : int(place) + 1]
        name = game.card_name(game.zone_of("hand", seen.viewer), int(place))
        return {WOULD_PAIR: (name,) if behind and card and str(behind[0])[1] == card[1] else ()}

    def suggestions(self, seen: View, words: Talk) -> Sequence[table_model.Suggestion]:
        sales = sorted([step for step in seen.legal if step[:4] == "sell"], key=len, reverse=True)
        told = [(sale, list_sold(seen, *sale.split()[1:])) for sale in sales[:5]]
        return [table_model.Suggestion(*sale) for sale in told]

    def find_button_action(
        self, ask: str, seen: View, texts: Texts, switches: Collection[str] = ()
    ) -> table_model.GameAction | None:
        return table_model.GameAction(("no",)) if ask == Intent.END else None

    def build_model(
        self, seen: View, seats: Sequence[Seat], texts: Texts, around: table_model.ViewOptions
    ) -> table_model.TableModel:
        scene: TableContext[View, Talk] = TableContext.for_model(
            self.view, seen, seats, texts, around
        )
        zone = game.zone_of("hand", scene.bottom)
        own = [card for card in seen.zones[zone] if card]
        rise = table_model.NoteRow(to_runs("Longest rising row"), str(longest_rise(tuple(own))))
        paired = [nth for nth, (a, b) in enumerate(pairwise(own), start=1) if a[1] == b[1]]
        return table_model.TableModel(
            title=scene.build_title("Take, sell or say no"),
            seats=scene.build_seats(),
            status=scene.build_prompt(present_line(scene)),
            viewer=table_model.ViewerModel(scene.name_status(), (rise,) if own else ()),
            actions=scene.build_actions(present_end(scene)),
            history=scene.build_history(),
            marks={PAIRED: tuple([game.card_name(zone, nth) for nth in paired])},
            panels=MATS,
            middle="stall",
        )


def present_line(scene: TableContext[View, Talk]) -> Runs:
    """Return the status line: what the viewer has to do, or whom the market waits for."""
    if not scene.is_asked:
        names = ", ".join([scene.words.name(seat) for seat in scene.observation.to_act])
        return to_runs(f"The market waits for {names}" if names else "The market is closed")
    action = scene.observation.legal[0].partition(" ")[0]
    taken = scene.observation.zones[game.zone_of("taken", scene.bottom)]
    asked = {"offer": "Which card do you offer?", "insert": "Where does {card} go?"}
    return fill_template(
        asked.get(action, "Take an offer, sell, or say no"), card=scene.words.cards(taken)
    )


def present_end(scene: TableContext[View, Talk]) -> table_model.LargeButtonModel:
    """Return the large button: refuse, sell the picked cards, or complete them for a sale."""
    states = table_model.ButtonState
    mood = states.GO if "no" in scene.observation.legal else states.MISSING
    if (step := scene.options.picked_step or scene.options.ghost_step) is not None:
        names = map(game.split_card_name, scene.options.picked)
        picked = [scene.observation.zones[zone][place or 0] for zone, place in names]
        sold = list_sold(scene.observation, *step.split()[1:])
        missing = [card for card in sold if card not in picked]
        ask, title = (table_model.COMPLETE, "Add") if missing else (Intent.END, "Sell")
        shown = scene.words.cards(missing or sold)
        return table_model.LargeButtonModel(ask, states.GO, title, shown)
    button = table_model.LargeButtonModel(Intent.END, mood, "No, thanks")
    return scene.build_idle_button("No, thanks") or button


def list_sold(seen: View, place: str, *offered: str) -> tuple[str, ...]:
    """Return the faces of sold cards from the arguments of a `sell` step."""
    hand = seen.zones[game.zone_of("hand", seen.viewer or 0)]
    return (*[str(card) for card in hand[int(place) : int(place) + 2]], *offered)


class BazaarView(game_view.GameView):
    """The view of Bazaar, with its facets."""

    facets: ClassVar = {
        **dict.fromkeys(("style", "setup"), "face:BazaarLook"),
        **dict.fromkeys(("words", "story", "pages"), "face:BazaarWords"),
        "table": "face:BazaarTable",
    }

    def title(self, texts: Texts) -> str:
        return "Bazaar"


FACE: Final = BazaarView()
