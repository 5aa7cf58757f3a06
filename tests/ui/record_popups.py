"""Record what popups of real tables are asked to avoid, for `tests/unit/scene/test_popups.py`.

Run it after a change of layouts, weights or obstacles, and look at what changes in the data:

    python -m pytest -n 0 tests/ui/record_popups.py

The pilot sits down at tables of both games with all numbers of seats, in several windows and at
two sizes of the interface. It looks at cards, picks them, asks for a hint, rests on buttons and is
refused something. Every call of `place_popup` is written to `tests/data/popups.json`, lengths
rounded to a tenth of a design unit.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest

from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.kit.texts import to_runs
from red7_desktop.scene import popups
from red7_desktop.scene.geometry import Rect
from tests.setups import red7_setup
from tests.ui.conftest import Fly
from tests.ui.pilot import Pilot
from tests.ui.screens import AIS, LONG

TO = Path(__file__).parents[1] / "data" / "popups.json"
WINDOWS = ((1600, 900), (1280, 720), (960, 600), (1440, 1080), (1080, 1920), (3840, 2160))
SEATS = {"red7": (2, 3, 4), "spring": (2, 3, 4, 5)}
PLACE = popups.place_popup


class Recorder:
    """Replaces `place_popup`, and records its arguments."""

    def __init__(self) -> None:
        self.tables: list[dict[str, Any]] = []
        self.what = ""

    def begin(self, name: str) -> None:
        self.tables.append({"name": name, "asked": [], "obstacles": []})

    def place(
        self,
        forms: Iterable[popups.PopupSize],
        causes: Sequence[popups.PopupAnchor],
        inside: Rect,
        obstacles: Sequence[popups.Obstacle],
        *,
        gap: float,
        is_tied: bool = True,
    ) -> popups.PopupPlacement:
        made = list(forms)
        table = self.tables[-1]
        lying = [[_shorten(area), weight, int(is_word)] for area, weight, is_word in obstacles]
        if lying not in table["obstacles"]:
            table["obstacles"].append(lying)
        asked = {
            "what": self.what,
            "forms": [[*_shorten(form.size), form.rank] for form in made],
            "causes": [[_shorten(area), list(sides)] for area, sides in causes],
            "inside": _shorten(inside),
            "obstacles": table["obstacles"].index(lying),
            "gap": gap,
            "is_tied": is_tied,
        }
        if self.what and asked not in table["asked"]:
            table["asked"].append(asked)
        return PLACE(made, causes, inside, obstacles, gap=gap, is_tied=is_tied)


def _shorten(lengths: Iterable[float]) -> list[float]:
    return [round(each, 1) for each in lengths]


def list_tables() -> list[tuple[str, int, tuple[int, int], int]]:
    """List games with numbers of seats, windows and scales; each pair of window and scale once."""
    shapes = [(window, scale) for scale in (100, 200) for window in WINDOWS]
    kinds = [(game, seats) for game, counts in SEATS.items() for seats in counts]
    count = 2 * len(shapes)
    return [(*kinds[nth % len(kinds)], *shapes[nth % len(shapes)]) for nth in range(count)]


def sit_down(pilot: Pilot, game: str, seats: int) -> None:
    plans = (SeatPlan(LONG[0]), *AIS, SeatPlan(level="newcomer"))[:seats]
    setup = red7_setup(plans, seed=11) if game == "red7" else GameSetup(game, plans, {}, 11)
    pilot.play_to_me(setup, 2.0)
    pilot.rush_turn()
    pilot.wait_for_me()
    pilot.wait(2.0)


def ask_for_popups(pilot: Pilot, recorder: Recorder) -> None:
    table = pilot.table
    rows = pilot.view.cards.rows
    for zone, row in rows.items():
        shown = [card for card in row if card.shown is not None and card.is_shown]
        for card in dict.fromkeys(shown[:1] + shown[-1:]):
            recorder.what = f"close-up of {zone}"
            table._close_up.show(card)
            table._close_up.hide()
    for card in rows["hand:A"][:3]:
        recorder.what = "preview"
        pilot.focus_on(card)
        pilot.wait(0.8)
    recorder.what = ""
    pilot.program.ui.stage.focus.clear_for_pointer(None)
    pilot.wait(0.2)
    recorder.what = "hint"
    pilot.key(pygame.K_h)
    while not table._hints.is_open:
        pilot.wait(0.3)
    table._hints.forget()
    recorder.what = "tip"
    told = [button for button in table._hud.buttons if button.is_shown and button.shown]
    for button in told[::4]:
        if button.shown is not None and button.shown.tip:
            table._hud.show_tip(button, button.shown.tip)
    for meaning in table._tips.list_explanations()[::8]:
        table._hud.show_tip(meaning.node, to_runs(meaning.sentence))
    table._hud.show_tip(None)
    recorder.what = "refusal"
    table._messages.warn(to_runs("You can’t play that here"), pilot.view.by_zone["hand:A"])
    recorder.what = "toast"
    table._messages._beside = None
    table._messages.warn(to_runs("The match can’t be saved: the disk is full"))


def test_popup_positions_at_real_tables_are_recorded_to_a_file(
    fly: Fly, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder = Recorder()
    monkeypatch.setattr(popups, "place_popup", recorder.place)
    for game, seats, window, scale in list_tables():
        recorder.what = ""
        recorder.begin(f"{game}, {seats} seats, {window[0]}x{window[1]}, {scale}%")
        pilot: Pilot = fly(home=tmp_path / str(len(recorder.tables)), size=window)
        monkeypatch.setattr(pilot.program, "draw", lambda surface: [])
        pilot.change(ui_scale=scale)
        sit_down(pilot, game, seats)
        ask_for_popups(pilot, recorder)
        pilot.close()
    lines = [json.dumps(table, separators=(",", ":")) for table in recorder.tables]
    TO.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
