"""The end of a round or match: a moment, how long it takes, then pages about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pygame
import pytest

from red7_desktop.app.table import overlays, pages, scores
from red7_desktop.app.table.end_pages import EndButton, Ending, EndPage, EndSheet
from red7_desktop.app.table.finale import AnimatedFigure, FinaleMeasures, SeatPlate, plan_finale
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.kit import match_model, phrases, setup, table_model
from red7_desktop.kit.hud.part import TextStyler
from red7_desktop.kit.pages.page import Page
from red7_desktop.kit.present import story
from red7_desktop.kit.texts import Run, Texts, Tone
from red7_desktop.play.ai import Seat
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.pictures import BoxPicture
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.tabletop import game, rounds
from red7_desktop.tabletop.match import Match
from tests.bazaar.row import ROW
from tests.setups import red7_setup
from tests.ui.pilot import Pilot
from tests.ui.seeing import words

STEP = 0.05
"""Seconds of a frame here: the length is measured by them."""
PLANS = (setup.SeatPlan("Ada"), setup.SeatPlan(level="casual"))


def red7(pilot: Pilot) -> setup.GameSetup:
    return red7_setup(PLANS, seed=11)


def spring(pilot: Pilot) -> setup.GameSetup:
    return setup.GameSetup("spring", PLANS, dict(pilot.program.setups.of("spring").values), seed=11)


LABEL = phrases.SeatLabel(0, "A", "Ada")
GAMES = {"red7": red7, "spring": spring}


def ended(pilot: Pilot, setup: setup.GameSetup, *, whole: bool = False) -> None:
    """Play to the end of a round, or of the match, behind the screen's back, and let it see."""
    pilot.program.play(setup)
    match = pilot.session.match
    while to_act := match.game.to_act(match.state):
        if to_act == (game.TABLE,) and not whole:
            break
        legal = sorted(match.game.legal_steps(match.state, to_act[0]), key=str)
        match.take(to_act[0], next((step for step in legal if str(step)[0].isdigit()), legal[0]))
    screen = pilot.table
    screen.on_resize()
    screen.more.update(None)


def scope(pilot: Pilot) -> str:
    """Name what lies on top; "finale" while the moment of an end is played."""
    screen = pilot.program.screen
    page = screen._pages.top if isinstance(screen, TableScreen) else None
    is_playing = isinstance(page, EndPage) and page.is_playing
    return "finale" if is_playing else pilot.program.ui.stage.focus.scope.name


def wait_for_finale(pilot: Pilot) -> None:
    for _ in range(round(2 * pages.LANDING / STEP)):
        if scope(pilot) == "finale":
            return
        pilot.step_frame(STEP, draws=False)
    raise AssertionError("nothing is played")


@pytest.mark.parametrize("game", GAMES)
def test_round_end_animation_counts_up_to_the_score_of_the_end_page(
    pilot: Pilot, game: str
) -> None:
    ended(pilot, GAMES[game](pilot))
    wait_for_finale(pilot)
    figures = [node for node in pilot.nodes("figure") if isinstance(node, AnimatedFigure)]
    first = [figure.value for figure in figures]
    frames, last = 0, first
    while scope(pilot) == "finale":
        last = [figure.value for figure in figures]
        pilot.step_frame(STEP, draws=frames % 10 == 0)
        frames += 1
    assert 1.5 <= frames * STEP <= 2.5
    assert scope(pilot) == "round end"
    assert sum(last) > sum(first)
    shown = [node for node in pilot.nodes("figure") if isinstance(node, AnimatedFigure)]
    assert [figure.value for figure in shown] == last
    pilot.press("story")
    names = [node.name for node in pilot.nodes("scores")[0].walk()]
    assert len([name for name in names if name.startswith("score ")]) == len(last)


SKIPS: dict[str, Callable[[Pilot], None]] = {
    "key": lambda pilot: pilot.key(pygame.K_x),
    "mouse": lambda pilot: pilot.click(Vec(900.0, 900.0)),
    "pad": lambda pilot: pilot.hold_pad(pygame.CONTROLLER_BUTTON_A),
    "touch": lambda pilot: pilot.post(
        pygame.FINGERDOWN, touch_id=1, finger_id=1, x=0.5, y=0.5, dx=0.0, dy=0.0, pressure=1.0
    ),
}


def test_input_during_the_end_animation_skips_only_the_animation(pilot: Pilot) -> None:
    for nth, skip in enumerate(SKIPS.values()):
        if nth:
            pilot.key(pygame.K_ESCAPE)
            pilot.table.more._end_shown_at = None
            pilot.table.more.update(None)
        else:
            ended(pilot, red7(pilot))
        wait_for_finale(pilot)
        pilot.move(Vec(500.0, 500.0))
        assert scope(pilot) == "finale"
        skip(pilot)
        pilot.step_frame(STEP, draws=False)
        assert scope(pilot) == "round end"
        assert pilot.seen.stage == rounds.ROUND_OVER


