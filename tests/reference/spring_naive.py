"""A slow and simple implementation of Spring Cleaning, to compare the engine with.

It was written from the rules alone and shares no code with the engine. Its input and output are
texts, with lists in between. It tries every combination card by card, from every zone that the card
can come from.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

NAMES: Final = "ABCDE"


@dataclass
class Seat:
    """A seat.

    Attributes:
        mark: Text after the name.
        drawn: Card that the seat has to place, "" for none.
        loose: Cards that the seat has to arrange.
    """

    hand: list[str]
    offer: list[str]
    trash: int
    mark: str = ""
    drawn: str = ""
    loose: list[str] = field(default_factory=list)


@dataclass
class Round:
    at_once: bool
    trick: list[list[str]]
    holder: int | None
    deck: list[str]
    discard: list[str]
    seats: list[Seat]


def read(text: str) -> Round:
    first, table, deck, discard, *rest = [part.strip() for part in text.split(" / ")]
    seats = [read_seat(part) for part in rest]
    trick: list[list[str]] = []
    holder = None
    if table != "table":
        cards, name = table.removeprefix("table ").split(" :")
        trick = [each.split() for each in cards.split(" ; ")]
        holder = NAMES.index(name)
    return Round(
        first == "spring@once", trick, holder, deck.split()[1:], discard.split()[1:], seats
    )


def read_seat(text: str) -> Seat:
    head, offer, trash = text.split(":")
    found = re.match(r"[A-E](>insert (.)|>order\(([^)]*)\)|\S*)", head)
    assert found
    mark = ">insert" if found[2] else ">order" if found[3] else found[1]
    hand = head[found.end() :].split()
    return Seat(hand, offer.split(), int(trash), mark, found[2] or "", (found[3] or "").split())


def show(table: Round) -> str:
    trick = ""
    if table.trick and table.holder is not None:
        trick = " ; ".join(" ".join(cards) for cards in table.trick) + " :" + NAMES[table.holder]
    fields = [
        "spring@once" if table.at_once else "spring",
        f"table {trick}".strip(),
        " ".join(["deck", *table.deck]),
        " ".join(["discard", *table.discard]),
    ]
    for name, seat in zip(NAMES, table.seats, strict=False):
        mark = seat.mark
        if mark == ">insert":
            mark += f" {seat.drawn}"
        if mark == ">order":
            mark += f"({' '.join(sorted(seat.loose))})"
        hand, offer = " ".join(seat.hand), " ".join(sorted(seat.offer))
        fields.append(" ".join(f"{name}{mark} {hand} : {offer} : {seat.trash}".split()))
    return " / ".join(fields)


def acting(table: Round) -> list[int]:
    """List the seats that have to act; while offers are sealed, all that haven't picked one."""
    picking = [nth for nth, seat in enumerate(table.seats) if seat.mark in {"?", ">?"}]
    return picking or [nth for nth, seat in enumerate(table.seats) if seat.mark.startswith(">")]


# -- what may be done ------------------------------------------------------------------------


def all_combinations() -> list[list[str]]:
    sets = [[str(number)] * size for number in range(1, 10) for size in range(1, 8)]
    runs = [[str(n) for n in range(low, top + 1)] for top in range(1, 10) for low in range(1, top)]
    return sets + runs


def is_run(cards: list[str]) -> bool:
    return len(cards) > 1 and cards[0] != cards[1]


def is_stronger(cards: list[str], table: list[str]) -> bool:
    if len(cards) == len(table):
        return is_run(cards) == is_run(table) and cards[-1] > table[-1]
    return len(cards) == len(table) + 1


def ways_to_take(cards: list[str], offers: list[list[str]]) -> list[list[int | None]]:
    """Return all ways to take cards: the seat that each card comes from, None for the hand."""
    if not cards:
        return [[]]
    ways: list[list[int | None]] = [[None, *rest] for rest in ways_to_take(cards[1:], offers)]
    for seat, offer in enumerate(offers):
        if cards[0] in offer:
            left = [list(each) for each in offers]
            left[seat].remove(cards[0])
            ways += [[seat, *rest] for rest in ways_to_take(cards[1:], left)]
    return ways


def plays(text: str) -> set[str]:
    table = read(text)
    mover = acting(table)[0]
    seats = len(table.seats)
    hand = table.seats[mover].hand
    offers = [seat.offer if table.trick else [] for seat in table.seats]
    found = set()
    for cards in all_combinations():
        if table.trick and not is_stronger(cards, table.trick[-1]):
            continue
        for way in ways_to_take(cards, offers):
            if not is_run(cards):
                way.sort(key=lambda seat: -1 if seat is None else (seat - mover) % seats)
            own = [card for card, seat in zip(cards, way, strict=True) if seat is None]
            words = [
                card if seat is None else f"{card}({NAMES[seat]})"
                for card, seat in zip(cards, way, strict=True)
            ]
            if not own:
                found.add(" ".join(words))
                continue
            for place in range(len(hand) - len(own) + 1):
                if hand[place : place + len(own)] == own:
                    found.add(" ".join([*words, f"@{place + 1}"]))
    return found


