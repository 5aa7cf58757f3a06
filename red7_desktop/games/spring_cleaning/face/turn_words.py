"""Builds the texts that describe steps, turns, deals and rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from red7_desktop.games.spring_cleaning.face.words import SpringWords
from red7_desktop.games.spring_cleaning.rules import cards, game, rounds
from red7_desktop.games.spring_cleaning.rules.position import TRASH_LIMITS
from red7_desktop.kit.texts import Runs, fill_template, join_runs, to_runs
from red7_desktop.tabletop.game import Event


def list_trick_plays(seen: game.SpringObservation) -> list[tuple[int, int]]:
    """List the plays of the current trick as `(seat, combination)`, the oldest first.

    Returns:
        () in a position without recorded turns, such as the position of a puzzle.
    """
    found = [(turn.seat, step.argument) for turn in seen.turns for step in turn.steps]
    kinds = [step.kind for turn in seen.turns for step in turn.steps]
    plays = [play for play, kind in zip(found, kinds, strict=True) if kind == cards.PLAY]
    count = len(seen.position.trick)
    if 0 < count <= len(plays):
        return plays[-count:]
    return []


def step_title(words: SpringWords, seen: game.SpringObservation, step: cards.Step) -> str:
    """Return the title of a step that the viewer could take: "Draw from the deck"."""
    return _TITLES[step.kind](words, seen, step)


def find_card_at(seen: game.SpringObservation, place: int) -> int:
    """Return the viewer's hand card at a position from 1; 0 if there is none."""
    hand = seen.position.hands[seen.viewer or 0]
    if 1 <= place <= len(hand):
        return hand[place - 1]
    return 0


def _play(words: SpringWords, seen: game.SpringObservation, step: cards.Step) -> str:
    return words.texts("Play {cards}", cards=words.cards(cards.cards_of(step.argument)))


def _take(words: SpringWords, seen: game.SpringObservation, step: cards.Step) -> str:
    if step.seat < len(words.names):
        name = words.names[step.seat]
    else:
        name = "?"
    return words.texts("Draw {name}’s {card}", card=step.argument, name=name)


def _insert(words: SpringWords, seen: game.SpringObservation, step: cards.Step) -> str:
    drawn = seen.position.drawn
    if drawn:
        return words.texts("Put the {card} here", card=drawn)
    # The drawn card is already in the hand, and the user moves it to another place in the hand. The
    # position no longer says which card it is, so the text doesn't name its number.
    return words.texts("Put the card here")


_TITLES: Final[Mapping[int, Callable[[SpringWords, game.SpringObservation, cards.Step], str]]] = {
    cards.PLAY: _play,
    cards.DRAW: lambda words, seen, step: words.texts("Draw from the deck"),
    cards.TAKE: _take,
    cards.INSERT: _insert,
    cards.OFFER: lambda words, seen, step: words.texts(
        "Offer the {card}", card=find_card_at(seen, step.argument)
    ),
    cards.ORDER: lambda words, seen, step: words.texts("Place the {card}", card=step.argument),
}


def describe_insertion(words: SpringWords, seen: game.SpringObservation, place: int) -> Runs:
    """Say where the viewer has put the drawn card: "You put the 5 between 4 and 6".

    Args:
        words: Builds texts in the viewer's language. If several people hear them, no card is named.
        seen: The observation after the step.
        place: Position of the card in the hand, from 1.
    """
    texts = words.texts
    if words.is_shared:
        return to_runs(texts("The card is in the hand"))
    card = find_card_at(seen, place)
    left = find_card_at(seen, place - 1)
    right = find_card_at(seen, place + 1)
    if not right:
        line = texts("You put the {card} at the right end", card=card)
    elif not left:
        line = texts("You put the {card} at the left end", card=card)
    else:
        line = texts(
            "You put the {card} between {left} and {right}", card=card, left=left, right=right
        )
    return to_runs(line)