def test_end_page_appears_at_once_with_reduced_motion(pilot: Pilot) -> None:
    pilot.change(reduced_motion=True)
    ended(pilot, red7(pilot))
    for _ in range(60):
        pilot.step_frame(STEP, draws=False)
        assert scope(pilot) != "finale"
    assert scope(pilot) == "round end"


def test_winner_of_a_game_without_rounds_is_crowned(pilot: Pilot) -> None:
    view = ROW.view()
    match = Match(ROW.rules(), {"seats": 2}, 5)
    words = view.words.words_class.for_viewer(Texts(), (Seat("Ada"), Seat("Bo")), 0)
    assert story.build_end(view, words, match, 0) is None
    while to_act := match.game.to_act(match.state):
        match.take(to_act[0], match.game.legal_steps(match.state, to_act[0])[0])
    model, result = story.build_end(view, words, match, 0), match.game.result(match.state)
    assert model is not None
    assert result is not None
    finale = view.story.build_finale(words, match, 0, model)
    assert finale.crowned == set(result.winners)
    assert [share.after for share in finale.shares] == list(result.scores)
    over: list[bool] = []
    done = [EndButton("done", "Done", lambda: None, "main")]
    ui = pilot.program.ui
    for is_won in (False, True):
        ending = Ending("match end", model, replace(finale, is_won=is_won), None, done)
        page = EndPage(ui, ending, lambda: over.append(True), verdict="win")
        page.on_open()
        assert ("sweep" in [node.name for node in page.node.walk()]) is is_won
    assert "done" not in [node.name for node in page.node.walk()]
    assert page.node.find("crown").picture is not None
    page.leave()
    assert page.node.find("done").focusable
    page.leave()
    page.on_close()
    assert over == [True]