def draws(text: str) -> set[str]:
    table = read(text)
    if not table.trick:
        return set()
    mover = acting(table)[0]
    found = {"draw"} if table.deck or table.discard else set()
    for seat, other in enumerate(table.seats):
        if seat != mover:
            found |= {f"draw({NAMES[seat]}:{card})" for card in other.offer}
    return found


def steps(text: str, seat: int) -> set[str]:
    table = read(text)
    if seat not in acting(table):
        return set()
    own = table.seats[seat]
    offering = {f"offer {place}" for place in range(1, len(own.hand) + 1)}
    if own.mark in {"?", ">?", ">offer"}:
        return offering
    if own.mark == ">insert":
        return {f"insert {place}" for place in range(1, len(own.hand) + 2)}
    if own.mark == ">order":
        return {f"order({card})" for card in own.loose}
    drawing = draws(text)
    if table.trick and not drawing:
        return plays(text) | offering
    return plays(text) | drawing


# -- what comes of it ------------------------------------------------------------------------


def after(text: str, seat: int, step: str) -> str:
    table = read(text)
    own = table.seats[seat]
    number = int(step.split()[1]) if step.startswith(("offer", "insert")) else 0
    if own.mark in {"?", ">?"}:
        own.mark = own.mark.replace("?", f"={number}")
        if not any("?" in each.mark for each in table.seats):
            reveal(table)
    elif step.startswith("offer"):
        own.offer.append(own.hand.pop(number - 1))
        turn_over(table, seat)
    elif step.startswith("insert"):
        own.hand.insert(number - 1, own.drawn)
        own.drawn, own.mark = "", ">offer"
    elif step.startswith("order"):
        own.loose.remove(step[6])
        own.hand.append(step[6])
        if not own.loose:
            own.mark = ">"
            if table.at_once:
                turn_over(table, seat)
    elif step.startswith("draw"):
        draw(table, seat, step)
    else:
        play(table, seat, step)
    return show(table)


def reveal(table: Round) -> None:
    for seat in table.seats:
        leads, place = seat.mark.split("=")
        seat.offer.append(seat.hand.pop(int(place) - 1))
        seat.mark = leads


def draw(table: Round, seat: int, step: str) -> None:
    own = table.seats[seat]
    if step == "draw":
        if not table.deck:
            table.deck, table.discard = table.discard, []
        own.drawn = table.deck.pop(0)
    else:
        rival = table.seats[NAMES.index(step[5])]
        rival.offer.remove(step[7])
        if not rival.offer and not rival.hand:
            own.hand.append(step[7])
            round_over(table, seat)
            return
        own.drawn = step[7]
    own.mark = ">insert"


def play(table: Round, seat: int, step: str) -> None:
    words, _, place = step.partition(" @")
    own = [word for word in words.split() if "(" not in word]
    for word in words.split():
        if "(" in word:
            table.seats[NAMES.index(word[2])].offer.remove(word[0])
    if own:
        start = int(place) - 1
        del table.seats[seat].hand[start : start + len(own)]
    table.trick.append([word[0] for word in words.split()])
    table.holder = seat
    if any(not each.hand and not each.offer for each in table.seats):
        round_over(table, seat)
    else:
        turn_over(table, seat)


def turn_over(table: Round, seat: int) -> None:
    """Pass the turn to the next seat; pick up an offer at once and end the trick if necessary."""
    own = table.seats[seat]
    own.mark = ""
    following = seat
    if own.hand or not table.at_once:
        following = (seat + 1) % len(table.seats)
        if following == table.holder:
            table.discard += [card for cards in table.trick for card in cards]
            table.trick, table.holder = [], None
    acts = table.seats[following]
    acts.mark = ">"
    if not acts.hand:
        acts.mark, acts.loose, acts.offer = ">order", acts.offer, []


def round_over(table: Round, seat: int) -> None:
    """Set the trash: none for seats without cards, then 1, 2 and so on by cards left."""
    left = [len(each.hand) + len(each.offer) for each in table.seats]
    out = [nth for nth, count in enumerate(left) if count == 0]
    count_from = min(out, key=lambda nth: (nth - seat) % len(left))
    ranked = sorted(
        [nth for nth, count in enumerate(left) if count],
        key=lambda nth: (left[nth], (nth - count_from) % len(left)),
    )
    for rank, nth in enumerate(ranked, 1):
        table.seats[nth].trash += rank
    for each in table.seats:
        each.mark = ""