def describe_turns(
    words: SpringWords, turns: Sequence[rounds.TurnTaken], leader: int
) -> list[Runs]:
    """Describe each turn of a round: "Linnea led 5", "You drew, offered 5".

    Args:
        words: Builds texts in the viewer's language.
        turns: The turns without the first offers.
        leader: Seat that led the first trick of the round.
    """
    holder = leader
    lines = []
    for turn in turns:
        # A turn leads a trick if its seat also made the last play, because then it has won the
        # previous trick.
        lines.append(describe_turn(words, turn, leads=turn.seat == holder))
        if any(step.kind == cards.PLAY for step in turn.steps):
            holder = turn.seat
    return lines


def describe_first_offers(words: SpringWords, offers: Sequence[rounds.TurnTaken]) -> Runs:
    """List the first offers of all seats: "First offers: You 5, Bo 8"; () if there are none."""
    named = words.texts.in_context("points", "{name} {n}")
    texts = words.texts
    said = [fill_template(named, name=words.name(turn.seat), n=turn.offered) for turn in offers]
    if not said:
        return ()
    return fill_template(
        texts("First offers: {cards}"), cards=join_runs(said, texts.in_context("cards", ", "))
    )


def describe_turn(words: SpringWords, turn: rounds.TurnTaken, *, leads: bool) -> Runs:
    """Describe the steps that a seat took in a turn, as a line of the match log.

    Args:
        words: Builds texts in the table's language.
        turn: The turn.
        leads: Whether the cards played in the turn began a new trick.

    Returns:
        () if the log mentions none of the steps.
    """
    texts = words.texts
    is_yours = words.is_you(turn.seat)
    phrases = [_describe_step(words, turn, step, leads=leads) for step in turn.steps]
    if any(step.kind == cards.ORDER for step in turn.steps):
        you = texts.in_context("you", "picked up the offer")
        they = texts.in_context("someone", "picked up the offer")
        phrases.insert(0, you if is_yours else they)
    told = [phrase for phrase in phrases if phrase]
    if told:
        return words.describe_action(turn.seat, ", ".join(told))
    return ()


def _describe_step(
    words: SpringWords, turn: rounds.TurnTaken, step: cards.Step, *, leads: bool
) -> str:
    """Describe a step without its subject, such as "drew a card".

    The text is "" if the match log doesn't mention the step.
    """
    in_context = words.texts.in_context
    card = step.argument
    you = they = name = ""
    if step.kind == cards.PLAY:
        return _describe_play(words, turn.seat, step, leads=leads)
    if step.kind == cards.DRAW and card:
        you = in_context("you", "drew {card}")
        they = in_context("someone", "drew {card}")
    elif step.kind == cards.DRAW:
        you = in_context("you", "drew a card")
        they = in_context("someone", "drew a card")
    elif step.kind == cards.TAKE:
        name = words.names[step.seat]
        you = in_context("you", "drew {card} from {name}’s offer")
        they = in_context("someone", "drew {card} from {name}’s offer")
        if words.is_you(step.seat):
            they = in_context("someone", "drew your {card}")
    elif step.kind == cards.OFFER and turn.offered:
        card = turn.offered
        you = in_context("you", "offered {card}")
        they = in_context("someone", "offered {card}")
    return (you if words.is_you(turn.seat) else they).format(card=card, name=name)


def _describe_play(words: SpringWords, seat: int, step: cards.Step, *, leads: bool) -> str:
    in_context = words.texts.in_context
    played = words.play(cards.cards_of(step.argument))
    helpers = [
        owner for owner in dict.fromkeys(cards.owners_of(step.argument)) if owner not in {-1, seat}
    ]
    names = in_context("cards", ", ").join(
        [in_context("seat", "you") if words.is_you(each) else words.names[each] for each in helpers]
    )
    if leads:
        you = in_context("you", "led {cards}")
        they = in_context("someone", "led {cards}")
    elif not helpers:
        you = in_context("you", "beat it with {cards}")
        they = in_context("someone", "beat it with {cards}")
    elif [each for each in helpers if words.is_you(each)] == helpers:
        you = they = in_context("someone", "beat it with {cards} (using your offer)")
    else:
        you = in_context("you", "beat it with {cards} (offers: {names})")
        they = in_context("someone", "beat it with {cards} (offers: {names})")
    return (you if words.is_you(seat) else they).format(cards=played, names=names)


