"""Challenge codes: what is written is read again, and what is mistyped is refused."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from red7_desktop.app.screens import challenge
from red7_desktop.app.screens.challenge import BadCode, Challenge, read_code, write_code
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit.setup import MAX_DEAL_NUMBER, GameSetup, SeatPlan
from red7_desktop.kit.texts import Texts
from tests.texts import ANY_TEXT

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LEVELS = ("newcomer", "casual", "steady", "sharp", "expert")
DUEL = Challenge(
    GameSetup(
        "red7",
        (SeatPlan(), SeatPlan(level="expert")),
        {
            "advanced": True,
            "actions": False,
            "edition": "1.3",
            "target": 20,
            "starter": "after_highest",
        },
        123_456_789,
    ),
    34,
    challenge.WON,
)


@st.composite
def challenges(draw: st.DrawFn) -> Challenge:
    row = CATALOGUE[draw(st.sampled_from(sorted(CATALOGUE)))]
    setup = row.view().setup
    count = draw(st.sampled_from(list(setup.seats)))
    levels = draw(st.lists(st.sampled_from((None, *LEVELS)), min_size=count, max_size=count))
    values = {
        option.key: draw(st.sampled_from((*option.values, option.default)))
        for option in setup.options
    }
    seats = tuple([SeatPlan(level=level) for level in levels])
    seed = draw(st.integers(0, MAX_DEAL_NUMBER))
    outcome = draw(st.sampled_from((challenge.WON, challenge.TIED, challenge.LOST)))
    return Challenge(GameSetup(row.name, seats, values, seed), draw(st.integers(0, 511)), outcome)


def plain(code: str) -> str:
    return code.replace("-", "")


@given(challenges())
def test_code_of_any_challenge_is_read_again(sent: Challenge) -> None:
    assert read_code(write_code(sent, CATALOGUE), CATALOGUE) == sent


def test_challenge_code_is_short_and_ignores_case_spaces_and_dashes() -> None:
    code = write_code(DUEL, CATALOGUE)

    assert len(plain(code)) <= 20
    for typed in (code.lower(), f"  {code}\n", plain(code), " ".join(code)):
        assert read_code(typed, CATALOGUE) == DUEL


def test_challenge_code_accepts_letters_that_look_like_digits() -> None:
    sent = next(
        each
        for seed in range(100)
        for each in [
            DUEL._replace(setup=GameSetup("red7", DUEL.setup.seats, DUEL.setup.values, seed))
        ]
        if {"0", "1"} <= set(write_code(each, CATALOGUE))
    )
    code = write_code(sent, CATALOGUE)

    assert read_code(code.replace("0", "o").replace("1", "l"), CATALOGUE) == sent
    assert read_code(code.replace("0", "O").replace("1", "I"), CATALOGUE) == sent


def test_challenge_code_with_one_wrong_letter_is_refused() -> None:
    code = plain(write_code(DUEL, CATALOGUE))
    for place, right in enumerate(code):
        for wrong in set(LETTERS) - {right}:
            with pytest.raises(BadCode) as refused:
                read_code(code[:place] + wrong + code[place + 1 :], CATALOGUE)
            assert refused.value.code == "mistyped"


def test_challenge_code_with_swapped_or_missing_letters_is_refused() -> None:
    code = plain(write_code(DUEL, CATALOGUE))
    swapped = [
        code[:nth] + second + first + code[nth + 2 :]
        for nth, (first, second) in enumerate(pairwise(code))
        if first != second
    ]
    missing = [code[:nth] + code[nth + 1 :] for nth in range(len(code))]
    doubled = [code[: nth + 1] + code[nth:] for nth in range(len(code))]

    for typed in (*swapped, *missing, *doubled, f"0{code}", f"{code}0", code[:8], code * 4):
        with pytest.raises(BadCode) as refused:
            read_code(typed, CATALOGUE)
        assert refused.value.code == "mistyped"


@pytest.mark.parametrize(
    ("typed", "code", "letter", "place"),
    [
        ("", "empty", "", 0),
        (" - ", "empty", "", 0),
        ("7Q-8u", "letter", "U", 4),
        ("é", "letter", "É", 1),
    ],
)
def test_invalid_challenge_code_error_gives_the_bad_letters_position(
    typed: str, code: str, letter: str, place: int
) -> None:
    with pytest.raises(BadCode) as refused:
        read_code(typed, CATALOGUE)

    assert (refused.value.code, refused.value.letter, refused.value.place) == (code, letter, place)


def test_code_for_a_game_that_is_not_there_is_refused() -> None:
    code = write_code(DUEL, CATALOGUE)

    with pytest.raises(BadCode, match="game"):
        read_code(code, {"spring": CATALOGUE["spring"]})


@pytest.mark.parametrize("part", ["VERSION", "_digest_options"])
def test_code_of_another_version_is_refused(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    other = 2 if part == "VERSION" else lambda row: 31 - len(row.name)
    with monkeypatch.context() as patch:
        patch.setattr(challenge, part, other)
        code = write_code(DUEL, CATALOGUE)

    with pytest.raises(BadCode, match="newer"):
        read_code(code, CATALOGUE)


@given(ANY_TEXT | st.text(LETTERS, max_size=80))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    try:
        found = read_code(text, CATALOGUE)
    except BadCode:
        return
    assert write_code(found, CATALOGUE)


@pytest.mark.parametrize(
    ("game", "points", "told"),
    [("red7", 34, "34 points"), ("red7", 1, "1 point"), ("spring", 3, "3 trash")],
)
def test_challenge_message_states_the_senders_points_or_trash(
    game: str, points: int, told: str
) -> None:
    view = CATALOGUE[game].view()

    message = challenge.write_message(Texts(), view, DUEL._replace(points=points), "ABCD")

    first, second = message.splitlines()
    assert first.endswith(f": I got {told}. Can you beat that?")
    assert second == "New game, More options, Deal, Challenge: ABCD"
