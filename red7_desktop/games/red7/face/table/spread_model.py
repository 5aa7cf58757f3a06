"""The cards of a pile in words: the canvas with its history, a score pile; pure, no pygame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.red7.face.pictures.card_design import STARTER
from red7_desktop.games.red7.rules.cards import BY_TEXT, RED, colour_of, number_of
from red7_desktop.games.red7.rules.steps import SEATS
from red7_desktop.kit.language.rich_text import Run, Runs, Tone
from red7_desktop.kit.models.cards import Spread, SpreadCard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.games.red7.rules.observation import Red7Observation


def spread_of(words: Words, observation: Red7Observation, zone: str) -> Spread | None:
    """Give the cards of a zone, as far as the viewer may know them.

    None for a zone that nobody needs to have spread out, or whose cards lie face down.
    """
    faces = observation.zones.get(zone, ())
    known = [face for face in faces if face is not None]
    if len(known) < len(faces):
        return None
    kind, _, letter = zone.partition(":")
    if kind == "canvas":
        return _spread_canvas(words, known)
    if kind == "score" and known:
        return _spread_score_pile(words, SEATS.index(letter), known)
    return None


def _spread_canvas(words: Words, faces: Sequence[str]) -> Spread:
    """Give the canvas, the newest card first, down to the card that it began with."""
    texts = words.texts
    cards = []
    for nth, face in enumerate([*reversed(faces), STARTER]):
        rule = RED if face == STARTER else colour_of(BY_TEXT[face])
        caption: Runs = (words.rule_mark(rule)._replace(tone=Tone.SOFT),)
        if nth == 0:
            caption = (words.rule_mark(rule)._replace(tone=Tone.STRONG),)
        cards.append(SpreadCard(face, caption))
    return Spread(
        texts("The canvas"),
        texts("The newest card comes first: its rule is in force."),
        tuple(cards),
    )


def _spread_score_pile(words: Words, seat: int, faces: Sequence[str]) -> Spread:
    """Give a score pile in the order in which it was taken."""
    texts = words.texts
    points = sum(number_of(BY_TEXT[face]) for face in faces)
    title = texts("Your score pile")
    if not words.is_you(seat):
        title = texts("{name}’s score pile", name=words.names[seat])
    note = texts.plural("{n} point", "{n} points", points)
    cards = [
        SpreadCard(face, (Run(texts("+{n}", n=number_of(BY_TEXT[face])), tone=Tone.SOFT),))
        for face in faces
    ]
    return Spread(title, note, tuple(cards))
