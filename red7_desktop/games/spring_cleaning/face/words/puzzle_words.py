"""Says what puzzles ask for, why a turn is right or wrong there, and hints; pure, no pygame."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.face.words.plan_words import describe_plan
from red7_desktop.games.spring_cleaning.face.words.reason_words import explain
from red7_desktop.games.spring_cleaning.rules.by_hand import find_drag_move
from red7_desktop.games.spring_cleaning.rules.cards import SEATS
from red7_desktop.games.spring_cleaning.rules.text.turn_text import parse_steps
from red7_desktop.kit.hud.model import Hint
from red7_desktop.kit.language.rich_text import Runs, runs_of
from red7_desktop.tabletop.zones import place_name, zone_of

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.face.words.words import SpringWords
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.tabletop.match import Match
    from red7_desktop.tabletop.reasons import Reason

Data = Mapping[str, str | int]


def describe_kind(texts: Texts, kind: str) -> str:
    """Say in a few words what a kind of puzzles is about."""
    kinds = {
        "out": texts("Out in time"),
        "hold": texts("Hold them back"),
        "shed": texts("Fewest cards left"),
        "tidy": texts("Tidy the row"),
    }
    return kinds.get(kind, kind)


def describe_goal(words: SpringWords, goal: Reason) -> Runs:
    """Say what a puzzle asks for."""
    texts, figures = words.texts, dict(goal.data)
    if goal.code == "out":
        turns = int(figures.get("turns", 1))
        if turns == 1:
            return runs_of(texts("Be out with this turn."))
        return runs_of(
            texts.plural(
                "Be out in {n} turn, whatever they do.",
                "Be out in {n} turns, whatever they do.",
                turns,
            )
        )
    if goal.code == "hold":
        return runs_of(texts("Let nobody out before your next turn."))
    if goal.code == "shed":
        left = int(figures.get("left", 0))
        return runs_of(
            texts.plural(
                "Play so that you have {n} card left.",
                "Play so that you have {n} cards left.",
                left,
            )
        )
    return runs_of(
        texts.plural(
            "Tidy the row: {n} combination shall be left.",
            "Tidy the row: {n} combinations shall be left.",
            int(figures.get("count", 1)),
        )
    )


def describe_puzzle_turn(words: SpringWords, match: Match) -> Runs:
    """Say which turn somebody has tried."""
    seen = match.game.observe(match.state_at(0), words.viewer)
    return describe_plan(words, seen, [match.game.parse_step(entry.step) for entry in match.log])


def explain_verdict(words: SpringWords, why: Reason) -> Runs:
    """Say what is right or wrong about a turn."""
    said = _WHYS.get(why.code)
    return explain(why, words) if said is None else runs_of(said(words, dict(why.data)))


def build_puzzle_hint(words: SpringWords, seen: SpringObservation, hint: Reason) -> Hint:
    """Give a hint: what to do, with which card, or the whole turn."""
    data = dict(hint.data)
    if hint.code == "card":
        return _hint_at_card(words, seen, data)
    if hint.code != "turn":
        return Hint(runs_of(_hint_what_to_do(words, hint.code, data)), ())
    steps = parse_steps(str(data["turn"]))
    left = int(data["left"])
    handling = find_drag_move(seen.position, seen.viewer or 0, steps[0])
    cards = handling.names if handling is not None else ()
    zones = (handling.target,) if handling is not None else ()
    told = words.texts.plural("That leaves {n} card.", "That leaves {n} cards.", left)
    return Hint(describe_plan(words, seen, steps), (runs_of(told),), cards, zones)


def _hint_what_to_do(words: SpringWords, code: str, data: Data) -> str:
    texts = words.texts
    if code == "draw":
        return texts("Do not play: draw.")
    if code == "insert":
        return texts("Look for the place where the card joins the most.")
    count = int(data.get("count", 1))
    if data.get("shape") == "run":
        return texts("Play a run of {n}.", n=count)
    if data.get("shape") == "set":
        return texts("Play {n} equal cards.", n=count)
    return texts("Play a single card.")


def _hint_at_card(words: SpringWords, seen: SpringObservation, data: Data) -> Hint:
    """Say which card matters, and where it lies."""
    texts, card, offer = words.texts, str(data["card"]), str(data["offer"])
    zone = zone_of("hand", seen.viewer or 0)
    told = texts("The {card} in your hand matters.", card=card)
    if offer:
        seat = SEATS.index(offer)
        zone = zone_of("offer", seat)
        told = texts("The {card} that {name} offers matters.", card=card, name=words.names[seat])
    row = seen.zones.get(zone, ())
    cards = (place_name(zone, row.index(card)),) if card in row else ()
    return Hint(runs_of(told), (), cards)


def _explain_out(words: SpringWords, data: Data) -> str:
    turns = int(data["turns"])
    if turns == 1:
        return words.texts("You are out at once.")
    return words.texts.plural(
        "Nobody can stop you: out in {n} turn.", "Nobody can stop you: out in {n} turns.", turns
    )


def _explain_leaves(words: SpringWords, data: Data) -> str:
    left, best = int(data["left"]), int(data["best"])
    if left == best:
        return words.texts.plural(
            "{n} card left: it cannot be less.", "{n} cards left: it cannot be less.", left
        )
    return words.texts.plural(
        "That leaves {n} card; {best} can be done.",
        "That leaves {n} cards; {best} can be done.",
        left,
        best=best,
    )


def _explain_combinations(words: SpringWords, data: Data) -> str:
    count, best = int(data["count"]), int(data["best"])
    if count == best:
        return words.texts.plural(
            "{n} combination: it cannot be less.", "{n} combinations: it cannot be less.", count
        )
    return words.texts.plural(
        "That leaves {n} combination; {best} can be done.",
        "That leaves {n} combinations; {best} can be done.",
        count,
        best=best,
    )


def _explain_beaten(words: SpringWords, data: Data) -> str:
    name = words.names[SEATS.index(str(data["seat"]))]
    return words.texts("{name} goes out first.", name=name)


_WHYS: Final[Mapping[str, Callable[[SpringWords, Data], str]]] = MappingProxyType(
    {
        "out": _explain_out,
        "held": lambda words, data: words.texts("Nobody gets out before you."),
        "beaten": _explain_beaten,
        "too_slow": lambda words, data: words.texts("They can hold you up: that takes longer."),
        "leaves": _explain_leaves,
        "combinations": _explain_combinations,
    }
)
"""By code: reasons that only puzzles have."""
