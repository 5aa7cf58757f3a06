"""Builds observations and tables of Spring Cleaning for tests, from a position as text."""

from __future__ import annotations

from typing import Any

from red7_desktop.games.spring_cleaning.face import view, words
from red7_desktop.games.spring_cleaning.rules import cards, rounds
from red7_desktop.games.spring_cleaning.rules.game import RULES, SpringObservation
from red7_desktop.kit import table_model, texts
from red7_desktop.play.ai import Seat
from tests.unit.spring_cleaning.rules.playing import laid

NAMES = ("Ann", "Bo", "Cleo", "Dee", "Eve")


def seen_at(
    *seats: str,
    table: str = "",
    deck: str = "1 2",
    discard: str = "",
    viewer: int | None = 0,
    game: str = "spring",
) -> SpringObservation:
    """Return a seat's observation of a position: `seen_at("A> 3 4 : 5 : 0", "B 1 : : 1")`."""
    position = laid(*seats, table=table, deck=deck, discard=discard, game=game)
    return RULES.observe(rounds.build_state_at(position), viewer)


def words_for(seen: SpringObservation) -> words.SpringWords:
    return words.SpringWords(texts.Texts(), NAMES[: len(seen.public_hands)], seen.viewer)


def table_of(
    seen: SpringObservation, picked: tuple[str, ...] = (), step: str = "", **more: Any
) -> table_model.TableModel:
    """Return the table's model. `picked` are cards picked for a play, `step` is the play."""
    seats = [Seat(name, "sharp" if nth else None) for nth, name in enumerate(NAMES)]
    made: cards.Step | None = cards.parse_step(step) if step else None
    around = table_model.ViewOptions(picked=picked, picked_step=made, **more)
    return view.SPRING_VIEW.table.build_model(
        seen, seats[: len(seen.public_hands)], texts.Texts(), around
    )


def line_of(seen: SpringObservation) -> str:
    """Return the status line."""
    return texts.to_plain(table_of(seen).status.line)