def note_line(words: SpringWords, note: Event) -> Runs:
    """Describe an event of the game as a line of the log.

    Returns:
        () for an event that needs no line, because the line of its turn or deal mentions it.
    """
    data = dict(note.data)
    seat = cards.SEATS.find(str(data.get("seat", "?")))
    texts = words.texts
    if note.code in {"round_over", "round_stopped"}:
        out = [cards.SEATS.index(letter) for letter in str(data["seats"])]
        return describe_out(words, out, was_stopped=note.code == "round_stopped")
    if note.code == "trash":
        return _describe_trash_given(words, seat, int(data["given"]), int(data["total"]))
    of_seats = {
        "trick_won": (texts("You win the trick"), texts("{name} wins the trick")),
        "picked_up": (texts("You pick up your offer"), texts("{name} picks up the offer")),
    }
    if note.code in of_seats:
        return words.choose_form(seat, *of_seats[note.code])
    if note.code == "reshuffled":
        return to_runs(texts("The discarded cards become the new deck"))
    return ()


def describe_out(words: SpringWords, out: Sequence[int], *, was_stopped: bool = False) -> Runs:
    """Say which seats have finished, or that nobody has."""
    texts = words.texts
    if was_stopped:
        names = join_names(words, out)
        return fill_template(texts("The round was stopped; fewest cards: {names}"), names=names)
    if len(out) > 1:
        return fill_template(texts("Finished together: {names}"), names=join_names(words, out))
    return words.choose_form(out[0], texts("You finish first"), texts("{name} finishes first"))


def join_names(words: SpringWords, seats: Iterable[int]) -> Runs:
    """Join the names of seats with commas and "and" into a text."""
    return join_runs([words.name(seat) for seat in seats], words.texts.in_context("cards", ", "))


def _describe_trash_given(words: SpringWords, seat: int, given: int, total: int) -> Runs:
    texts = words.texts
    name = words.names[seat]
    if not given:
        return ()
    if words.is_you(seat):
        return to_runs(texts("You take {given} trash and have {total}", given=given, total=total))
    line = texts("{name} takes {given} trash and has {total}", name=name, given=given, total=total)
    return to_runs(line)


def describe_round_result(words: SpringWords, number: int, result: rounds.RoundResult) -> Runs:
    """Describe how a round ended: "Round 2: Bo is out first".

    Args:
        words: Builds texts in the table's language.
        number: Number of the round, from 1.
        result: The result of the round.
    """
    said = describe_out(words, list_out_seats(result), was_stopped=result.stopped)
    return fill_template(words.texts("Round {number}: {said}"), number=number, said=said)


def list_out_seats(result: rounds.RoundResult) -> list[int]:
    """List the seats that took no trash in a round, which are those that finished first."""
    return [seat for seat, given in enumerate(result.trash) if not given]


def describe_deal(words: SpringWords, hand: int, first: int, trash: tuple[int, ...]) -> list[Runs]:
    """Describe a deal: cards per seat, who leads, and whether the round can end the match."""
    texts = words.texts
    dealt = texts.plural(
        "Everyone gets {n} card, kept in this order",
        "Everyone gets {n} cards, kept in this order",
        hand,
    )
    leads = words.choose_form(first, texts("You’ll lead"), texts("{name} will lead"))
    return [to_runs(dealt), leads, *filter(None, [describe_match_point(words, trash)])]


def describe_match_point(words: SpringWords, trash: tuple[int, ...]) -> Runs:
    """Say that the round just dealt can end the match, and name the seat with the most trash.

    Returns:
        () if this seat can't get enough trash (penalty points) in the round to end the match.
    """
    texts = words.texts
    most = max(trash)
    target = TRASH_LIMITS[len(trash)]
    # The seat that finishes last gets one trash for each other seat.
    if most + len(trash) - 1 < target:
        return ()
    return words.choose_form(
        trash.index(most),
        texts("This round can end the match: you have {n} of {target} trash"),
        texts("This round can end the match: {name} has {n} of {target} trash"),
        n=most,
        target=target,
    )
