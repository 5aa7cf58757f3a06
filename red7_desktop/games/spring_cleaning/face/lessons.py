"""The first game and the lessons.

Each turn shows something new, and leaves the row tidier than it was.

What a table takes is imported when one is laid: the title tells of lessons before anybody learns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from red7_desktop.games.spring_cleaning.face import explanations, words
from red7_desktop.games.spring_cleaning.players.levels import HeuristicPlayer
from red7_desktop.games.spring_cleaning.rules import cards, game, notation, rounds
from red7_desktop.kit import course, setup
from red7_desktop.kit.texts import Texts, runs_of
from red7_desktop.play.session import ExerciseMatch
from red7_desktop.tabletop import match


def _list_words(texts: Texts, names: tuple[str, ...]) -> dict[str, course.LessonWords]:
    name, other = names[1], names[2] if len(names) > 2 else ""
    return {
        "lead": (
            texts("Leading"),
            texts("Lead three cards at once"),
            texts("Equal numbers, or numbers that rise by one from left to right."),
            texts("They must be side by side in your hand. No offers when you lead."),
            texts("Right: three cards in one go"),
            texts("The more cards you play at once, the sooner you finish."),
            texts("That was fewer than three cards"),
        ),
        "higher": (
            texts("Higher"),
            texts("Beat the pair of 5s with a higher pair"),
            texts("The same kind and number of cards, but higher."),
            texts("A run doesn’t beat a set of the same length, or the other way round."),
            texts("Right: 7 7 beats 5 5"),
            texts("A run counts by its highest card."),
            texts("That didn’t beat the pair"),
        ),
        "longer": (
            texts("One card more"),
            texts("Beat the 9: nothing is higher"),
            texts("One card more beats any combination, whatever its kind and numbers."),
            texts("It must be exactly one more: three cards don’t beat a single card."),
            texts("Right: 4 5 beats 9"),
            texts("So even low cards are useful when they go together."),
            texts("That didn’t beat the 9"),
        ),
        "row": (
            texts("Drawing into your hand"),
            texts("You can’t beat the 8s: draw, and tidy your hand"),
            texts("If you don’t play, draw a card, put it anywhere, and offer one."),
            texts("Where would the new card join two others?"),
            texts("Right: 4 5 6 are together now"),
            texts("Put a drawn card where it joins others, and offer one that stands alone."),
            texts("Three cards could be together now"),
        ),
        "sealed": (
            texts("The first offer"),
            texts("Offer the card that brings the 3s together"),
            texts("Before the first trick, everyone secretly offers a card."),
            texts("When a card leaves, the cards on both sides become neighbours."),
            texts("Right: three 3s in a row"),
            texts("The first offer is a chance to tidy up."),
            texts("The 3s are still apart"),
        ),
        "own offer": (
            texts("Your own offer"),
            texts("Beat 6 7 with a card from your offer"),
            texts("To beat, you may add cards from offers to those in your hand."),
            texts("In a run they may go anywhere."),
            texts("Right: 8 9 beats 6 7"),
            texts("Offer what you can use later."),
            texts("That didn’t beat 6 7"),
        ),
        "their offer": (
            texts("Other players’ offers"),
            texts("Beat the 3s with a card from {name}’s offer", name=name),
            texts("Anyone may use any offer to beat a combination."),
            texts("That’s one card less for you, and one less for {name}.", name=name),
            texts("Right: 4 4 beats 3 3"),
            texts("You helped {name} get rid of a card: make sure it’s worth it.", name=name),
            texts("That didn’t beat the 3s"),
        ),
        "between": (
            texts("Between two cards"),
            texts("Beat the 6s with three cards"),
            texts("Your 3 and 5 are neighbours, but not a run."),
            texts("A card from an offer may go between them."),
            texts("Right: 3 4 5 beats 6 6"),
            texts("So any offer can fill a gap in your hand."),
            texts("That didn’t beat the 6s"),
        ),
        "fetch": (
            texts("Drawing from an offer"),
            texts("Get the card you need"),
            texts("You can’t beat three 9s. Draw, but choose well."),
            texts("You may draw from another player’s offer."),
            texts("Right: 3 4 5 are together now"),
            texts("You knew what you’d get. The others saw it too."),
            texts("Three cards could be together now"),
        ),
        "pick up": (
            texts("Picking up"),
            texts("Arrange your offer so that you can lead three cards"),
            texts("Your hand is empty: your offer becomes your hand, in any order you like."),
            texts("Arrange the cards from left to right. This order stays."),
            texts("Right: three cards in one go"),
            texts("Keep matching cards in your offer, and think before you arrange them."),
            texts("In another order you could have led three cards"),
        ),
        "trash": (
            texts("Trash"),
            texts(
                "{name} is about to finish: end up with fewer cards than {other}",
                name=name,
                other=other,
            ),
            texts("Then the player with the fewest cards left takes 1 trash, the next 2."),
            texts("Two cards can beat one."),
            texts("Right: 1 trash for you, 2 for {other}", other=other),
            texts("Even if you can’t finish first, every card you get rid of counts."),
            texts("{other} doesn’t have more cards than you", other=other),
        ),
    }


DEAL: Final = 700_000_489
"""It was looked for: a player who does what the coach says wins it."""
RIVAL: Final = "newcomer"

SETUP: Final = setup.GameSetup(
    "spring",
    (setup.SeatPlan(), setup.SeatPlan(level=RIVAL)),
    {rounds.PICKUP.key: rounds.PICKUP.default},
    DEAL,
)


def _find_last_step(state: rounds.MatchState) -> cards.Step:
    return next(turn for turn in state.turns if turn.seat == 0).steps[-1]


def _make_plays(count: int) -> Callable[[rounds.MatchState], bool]:
    def is_met(state: rounds.MatchState) -> bool:
        step = _find_last_step(state)
        return step.kind == cards.PLAY and cards.length_of(step.what) == count

    return is_met


def _make_plays_offer_of(seat: int) -> Callable[[rounds.MatchState], bool]:
    def is_met(state: rounds.MatchState) -> bool:
        step = _find_last_step(state)
        return step.kind == cards.PLAY and seat in cards.owners_of(step.what)

    return is_met


def _has_row(*row: int) -> Callable[[rounds.MatchState], bool]:
    def is_met(state: rounds.MatchState) -> bool:
        hand, n = state.position.hands[0], len(row)
        return row in [hand[at : at + n] for at in range(len(hand))]

    return is_met


ROWS: Final = course.read_rows(
    "spring / ",
    """
