"""Snapshots for phones: everything that a seat may know and do, as plain JSON values.

A snapshot is the whole content of a phone's page. It is built from the seat's observation, which
has no hidden cards, so it can't reveal them. The phone's page shows zones, cards, moves and
buttons without knowing the game. docs/phones-protocol.md describes the values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from red7_desktop.kit import match_model, phrases, table_model
from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.game_view import LIT, GameView
from red7_desktop.kit.hud.buttons import SUGGESTION
from red7_desktop.kit.hud.marks import FRESH, KEEPS_IN, LOSES, PENDING, describe_marks
from red7_desktop.kit.present.story import build_end
from red7_desktop.kit.texts import Runs, Texts, to_plain
from red7_desktop.play.ai import Seat
from red7_desktop.play.hands import CardSelection, HandController, HandOptions, StepsByZone
from red7_desktop.play.session import SeatControl
from red7_desktop.table.layout import OpenCards
from red7_desktop.tabletop.game import SEAT_LETTERS, Face, Zones, card_name, zone_of
from red7_desktop.tabletop.match import Match

Json: TypeAlias = dict[str, Any]
_SIGNS: Final[Mapping[str, str]] = {
    KEEPS_IN: "✓",
    LOSES: "✗",
    PENDING: "pending",
    FRESH: LIT,
}
"""Symbol that a phone draws on a highlighted card, by the kind of highlight.

The view of each game adds its own kinds.
"""
CHOOSE_ACTION: Final = "choose"
"""First word of the action that a phone sends when the user chooses one of several steps.

The action is this word, a space and the step's text. `_write_choice` builds the buttons for it.
"""
_LAST_TURNS: Final = 6
"""Number of most recent turns that a phone's page lists."""


@dataclass(frozen=True, slots=True)
class SeatTools:
    """The view, texts and settings with which the content of a phone's page is built.

    Attributes:
        view: The game's view: its words, table and buttons.
        texts: Texts in the phone's language.
        level_names: Shown names of the AI levels, by level key.
        settings: Keys of the games' own settings that are switched on.
        assists: Whether cards that keep a player in the round are marked.
        hints: Whether the user can ask for hints.
        tint: Returns the colour of a symbol on a dark background, as `#rrggbb`.
        spoken_names: Cache of cards' names for screen readers, by card code such as "R7".
    """

    view: GameView
    texts: Texts
    level_names: Mapping[str, str]
    settings: frozenset[str]
    assists: bool
    hints: bool
    tint: Callable[[str], str]
    spoken_names: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HandState:
    """The possible actions of a seat that is played on a phone, and its picked cards.

    Attributes:
        options: The legal actions.
        drop_targets: Zones on which each card may be dropped. They include illegal drops, for
            which the program explains why they are illegal.
        selection: The cards that the user has picked for a step of several cards.
        suggestions: Steps of several cards that the game suggests.
        hint: The adviser's hint, None if the user hasn't asked for one.
    """

    options: HandOptions
    drop_targets: StepsByZone
    selection: CardSelection
    suggestions: Sequence[table_model.Suggestion]
    hint: table_model.Hint | None = None


def build_snapshot(
    tools: SeatTools,
    seat: SeatControl,
    seats: Sequence[Seat],
    controller: HandController,
    hand: HandState,
) -> Json:
    """Return the content of the page on which a phone's user plays, as JSON values.

    docs/phones-protocol.md describes the values.

    Args:
        tools: View, texts and settings to build the content with.
        seat: The match as the user's seat sees it.
        seats: Names and players of all seats.
        controller: Translates drags of the seat's cards to steps.
        hand: The seat's possible actions, and the cards that are picked on the phone.
    """
    view = tools.view
    viewer = seat.viewer or 0
    seen = seat.observe()
    words = view.words.words_class.for_viewer(tools.texts, seats, viewer)
    match = seat.match
    selection = hand.selection
    options = table_model.ViewOptions(
        kinds=tools.level_names,
        no_undo=None if selection.needs_confirmation else match.explain_no_undo(viewer),
        assists=tools.assists,
        hints=tools.hints,
        bottom=viewer,
        picked=selection.picked,
        picked_step=selection.step,
        ghost_step=None if selection.completion is None else selection.completion.step,
        is_stuck=selection.has_no_play,
        switches=tools.settings,
    )
    model = view.table.build_model(seen, seats, tools.texts, options)
    writer = _Writer(tools, words, seen, model)
    end = build_end(view, words, match, viewer)
    turns = [
        {"seat": each.seat, "line": _write_runs(tools, each.line)}
        for each in model.history.lines[-_LAST_TURNS:]
    ]
    return {
        "game": view.title(tools.texts),
        "title": model.title.upper_line or model.title.line,
        "tint": tools.tint(model.mood) if model.mood else "",
        "you": writer.write_viewer(viewer),
        "seats": [writer.write_seat(each) for each in model.seats if each.seat != viewer],
        "line": _write_why(tools, model.status),
        "banner": _write_banner(tools, view.table.banner(seen, words)),
        "hand": writer.write_zone(zone_of("hand", viewer), ""),
        "zones": writer.write_own_zones(viewer, selection),
        "moves": _write_moves(tools, words, seen, controller, hand),
        "gather": _write_selection(selection),
        "buttons": _write_buttons(tools, seen, model.actions, selection),
        "suggestions": _write_suggestions(hand),
        "choice": _write_choice(match, model.choice),
        "turns": turns,
        "turnsTitle": model.history.heading,
        "signWords": _write_sign_words(tools),
        "hint": _write_hint(tools, hand.hint),
        "end": None if end is None else _write_end(tools, end),
    }


