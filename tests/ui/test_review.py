"""The pages that look back at a round and at a match, turned by clicks, keys and pad."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pygame
import pytest

from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.play import ai as advice
from red7_desktop.scene.animation import SteppedClock
from red7_desktop.scene.widgets.button import Button
from tests.setups import red7_setup
from tests.ui.hands import Hands, rush_round
from tests.ui.pilot import Pilot
from tests.ui.seeing import words_shown


class Mouse(Hands):
    """A mouse, as far as pressing buttons goes."""

    def press(self, name: str) -> None:
        self.pilot.press(name)


@pytest.fixture(scope="module")
def flying(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pilot]:
    """A pilot at the end of a round with several turns to look back at, by a quick judge."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(advice, "Reviewer", partial(advice.Reviewer, budget=60))
        flying = Pilot(tmp_path_factory.mktemp("review"))
        flying.play(red7_setup((SeatPlan("Ada"), SeatPlan(level="newcomer")), seed=3))
        rush_round(flying)
        flying.wait(4.0)
        yield flying
        flying.close()


@pytest.fixture
def pilot(flying: Pilot) -> Iterator[Pilot]:
    """The same pilot for each test: what is open above the round's end is closed again."""
    yield flying
    while page(flying).name != "round end":
        flying.key(pygame.K_ESCAPE)
        flying.wait(0.3)


@pytest.fixture
def mouse(pilot: Pilot) -> Mouse:
    return Mouse(pilot)


@pytest.fixture(params=["mouse", "keyboard", "gamepad"])
def hands(request: pytest.FixtureRequest) -> Hands:
    found = request.getfixturevalue(request.param)
    assert isinstance(found, Hands)
    return found


def title(pilot: Pilot) -> str:
    (label,) = [node for node in pilot.nodes("title") if node.is_within(page(pilot))]
    return str(getattr(label, "text"))  # noqa: B009


def page(pilot: Pilot):  # type: ignore[no-untyped-def]
    return pilot.program.ui.stage.focus.scope


def button(pilot: Pilot, name: str) -> Button:
    (found,) = [node for node in pilot.nodes(name) if node.is_within(page(pilot))]
    assert isinstance(found, Button)
    return found


def judged(pilot: Pilot) -> str:
    """Wait until the turn that is shown has been judged; give what is said about it."""
    for _ in range(50):
        if pilot.nodes("verdict"):
            break
        pilot.wait(0.2)
    (plan,) = pilot.nodes("taken")
    assert plan.is_shown
    return " ".join(words_shown(pilot.program.ui.stage))


def test_a_review_is_turned_to_its_end_and_back(pilot: Pilot, hands: Hands) -> None:
    hands.press("review")
    pilot.wait(0.5)
    assert page(pilot).name == "review"
    seen = [(title(pilot), judged(pilot))]
    assert not button(pilot, "earlier").enabled
    while button(pilot, "later").enabled:
        hands.press("later")
        pilot.wait(0.3)
        seen.append((title(pilot), judged(pilot)))
    assert len(seen) >= 3
    for nth, (said, _) in enumerate(seen, start=1):
        assert said == f"Round 1, your choice {nth} of {len(seen)}"
    assert len({words for _, words in seen}) == len(seen)
    for said, words in reversed(seen[:-1]):
        hands.press("earlier")
        pilot.wait(0.3)
        assert (title(pilot), judged(pilot)) == (said, words)
    assert not button(pilot, "earlier").enabled


def test_a_turn_is_judged_however_long_the_machine_takes(
    pilot: Pilot, mouse: Mouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here ten seconds pass whenever someone looks at the clock."""

    def leaping(clock: SteppedClock) -> float:
        clock.step(10.0)
        return clock._now

    monkeypatch.setattr(SteppedClock, "now", leaping)
    mouse.press("review")
    pilot.wait(0.5)
    judged(pilot)
    assert pilot.nodes("verdict")
    assert not pilot.nodes("nothing")


@pytest.mark.parametrize("kind", ["keyboard", "gamepad"])
def test_keys_for_pages_turn_a_review(
    pilot: Pilot, kind: str, request: pytest.FixtureRequest
) -> None:
    hands = request.getfixturevalue(kind)
    hands.press("review")
    pilot.wait(0.5)
    first = title(pilot)
    hands.ask(Intent.PAGE_BEFORE)
    assert title(pilot) == first
    hands.ask(Intent.PAGE_AFTER)
    assert title(pilot) != first
    hands.ask(Intent.PAGE_BEFORE)
    assert title(pilot) == first
    hands.ask(Intent.BACK)
    pilot.wait(0.5)
    assert page(pilot).name == "round end"
    assert pilot.focus_name == "review"
