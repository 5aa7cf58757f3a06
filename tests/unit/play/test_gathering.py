"""Cards picked one by one: what joins, what fills up, what the next click means."""

from __future__ import annotations

from red7_desktop.play.hands import Gathering, Play


def gathering(*plays: str, alike: tuple[str, ...] = ()) -> Gathering:
    """Make plays of texts that name cards by letters; the text is the step."""
    return Gathering(
        tuple(Play(tuple(text), "table", text) for text in plays), tuple(map(tuple, alike))
    )


def after(start: Gathering, clicks: str) -> str:
    """Tell what is picked after some clicks."""
    for name in clicks:
        start = start.clicked(name)
    return "".join(start.picked)


def test_a_card_that_is_in_one_play_alone_brings_the_others_along() -> None:
    plays = gathering("ab", "bcd", "e")
    assert after(plays, "a") == "ab"
    assert plays.clicked("a").step == "ab"
    assert after(plays, "d") == "bcd"


def test_a_card_that_is_in_several_plays_is_picked_alone_and_others_may_join() -> None:
    plays = gathering("ab", "bc", "bcd", "e")
    one = plays.clicked("b")
    assert (one.picked, one.step) == (("b",), None)
    assert after(plays, "bc") == "bc"
    assert after(plays, "ba") == "ab", "the names stand in the order of the play"


def test_a_card_that_does_not_fit_begins_anew() -> None:
    assert after(gathering("ab", "ac", "de", "df"), "ad") == "d"


def test_clicks_on_one_card_go_through_all_its_plays_and_let_go() -> None:
    plays = gathering("a", "ab", "abc", "ad", "bc")
    seen = [after(plays, "a" * times) for times in range(1, 6)]
    assert seen == ["a", "ab", "abc", "ad", ""]
    only = gathering("ab", "cd")
    assert [after(only, "a" * times) for times in range(1, 4)] == ["ab", "", "ab"]
    assert [after(plays, "b" + "c" * times) for times in range(1, 4)] == ["bc", "abc", "b"]


def test_the_plays_worth_most_come_first() -> None:
    plays = gathering("a", "ab", "abc", "ad").preferring(["ad", "xy"])
    assert after(plays, "aa") == "ad"
    assert {play.step for play in plays.plays} == {"a", "ab", "abc", "ad"}


def test_a_picked_card_is_put_back_alone_where_the_others_can_do_without_it() -> None:
    plays = gathering("abc", "ab", "d")
    assert after(plays, "cb") == "", "only abc has c, and a c alone is none"
    assert after(plays, "cc") == ""
    block = plays.taking("abc")
    assert "".join(block.clicked("c").picked) == "ab"
    assert "".join(block.clicked("a").picked) == ""


def test_bringing_a_card_to_the_zone_makes_its_only_play() -> None:
    plays = gathering("ab", "cd", "cde", "f")
    assert plays.brought("a", "table").step == "ab"
    assert plays.brought("f", "table").step == "f"
    short = plays.brought("c", "table")
    assert (short.step, short.picked) == (None, ("c",))
    assert plays.taking("cd").brought("d", "table").step == "cd", "it is a play already"
    assert plays.alone("a").brought("a", "elsewhere").step is None


def test_a_drag_takes_along_what_hangs_together_in_its_zone() -> None:
    names = [("h#1",), ("h#1", "h#2"), ("h#0", "h#1", "h#2"), ("h#0", "h#1", "o#0", "h#2")]
    plays = Gathering(tuple([Play(each, "table", len(each)) for each in (*names, ("o#0",))]))
    assert plays.dragged("h#1").picked == ("h#0", "h#1", "h#2")
    assert plays.dragged("o#0").picked == ("o#0",)
    assert plays.alone("o#0").dragged("h#1").picked == ("h#0", "h#1", "o#0", "h#2")
    even = gathering("ab", "bc").preferring(["bc"])
    assert even.dragged("b").picked == ("b",), "a card of another zone is not taken along"


def test_of_cards_that_are_alike_any_stands_for_the_next() -> None:
    plays = gathering("ax", "axy", "b", "bx", alike=("xy",))
    assert plays.knows("y")
    assert after(plays, "ay") == "ax"
    assert after(plays, "ayy") == "axy"
    assert after(plays, "by") == "bx"
    assert plays.taking("axy").clicked("x").picked == ("a", "x")


def test_what_is_picked_stays_only_where_it_is_in_a_play() -> None:
    plays = gathering("ab", "abc")
    assert plays.holding(("b",)).picked == ("b",)
    assert plays.holding(("b", "x")).picked == ()
    assert plays.taking("abc").released().picked == ()
    assert plays.taking("zz") == plays