def find_faces(snapshot: Json) -> tuple[str, ...]:
    """Return the codes of all cards that a phone's page shows, sorted; "" is a card's back.

    The phone needs a picture of each of them.

    >>> find_faces({"hand": {"cards": [{"face": "R7"}, {"face": None}]}, "chips": ["R7"]})
    ('', 'R7')
    """
    found: dict[str, None] = {}
    _collect_values(snapshot, "face", found)
    return tuple(sorted(found))


def find_symbols(snapshot: Json) -> tuple[str, ...]:
    """Return the letters of all symbols that a phone's page shows, sorted.

    A symbol is, for example, that of a colour. The phone needs a picture of each symbol.
    """
    found: dict[str, None] = {}
    _collect_values(snapshot, "symbol", found)
    found.pop("", None)
    return tuple(sorted(found))


def _collect_values(value: Any, key: str, found: dict[str, None]) -> None:
    if isinstance(value, dict):
        if key in value:
            found[value[key] or ""] = None
        for each in value.values():
            _collect_values(each, key, found)
    elif isinstance(value, list):
        for each in value:
            _collect_values(each, key, found)


def _write_runs(tools: SeatTools, runs: Runs) -> list[Json]:
    """Return the runs of a sentence, which are its differently styled parts, as JSON values.

    Each run has a text and a tone. If necessary, the run also has a symbol, and a text for screen
    readers in place of the visible text.
    """
    return [
        {
            "text": run.text,
            "tone": run.tone.value,
            **({"symbol": run.symbol, "tint": tools.tint(run.symbol)} if run.symbol else {}),
            **({"spoken": run.spoken} if run.spoken else {}),
        }
        for run in runs
    ]


class _Writer:
    """Serialises zones, cards and seats, as one seat sees them, for the page on a phone."""

    def __init__(
        self, tools: SeatTools, words: Any, seen: Any, model: table_model.TableModel
    ) -> None:
        self._tools = tools
        self._words = words
        self._seen = seen
        self._model = model
        self._zones: Zones = seen.zones
        self._signs = {**_SIGNS, **tools.view.table.phone_signs}
        self._kinds = tools.view.table.zone_kinds

    def write_zone(self, zone: str, title: str) -> Json:
        """Serialise a zone with all its cards, including those that are face down."""
        row = self._zones.get(zone, ())
        return {
            "zone": zone,
            "title": title,
            "cards": [self._write_card(zone, nth, face) for nth, face in enumerate(row)],
        }

    def write_own_zones(self, viewer: int, selection: CardSelection) -> list[Json]:
        """Serialise the zones that the phone shows beside the viewer's hand.

        These are shared zones of the table and the viewer's own zones, see
        `TableFacet.zone_titles`. An empty zone is left out, unless one of the viewer's plays moves
        cards to it.

        Args:
            viewer: The viewer's seat.
            selection: The viewer's selected cards, with the plays to choose from.
        """
        titles = self._tools.view.table.zone_titles(self._tools.texts)
        kinds = list(titles)
        if not kinds:
            named = dict.fromkeys(zone.partition(":")[0] for zone in self._zones)
            kinds = [kind for kind in named if kind not in {"hand", "deck"}]
        found = []
        for kind in kinds:
            own = zone_of(kind, viewer)
            zone = own if own in self._zones else kind
            if zone in self._zones:
                found.append(self.write_zone(zone, titles.get(kind, kind.capitalize())))
        return [each for each in found if each["cards"] or each["zone"] in selection.targets]

    def write_seat(self, seat: table_model.SeatModel) -> Json:
        """Return another player's seat as JSON values, with the cards that everybody sees."""
        tally = seat.tally
        zones = [
            self.write_zone(zone, "")
            for zone in self._zones
            if zone.endswith(f":{SEAT_LETTERS[seat.seat]}") and self._is_open(zone)
        ]
        return {
            "seat": seat.seat,
            "name": seat.name,
            "initial": seat.initial,
            "portrait": seat.portrait,
            "kind": seat.kind,
            "acting": seat.is_acting,
            "leading": seat.is_leading,
            "out": seat.out if seat.is_out else "",
            "figure": tally.figure if tally is not None else "",
            "unit": tally.unit if tally is not None else "",
            "score": _write_score(seat),
            "held": self._tools.texts.plural("{n} card", "{n} cards", seat.hand_count),
            "zones": [each for each in zones if each["cards"]],
        }

    def write_viewer(self, viewer: int) -> Json:
        """Serialise the seat that is played on the phone, and its status in the round."""
        model = self._model.seat_of(viewer)
        status = self._model.viewer
        rows = [
            {"label": _write_runs(self._tools, row.label), "value": row.value, "bad": row.is_bad}
            for row in status.rows
        ]
        return {
            "seat": viewer,
            "name": self._words.names[viewer],
            "portrait": model.portrait,
            "initial": model.initial,
            "acting": model.is_acting,
            "leading": model.is_leading,
            "out": model.out if model.is_out else "",
            "score": _write_score(model),
            "figure": model.tally.figure if model.tally is not None else "",
            "unit": model.tally.unit if model.tally is not None else "",
            "status": status.status,
            "rows": rows,
        }

    def _is_open(self, zone: str) -> bool:
        kind = self._kinds.get(zone.partition(":")[0])
        return kind is not None and kind.opens is OpenCards.ALL

    def _write_card(self, zone: str, nth: int, face: Face) -> Json:
        name = card_name(zone, nth)
        if face is None:
            return {"name": name, "face": None, "words": "", "signs": []}
        signs = [
            sign
            for style, sign in self._signs.items()
            if {name, face} & set(self._model.marks.get(style, ()))
        ]
        spoken = self._tools.spoken_names
        if face not in spoken:
            title = self._tools.view.words.describe_card(self._words, face, self._seen).title
            spoken[face] = title
        return {"name": name, "face": face, "words": spoken[face], "signs": signs}