def test_match_end_offers_round_table_and_rematch(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    ui, said = pilot.program.ui, list[str]()
    monkeypatch.setattr(ui.speech, "say", lambda texts, *_, **options: said.extend(texts))
    ui.change_settings(replace(ui.settings, spoken_log=True))
    ended(pilot, red7_setup(PLANS, seed=11, target=15), whole=True)
    wait_for_finale(pilot)
    pilot.key(pygame.K_RETURN)
    assert scope(pilot) == "match end"
    pilot.step_frame(STEP)
    assert pilot.nodes("told")
    assert pilot.focus_name == "rematch"
    assert any("ahead from round" in each or "pulled ahead for good" in each for each in said)
    pilot.press("rounds")
    assert scope(pilot) == "all rounds"
    assert pilot.nodes("round 1")
    pilot.key(pygame.K_ESCAPE)
    assert scope(pilot) == "match end"
    pilot.press("profile")
    assert pilot.program.screen.node.name == "profile"


@pytest.mark.parametrize("size", [(1920, 1080), (1440, 1080), (1080, 1920), (3840, 1080)])
@pytest.mark.parametrize("cards", [0, 3, 14])
def test_end_animation_parts_do_not_overlap(size: tuple[int, int], cards: int) -> None:
    measures = FinaleMeasures(
        1.0, 24.0, 62.0, 50.0, 1.4, sentence_height=110.0, buttons_height=170.0
    )
    shares = (match_model.ScoreRow(LABEL, 0, 3, cards=("7",) * (cards % 13)),) * 5
    rising = tuple([match_model.CountedCard("7", 7)] * cards)
    for finale in (
        match_model.Finale("Won", (LABEL,), shares),
        match_model.Finale("Won", (LABEL,), shares[:2], rising),
    ):
        plan = plan_finale(Size(*map(float, size)), measures, finale)
        assert plan.fits
        across = size[0]
        ring = Rect.centred(plan.middle, Size(2 * plan.radius, 2 * plan.radius))
        title = Rect(0.0, plan.title, across, measures.title)
        told = Rect(0.0, plan.sentence_top, across, measures.sentence_height)
        buttons = Rect(0.0, plan.buttons_top, across, measures.buttons_height)
        cards_up = [room for room in plan.cards if room.h and finale.shares[0].cards]
        boxes = [ring, title, told, buttons, *plan.plates, *cards_up]
        boxes += [each.place for each in plan.rising[:1]]
        if not finale.flying_cards:
            boxes += [Rect.centred(each, Size(20.0, measures.gain)) for each in plan.gains]
        for one, other in combinations(boxes, 2):
            assert not one.overlaps(other), (one, other)
        for box in boxes:
            assert box.x >= 0
            assert box.right <= across
            assert box.y >= 0
            assert box.bottom <= size[1]


def test_cards_left_in_hands_are_larger_on_a_tall_page() -> None:
    measures = FinaleMeasures(
        1.0, 24.0, 62.0, 50.0, 1.4, sentence_height=110.0, buttons_height=170.0
    )
    shares = (match_model.ScoreRow(LABEL, 0, 3, cards=("7",) * 9),) * 5
    finale = match_model.Finale("Won", (LABEL,), shares)

    low = plan_finale(Size(1080.0, 1200.0), measures, finale)
    tall = plan_finale(Size(1440.0, 2560.0), measures, finale)

    assert tall.cards[0].h > 1.4 * low.cards[0].h
    assert tall.fits


# == End pages and log of other games.

LABELS = tuple(
    [
        phrases.SeatLabel(seat, name[0], name)
        for seat, name in enumerate(["Ann", "Bo", "Cy", "Dee", "Eve"])
    ]
)


def show(pilot: Pilot, page: Page) -> None:
    pilot.program.open_page(page)
    pilot.wait(1.0)


def test_end_page_of_a_round_with_several_winners_shows_every_score(pilot: Pilot) -> None:
    story = match_model.RoundStory(
        (table_model.HistoryLine(4, (Run("Eve has 2 cards left"),)),), (Run("Two are out"),)
    )
    rows = tuple(
        [
            match_model.ScoreRow(label, 1, 1 + nth // 2, 9, nth < 2)
            for nth, label in enumerate(LABELS)
        ]
    )
    model = match_model.EndModel(
        "Ann and Bo go out", LABELS[:2], story, scores=rows, gains=Tone.BAD
    )
    leave = pilot.program.close_page
    done = [EndButton("done", "Done", leave, "main"), EndButton("look", "Look", leave)]
    ending = Ending("end", model, match_model.build_finale(model), None, done)
    show(pilot, EndSheet(pilot.program.ui, ending, leave))
    assert not pilot.nodes("counted")
    assert [each.name for each in pilot.program.ui.stage.focus.nodes()] == ["close", "done"]
    assert model.title not in words(pilot)
    assert len([bar for bar in pilot.nodes("fill") if bar.visible]) == 5
    gain = pilot.node("score 3").find("figure")
    assert isinstance(gain, RunsLabel)
    assert gain.text == "+1  2 of 9"
    assert gain.spans[0].colour == pilot.program.ui.stage.look.theme.colour("bad")


def test_player_name_on_the_end_page_does_not_touch_the_score_unit(pilot: Pilot) -> None:
    look, ink = pilot.program.ui.stage.look, TextStyler(pilot.program.ui.card_art)
    for name in ["Wilhelmina Zhang"[:count] for count in range(1, 17)]:
        row = match_model.ScoreRow(phrases.SeatLabel(0, "W", name), 1, 3)
        box = Rect(0.0, 0.0, 200.0, 116.0)
        plate = SeatPlate(look, ink, row, box, BoxPicture(), is_winner=False)
        label = [node for node in plate.walk() if isinstance(node, RunsLabel)][-1]
        unit = plate.find("unit").bounds
        assert unit.left - label.world.bounds(label.ink).right >= 0.39 * unit.w, name


def test_score_table_of_five_seats_marks_every_winner_of_a_round(pilot: Pilot) -> None:
    row = match_model.RoundRow(1, (0, 4), "Ann, Eve", (Run("at once"),), (None, 1, 2, 3, None))
    table = match_model.RoundsTable(LABELS, ("Round", "Out", "How"), (row,), (0, 1, 2, 3, 0))
    show(pilot, scores.RoundsPage(pilot.program.ui, table, (0, 4), pilot.program.close_page))
    (line,) = pilot.nodes("round 1")
    assert [node.name for node in line.walk()].count("dot") == 2
    assert {"+1", "+2", "+3", "–"} <= set(words(pilot).split("\n"))


def test_game_log_without_rounds_has_no_round_heading(pilot: Pilot) -> None:
    lines = (
        match_model.LogLine(1, 4, (Run("Eve takes 3a"),)),
        match_model.LogLine(0, None, (Run("Nobody wants more"),)),
    )
    log = (match_model.LogSection("", lines, ending=(Run("Over"),), winners=(1, 2)),)
    leave = pilot.program.close_page
    show(pilot, overlays.LogPage(pilot.program.ui, log, leave))
    assert not pilot.nodes("round")
    (dot,) = pilot.nodes("dot")
    assert dot.is_within(pilot.node("turn 1"))
