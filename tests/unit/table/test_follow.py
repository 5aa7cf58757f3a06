"""The right card goes to the right place, by its face where that is known."""

from __future__ import annotations

from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from red7_desktop.table.tracking import NewPlace, OldCard, match_cards
from red7_desktop.tabletop.game import Face, SeenMove, Zones

ZONES = ("deck", "hand:A", "hand:B", "palette:A", "palette:B", "canvas")


def held(**zones: str) -> dict[str, list[OldCard]]:
    """Number cards from 1 in the order they are written; `?` is a back.

    The zone `hand_A` stands for "hand:A".
    """
    numbers = count(1)
    return {
        zone.replace("_", ":"): [
            OldCard(next(numbers), None if word == "?" else word) for word in text.split()
        ]
        for zone, text in zones.items()
    }


def shown(**zones: str) -> dict[str, tuple[Face, ...]]:
    return {
        zone.replace("_", ":"): tuple(None if word == "?" else word for word in text.split())
        for zone, text in zones.items()
    }


def numbers(places: dict[str, tuple[NewPlace, ...]]) -> dict[str, list[int | None]]:
    return {zone: [place.number for place in row] for zone, row in places.items()}


def test_nothing_changes_when_nothing_changed() -> None:
    before = held(deck="? ?", hand_A="R7 O6", hand_B="? ?")
    after = shown(deck="? ?", hand_A="R7 O6", hand_B="? ?")
    assert numbers(match_cards(before, after)) == {
        "deck": [1, 2],
        "hand:A": [3, 4],
        "hand:B": [5, 6],
    }


def test_a_known_card_keeps_its_identity_without_any_move() -> None:
    before = held(hand_A="R7 O6", palette_A="")
    after = shown(hand_A="O6", palette_A="R7")
    assert numbers(match_cards(before, after)) == {"hand:A": [2], "palette:A": [1]}


def test_a_sorted_hand_keeps_every_identity() -> None:
    after = shown(hand_A="V1 O6 R7")
    assert numbers(match_cards(held(hand_A="R7 V1 O6"), after)) == {"hand:A": [2, 3, 1]}


def test_a_hidden_card_becomes_the_known_one_that_the_move_names() -> None:
    before = held(hand_B="? ? ?", palette_B="V1")
    after = shown(hand_B="? ?", palette_B="V1 R7")
    moves = [SeenMove("R7", "hand:B", "palette:B")]
    assert numbers(match_cards(before, after, moves)) == {"hand:B": [1, 2], "palette:B": [4, 3]}


def test_moves_tell_that_a_hand_of_equal_size_has_changed() -> None:
    before = held(deck="? ?", hand_B="? ?", canvas="")
    after = shown(deck="?", hand_B="? ?", canvas="G2")
    moves = [SeenMove("G2", "hand:B", "canvas"), SeenMove(None, "deck", "hand:B")]
    followed = numbers(match_cards(before, after, moves))
    assert followed == {"deck": [1], "hand:B": [3, 2], "canvas": [4]}


def test_a_hidden_draw_takes_the_top_card_of_the_deck() -> None:
    before = held(deck="? ? ?", hand_B="?")
    after = shown(deck="? ?", hand_B="? ?")
    moves = [SeenMove(None, "deck", "hand:B")]
    assert numbers(match_cards(before, after, moves)) == {"deck": [1, 2], "hand:B": [4, 3]}


def test_a_known_card_that_is_put_on_the_deck_becomes_its_top_back() -> None:
    before = held(deck="? ?", palette_B="G4 V1")
    after = shown(deck="? ? ?", palette_B="V1")
    moves = [SeenMove("G4", "palette:B", "deck")]
    assert numbers(match_cards(before, after, moves)) == {"deck": [1, 2, 3], "palette:B": [4]}


def test_a_seat_that_goes_out_turns_its_cards_where_they_lie() -> None:
    before = held(hand_B="R7", palette_B="V1 G4", deck="?")
    after = shown(hand_B="?", palette_B="? ?", deck="?")
    assert numbers(match_cards(before, after)) == {"hand:B": [1], "palette:B": [2, 3], "deck": [4]}


def test_a_card_travels_through_several_zones_at_once() -> None:
    before = held(hand_A="R7 O6", palette_A="", canvas="")
    after = shown(hand_A="O6", palette_A="", canvas="R7")
    moves = [SeenMove("R7", "hand:A", "palette:A"), SeenMove("R7", "palette:A", "canvas")]
    assert numbers(match_cards(before, after, moves))["canvas"] == [1]


def test_taking_back_a_draw_returns_the_drawn_card_to_the_deck() -> None:
    before = held(deck="? ?", hand_A="O6 Y6")
    after = shown(deck="? ? ?", hand_A="O6")
    assert numbers(match_cards(before, after)) == {"deck": [1, 2, 4], "hand:A": [3]}