def _write_score(seat: table_model.SeatModel) -> str:
    """Return a seat's score in the match, such as "trash 1/7" or "3/35"; "" for none."""
    if seat.score or seat.points is None:
        return seat.score
    return f"{seat.points}/{seat.target}" if seat.target else str(seat.points)


def _write_sign_words(tools: SeatTools) -> Json:
    """Return the meaning of each sign that can mark a card, for the phone's screen reader."""
    meanings = {**describe_marks(tools.texts), **tools.view.table.mark_meanings(tools.texts)}
    signs = {**_SIGNS, **tools.view.table.phone_signs}
    return {sign: meanings[style] for style, sign in signs.items() if style in meanings}


def _write_why(tools: SeatTools, why: table_model.StatusModel) -> Json:
    return {
        "runs": _write_runs(tools, why.line),
        "others": [_write_runs(tools, each) for each in why.others],
        "good": why.is_good,
        "prompt": why.is_prompt,
        "label": why.label,
        "plain": to_plain(why.line),
    }


def _write_banner(tools: SeatTools, banner: table_model.Banner | None) -> Json | None:
    if banner is None:
        return None
    return {
        "symbol": banner.symbol,
        "tint": tools.tint(banner.symbol),
        "label": banner.label,
        "title": banner.title,
    }


def _write_moves(
    tools: SeatTools, words: Any, seen: Any, controller: HandController, hand: HandState
) -> Json:
    """Return a mapping from each card's name to its possible drops, as JSON values.

    Each drop has the id of the target zone, the index in that zone and a preview of the effect.
    """
    zones = seen.zones
    moves: Json = {}
    for name, targets in hand.drop_targets.items():
        drops = hand.options.drops.get(name, {})
        places = [
            place
            for zone, steps in targets.items()
            for place in _write_places(tools, words, controller, (zone, steps, drops.get(zone, {})))
        ]
        for each in _find_places(name, zones):
            if places:
                moves[each] = places
    return moves


def _write_places(
    tools: SeatTools,
    words: Any,
    controller: HandController,
    target: tuple[str, Mapping[int | None, Any], Mapping[int | None, Any]],
) -> Iterable[Json]:
    """Yield the possible drops of a card in one zone as JSON values, each with a preview.

    Args:
        tools: View, texts and settings to build the snapshot with.
        words: The game's names and sentences for the seat, in the phone's language.
        controller: Translates drags to steps.
        target: A triple: the id of the zone, the steps of all drops by index in the zone
            (including illegal drops), and the steps of the legal drops by index.
    """
    zone, steps, allowed = target
    table = tools.view.table
    kind = table.zone_kinds.get(zone.partition(":")[0])
    if not allowed and kind is not None and kind.hides_refusal:
        return
    seen, endings = controller.resolve_drop_steps(zone, steps)
    for place, first in (endings or steps).items():
        written: Json = {"zone": zone, "place": place, "allowed": bool(allowed)}
        if first is None:
            written |= {"good": True, "title": [], "detail": []}
        else:
            preview = tools.view.words.preview(seen, first, words)
            written |= {
                "good": preview.is_good,
                "title": _write_runs(tools, preview.title),
                "detail": _write_runs(tools, preview.detail),
                "fits": preview.is_good and any(table.list_preview_marks(seen, first).values()),
            }
        yield written