lead | table / deck 1 7 / discard / A> 6 2 3 4 9 : 8 : 0 / B 5 8 1 7 : 2 : 0 | 2 3 4 @2
higher | table 5 5 :B / deck 1 2 / discard / A> 3 7 7 1 8 : : 0 / B 2 9 4 : : 0 | 7 7 @2
longer | table 9 :B / deck 1 2 / discard / A> 2 4 5 1 8 : : 0 / B 2 6 6 4 : : 0 | 4 5 @2
row | table 8 8 8 :B / deck 5 1 / discard / A> 9 4 6 2 : : 0 / B 3 7 : : 0 | draw, insert 3, offer 5
sealed | table / deck 5 1 4 / discard / A>? 3 3 8 3 5 6 : : 0 / B=2 1 2 9 4 7 4 : : 0 | offer 3
own offer | table 6 7 :B / deck 1 2 / discard / A> 8 2 4 : 9 : 0 / B 3 5 1 : : 0 | 8 9(A) @1
their offer | table 3 3 :B / deck 1 2 / discard / A> 4 1 7 : : 0 / B 2 9 6 : 4 : 0 | 4 4(B) @1
between | table 6 6 :B / deck 1 2 / discard / A> 3 5 9 1 : : 0 / B 2 8 : 4 : 0 | 3 4(B) 5 @1
fetch | table 9 9 9 :B / deck 1 2 / discard / A> 3 5 8 : : 0 / B 2 2 : 4 : 0\
 | draw(B:4), insert 2, offer 4
pick up | table / deck 1 2 / discard / A> : 3 4 4 5 : 0 / B 3 8 9 9 : 2 : 0\
 | order(4), order(3), order(4), order(5), 3 4 5 @2
