"""Positions, turns and records of Spring Cleaning as text.

A position is written as:

    spring / table COMBINATIONS / deck DECK / discard CARDS / SEAT / SEAT [/ SEAT ...]

docs/notation.md describes positions and turns, docs/saves-and-records.md describes records. Writing
a parsed text gives its canonical form; parsing a written value gives an equal value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from red7_desktop.games.spring_cleaning.rules import cards
from red7_desktop.games.spring_cleaning.rules.game import RULES
from red7_desktop.games.spring_cleaning.rules.position import (
    AT_ONCE,
    GAME,
    HIDDEN,
    NOBODY,
    OWES_INSERT,
    OWES_OFFER,
    OWES_ORDER,
    SEALED,
    START,
    Position,
    find_next_leader,
    replace_hand,
)
from red7_desktop.games.spring_cleaning.rules.rounds import MatchState, begin_round, read_options
from red7_desktop.tabletop import rounds
from red7_desktop.tabletop.game import InvalidPosition, InvalidTurn, take_keyword
from red7_desktop.tabletop.records import RecordLine, check, raise_invalid

MAX_TURN_LENGTH: Final = 500
"""Maximum length of a turn's text, in characters; longer texts are rejected. The longest turn fits:
it arranges 63 picked-up cards in the hand, and then plays as many cards as possible."""


def text_of_turn(steps: Iterable[cards.Step]) -> str:
    """Return the text of a whole turn or of some of its steps.

    >>> text_of_turn(parse_turn("order(4 9 2) draw=7 insert 3 offer 1"))
    'order(4 9 2) draw=7 insert 3 offer 1'
    """
    words: list[str] = []
    for kind, group in groupby(steps, key=lambda step: step.kind):
        if kind == cards.ORDER:
            words.append(f"order({' '.join([str(step.argument or '?') for step in group])})")
        else:
            words += [str(step) for step in group]
    return " ".join(words)


_PART: Final = re.compile(
    r"order\(([^()]*)\)|draw(?:=\S+|\(\S*\))?|(?:insert|offer) \S+"
    r"|(?:[0-9]\S*)(?: [0-9]\S*)*(?: @\S+)?"
)

_TURN: Final = re.compile(
    f"{cards.ORDER}*(?:{cards.PLAY}|[{cards.DRAW}{cards.TAKE}]{cards.INSERT}{cards.OFFER}|{cards.OFFER}|{cards.TAKE}){cards.ORDER}*"
)
"""Matches a text with one digit for each step of a turn, the step's kind, if the steps form a whole
turn."""


def parse_turn(text: str) -> tuple[cards.Step, ...]:
    """Parse a whole turn.

    Raises:
        InvalidTurn: The text is not a turn.

    >>> [str(step) for step in parse_turn("order(2 4) 2 @1")]
    ['order(2)', 'order(4)', '2 @1']
    """
    steps = parse_steps(text)
    if not _TURN.fullmatch("".join([str(step.kind) for step in steps])):
        raise InvalidTurn(text[:MAX_TURN_LENGTH], "a turn plays, or draws, inserts and offers")
    return steps


def parse_steps(text: str) -> tuple[cards.Step, ...]:
    """Parse any sequence of steps, such as some steps of a turn.

    Raises:
        InvalidTurn: A word is not a step.
    """
    if len(text) > MAX_TURN_LENGTH:
        raise InvalidTurn(text[:MAX_TURN_LENGTH], "no turn is so long")
    words = " ".join(text.split())
    steps: list[cards.Step] = []
    at = 0
    while at < len(words):
        found = _PART.match(words, at)
        if not found or words[found.end() : found.end() + 1] not in {"", " "}:
            raise InvalidTurn(words[at:], "no such step")
        if found[1] is None:
            steps.append(cards.parse_step(found[0]))
        else:
            steps += [cards.parse_step(f"order({word})") for word in found[1].split() or [""]]
        at = found.end() + 1
    if not steps:
        raise InvalidTurn(text, "a turn has a step at least")
    return tuple(steps)


def check_possible(position: Position) -> None:
    """Check that a position can occur in a round.

    Raises:
        InvalidPosition: It can't occur. The error names the wrong field and word.
    """
    _check_cards(position)
    if position.is_over:
        return
    if position.phase == SEALED:
        _check_sealed(position)
        return
    for seat in range(position.seats):
        if not position.card_count(seat):
            raise InvalidPosition(
                f"seat {cards.SEATS[seat]}", cards.SEATS[seat], "it is out: the round is over"
            )
        waits = seat != position.mover or position.phase == START
        if position.at_once and waits and not position.hands[seat]:
            why = "it picks up its offer at once, so that its hand cannot be empty"
            raise InvalidPosition(f"seat {cards.SEATS[seat]}: hand", "", why)
    for applies, why in _IMPOSSIBLE:
        if applies(position):
            name = cards.SEATS[position.mover]
            raise InvalidPosition(f"seat {name}", f"{name}>", why)


def _check_cards(position: Position) -> None:
    rows = [position.deck, position.discard, position.picked_up, *position.hands, *position.offers]
    rows += [cards.cards_of(each) for each in position.trick]
    rows.append((position.drawn,) if position.phase == OWES_INSERT else ())
    for number in range(1, cards.HIGHEST + 1):
        count = sum([row.count(number) for row in rows])
        if count > cards.COPIES:
            raise InvalidPosition(
                "cards", str(number), f"there are {cards.COPIES} of it, not {count}"
            )
    whole = sum([len(row) for row in rows])
    if whole > cards.DECK_SIZE:
        raise InvalidPosition("cards", str(whole), f"there are only {cards.DECK_SIZE}")


def _check_sealed(position: Position) -> None:
    if position.trick or position.discard or any(position.offers):
        why = "nothing can be played, discarded or offered before all seats have picked an offer"
        raise InvalidPosition("seats", "?", why)
    if 0 not in position.sealed and HIDDEN not in position.sealed:
        raise InvalidPosition("seats", "=", "once all have picked, the offers are revealed")
    for seat, place in enumerate(position.sealed):
        places = len(position.hands[seat])
        if places < 2:
            why = "two cards at least are needed to offer one"
            raise InvalidPosition(f"seat {cards.SEATS[seat]}: hand", str(places), why)
        if place > places:
            raise InvalidPosition(
                f"seat {cards.SEATS[seat]}", f"={place}", f"it has {places} cards"
            )


_IMPOSSIBLE: Final[tuple[tuple[Callable[[Position], bool], str], ...]] = (
    (
        lambda position: (
            position.holder == position.mover
            and not (position.at_once and position.phase == OWES_ORDER)
        ),
        "when the turn comes back to the seat that played last, it has won the trick",
    ),
    (
        lambda position: not position.trick and position.phase in {OWES_INSERT, OWES_OFFER},
        "who leads cannot draw",
    ),
    (
        lambda position: not position.trick and position.at_once and position.phase == OWES_ORDER,
        "it picks up its offer at the end of a turn, so that a combination lies on the table",
    ),
    (
        lambda position: position.phase == OWES_ORDER and not position.picked_up,
        "it has laid all its cards",
    ),
    (
        lambda position: position.phase == OWES_OFFER and not position.hands[position.mover],
        "it has no card to offer",
    ),
    (
        lambda position: position.phase == OWES_INSERT and not position.hands[position.mover],
        "with an empty hand it picks up its offer before it draws",
    ),
    (
        lambda position: position.phase == OWES_ORDER and bool(position.offers[position.mover]),
        "its whole offer has been picked up",
    ),
)
"""Checks of a parsed position. Each entry is a function that returns whether a position is
impossible, and the error message if it is."""


def parse_position(text: str) -> Position:
    """Parse a position.

    Raises:
        InvalidPosition: The text is not a position, or describes an impossible one.

    >>> p = parse_position("spring / table 6 :B / deck ?40 / discard / A> 7 7 : 4 : 0 / B ?9 : : 1")
    >>> p.seats, p.card_count(1), str(p)[:24]
    (2, 9, 'spring / table 6 :B / de')
    """
    fields = [field.strip() for field in text.strip().split("/")]
    if not 4 + cards.MIN_SEATS <= len(fields) <= 4 + cards.MAX_SEATS:
        seats_there = f"{cards.MIN_SEATS} to {cards.MAX_SEATS} seats"
        why = f"needs game, table, deck, discard, {seats_there} between '/'"
        raise InvalidPosition("position", text.strip(), why)
    if fields[0] not in {GAME, AT_ONCE}:
        raise InvalidPosition("game", fields[0], f"must be {GAME!r} or {AT_ONCE!r}")
    seats = [_read_seat(cards.SEATS[nth], field) for nth, field in enumerate(fields[4:])]
    trick, holder = _read_table(take_keyword("table", fields[1], "table"), len(seats))
    deck = _read_cards("deck", take_keyword("deck", fields[2], "deck"))
    discard = _read_cards("discard", take_keyword("discard", fields[3], "discard"))
    at_once = fields[0] == AT_ONCE
    movers = [nth for nth, seat in enumerate(seats) if seat.is_mover]
    if len(movers) > 1:
        raise InvalidPosition("seats", cards.SEATS[movers[1]] + ">", "two seats cannot act")
    mover = movers[0] if movers else NOBODY
    places = [seat.place for seat in seats if seat.place is not None]
    if places and len(places) < len(seats):
        missing = next(nth for nth, seat in enumerate(seats) if seat.place is None)
        why = "every seat needs '?' or '=' before the first trick, or none"
        raise InvalidPosition("seats", cards.SEATS[missing], why)
    offers = tuple([seat.offer for seat in seats])
    acting = seats[mover]
    if movers:
        phase = acting.phase
        loose = acting.loose
    else:
        phase = START
        loose = seats[0].loose
    if places:
        if not movers:
            raise InvalidPosition("seats", cards.SEATS[0], "'>' must mark the seat that will lead")
        phase = SEALED
    elif movers and phase == START and not seats[mover].hand and not at_once:
        # The mover's hand is empty, so it begins its turn by picking up its offer.
        phase = OWES_ORDER
        loose = offers[mover]
        offers = replace_hand(offers, mover, ())
    position = Position(
        at_once,
        trick,
        holder,
        deck,
        discard,
        tuple([seat.hand for seat in seats]),
        offers,
        tuple([seat.trash for seat in seats]),
        mover,
        phase,
        acting.drawn if movers else cards.UNKNOWN,
        loose,
        tuple(places),
    )
    check_possible(position)
    return position


@dataclass(frozen=True)
class _SeatText:
    """One seat's part of a position's text, parsed.

    Attributes:
        hand: Cards of the hand.
        offer: Cards of the offer, sorted.
        trash: The trash (penalty points) that the seat has so far.
        is_mover: Whether the seat's letter is followed by `>`, which marks the mover.
        phase: The phase of the turn that is written after the seat's letter; START if none is.
        drawn: The drawn card that isn't inserted yet.
        loose: Cards of the picked-up offer that aren't in the hand yet, sorted.
        place: While the seats pick their first offers, the place of the picked card in the seat's
            hand, counted from 1; 0 if the seat hasn't picked a card yet. None later in the round.
    """

    hand: tuple[int, ...]
    offer: tuple[int, ...]
    trash: int
    is_mover: bool
    phase: int
    drawn: int
    loose: tuple[int, ...]
    place: int | None


def _read_cards(field: str, text: str) -> tuple[int, ...]:
    """Parse a list of cards. A word `?N` means N unknown cards.

    Raises:
        InvalidPosition: A word is neither a number nor `?N`.
    """
    found: list[int] = []
    for word in text.split():
        if _CARD.fullmatch(word):
            found.append(int(word))
        elif _COUNT.fullmatch(word) and int(word[1:]) <= cards.DECK_SIZE:
            found += [cards.UNKNOWN] * int(word[1:])
        else:
            raise InvalidPosition(field, word, "no such card")
    return tuple(found)


_CARD: Final = re.compile(r"[1-9]", re.ASCII)
_COUNT: Final = re.compile(r"\?[0-9]{1,2}", re.ASCII)


def _read_table(text: str, seats: int) -> tuple[tuple[int, ...], int]:
    if not text:
        return (), NOBODY
    played, colon, name = text.rpartition(":")
    if not colon or len(name) != 1 or name not in cards.SEATS[:seats]:
        why = f"must end with ':' and one of {', '.join(cards.SEATS[:seats])}"
        raise InvalidPosition("table", text, why)
    trick: list[int] = []
    for words in map(str.strip, played.split(";")):
        combination = cards.combination_of(_read_cards("table", words))
        if not combination:
            raise InvalidPosition("table", words, "no single, set or run, written upward")
        if trick and not cards.is_beating(combination, trick[-1]):
            raise InvalidPosition("table", words, "does not beat the one before it")
        trick.append(combination)
    return tuple(trick), cards.SEATS.index(name)


_HEAD: Final = re.compile(
    r"(?P<name>[A-Z])(?P<mover>>?)"
    r"(?:(?P<picks>\?)|=(?P<place>[0-9]{0,2})"
    r"|(?<=>)insert (?P<drawn>[1-9?])|(?<=>)(?P<offer>offer)|(?<=>)order\((?P<loose>[^()]*)\))?"
    r"(?= |$)(?P<hand>.*)",
    re.ASCII,
)


def _read_seat(name: str, text: str) -> _SeatText:
    field = f"seat {name}"
    parts = text.split(":")
    if len(parts) != 3:
        raise InvalidPosition(field, text, "needs hand, offer and trash between ':'")
    found = _HEAD.fullmatch(" ".join(parts[0].split()))
    if not found or found["name"] != name:
        why = f"must begin with {name!r}, perhaps '>' and what it owes, '?' or '=', and a space"
        raise InvalidPosition(field, parts[0].strip(), why)
    trash = parts[2].strip()
    if not _TRASH.fullmatch(trash):
        raise InvalidPosition(f"{field}: trash", trash, "must be a number")
    offer = _read_cards(f"{field}: offer", parts[1])
    if cards.UNKNOWN in offer:
        raise InvalidPosition(f"{field}: offer", parts[1].strip(), "its cards lie face up")
    place = None
    if found["picks"]:
        place = 0
    elif found["place"] is not None:
        if found["place"]:
            place = int(found["place"])
        else:
            place = HIDDEN
    marks = ("drawn", OWES_INSERT), ("offer", OWES_OFFER), ("loose", OWES_ORDER)
    phase = next((phase for name, phase in marks if found[name] is not None), START)
    drawn = (found["drawn"] or "?").replace("?", "0")
    loose = _read_cards(f"{field}: order", found["loose"] or "")
    return _SeatText(
        hand=_read_cards(f"{field}: hand", found["hand"]),
        offer=tuple(sorted(offer)),
        trash=int(trash),
        is_mover=bool(found["mover"]),
        phase=phase,
        drawn=int(drawn),
        loose=tuple(sorted(loose)),
        place=place,
    )


_TRASH: Final = re.compile(r"[0-9]{1,3}", re.ASCII)


class RecordedTurn(rounds.RecordedTurn):
    """A finished turn, such as `4. B draw=7 insert 3 offer 1`, or a first offer.

    The first offers come before the turns, in the order of the seats. They are recorded only once
    all of them have been revealed.
    """

    text_of = staticmethod(text_of_turn)
    parse = staticmethod(parse_turn)

    @classmethod
    def read(cls, line: RecordLine, number: int, letters: str, otherwise: str) -> RecordedTurn:
        turn = super().read(line, number, letters, otherwise)
        first = len(letters)
        if number <= first and [step.kind for step in turn.steps] != [cards.OFFER]:
            raise_invalid(
                line.number, "turn", line.text, f"the first {first} turns are the first offers"
            )
        if cards.Step(cards.DRAW) in turn.steps:
            raise_invalid(
                line.number, "turn", line.text, "the card drawn must be named, as in 'draw=4'"
            )
        return turn


class Record(rounds.MatchRecord):
    """The text form of a match of Spring Cleaning, with its options, seed and turns.

    The text doesn't list the cards of a deck, because each deck is shuffled from the seed.
    """

    __slots__ = ()

    rules = RULES
    letters = cards.SEATS
    heads = (GAME, AT_ONCE)
    keys = ("pickup",)
    example = "winners and trash like 'AC 1-5-1'"
    turn = RecordedTurn
    alternatives = f"{GAME!r} where a round begins"
    read_options = staticmethod(read_options)
    parse_position = staticmethod(parse_position)

    def deal(
        self, dealt: rounds.RecordedRound, number: int, before: MatchState | None
    ) -> MatchState:
        deal: Position = dealt.deal
        seats = self.options.seats
        check(dealt.line, [("seats", str(deal.seats), deal.seats == seats, f"must be {seats}")])
        if before:
            trash = before.position.trash
        else:
            trash = self.options.first_trash
        if before:
            leader = find_next_leader(trash, before.leader)
        else:
            leader = deal.mover
        size = cards.get_hand_size(deal.seats)
        hands = [len(hand) for hand in deal.hands]
        whole = sum(hands) + len(deal.deck)
        words = "-".join([str(each) for each in deal.trash])
        is_fresh = deal.phase == SEALED and not any(deal.sealed)
        pickup = self.options.pickup
        is_alike = deal.at_once == self.options.at_once
        leads = cards.SEATS[deal.mover]
        meant = f"it must be {cards.SEATS[leader]}"
        checks = [
            ("pickup", pickup, is_alike, "the position says otherwise"),
            ("seats", "?", is_fresh, "nobody can have picked an offer yet"),
            ("leader", leads, deal.mover == leader, meant),
            ("cards", "?", deal.is_fully_known(), "every card must be named"),
            ("cards", str(whole), whole == cards.DECK_SIZE, f"must be all {cards.DECK_SIZE}"),
            ("hands", str(hands), set(hands) == {size}, f"{size} cards must be dealt to each"),
            ("trash", words, deal.trash == trash, f"the last round left {list(trash)}"),
        ]
        check(dealt.line, checks)
        return begin_round(self.options, self.seed, number, deal, before)
