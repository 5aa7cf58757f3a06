"""What is told of cards: close-ups, the lens, hints and previews in bubbles, tips."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame
import pytest

from red7_desktop.app.launch import FRAME
from red7_desktop.app.table import close_up, hints
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.games.red7.face import lens, parts
from red7_desktop.games.red7.rules.cards import CARD_BY_TEXT, colour_of, set_of
from red7_desktop.games.red7.rules.game import position_of
from red7_desktop.games.red7.rules.standings import judge_rule
from red7_desktop.kit.hud.marks import HINTED, KEEPS_IN, LOSES
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.scene.geometry import Rect, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets import runs, widget
from tests import setups
from tests.ui import seeing
from tests.ui.conftest import Fly
from tests.ui.pilot import Pilot, middle_of
from tests.ui.screens import LONG

KEPT = ("actions", "banner", "message")
SEATS = tuple(
    SeatPlan(name, level)
    for name, level in ((LONG[0], None), ("", "casual"), ("", "steady"), ("", "newcomer"))
)
WINDOWS = [(960, 600), (1280, 720), (1366, 768), (1440, 1080), (1080, 1920), (3840, 2160)]


def sit_down(pilot: Pilot, seats: int = 4, game: str = "red7", **values: Any) -> None:
    """Come to the second turn, when cards lie on the table."""
    plans = SEATS[:seats]
    setup = setups.red7_setup(plans, seed=11, **values)
    pilot.play_to_me(setup if game == "red7" else GameSetup(game, plans, {}, 11), 2.0)


@pytest.fixture
def seated(pilot: Pilot) -> Pilot:
    sit_down(pilot, actions=True)
    pilot.move(Vec(0.0, 0.0))
    return pilot


def large(pilot: Pilot) -> str:
    """Return the card that is shown large, "" for none."""
    panels = pilot.table._close_up.node.children
    assert bool(panels) is bool(pilot.table._close_up.face)
    return pilot.table._close_up.face


def hand(pilot: Pilot) -> list[str]:
    return [face for face in pilot.seen.zones["hand:A"] if face]


def hover(pilot: Pilot, face: str) -> None:
    pilot.move(pilot.card(face).world.apply(Vec(8.0, 30.0)))


def test_close_up_opens_when_the_pointer_rests_and_the_next_at_once(
    seated: Pilot,
) -> None:
    face, other = hand(seated)[:2]
    hover(seated, face)
    seated.wait(close_up.CLOSE_UP_DELAY / 2, FRAME)
    assert large(seated) == ""
    seated.wait(close_up.CLOSE_UP_DELAY, FRAME)
    assert large(seated) == face
    assert not any(node.interactive for node in seated.table._close_up.node.walk())
    hover(seated, other)
    assert large(seated) == other
    seated.move(Vec(0.0, 0.0))
    seated.wait(0.3)
    assert large(seated) == ""


def test_close_up_stays_closed_for_a_card_arriving_below_the_pointer(seated: Pilot) -> None:
    """Whoever plays by keys had it over the table after every turn."""

    def top() -> str:
        return str(seated.view.cards.rows["canvas"][-1].shown)

    before = top()
    hover(seated, before)
    seated.wait(2 * close_up.CLOSE_UP_DELAY)
    assert large(seated) == before
    while top() == before:
        seated.key(pygame.K_F8)
        seated.rush_turn()
        seated.wait_for_me()
    seated.wait(3.0)
    assert seated.program.ui.stage.pointer.hovered is seated.card(top())
    assert large(seated) == ""
    hover(seated, top())
    seated.wait(2 * close_up.CLOSE_UP_DELAY)
    assert large(seated) == top()


@pytest.mark.sampled
@pytest.mark.parametrize("actions", [False, True])
@pytest.mark.parametrize("scale", [100, 200])
@pytest.mark.parametrize("size", WINDOWS, ids=str)
def test_close_up_is_beside_its_card_and_covers_no_status_or_panel(
    fly: Fly, size: tuple[int, int], scale: int, actions: bool
) -> None:
    pilot = fly(size=size)
    pilot.change(ui_scale=scale)
    sit_down(pilot, actions=actions)
    layout, look = pilot.view.layout, pilot.program.ui.stage.look
    kept = [pilot.view.root.world.bounds(layout.zone(kind).area) for kind in KEPT]
    open_zones = ("palette:A", "palette:B", "palette:C", "palette:D", "hand:A")
    kept += [each.bounds for zone in open_zones for each in pilot.view.cards.rows.get(zone, ())]
    kept += pilot.table._hud.list_frames()[1:]
    if actions:
        kept = []  # what a card does takes more room than there is
    for card in list(pilot.view.cards):
        pilot.table._close_up.show(card)
        if card.shown is None:
            assert large(pilot) == "", "what lies face down is no one's"
        elif card.is_shown:
            (panel,) = pilot.nodes(f"close-up {card.shown}")
            assert look.visible_area.union(panel.bounds) == look.visible_area
            is_beside = not panel.bounds.overlaps(card.bounds)
            assert is_beside or card.zone.startswith("hand")
            assert not any(panel.bounds.overlaps(each) for each in kept), card.shown
            box = Rect(0.0, 0.0, *panel.size)
            assert all(
                box.union(Rect(*each.position, *each.size)) == box for each in panel.children
            )


@pytest.mark.sampled("game")
@pytest.mark.parametrize("game", ["red7", "spring"])
@pytest.mark.parametrize("scale", [100, 200])
@pytest.mark.parametrize("size", [(1280, 720), (1600, 900)])
def test_close_up_of_a_hand_card_is_much_larger_than_the_card(
    fly: Fly, size: tuple[int, int], scale: int, game: str
) -> None:
    pilot = fly(size=size)
    pilot.change(ui_scale=scale)
    sit_down(pilot, 2, game)

    for lying in pilot.view.cards.rows["hand:A"]:
        pilot.table._close_up.show(lying)

        large_card = pilot.table._close_up.node.find("card")
        shown = large_card.size.w * large_card.world.scale_x
        width = lying.size.w * math.hypot(lying.world.a, lying.world.b)
        assert shown >= close_up.LARGE_SHARES[0] * width - 0.5, lying.shown


@pytest.mark.sampled(count=3)
@pytest.mark.parametrize(
    ("size", "seats", "scale"),
    [
        ((1600, 900), 3, 200),
        ((1600, 900), 4, 150),
        ((1600, 900), 4, 200),
        ((900, 1600), 3, 200),
        ((900, 1600), 4, 100),
        ((900, 1600), 4, 200),
    ],
)
def test_close_up_stays_large_and_clear_of_rivals_on_a_crowded_table(
    fly: Fly, size: tuple[int, int], seats: int, scale: int
) -> None:
    pilot = fly(size=size)
    pilot.change(ui_scale=scale)
    sit_down(pilot, seats)
    hud = pilot.table._hud
    kept = [each.area for each in hud.layout.zones if each.kind in {"actions", "banner", "deck"}]
    vital = [hud.status_line.bounds, *hud.list_frames()[1:], *map(hud.world.bounds, kept)]
    vital += [hud.world.bounds(area) for area in hud.list_card_areas()]

    for lying in pilot.view.cards.rows["hand:A"]:
        pilot.table._close_up.show(lying)

        large_card = pilot.table._close_up.node.find("card")
        shown = large_card.size.w * large_card.world.scale_x
        width = lying.size.w * math.hypot(lying.world.a, lying.world.b)
        assert shown >= close_up.LARGE_SHARES[0] * width - 0.5, lying.shown
        (panel,) = pilot.nodes(f"close-up {lying.shown}")
        assert not any(map(panel.bounds.overlaps, vital)), lying.shown


def test_close_up_letters_are_as_large_as_those_of_the_table(fly: Fly) -> None:
    pilot = fly(size=(3840, 2160))
    pilot.change(ui_scale=200)
    sit_down(pilot)
    shown, stage = pilot.table._close_up, pilot.program.ui.stage
    least = min(each.least for each in seeing.labels(stage) if "/seats/" in each.path)
    for card in [*pilot.view.cards.rows["hand:A"], *pilot.view.cards.rows["palette:B"]]:
        shown.show(card)
        words = [each for each in seeing.labels(stage) if shown.node in each.node.ancestors]
        assert min(each.least for each in words) >= least, card.shown


def test_close_up_of_a_rivals_card_is_beside_its_panel(fly: Fly) -> None:
    pilot = fly(size=(1600, 900))
    sit_down(pilot)
    shown = pilot.table._close_up
    for seat in ("B", "D"):
        for card in pilot.view.cards.rows.get(f"palette:{seat}", ()):
            shown.show(card)
            (panel,) = shown.node.children
            (own,) = [each for each in pilot.table._hud.list_frames() if each.contains(card.centre)]
            gap = max(panel.bounds.left - own.right, own.left - panel.bounds.right)
            assert gap == pytest.approx(close_up._GAP), card.shown


@pytest.mark.parametrize("assists", [True, False])
def test_close_up_of_a_hand_card_shows_the_standing_of_every_seat(
    fly: Fly, monkeypatch: pytest.MonkeyPatch, assists: bool
) -> None:
    pilot = fly(size=(1600, 900))
    sit_down(pilot)
    shown = pilot.table._close_up
    monkeypatch.setattr(type(shown._table.mode), "assists", assists)
    face = hand(pilot)[0]
    shown.show(pilot.card(face))
    said = shown._table.game_view.words.describe_card(shown._table.words, face, pilot.seen)
    verdict = judge_rule(position_of(pilot.seen), colour_of(CARD_BY_TEXT[face]))
    (best, *_) = said.standings
    assert {label.seat for label, _ in said.standings} == {each.seat for each in verdict.standings}
    assert (best[0].seat, best[0].is_leading) == (verdict.leader, True)
    assert len(pilot.nodes("standing")) == (len(said.standings) if assists else 0)
    shown.show(pilot.view.cards.rows["palette:B"][0])
    assert pilot.nodes("owner")
    assert not pilot.nodes("standing")


def test_close_up_closes_when_its_card_flips(seated: Pilot) -> None:
    seated.table._close_up.show(seated.card(hand(seated)[0]))
    assert large(seated)
    seated.session.set_viewer(None)
    seated.step_frame()
    assert large(seated) == ""


def test_close_up_closes_when_a_drag_starts(seated: Pilot) -> None:
    """Its places and what would come of it there are what matters then."""
    face = hand(seated)[0]
    hover(seated, face)
    seated.wait(2 * close_up.CLOSE_UP_DELAY)
    assert large(seated) == face
    at = seated.place_of(face)
    seated.carry(at, at + Vec(0.0, -90.0))
    assert large(seated) == ""
    seated.let_go(at)
    seated.wait(1.0)
    seated.click(seated.place_of(face))
    seated.wait(2.0)
    assert large(seated) == ""
    assert len(seated.nodes("preview")) == 2


def test_close_up_of_the_focused_card_toggles_by_key(seated: Pilot) -> None:
    face = next(face for face in hand(seated) if face[1] in "1357")
    seated.focus_on(seated.card(face))
    seated.key(pygame.K_i)
    assert large(seated) == face
    assert any(line.startswith("When played:") for line in seeing.words(seated).splitlines())
    seated.key(pygame.K_i)
    assert large(seated) == ""


def marked(pilot: Pilot) -> bool:
    """Whether a card or a place carries the mark of a hint."""
    wanted = pilot.view.marks._marked_items.get(HINTED)
    return bool(wanted and (wanted.cards or wanted.zones))


def test_hint_and_its_marks_are_dismissed_by_a_click(seated: Pilot) -> None:
    seated.key(pygame.K_h)
    seated.wait(1.0)
    bubble = seated.node("hint")
    assert isinstance(bubble, hints.HintBubble)
    assert marked(seated)
    seated.click(middle_of(bubble))
    assert not bubble.visible
    assert not marked(seated)


@pytest.mark.parametrize("scale", [100, 200])
def test_close_button_of_a_hint_grows_with_the_text_size(fly: Fly, scale: int) -> None:
    pilot = fly(size=(1280, 720))
    pilot.change(ui_scale=scale)
    sit_down(pilot)

    bubble = show_hint(pilot)

    sign = bubble.find("close")
    title = bubble.find("title")
    assert sign.bounds.w * pilot.program.ui.stage.view.scale >= 24.0 * scale / 100 - 0.5
    assert not any(sign.bounds.overlaps(piece.bounds) for piece in title.children)
    pilot.click(middle_of(sign))
    assert not bubble.visible


# == The rule lens.

WIDE = (
    "R7 O7 Y7 G7 B7 I7 V7 R6 O6 Y6 G6 B6 I6 V6",
    "R1 R2 R3 R4 R5 G1 G2 G3 B1 B2 B3 V1 V2 V3",
    "V5",
    "",
)
"""Palettes as large as they come, and an empty one."""
HAND = "Y1 Y2 O1 I3 B5 G5"


def row(text: str) -> tuple[int, ...]:
    return tuple(CARD_BY_TEXT[word] for word in text.split())


@pytest.mark.sampled
@pytest.mark.parametrize("language", ["pseudo", "de"])
@pytest.mark.parametrize("scale", [100, 200])
@pytest.mark.parametrize("size", WINDOWS, ids=str)
def test_rule_lens_cuts_no_text_with_the_largest_palettes(
    fly: Fly, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], scale: int, language: str
) -> None:
    pilot = fly(size=size)
    if language == "pseudo":
        pilot.speak_pseudo(ui_scale=scale)
    else:
        pilot.change(ui_scale=scale, language=language)
    sit_down(pilot)
    seen = replace(pilot.seen, rows=tuple(map(row, WIDE)), hand=set_of(row(HAND)))
    matrix = lens.RuleMatrix.of(seen, pilot.session.seats, pilot.program.ui.texts)
    monkeypatch.setattr(lens.RuleMatrix, "of", lambda *_, **__: matrix)
    pilot.press("eye")
    found = seeing.flaws(pilot.program.ui.stage)[0]
    assert [line for line in found if not line.startswith("small: ")] == []


@pytest.mark.parametrize("count", [2, 3, 4])
def test_rule_lens_has_a_row_per_rule_and_a_cell_per_seat(pilot: Pilot, count: int) -> None:
    sit_down(pilot, count)
    pilot.hold_key(pygame.K_e)
    assert all(len(pilot.nodes(f"rule {letter}")) == 1 for letter in "ROYGBIV")
    assert [len(pilot.nodes(f"seat {seat}")) for seat in range(4)] == [
        # The panels of others are shown as well.
        *(7 + (seat > 0) for seat in range(count)),
        *[0] * (4 - count),
    ]
    matrix = lens.RuleMatrix.of(pilot.seen, pilot.session.seats, pilot.program.ui.texts)
    assert len(pilot.nodes("crown")) >= sum(each.leader >= 0 for each in matrix.verdicts)
    assert len(pilot.nodes("in force")) == 1


def test_rule_lens_shows_while_its_key_is_held_and_takes_no_focus(seated: Pilot) -> None:
    card = seated.card(hand(seated)[0])
    seated.focus_on(card)
    seated.hold_key(pygame.K_e)
    assert seated.node("lens sheet").alpha == 1.0
    focus = seated.program.ui.stage.focus
    assert (focus.current, focus.scope) == (card, seated.program.ui.stage.root)
    seated.click(seated.place_of(card.shown or ""))
    assert seated.view.selection.held is None, "below it nothing can be clicked"
    seated.post(pygame.KEYUP, key=pygame.K_e, mod=0, unicode="", scancode=0)
    assert not seated.nodes("lens sheet")
    seated.click(seated.place_of(card.shown or ""))
    assert seated.view.selection.held is card


@pytest.mark.parametrize(
    "cover",
    [lambda pilot: pilot.post(pygame.WINDOWFOCUSLOST), lambda pilot: pilot.program.show_settings()],
    ids=["the window loses the keyboard", "a page comes up over it"],
)
def test_held_rule_lens_closes_when_the_window_is_left_or_covered(
    seated: Pilot, cover: Callable[[Pilot], None]
) -> None:
    seated.hold_key(pygame.K_e)
    cover(seated)
    seated.step_frame()
    assert not seated.nodes("lens sheet")


@pytest.mark.parametrize(
    "close",
    [lambda pilot: pilot.press("close"), lambda pilot: pilot.key(pygame.K_e)],
    ids=["button", "key"],
)
def test_rule_lens_opened_by_button_closes_by_button_or_key(
    seated: Pilot, close: Callable[[Pilot], None]
) -> None:
    seated.press("eye")
    assert seated.scope == "lens view"
    close(seated)
    assert not seated.nodes("lens sheet")
    assert seated.scope == "root"


def test_rule_lens_updates_with_the_table_and_the_window_size(seated: Pilot) -> None:
    seated.hold_key(pygame.K_e)
    before = seeing.words(seated)
    seated.rush_turn()
    seated.wait(1.0)
    assert seeing.words(seated) != before
    for size in ((1920, 1080), (1280, 720)):
        seated.program.resize(size)
        visible = seated.program.ui.stage.look.visible_area
        assert visible.union(seated.node("lens sheet").bounds) == visible


# == Placement of hints and previews.


@pytest.fixture
def small_pilot(fly: Fly) -> Pilot:
    pilot: Pilot = fly(size=(1280, 720))
    pilot.change(language="de")
    return pilot


def of_others(pilot: Pilot) -> list[Rect]:
    """Return the panels of the other seats, as far as they are drawn."""
    return pilot.table._hud.list_frames()[1:]


def kept_in_sight(pilot: Pilot) -> list[Rect]:
    """Return where the buttons are, the rule and the line about who is winning."""
    names = ("end", "undo", "hint", "banner", "why")
    found = [node for name in names for node in pilot.nodes(name)]
    return [node.bounds for node in found if not isinstance(node, hints.HintBubble)]


def show_hint(pilot: Pilot) -> hints.HintBubble:
    """Ask for a hint, wait for it, and return its bubble."""
    pilot.key(pygame.K_h)
    while True:
        for node in pilot.nodes("hint"):
            if isinstance(node, hints.HintBubble):
                return node
        pilot.wait(0.5)


@pytest.mark.sampled("scale")
@pytest.mark.parametrize("game", ["red7", "spring"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("scale", [100, 150, 200])
def test_hint_covers_no_panel_button_or_rule(
    small_pilot: Pilot, seats: int, scale: int, game: str
) -> None:
    small_pilot.change(ui_scale=scale)
    sit_down(small_pilot, seats, game)
    shown = show_hint(small_pilot)
    bubble = shown.bounds
    if game == "red7":  # a row of cards fills the other table
        log = small_pilot.node("history")
        assert not any(bubble.overlaps(each) for each in of_others(small_pilot))
        assert not (log.alpha and bubble.overlaps(log.bounds)), "the log is hidden where covered"
        small_pilot.click(small_pilot.place_of(hand(small_pilot)[0]))
        small_pilot.step_frame()
        previews = [each.bounds for each in small_pilot.nodes("preview") if each.visible]
        assert previews
        assert not (shown.alpha and any(map(bubble.overlaps, previews))), (
            "neither lies on the other"
        )
        small_pilot.key(pygame.K_ESCAPE)
        small_pilot.wait(0.1)
        assert shown.visible
        assert shown.alpha == 1.0
    kept = kept_in_sight(small_pilot)
    assert len(kept) >= 4
    assert not any(bubble.overlaps(each) for each in kept)
    visible = small_pilot.program.ui.stage.look.visible_area
    assert visible.union(bubble) == visible


@pytest.mark.parametrize("seats", [2, 4])
def test_hint_covers_no_card_of_the_hand_in_portrait(fly: Fly, seats: int) -> None:
    pilot = fly(size=(960, 1440))
    pilot.change(language="de")
    sit_down(pilot, seats)

    bubble = show_hint(pilot).bounds

    cards = [pilot.card(face) for face in hand(pilot)]
    assert not [card for card in cards if bubble.overlaps(card.bounds)]


def test_hint_does_not_cover_the_offered_cards_in_a_wide_window(fly: Fly) -> None:
    pilot = fly(size=(1600, 900))
    sit_down(pilot, 2, "spring")

    bubble = show_hint(pilot).bounds

    assert not bubble.overlaps(pilot.view.by_zone["offer:A"].bounds)


@pytest.mark.parametrize("seats", [2, 3])
def test_move_preview_covers_no_rival_seat_in_a_portrait_window(fly: Fly, seats: int) -> None:
    pilot = fly(size=(1080, 1920))
    sit_down(pilot, seats)
    for face in hand(pilot):
        pilot.view.pick(face)
        pilot.step_frame()
        for bubble in pilot.nodes("preview"):
            assert not any(bubble.bounds.overlaps(panel) for panel in of_others(pilot)), face


@pytest.mark.sampled("scale")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("scale", [100, 200])
def test_move_preview_covers_no_button_rule_label_or_rival_seat(
    small_pilot: Pilot, seats: int, scale: int
) -> None:
    small_pilot.change(ui_scale=scale)
    sit_down(small_pilot, seats)
    for face in hand(small_pilot)[:3]:
        small_pilot.click(small_pilot.place_of(face))
        small_pilot.wait(0.5)
        bubbles = [node.bounds for node in small_pilot.nodes("preview")]
        assert bubbles
        for bubble in bubbles:
            inner = bubble.inflated(-2.0)  # rounded corners may touch
            assert not any(inner.overlaps(panel) for panel in of_others(small_pilot)), face
            assert not any(bubble.overlaps(each) for each in kept_in_sight(small_pilot)), face
        small_pilot.key(pygame.K_ESCAPE)
        small_pilot.wait(0.5)


def test_frame_of_an_eliminated_seat_surrounds_its_label(fly: Fly) -> None:
    pilot = fly(size=(1600, 900))
    pilot.change(ui_scale=200)
    names = [SeatPlan(name) for name in ("Ada", "Bo", "Cleo", "Dan")]
    pilot.play(setups.red7_setup(names, seed=11))
    pilot.wait(1.0)
    pilot.press("reveal")
    pilot.wait(1.0)

    pilot.session.take_text("pass")
    pilot.wait(2.0)
    pilot.press("reveal")
    pilot.wait(2.0)

    (panel,) = [each for each in pilot.table._hud.seats if each.shown and each.shown.is_out]
    frame = pilot.table._hud.world.bounds(panel.frame)
    letters = [each.bounds for each in panel.find("out").children]
    assert letters
    assert all(frame.union(letter) == frame for letter in letters)


def test_move_previews_do_not_cut_words_beside_a_palette(small_pilot: Pilot) -> None:
    small_pilot.change(ui_scale=200)
    sit_down(small_pilot)
    (notes,) = [
        node for node in small_pilot.nodes("palette notes") if isinstance(node, parts.PaletteNotes)
    ]
    lines = [line for line in notes.children if isinstance(line, widget.Widget) and line.is_shown]
    assert lines
    assert all(line.alpha == notes.alpha == 1.0 for line in lines)
    face = hand(small_pilot)[0]
    small_pilot.click(small_pilot.place_of(face))
    small_pilot.wait(0.5)
    bubbles = [node.bounds for node in small_pilot.nodes("preview")]
    assert bubbles
    for words in (word.bounds for line in lines for word in line.children if word.is_shown):
        is_seen = notes.alpha and next(line for line in lines if line.bounds.overlaps(words)).alpha
        cutting = [box for box in bubbles if box.overlaps(words) and box.union(words) != box]
        assert not (is_seen and cutting)
    small_pilot.key(pygame.K_ESCAPE)
    small_pilot.wait(0.5)
    assert all(line.alpha == notes.alpha == 1.0 for line in lines)


def test_close_up_covers_no_rival_panel_and_hides_a_covered_history(
    small_pilot: Pilot,
) -> None:
    sit_down(small_pilot)
    log, palettes = small_pilot.node("history"), [f"palette:{seat}" for seat in "ABCD"]
    for zone in ("hand:A", *palettes):
        assert log.alpha == 1.0
        card = small_pilot.view.cards.rows[zone][0]
        small_pilot.move(card.world.apply(Vec(8.0, 30.0)))
        small_pilot.wait(1.5)
        (close_up,) = small_pilot.nodes(f"close-up {card.shown}")
        hides = close_up.bounds.overlaps(log.bounds)
        assert not any(close_up.bounds.overlaps(each) for each in of_others(small_pilot)), zone
        assert (log.alpha == 0.0) == hides
        assert not (hides and zone in palettes)
        small_pilot.move(small_pilot.middle_of_zone("deck"))
        small_pilot.wait(1.0)
    assert log.alpha == 1.0


# == Explanations of marks and figures, for mouse, touch and keyboard.

SETUP = setups.red7_setup((SeatPlan("Ada"), SeatPlan(level="casual")), seed=11)


@pytest.fixture
def table(pilot: Pilot) -> TableScreen:
    pilot.play_to_me(SETUP)
    return pilot.table


def told(pilot: Pilot) -> str:
    tips = pilot.nodes("tip")
    words = [node.text for tip in tips for node in tip.walk() if isinstance(node, runs.RunsLabel)]
    return " ".join(words)


def part(table: TableScreen, name: str) -> Node:
    return table._hud.find(name)


def test_tooltip_opens_when_the_pointer_rests_on_a_number(pilot: Pilot, table: TableScreen) -> None:
    pilot.move(middle_of(part(table, "tally")))
    assert told(pilot) == ""
    pilot.wait(0.6)
    assert "Amaka: cards that count" in told(pilot)
    pilot.move(middle_of(part(table, "arc B")))
    assert told(pilot) == ""
    pilot.wait(0.6)
    assert told(pilot).startswith("Blue: Most different colours.")


def test_tooltips_stay_closed_during_a_drag(pilot: Pilot, table: TableScreen) -> None:
    face = hand(pilot)[0]
    pilot.hold_over(face, "canvas")
    pilot.card(face).shown = None  # as of one that is drawn from a deck: it has no close-up
    at = middle_of(part(table, "tally"))
    pilot.move(at, held=True)
    pilot.wait(0.8)
    assert told(pilot) == ""
    pilot.let_go(at)
    pilot.move(at + Vec(1, 1))
    pilot.wait(0.8)
    assert told(pilot)


def test_tooltip_opens_on_a_long_touch(pilot: Pilot, table: TableScreen) -> None:
    place = middle_of(part(table, "banner"))
    pilot.finger(pygame.FINGERDOWN, place)
    pilot.wait(0.8)
    assert "current rule" in told(pilot)
    pilot.finger(pygame.FINGERUP, place)
    assert told(pilot) == ""


def test_key_steps_through_the_tooltips_of_the_table(pilot: Pilot, table: TableScreen) -> None:
    pilot.program.ui.stage.focus.focus(None)
    heard = []
    for _ in table._tips.list_explanations():
        pilot.key(pygame.K_i)
        heard.append(told(pilot))
    assert all(heard)
    assert heard == [each.sentence for each in table._tips.list_explanations()]
    pilot.key(pygame.K_i)
    assert told(pilot) == ""


def test_close_up_explains_the_marks_of_its_card(pilot: Pilot, table: TableScreen) -> None:
    model = table._model
    assert model is not None
    card = pilot.card((*model.marks[KEEPS_IN], *model.marks[LOSES])[0])
    pilot.program.ui.stage.focus.is_visible = True
    pilot.program.ui.stage.focus.focus(card)
    pilot.key(pygame.K_i)
    pilot.wait(0.5)
    assert pilot.nodes("mark")
    assert told(pilot) == ""
    mark, crest = card.overlay_child, pilot.program.ui.stage.root.find("focus ring").find("crest")
    assert mark is not None, "the ring does not cover it"
    assert (mark.picture, mark.size) == (crest.picture, crest.size)
    assert crest.centre.distance_to(mark.centre) < 0.1


def test_button_appearing_below_the_pointer_opens_no_tooltip(pilot: Pilot) -> None:
    """After Start the pointer lies on Undo, and its tip covered the button below it."""
    pilot.play_to_me(SETUP)
    (undo,) = pilot.nodes("undo")
    spot = middle_of(undo)
    pilot.show_title()
    pilot.move(spot)
    pilot.play_to_me(SETUP)
    assert pilot.program.ui.stage.pointer.hovered is pilot.nodes("undo")[0]
    assert told(pilot) == ""
    pilot.move(spot + Vec(1, 1))
    assert told(pilot)
