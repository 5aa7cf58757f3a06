"""Short remarks that AI players make at the table, now and then, in character.

The seed of the match and the cards that everybody sees determine the remark; time doesn't. A round
has at most one remark. When the round begins, its speaker and the occasion for it, such as taking
the lead, are chosen at random. If the occasion doesn't arise, nobody speaks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from red7_desktop.kit.texts import Texts
from red7_desktop.tabletop.moods import Atmosphere, Mood

MAX_WORDS: Final = 8
"""Maximum number of words in a remark of an AI player."""


class RemarkTrigger(StrEnum):
    """An event on which an AI player may speak: it leads, is out of the round, or wins narrowly."""

    LEAD = "lead"
    OUT = "out"
    NARROW = "narrow"


class Remark(NamedTuple):
    """A remark that an AI player makes at the table.

    Attributes:
        seat: The seat that speaks.
        level: Key of the AI level at that seat.
        occasion: Event on which the remark is made, such as taking the lead.
        number: Index of the remark among the level's remarks for this occasion.
    """

    seat: int
    level: str
    occasion: RemarkTrigger
    number: int


class TableMoment(NamedTuple):
    """The state of a match before or after a change, from which a remark is chosen.

    Attributes:
        seen: Observation of the state.
        atmosphere: The moods of the players in this state.
    """

    seen: Any
    atmosphere: Atmosphere


_SHARES: Final = (
    (0.45, RemarkTrigger.LEAD),
    (0.75, RemarkTrigger.OUT),
    (1.0, RemarkTrigger.NARROW),
)
"""Occasions for a round's remark, each with the upper limit of the random numbers that select it.

A number from 0 to 1 is drawn; the first occasion whose limit is above it is selected."""
_LEAD_TURNS: Final = 3
"""Number of turns at a round's beginning in which a remark about taking the lead may be made.

Only one of these turns, chosen at random, counts: if the lead isn't taken in it, nobody speaks."""


def choose_remark(
    seed: int, levels: Sequence[str], before: TableMoment, after: TableMoment
) -> Remark | None:
    """Return an AI player's remark about a change of the table; None if nobody speaks.

    Args:
        seed: Seed of the match.
        levels: Key of each seat's AI level, "" for a human.
        before: The table before the change.
        after: The table after the change.
    """
    rivals = [seat for seat, level in enumerate(levels) if level in LINES]
    number = after.seen.round_number
    if not rivals or before.seen.round_number != number:
        return None
    rng = Random(f"remarks:{seed}:{number}")
    drawn = rng.random()
    occasion = next(occasion for limit, occasion in _SHARES if drawn < limit)
    speaker = rivals[int(rng.random() * len(rivals))]
    turn = 1 + int(rng.random() * _LEAD_TURNS)
    first = int(rng.random() * LINE_COUNT)
    if occasion is RemarkTrigger.NARROW:
        won = [seat for seat in rivals if after.atmosphere.find_mood(seat) is Mood.WINNING]
        is_new = after.atmosphere.is_narrow and not before.atmosphere.is_narrow
        if not is_new or not won:
            return None
        speaker = won[0]
    elif occasion is RemarkTrigger.OUT:
        if not _has_got_mood(speaker, Mood.OUT, before, after):
            return None
    else:
        if not _has_got_mood(speaker, Mood.WINNING, before, after):
            return None
        if not _count_turns(after.seen, speaker) == turn > _count_turns(before.seen, speaker):
            return None
    # Successive rounds of a match use successive lines, so that no line is repeated soon.
    return Remark(speaker, levels[speaker], occasion, (first + number) % LINE_COUNT)


def _has_got_mood(seat: int, mood: Mood, before: TableMoment, after: TableMoment) -> bool:
    had = before.atmosphere.find_mood(seat)
    return had is not mood and after.atmosphere.find_mood(seat) is mood


def _count_turns(seen: Any, seat: int) -> int:
    return sum(turn.seat == seat for turn in seen.turns)