trash | table 4 :C / deck 1 1 / discard / A> 5 6 7 2 : : 0 / B 9 : : 0 / C 3 8 2 : : 0 | 6 7 @2
""",
    {
        **dict.fromkeys(("lead", "between", "pick up"), _make_plays(3)),
        **dict.fromkeys(("higher", "longer"), _make_plays(2)),
        "row": _has_row(4, 5, 6),
        "sealed": _has_row(3, 3, 3),
        "own offer": _make_plays_offer_of(0),
        "their offer": _make_plays_offer_of(1),
        "fetch": _has_row(3, 4, 5),
        "trash": lambda state: state.position.card_count(0) < state.position.card_count(2),
    },
)


class SpringLessons(course.Lessons):
    """The first game, whose coach leaves with its first round, and the lessons."""

    setup = SETUP
    rows = ROWS

    def find_card(self, row: course.LessonRow) -> str | None:
        return next((each for step in row.answer for each in step if each.isdigit()), None)

    def describe(self, texts: Texts) -> str:
        return texts("A round against {name}, with a coach beside you.", name="Tomás")

    def name_chapters(self, texts: Texts) -> Mapping[str, str]:
        return {
            **dict.fromkeys(("lead", "higher", "longer"), texts("Leading and beating")),
            **dict.fromkeys(("row", "sealed"), texts("Your hand")),
            **dict.fromkeys(("own offer", "their offer", "between", "fetch"), texts("Offers")),
            **dict.fromkeys(("pick up", "trash"), texts("The end of a round")),
        }

    def write_lessons(
        self, texts: Texts, words: words.SpringWords | None = None
    ) -> Mapping[str, course.LessonText]:
        names = words.names if words is not None else ("", "Tomás", "Amaka")
        found = _list_words(texts, names)
        return {key: course.write_lesson(said) for key, said in found.items()}

    def begin(self, row: course.LessonRow) -> ExerciseMatch:
        state = rounds.build_state_at(notation.parse_position(row.position))
        return ExerciseMatch(game.SpringCleaning(), state.options.to_plain(), state)

    hint = staticmethod(explanations.build_hint)

    def has_won(self, match: match.Match, seat: int) -> bool | None:
        rounds = match.state.rounds
        return not rounds[0].trash[seat] if rounds else None

    def advise_aside(
        self, words: words.SpringWords, seen: game.SpringObservation, match: match.Match, seat: int
    ) -> course.Counsel:
        choice = HeuristicPlayer().choose(seen, 0, 0)
        return course.Counsel(self.hint(words, seen, choice), step=choice.steps[0])

    def list_beats(self, words: words.SpringWords) -> tuple[course.Beat, ...]:
        texts, name = words.texts, words.names[1]

        def beat(step: str, title: str, *why: str) -> course.Beat:
            return course.Beat(step, runs_of(title), tuple([runs_of(line) for line in why]))

        def play(shown: str) -> str:
            return texts("Play {cards}", cards=shown)

        return (
            beat(
                "offer 5",
                texts("Offer the {card}", card=4),
                texts("Be the first to get rid of your cards. Your hand keeps its order."),
                texts("Choose the 4 and confirm: then your 6 and 7 are side by side."),
            ),
            beat(
                "6 @7",
                play("6"),
                texts("You lead: play one card, or cards that are side by side."),
                texts("Choose it and press Play: then two of your 9s are side by side."),
            ),
            beat(
                "6 6(B) @8",
                play("6 6"),
                texts("{name} beat your 6 with an 8. One card more beats it as well.", name=name),
                texts("Anyone may use any offer: add {name}’s 6 to yours.", name=name),
            ),
            beat(
                "draw",
                texts("Draw from the deck"),
                texts("You have nothing above 6 7 8, and no four cards that go together."),
                texts("Then you draw a card, and offer one."),
            ),
            beat(
                "insert 4",
                texts("Put the {card} before your 6 and 7", card=5),
                texts("A drawn card may go anywhere in your hand: 5 6 7 can be played together."),
            ),
            beat(
                "offer 3",
                texts("Offer the {card}", card=8),
                texts("It fits nowhere. Offer it: you can still use it from there."),
            ),
            beat(
                "8 8(A) @9",
                play("8 8"),
                texts("{name} leads a 2. Beat it with a pair: one card more.", name=name),
                texts("Your own offer goes with your hand, too."),
            ),
            beat(
                "9 9 9 @6",
                play("9 9 9"),
                texts("The same number of cards, but higher: that beats the 4s."),
            ),
            beat(
                "1 1 @1",
                play("1 1"),
                texts("{name} couldn’t beat your 9s: you lead again.", name=name),
                texts("Keep 5 6 7 for the end, and get rid of the 1s first."),
            ),
            beat(
                "5 6 7 @1",
                play("5 6 7"),
                texts("Three cards beat any two, and they’re your last: you finish first."),
                texts("The first to finish takes no trash."),
            ),
        )