def _find_places(name: str, zones: Zones) -> list[str]:
    """Return the names (`zone#index`) of all cards on the table with a given card code.

    Args:
        name: The card code, such as "R7". The name of a card or of a zone is also accepted, and
            returned unchanged.
        zones: The card codes in each zone.
    """
    if "#" in name or name in zones:
        return [name]
    return [
        card_name(zone, nth)
        for zone, row in zones.items()
        for nth, face in enumerate(row)
        if face == name
    ]


def _write_selection(selection: CardSelection) -> Json:
    play = selection.play
    return {
        "cards": sorted(selection.cards),
        "picked": list(selection.picked),
        "ghost": list(selection.ghost),
        "target": "" if play is None else play.target,
        "waits": selection.needs_confirmation,
    }


def _write_buttons(
    tools: SeatTools, seen: Any, actions: table_model.ActionsModel, selection: CardSelection
) -> list[Json]:
    """Return the phone's buttons as JSON values; the first is the large one that ends the turn."""
    primary = actions.primary
    question = None
    if selection.step is None:
        question = _write_question(tools, seen, primary.action)
    first: Json = {
        "ask": primary.action,
        "label": primary.title,
        "enabled": primary.is_enabled,
        "mood": primary.state.value,
        "note": _write_runs(tools, primary.note),
        "question": question,
    }
    written = [first]
    for model, ask in (
        (actions.offer, Intent.OFFER),
        (actions.undo, Intent.UNDO),
        (actions.hint, Intent.HINT),
        (actions.bottom, ""),
    ):
        if model is None:
            continue
        asked = str(model.action or ask)
        button: Json = {
            "ask": asked,
            "label": model.label,
            "twice": tools.texts("Press again") if model.is_guarded else "",
            "enabled": model.is_enabled,
            "mood": "quiet" if model is actions.bottom else "plain",
            "note": _write_runs(tools, model.why_not or model.note),
            "question": _write_question(tools, seen, asked) if model.is_enabled else None,
        }
        written.append(button)
    return written


def _write_question(tools: SeatTools, seen: Any, ask: str) -> Json | None:
    action = tools.view.table.find_button_action(ask, seen, tools.texts, tools.settings)
    question = None if action is None else action.question
    if question is None:
        return None
    return {
        "title": question.title,
        "message": question.message,
        "yes": question.yes,
        "no": question.no,
    }


def _write_suggestions(hand: HandState) -> list[Json]:
    return [
        {
            "ask": f"{SUGGESTION} {nth}",
            "cards": [{"face": face} for face in each.cards],
            "words": each.words,
            "meaning": each.meaning,
            "chosen": hand.selection.step == each.step,
        }
        for nth, each in enumerate(hand.suggestions)
    ]


def _write_choice(match: Match, choice: table_model.CardChoice | None) -> Json | None:
    if choice is None:
        return None
    return {
        "title": choice.title,
        "options": [
            {
                "ask": f"{CHOOSE_ACTION} {match.game.text_of(option.step)}",
                "cards": [{"face": face} for face in option.cards],
                "label": option.label,
            }
            for option in choice.options
        ],
    }


def _write_hint(tools: SeatTools, hint: table_model.Hint | None) -> Json | None:
    if hint is None:
        return None
    return {
        "title": _write_runs(tools, hint.title),
        "why": [_write_runs(tools, each) for each in hint.why],
        "cards": list(hint.cards),
        "zones": list(hint.zones),
    }


def _write_label(label: phrases.SeatLabel) -> Json:
    return {"name": label.name, "portrait": label.portrait, "initial": label.initial}


def _write_end(tools: SeatTools, end: match_model.EndModel) -> Json:
    rows = [
        {
            **_write_label(row.label),
            "before": row.before,
            "after": row.after,
            "target": row.target,
            "winner": row.is_winner,
        }
        for row in end.scores
    ]
    if not rows and end.rounds is not None:
        rows = [
            {
                **_write_label(label),
                "before": total,
                "after": total,
                "target": 0,
                "winner": label in end.winners,
            }
            for label, total in zip(end.rounds.seats, end.rounds.totals, strict=True)
        ]
    story = end.story
    return {
        "title": end.title,
        "winners": [_write_label(label) for label in end.winners],
        "lines": [] if story is None else [_write_runs(tools, each.line) for each in story.lines],
        "last": [] if story is None else _write_runs(tools, story.last),
        "scores": rows,
    }
