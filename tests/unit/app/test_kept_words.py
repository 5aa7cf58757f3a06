"""What is said of a kept match comes from the face of its own game."""

from __future__ import annotations

from datetime import date
from types import MappingProxyType

from red7_desktop.app.matches.match_desk import describe_save
from red7_desktop.app.matches.match_store import SaveInfo
from red7_desktop.games.registry import BOX, Box, GameRow
from red7_desktop.kit.texts import load_texts
from red7_desktop.resources import asset_path
from red7_desktop.tabletop.match import Match, SavedMatch, Seated
from tests.bazaar.rules import Bazaar
from tests.random_matches import begin
from tests.unit.kit.test_telling import NAMES, bare_face

FACE = bare_face(title=lambda face, texts: "Bazaar")
WITH_BAZAAR: Box = MappingProxyType(
    {**BOX, "bazaar": GameRow("bazaar", Bazaar, BOX["red7"].players, lambda: FACE)}
)


def said(match: Match, seats: int) -> tuple[str, ...]:
    saved = SavedMatch(match, tuple([Seated(name, "person") for name in NAMES[:seats]]), {})
    texts = load_texts(asset_path("locale"), "en")
    return describe_save(SaveInfo(1, 0.0, saved), texts, date(2026, 1, 2), box=WITH_BAZAAR)


def test_a_match_of_another_game_is_told_by_its_own_face() -> None:
    match = Match(Bazaar(), {"seats": 5}, 4)
    assert said(match, 5)[:3] == ("Ann, Bo, Cleo, Dee, Eve", "Bazaar", "")


def test_a_match_for_points_is_told_with_its_round_and_points() -> None:
    match = begin("advanced@1.3", 2, seed=1, target=40)
    assert said(match, 2)[:3] == ("Ann, Bo", "Round 1 · Advanced rules", "0 : 0 of 40 points")
