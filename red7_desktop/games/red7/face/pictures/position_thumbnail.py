"""A small picture of a round as one seat saw it: the rule, all palettes, its own hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import TEXTS, texts_of
from red7_desktop.games.red7.rules.observation import position_of
from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.mini_cards import build_mini_cards
from red7_desktop.kit.hud.seats.avatar import Avatar
from red7_desktop.kit.language.rich_text import Run, Tone, weave
from red7_desktop.kit.pages.flow import Flow
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.panel import Panel
from red7_desktop.scene.widgets.runs import RunsLabel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.kit.language.rich_text import Runs
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.scene.theme.style import Look

_CARD: Final = 74.0
"""How high a card is."""

_THUMBNAIL_NAME_WIDTH: Final = 190.0

_FACE: Final = 42.0


def build_situation(kit: Ui, words: Words, seen: Red7Observation, width: float) -> Node:
    """Give a box with a row for each seat, the observing one last with its hand beside."""
    look, ink = kit.stage.look, TextStyler(kit.faces, kit.settings.colours)
    zoom = look.theme.zoom
    pad = 0.6 * look.theme.sizes.padding
    box = Panel(look, Size(width, 1.0), "well", name="situation")
    flow = Flow(box, width - 2 * pad, 8.0 * zoom, left=pad, top=pad)
    flow.add(
        _build_runs_label(
            look, ink, _describe_rule(words, position_of(seen).rule), flow.width, "row"
        )
    )
    me = seen.viewer or 0
    order = [(me + 1 + place) % len(seen.rows) for place in range(len(seen.rows))]
    for seat in order:
        if not seen.out >> seat & 1:
            hand = texts_of(seen.hand) if seat == me else ()
            flow.add(_build_seat_row(kit, ink, words, seen, seat, hand, flow.width))
    box.size = Size(width, flow.bottom + pad)
    return box


def _describe_rule(words: Words, rule: int) -> Runs:
    """Name a rule, and say what it asks for where its name does not say all of it."""
    name, mark = words.rules[rule], words.rule_mark(rule)
    if name.sentence == name.name:
        return (mark,)
    sentence = Run(name.sentence, tone=Tone.SOFT)
    return weave(words.texts("{rule}: {sentence}"), rule=mark, sentence=sentence)


def _build_seat_row(
    kit: Ui,
    ink: TextStyler,
    words: Words,
    seen: Red7Observation,
    seat: int,
    hand: Sequence[str],
    width: float,
) -> Node:
    """Give a seat's sign, name and palette; for the observing seat the hand too."""
    look, texts = kit.stage.look, words.texts
    zoom = look.theme.zoom
    high, side = _CARD * zoom, _FACE * zoom
    row = Node(name=f"seat {seat}", size=Size(width, high))
    avatar = Avatar(look, ink, name="avatar")
    avatar.place(Rect(0.0, (high - side) / 2, side, side))
    avatar.show(words.sign(seat))
    left, room = side + 12.0 * zoom, min(_THUMBNAIL_NAME_WIDTH * zoom, 0.24 * width)
    count = texts.plural("{n} card in hand", "{n} cards in hand", seen.hand_counts[seat])
    name = _build_runs_label(look, ink, (Run(words.name(seat), tone=Tone.STRONG),), room, "label")
    below = _build_runs_label(look, ink, (Run(count, tone=Tone.FAINT),), room, "note")
    top = (high - name.size.h - below.size.h) / 2
    name.position, below.position = Vec(left, top), Vec(left, top + name.size.h)
    left += room + 12.0 * zoom
    rest = width - left
    palette = Rect(left, 0.0, 0.46 * rest if hand else rest, high)
    row.add(
        avatar,
        name,
        below,
        *build_mini_cards(kit.faces, [TEXTS[card] for card in seen.rows[seat]], palette),
    )
    if hand:
        own = Rect(left + 0.5 * rest, 0.0, 0.5 * rest, high)
        row.add(*build_mini_cards(kit.faces, hand, own, share=1.0))
    return row


def _build_runs_label(
    look: Look, ink: TextStyler, runs: Runs, width: float, style: str
) -> RunsLabel:
    spans = ink.spans(look, runs)
    return RunsLabel(look, spans, style, size=Size(width, 0.0), max_lines=2)