def word_remark(remark: Remark, texts: Texts) -> str:
    """Return the text of a remark in the language of `texts`."""
    lines = LINES[remark.level](texts)[remark.occasion]
    return lines[remark.number % len(lines)]


_Lines: TypeAlias = Mapping[RemarkTrigger, tuple[str, ...]]
LINE_COUNT: Final = 3
"""Number of different remarks that each AI level has for each event in `RemarkTrigger`."""


def _speak_as_chick(texts: Texts) -> _Lines:
    """Return the remarks of the chick, an eager beginner."""
    return {
        RemarkTrigger.LEAD: (
            texts("Wait, am I winning?"),
            texts("Look, look! That’s mine!"),
            texts("I think that was good!"),
        ),
        RemarkTrigger.OUT: (
            texts("Oops. Again, please!"),
            texts("And I had such plans."),
            texts("Well, that went fast."),
        ),
        RemarkTrigger.NARROW: (
            texts("Phew! I had nothing left!"),
            texts("I won? Me? Really?"),
            texts("That was luck, wasn’t it?"),
        ),
    }


def _speak_as_hamster(texts: Texts) -> _Lines:
    """Return the remarks of the hamster, who loves food and comfort."""
    return {
        RemarkTrigger.LEAD: (
            texts("Not bad for a hamster."),
            texts("I’ll just stay here, thanks."),
            texts("It’s cosy up here."),
        ),
        RemarkTrigger.OUT: (
            texts("Time for a snack, then."),
            texts("Fine, I’ll watch you sweat."),
            texts("My cheeks were full anyway."),
        ),
        RemarkTrigger.NARROW: (
            texts("Squeezed through. As always."),
            texts("My poor heart! Is there cake?"),
            texts("By the width of a seed."),
        ),
    }


def _speak_as_hedgehog(texts: Texts) -> _Lines:
    """Return the remarks of the hedgehog, a careful accountant."""
    return {
        RemarkTrigger.LEAD: (
            texts("One step at a time."),
            texts("That should hold for now."),
            texts("Slow and prickly wins."),
        ),
        RemarkTrigger.OUT: (
            texts("I should have counted twice."),
            texts("No shame in curling up."),
            texts("Noted. Next round."),
        ),
        RemarkTrigger.NARROW: (
            texts("Just enough is enough."),
            texts("The sums worked out. Barely."),
            texts("By a single spine."),
        ),
    }


def _speak_as_fox(texts: Texts) -> _Lines:
    """Return the remarks of the fox, a cheeky trickster."""
    return {
        RemarkTrigger.LEAD: (
            texts("Well, who can top that?"),
            texts("Catch me if you can."),
            texts("Didn’t see that coming, did you?"),
        ),
        RemarkTrigger.OUT: (
            texts("This one’s on me."),
            texts("Don’t cheer too soon."),
            texts("Even foxes trip."),
        ),
        RemarkTrigger.NARROW: (
            texts("All part of the plan."),
            texts("Never in doubt. Well, almost."),
            texts("A fox needs just one gap."),
        ),
    }


def _speak_as_owl(texts: Texts) -> _Lines:
    """Return the remarks of the owl, a calm scholar."""
    return {
        RemarkTrigger.LEAD: (
            texts("As expected."),
            texts("Patience is the better card."),
            texts("The night is still young."),
        ),
        RemarkTrigger.OUT: (
            texts("Instructive."),
            texts("Then I’ll watch and learn."),
            texts("I shall remember that move."),
        ),
        RemarkTrigger.NARROW: (
            texts("A single card decided it."),
            texts("Closer than I had calculated."),
            texts("You nearly had me."),
        ),
    }


LINES: Final[Mapping[str, Callable[[Texts], _Lines]]] = {
    "newcomer": _speak_as_chick,
    "casual": _speak_as_hamster,
    "steady": _speak_as_hedgehog,
    "sharp": _speak_as_fox,
    "expert": _speak_as_owl,
}
"""For each AI level, by key, a function that returns the level's remarks by `RemarkTrigger`."""
