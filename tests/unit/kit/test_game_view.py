"""What a face tells of a game that says little about itself, and how a match is set up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, ClassVar

import pytest

from red7_desktop.games.red7.face.view import RED7_VIEW
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit.game_view import GameView, StoryFacet, StyleFacet
from red7_desktop.kit.match_model import to_text
from red7_desktop.kit.phrases import SeatWords
from red7_desktop.kit.present import story
from red7_desktop.kit.setup import GameSetup, SeatPlan, seat_players
from red7_desktop.kit.texts import Run, Runs, Texts, load_texts, to_plain
from red7_desktop.play.session import Change
from red7_desktop.resources import asset_path
from red7_desktop.tabletop.files import InvalidValue
from red7_desktop.tabletop.game import ObservedMove
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.records import InvalidRecord
from red7_desktop.tabletop.rounds import read_record, write_record
from tests.bazaar.face import BazaarLook, BazaarView
from tests.bazaar.rules import Bazaar
from tests.setups import red7_setup

NAMES = ("Ann", "Bo", "Cleo", "Dee", "Eve")


def bare_face(story: type[StoryFacet[Any, Any]] = StoryFacet) -> GameView:
    """Return a face that has only a story; what each game must write is left out."""
    members = {"title": lambda view, texts: "Bazaar", "story": property(story), "facets": {}}
    view: GameView = type("BareFace", (GameView,), members)()
    return view


class Told(StoryFacet[Any, SeatWords]):
    """Tells which cards move."""

    def describe_moves(
        self, words: SeatWords, seat: int, moves: Sequence[ObservedMove], notes: Any
    ) -> Runs:
        return (Run(f"{words.names[seat]} moves {', '.join(str(each.card) for each in moves)}"),)


class Unpainted(StyleFacet):
    """Lacks the pictures of its cards."""


def words_of(viewer: int | None = None) -> SeatWords:
    return SeatWords(load_texts(asset_path("locale"), "en"), NAMES, viewer, (None,) * 5)


def opened() -> Match:
    """Play a match of Bazaar until the offers lie open and one was taken."""
    match = Match(Bazaar(), {"seats": 5}, 4)
    for seat in range(5):
        match.take(seat, match.game.legal_steps(match.state, seat)[0])
    match.take(0, match.game.legal_steps(match.state, 0)[0])
    return match


def ended() -> Match:
    match = opened()
    match.take(0, match.game.legal_steps(match.state, 0)[0])
    while seats := match.game.to_act(match.state):
        match.take_text(seats[0], "no")
    return match


def test_match_log_is_built_from_observed_moves() -> None:
    match = opened()
    face = bare_face(Told)
    (section,) = story.build_log(face, words_of(), match, None)
    assert [line.number for line in section.lines] == [1, 2, 3, 4, 5, 6]
    sealed, revealed = section.lines[0], section.lines[4]
    assert to_plain(sealed.line) == "Ann moves "
    assert to_plain(revealed.line).count(",") == 4
    assert to_text((section,)).startswith("1. Ann moves")


def test_match_log_is_empty_when_the_game_does_not_word_its_steps() -> None:
    assert story.build_log(bare_face(), words_of(), opened(), None) == ()


def test_match_end_page_shows_winners_and_totals_of_the_result() -> None:
    match = ended()
    result = match.game.result(match.state)
    assert result is not None
    end = story.build_end(bare_face(), words_of(), match, None)
    assert end is not None
    assert [label.seat for label in end.winners] == list(result.winners)
    assert end.rounds is not None
    assert end.rounds.totals == result.scores
    assert [label.name for label in end.rounds.seats] == list(NAMES)
    assert story.build_end(bare_face(), words_of(), opened(), None) is None


def test_match_record_replays_and_its_error_names_a_bad_line() -> None:
    for match in (opened(), ended()):
        text = write_record(
            bare_face().story.record_form, match, NAMES, ("person",) * 5, date(2026, 1, 2)
        )
        again = read_record(bare_face().story.record_form, text, match.game)
        assert (again.match.log, again.match.outcomes) == (match.log, match.outcomes)
        assert [seat.name for seat in again.seats] == list(NAMES)
        assert again.day == date(2026, 1, 2)
    bad = text.replace(match.log[3].step, "sell all", 1)
    with pytest.raises(InvalidRecord, match="line 21: step: 'sell all'"):
        read_record(bare_face().story.record_form, bad, match.game)
    with pytest.raises(InvalidRecord, match=r"result: .*: it is "):
        read_record(
            bare_face().story.record_form, text.replace("result: ", "result: E"), match.game
        )


def test_last_steps_are_listed_for_a_game_without_rounds() -> None:
    steps = story.list_steps(bare_face(Told), words_of(), opened(), None)

    assert [each.seat for each in steps] == [0, 1, 2, 3, 4, 0]
    assert to_plain(steps[5].line).startswith("Ann moves ")
    assert story.list_steps(RED7_VIEW, words_of(), opened(), None) == ()


def test_narration_covers_steps_of_a_game_without_rounds() -> None:
    match = opened()
    before, after = (match.game.observe(match.state_at(at), 1) for at in (5, 6))
    moves = match.outcomes[5].moves_observed_by(1)
    change = Change(0, True, before, after, moves)

    said = story.narrate(bare_face(Told), words_of(1), change)

    assert said == (f"Ann moves {moves[0].card}",)


def test_view_facet_is_loaded_from_the_module_of_the_naming_class() -> None:
    class Elsewhere(BazaarView):
        """A view of another module that takes over its facets."""

    assert type(Elsewhere().style) is BazaarLook


def test_incomplete_view_facet_error_names_the_missing_method() -> None:
    class Lacking(BazaarView):
        facets: ClassVar = {"style": "test_game_view:Unpainted"}

    with pytest.raises(TypeError, match="build_card_art"):
        _ = Lacking().style


# == setup =================================================================================

LEVELS = CATALOGUE["red7"].players().levels
FOUR = red7_setup([SeatPlan(name) for name in ("Ann", "Ben", "Cat", "Dan")])


def names(*seats: SeatPlan) -> list[str]:
    return [seat.name for seat in seat_players(red7_setup(seats), Texts(), LEVELS)]


@pytest.mark.parametrize(
    ("field", "given"),
    [
        ("seats", {"seats": (SeatPlan(), SeatPlan("x" * 17))}),
        ("seats", {"seats": (SeatPlan(), SeatPlan("two\nlines"))}),
        ("seed", {"seed": -1}),
    ],
)
def test_invalid_game_setup_error_names_the_field(field: str, given: dict[str, Any]) -> None:
    with pytest.raises(InvalidValue) as refused:
        red7_setup(**given)
    assert refused.value.place == field


def test_seats_can_be_added_changed_and_removed() -> None:
    assert FOUR.without_seat(1).without_seat(0).seats == (SeatPlan("Cat"), SeatPlan("Dan"))
    assert FOUR.with_seat(2, SeatPlan(level="sharp")).seats[2].level == "sharp"
    assert FOUR.without_seat(3).with_added_seat(SeatPlan("Dan")) == FOUR


def test_seat_swap_wraps_around_from_the_last_seat_to_the_first() -> None:
    def order(setup: GameSetup) -> str:
        return "".join(seat.name[0] for seat in setup.seats)

    assert order(FOUR.with_seats_swapped(1, 2)) == "ACBD"
    assert order(FOUR.with_seats_swapped(3, 4)) == "DBCA"


def test_lone_unnamed_person_is_called_you() -> None:
    assert names(SeatPlan(level="sharp"), SeatPlan()) == ["Ravi", "You"]


def test_several_people_without_names_are_numbered_by_their_seats() -> None:
    found = names(SeatPlan(), SeatPlan(level="sharp"), SeatPlan())
    assert found == ["Player 1", "Ravi", "Player 3"]


def test_names_are_made_unique() -> None:
    ravi = SeatPlan(level="sharp")
    found = names(ravi, SeatPlan("Ravi"), ravi, SeatPlan("Ravi II"))
    assert found == ["Ravi", "Ravi II", "Ravi III", "Ravi II II"]