def test_equal_faces_are_told_apart_by_where_they_lie() -> None:
    before = held(hand_A="5 5 6", palette_A="5")
    after = shown(hand_A="5 6", palette_A="5 5")
    moves = [SeenMove("5", "hand:A", "palette:A")]
    followed = numbers(match_cards(before, after, moves))
    assert sorted(followed["hand:A"], key=str) == [1, 3]
    assert sorted(followed["palette:A"], key=str) == [2, 4]


def test_a_card_never_turns_into_another() -> None:
    followed = match_cards(held(hand_A="R7"), shown(hand_A="O6"))
    assert followed == {"hand:A": (NewPlace(None),)}


def test_a_card_from_outside_comes_out_of_the_zone_that_the_move_names() -> None:
    followed = match_cards({}, shown(hand_A="R7 O6"), [SeenMove("O6", "deck", "hand:A")])
    assert followed == {"hand:A": (NewPlace(None), NewPlace(None, "deck"))}


faces: st.SearchStrategy[Face] = st.sampled_from([None, "R7", "O6", "Y5", "5", "6"])
snapshots: st.SearchStrategy[Zones] = st.dictionaries(
    st.sampled_from(ZONES), st.lists(faces, max_size=6).map(tuple)
)
moves = st.lists(
    st.builds(SeenMove, card=faces, source=st.sampled_from(ZONES), target=st.sampled_from(ZONES)),
    max_size=6,
)


@given(snapshots, snapshots, moves)
def test_every_place_is_answered_and_no_card_goes_to_two(
    before: Zones, after: Zones, told: list[SeenMove]
) -> None:
    on_table = held(**{zone.replace(":", "_"): "" for zone in before})
    running = count(1)
    for zone, row in before.items():
        on_table[zone] = [OldCard(next(running), face) for face in row]
    followed = match_cards(on_table, after, told)
    assert {zone: len(row) for zone, row in followed.items()} == {
        zone: len(row) for zone, row in after.items()
    }
    used = [place.number for row in followed.values() for place in row if place.number]
    assert len(used) == len(set(used))
    assert set(used) < set(range(1, next(running))) | {0}


@given(snapshots, snapshots)
def test_a_card_known_before_and_after_is_never_replaced(before: Zones, after: Zones) -> None:
    running = count(1)
    on_table = {
        zone: [OldCard(next(running), face) for face in row] for zone, row in before.items()
    }
    followed = match_cards(on_table, after)
    face_of = {card.number: card.face for row in on_table.values() for card in row}
    for face in ("R7", "O6", "Y5", "5", "6"):
        was = sum(row.count(face) for row in before.values())
        wanted = sum(row.count(face) for row in after.values())
        kept = sum(
            after[zone][index] == face
            and place.number is not None
            and face_of[place.number] == face
            for zone, row in followed.items()
            for index, place in enumerate(row)
        )
        assert kept == min(was, wanted)


def test_of_equal_cards_the_one_goes_whose_place_the_move_tells() -> None:
    before = held(hand_A="5 6 5", palette_A="")
    after = shown(hand_A="5 6", palette_A="5")
    to_the_last = SeenMove("5", "hand:A", "palette:A", source_place=2)
    assert numbers(match_cards(before, after, [to_the_last])) == {
        "hand:A": [1, 2],
        "palette:A": [3],
    }
    after = shown(hand_A="6 5", palette_A="5")
    to_the_first = SeenMove("5", "hand:A", "palette:A", source_place=0)
    assert numbers(match_cards(before, after, [to_the_first])) == {
        "hand:A": [2, 3],
        "palette:A": [1],
    }


def test_a_hidden_card_leaves_a_hand_and_comes_into_it_where_the_moves_tell() -> None:
    before = held(deck="?", hand_B="? ? ?", palette_B="")
    out = SeenMove("5", "hand:B", "palette:B", source_place=1)
    into = SeenMove(None, "deck", "hand:B", target_place=1)
    after = match_cards(before, shown(deck="", hand_B="? ? ?", palette_B="5"), [out, into])
    assert numbers(after) == {"deck": [], "hand:B": [2, 1, 4], "palette:B": [3]}


def test_a_card_is_turned_over_on_its_way_to_the_place_that_a_move_tells() -> None:
    before = held(palette_A="7", hand_B="? ?")
    after = shown(palette_A="", hand_B="? ? ?")
    move = SeenMove("7", "palette:A", "hand:B", target_place=0)
    assert numbers(match_cards(before, after, [move])) == {"palette:A": [], "hand:B": [1, 2, 3]}
