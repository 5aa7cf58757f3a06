"""The words about AI players: what they are called, how they play, how strong they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.red7.players.levels import LEVELS
from red7_desktop.games.red7.players.measured import MEASURED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from red7_desktop.kit.language.texts import Texts


def kinds(texts: Texts) -> Mapping[str, str]:
    """Say what kind of player each level is, in two words, by key."""
    return {
        "newcomer": texts("Newcomer AI"),
        "casual": texts("Casual AI"),
        "steady": texts("Steady AI"),
        "sharp": texts("Sharp AI"),
        "expert": texts("Expert AI"),
    }


def characters(texts: Texts) -> Mapping[str, str]:
    """Say how each level plays, in one line, by key."""
    return {
        "newcomer": texts("Loves to change the rule, and spends big cards early."),
        "casual": texts("Hoards cards, and looks at the table more than at what comes next."),
        "steady": texts("Keeps many rules open and seldom wastes a card."),
        "sharp": texts("Thinks a few turns ahead, and knows when to let a round go."),
        "expert": texts("Counts the cards, weighs every reply, and plays for the match."),
    }


def strengths(texts: Texts) -> Mapping[str, str]:
    """Say how hard each level is to beat, in a word or two, by key."""
    within = texts.within
    return {
        "newcomer": within("strength", "very easy"),
        "casual": within("strength", "easy"),
        "steady": within("strength", "medium"),
        "sharp": within("strength", "hard"),
        "expert": within("strength", "very hard"),
    }


def first_game_line(texts: Texts, key: str) -> str:
    """Say so of the level that a new player should meet; "" of the others."""
    return texts("Good for a first game.") if key == LEVELS[0].key else ""


def strength_line(texts: Texts, key: str) -> str:
    """Say how strong a level has been measured to be; "" for one that is not known."""
    keys = [level.key for level in LEVELS]
    if key not in keys or key not in MEASURED:
        return ""
    strength, place = MEASURED[key], keys.index(key)
    if strength.wins is None:
        return texts("Elo {elo}", elo=strength.elo)
    return texts(
        "Elo {elo}, wins {n} of 100 matches against {name}",
        elo=strength.elo,
        n=round(100 * strength.wins),
        name=LEVELS[place - 1].name,
    )


def about(texts: Texts, key: str | None) -> str:
    """Say how a level plays and how strong it is, for a tip; "" for a person."""
    if key is None:
        return ""
    line, strength = characters(texts).get(key), strengths(texts).get(key)
    if line is None or strength is None:
        return ""
    return texts("{character} Strength: {strength}.", character=line, strength=strength)


def doings(texts: Texts) -> Mapping[str, str]:
    """Say what each level does while it thinks, by key: in character, true of any hand, short."""
    return {
        "newcomer": texts("dithers …"),
        "casual": texts("counts …"),
        "steady": texts("compares …"),
        "sharp": texts("plans …"),
        "expert": texts("weighs all …"),
    }
