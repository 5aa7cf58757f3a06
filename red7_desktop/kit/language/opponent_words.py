"""What is said of AI players in any game, by the keys of their levels."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.tabletop.player import Players


def describe_kinds(texts: Texts) -> Mapping[str, str]:
    """Say what kind of player each level is, in two words."""
    return {
        "newcomer": texts("Newcomer AI"),
        "casual": texts("Casual AI"),
        "steady": texts("Steady AI"),
        "sharp": texts("Sharp AI"),
        "expert": texts("Expert AI"),
    }


def describe_strengths(texts: Texts) -> Mapping[str, str]:
    """Say how hard each level is to beat, in a word or two."""
    within = texts.within
    return {
        "newcomer": within("strength", "very easy"),
        "casual": within("strength", "easy"),
        "steady": within("strength", "medium"),
        "sharp": within("strength", "hard"),
        "expert": within("strength", "very hard"),
    }


def describe_doings(texts: Texts) -> Mapping[str, str]:
    """Say what each level does while it thinks: in character, true of any hand, short."""
    return {
        "newcomer": texts("dithers …"),
        "casual": texts("counts …"),
        "steady": texts("compares …"),
        "sharp": texts("plans …"),
        "expert": texts("weighs all …"),
    }


def kind_of(texts: Texts, key: str, kinds: Mapping[str, str], *, is_asked: bool) -> str:
    """Say who plays at a seat; of an AI player that is asked, what it is about.

    key: "" for a person. kinds: as `Circumstances` has them.
    """
    if not key:
        return texts("Person")
    return (
        describe_doings(texts).get(key, texts("thinks …"))
        if is_asked
        else kinds.get(key, texts("AI"))
    )


def name_with_strength(texts: Texts, key: str, name: str) -> str:
    """Give a level's name and how hard it is to beat, "Ravi, hard"."""
    strength = describe_strengths(texts).get(key)
    return texts("{name}, {strength}", name=name, strength=strength) if strength else name


def strength_line(texts: Texts, players: Players, key: str) -> str:
    """Say how strong a level has been measured to be; "" for one that has not been."""
    keys, strength = [level.key for level in players.levels], players.measured.get(key)
    if key not in keys or strength is None:
        return ""
    if strength.wins is None:
        return texts("Elo {elo}", elo=strength.elo)
    return texts(
        "Elo {elo}, wins {n} of 100 matches against {name}",
        elo=strength.elo,
        n=round(100 * strength.wins),
        name=players.levels[keys.index(key) - 1].name,
    )


def describe_level(texts: Texts, characters: Mapping[str, str], key: str | None) -> str:
    """Say how a level plays and how strong it is, for a tip; "" for a person.

    characters: see `GameFace.characters`.
    """
    line, strength = characters.get(key or ""), describe_strengths(texts).get(key or "")
    if line is None or strength is None:
        return ""
    return texts("{character} Strength: {strength}.", character=line, strength=strength)
