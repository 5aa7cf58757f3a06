"""Lines of opponents at the table: shown where they cover nothing, and hidden by advice."""

from __future__ import annotations

import pytest

from red7_desktop.app.table.advice import AdvicePriority, AdviceRequest, AdviceSource
from red7_desktop.kit import remarks
from red7_desktop.kit.setup import SeatPlan
from tests.setups import red7_setup
from tests.ui.pilot import Pilot

PLANS = (SeatPlan(), *[SeatPlan(level="casual")] * 3)
SPEAKERS = (1, 2, 3)


@pytest.fixture(params=SPEAKERS)
def spoken(pilot: Pilot, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Pilot:
    """A table at which a seat has just said a line."""
    pilot.play_to_me(red7_setup(PLANS, seed=11), 2.0)
    line = remarks.Remark(request.param, "casual", remarks.RemarkTrigger.LEAD, 0)
    with monkeypatch.context() as patch:
        patch.setattr(remarks, "choose_remark", lambda *asked: line)
        pilot.session.take(pilot.seen.legal[0])
        pilot.wait(0.8)
    return pilot


def test_ai_remark_bubble_covers_neither_cards_nor_panels(spoken: Pilot) -> None:
    bubble = spoken.node("remark")

    covered = [card.name for card in spoken.view.cards if card.bounds.overlaps(bubble.bounds)]
    panels = spoken.table._hud.list_frames()

    assert covered == []
    assert not any(frame.overlaps(bubble.bounds) for frame in panels)


def test_ai_remark_is_hidden_by_advice_and_ends_by_itself(pilot: Pilot) -> None:
    pilot.play_to_me(red7_setup(PLANS, seed=11), 2.0)
    table = pilot.table
    table._remarks._next = remarks.Remark(1, "casual", remarks.RemarkTrigger.LEAD, 0)
    table._remarks.show_after_landing()
    assert pilot.nodes("remark")

    table._advice.request(AdviceRequest(AdviceSource.TIP, AdvicePriority.TIP))
    assert not pilot.nodes("remark")
    table._advice.withdraw(AdviceSource.TIP)
    assert pilot.nodes("remark")

    pilot.wait(6.0)
    assert not pilot.nodes("remark")


def test_ai_remark_is_not_shown_or_chosen_when_remarks_are_off(spoken: Pilot) -> None:
    spoken.change(remarks=False)

    assert not spoken.nodes("remark")
    spoken.session.take(spoken.seen.legal[0])
    assert spoken.table._remarks._next is None
