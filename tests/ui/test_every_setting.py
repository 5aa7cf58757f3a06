"""Every setting changes something that people see, hear or find done, at once and at the start."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from red7_desktop.app.screens.settings_rows import LookTile
from red7_desktop.games.red7.rules.cards import THE_DRAW, THE_END, THE_PASS
from red7_desktop.games.registry import BOX, list_own_switches
from red7_desktop.kit.settings import INSTANT, Settings, open_settings_file
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.play.session import Session
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import LayeredPicture, Picture, TextPicture
from tests.setups import red7_setup
from tests.ui.hearing import volume_of_a_press, volume_of_the_ambience
from tests.ui.pilot import Pilot
from tests.ui.test_speaking import Recorder

SETUP = red7_setup((SeatPlan(), SeatPlan(level="newcomer")), seed=11)
CHOOSING = red7_setup((SeatPlan(), SeatPlan(level="newcomer")), advanced=True, seed=3)


@dataclass(frozen=True)
class Row:
    """A setting's other value, and what people notice of it.

    notice: gives what a person sees, hears or finds done in a program with the settings. beside:
    other settings without which it would be no use.
    """

    value: Any
    notice: Callable[[Any], Hashable]
    beside: dict[str, Any] = field(default_factory=dict)


class Watched(Pilot):
    """A pilot in a program whose window only notes what it is asked for."""

    asked: list[str]

    def note(self) -> None:
        self.asked.append("full screen")


def flown(home: Path, kept: Settings) -> Watched:
    """Start a program that has kept settings from the last time."""
    open_settings_file(home / "config" / "settings.json", list_own_switches(BOX)).save(kept)
    pilot = Watched(home)
    pilot.asked = []
    pilot.program._set_fullscreen = lambda is_full: pilot.note() if is_full else None
    return pilot


# -- what people notice ----------------------------------------------------------------------


def shown(pilot: Pilot) -> Iterator[Node]:
    return (node for node in pilot.program.kit.stage.root.walk() if node.is_shown)


def texts_of(picture: Picture | None) -> Iterator[TextPicture]:
    if isinstance(picture, TextPicture):
        yield picture
    elif isinstance(picture, LayeredPicture):
        for layer in picture.layers:
            yield from texts_of(layer)


def texts_on_screen(pilot: Pilot) -> list[TextPicture]:
    pilot.wait(0.2)
    return [text for node in shown(pilot) for text in texts_of(node.picture) if text.text]


def title_words(pilot: Pilot) -> Hashable:
    pilot.program.show_title()
    return tuple(text.text for text in texts_on_screen(pilot))


def title_sizes(pilot: Pilot) -> Hashable:
    pilot.program.show_title()
    return tuple(text.size for text in texts_on_screen(pilot))


def title_fonts(pilot: Pilot) -> Hashable:
    pilot.program.show_title()
    return frozenset(text.font for text in texts_on_screen(pilot))


def sit_down(pilot: Pilot, setup: GameSetup = SETUP) -> None:
    pilot.play(setup)
    pilot.wait_for_me()
    pilot.wait(3.0)


def card_pixels(pilot: Pilot) -> Hashable:
    """Look at the cards in hand."""
    sit_down(pilot)
    boxes = [card.bounds for card in pilot.view.cast.rows[pilot.zone("hand")]]
    left, top = pilot.pixel(boxes[0].position)
    look = pygame.Rect(left, top, 200, 80).clip(pilot.surface.get_rect())
    return pygame.image.tobytes(pilot.surface.subsurface(look), "RGB")


def some_card(pilot: Pilot) -> str:
    """Give a hand card that may be played."""
    legal = pilot.session.observe().legal
    return next(str(step) for step in legal if len(str(step)) == 2)


def places_on_the_way(pilot: Pilot) -> list[tuple[float, float]]:
    """Play a card; give the places at which it was seen, frame by frame, till it lay still."""
    sit_down(pilot)
    face = some_card(pilot)
    pilot.click_over(face, "palette")
    seen: list[tuple[float, float]] = []
    for _ in range(240):
        card = pilot.card(face)
        seen.append((round(card.position.x), round(card.position.y)))
        if not pilot.program.kit.stage.animator.is_running():
            break
        pilot.frame(1 / 120)
    return seen


def ways_of_moving(pilot: Pilot) -> Hashable:
    return len({*places_on_the_way(pilot)}) > 4


def frames_on_the_way(pilot: Pilot) -> Hashable:
    return len(places_on_the_way(pilot))


def help_with_a_card(pilot: Pilot) -> Hashable:
    """Take up a card; tell which words and how many marks come with it."""
    sit_down(pilot)
    pilot.click(pilot.place_of(some_card(pilot)))
    words = tuple(text.text for text in texts_on_screen(pilot))
    marks = sum(name is not None for card in pilot.view.cast for name in [card.marks or None])
    return words, marks


def steps_by_the_end_button(pilot: Pilot) -> Hashable:
    """Discard a card by which the next may be drawn, and end the turn by its button."""
    sit_down(pilot, CHOOSING)
    session = pilot.session
    assert prepare_a_draw(session, 2), "no turn in this deal lets the person draw"
    before = session.match.revision
    pilot.wait(1.0)
    pilot.press("end")
    return tuple(entry.step for entry in session.match.log[before:] if entry.seat == 0)


def prepare_a_draw(session: Session, depth: int) -> bool:
    """Take steps, at most so many, after which the person may draw or end the turn."""
    legal = session.observe().legal
    if THE_DRAW in legal and THE_END in legal:
        return True
    for step in legal if depth else ():
        if step not in (THE_DRAW, THE_END, THE_PASS):
            session.take(step)
            if prepare_a_draw(session, depth - 1):
                return True
            session.undo()
    return False


def question_before_giving_up(pilot: Pilot) -> Hashable:
    sit_down(pilot)
    pilot.press("give_up")
    return bool(pilot.nodes("question"))


def table_pixels(pilot: Pilot) -> Hashable:
    """Look at the whole table."""
    sit_down(pilot)
    return pygame.image.tobytes(pilot.surface, "RGB")


def locked_tiles(pilot: Pilot) -> Hashable:
    pilot.program.show_settings()
    pilot.wait(0.3)
    shown = [node for node in pilot.program.kit.stage.root.walk() if isinstance(node, LookTile)]
    return sum(tile.is_locked for tile in shown)


def what_is_said(pilot: Pilot) -> Hashable:
    pilot.program.kit.speech = recorder = Recorder()
    pilot.play(SETUP)
    pilot.wait_for_me()
    return tuple(recorder.said)


def pages_after_two_quick_presses(pilot: Pilot) -> Hashable:
    """Open the log, and close it right after that."""
    sit_down(pilot)
    pilot.key(pygame.K_l)
    pilot.key(pygame.K_ESCAPE)
    return pilot.program.kit.stage.focus.scope.name


def highlights_by_themselves(pilot: Pilot) -> Hashable:
    """Watch for six seconds what is highlighted, in its order."""
    pilot.program.show_title()
    seen: list[tuple[str, ...]] = []
    for _ in range(60):
        pilot.frame(0.1)
        here = tuple(node.name for node in pilot.program.inputs.scanner.highlighted)
        if seen[-1:] != [here]:
            seen.append(here)
    return tuple(seen)


def log_opened_by(post: Callable[[Pilot], None]) -> Callable[[Pilot], Hashable]:
    def notice(pilot: Pilot) -> Hashable:
        sit_down(pilot)
        post(pilot)
        return pilot.program.kit.stage.focus.scope.name

    return notice


def press_f7(pilot: Pilot) -> None:
    pilot.key(pygame.K_F7)


def press_guide(pilot: Pilot) -> None:
    button = pygame.CONTROLLER_BUTTON_GUIDE
    pilot.post(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=0)


def windows_asked_for(pilot: Watched) -> Hashable:
    return len(pilot.asked)


ROWS: dict[str, Row] = {
    "language": Row("de", title_words),
    "colours": Row("high", card_pixels),
    "table": Row("felt", table_pixels),
    "back": Row("leaves", table_pixels),
    "all_looks": Row(True, locked_tiles),
    "ui_scale": Row(150, title_sizes),
    "readable_font": Row(True, title_fonts),
    "reduced_motion": Row(True, ways_of_moving),
    "speed": Row(INSTANT, frames_on_the_way),
    "assist": Row("outcomes", help_with_a_card),
    "switches": Row(frozenset({"automatic_draw"}), steps_by_the_end_button),
    "confirmations": Row(False, question_before_giving_up),
    "master_volume": Row(30, volume_of_a_press),
    "effects_volume": Row(30, volume_of_a_press),
    "ambience_volume": Row(40, volume_of_the_ambience),
    "muted": Row(True, volume_of_a_press),
    "fullscreen": Row(True, windows_asked_for),
    "spoken_log": Row(True, what_is_said),
    "cool_down": Row(True, pages_after_two_quick_presses),
    "scanning": Row(True, highlights_by_themselves),
    "scan_seconds": Row(2.0, highlights_by_themselves, {"scanning": True}),
    "keys": Row((("log", ("f7",)),), log_opened_by(press_f7)),
    "pad": Row((("log", ("guide",)),), log_opened_by(press_guide)),
}


def noticed(home: Path, row: Row, kept: Settings, change: Settings | None = None) -> Hashable:
    pilot = flown(home, kept)
    try:
        if change is not None:
            pilot.program.kit.change_settings(change)
        return row.notice(pilot)
    finally:
        pilot.close()


_USUAL: dict[tuple[Callable[[Any], Hashable], Settings], Hashable] = {}


def noticed_usually(row: Row, usual: Settings, home: Path) -> Hashable:
    """Give what is noticed without the change: the same every time, so settings share it."""
    key = row.notice, usual
    if key not in _USUAL:
        _USUAL[key] = noticed(home / "usual", row, usual)
        again = noticed(home / "again", row, usual)
        assert again == _USUAL[key], "it differs without the setting"
    return _USUAL[key]


def test_every_setting_has_a_row() -> None:
    assert {each.name for each in fields(Settings)} == set(ROWS)


@pytest.mark.parametrize("name", ROWS)
def test_a_setting_changes_something_that_people_notice(name: str, tmp_path: Path) -> None:
    row = ROWS[name]
    usual = replace(Settings(), **row.beside)
    other = replace(usual, **{name: row.value})
    assert other != usual
    before = noticed_usually(row, usual, tmp_path)
    now = noticed(tmp_path / "changed", row, usual, other)
    assert now != before
    if name != "fullscreen":  # the window is opened full by `launch`, see below
        kept = noticed(tmp_path / "kept", row, other)
        assert kept != before
        assert kept == now, "kept from the last time it does something else"


def test_muted_is_silence_and_half_the_volume_is_less(tmp_path: Path) -> None:
    loud = noticed(tmp_path / "loud", ROWS["muted"], Settings())
    less = noticed(tmp_path / "less", ROWS["muted"], Settings(master_volume=30))
    assert isinstance(loud, tuple)
    assert isinstance(less, tuple)
    assert 0 < less[0] < loud[0]
    assert noticed(tmp_path / "muted", ROWS["muted"], Settings(muted=True)) == ()


def test_muted_there_is_no_ambience_either(tmp_path: Path) -> None:
    heard = Settings(ambience_volume=40)
    assert noticed(tmp_path / "heard", ROWS["ambience_volume"], heard) is True
    muted = replace(heard, muted=True)
    assert noticed(tmp_path / "muted", ROWS["ambience_volume"], muted) is False


def test_a_draw_is_taken_only_where_it_is_set(tmp_path: Path) -> None:
    row = ROWS["switches"]
    assert noticed(tmp_path / "usual", row, Settings()) == ("end",)
    assert noticed(tmp_path / "own", row, Settings(switches=row.value)) == (str(THE_DRAW), "end")
