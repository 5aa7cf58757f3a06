"""The training program has the rules and the features of the program."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from red7_desktop.games.spring_cleaning.players.evaluation import pack_cards
from red7_desktop.games.spring_cleaning.players.features import FeatureNetwork, count_features
from red7_desktop.games.spring_cleaning.players.network import FIELD_BITS, Network
from red7_desktop.games.spring_cleaning.rules import advance, cards, legality
from red7_desktop.games.spring_cleaning.rules.position import (
    NOBODY,
    OWES_ORDER,
    SEALED,
    Position,
    replace_fields,
    restock_deck,
)
from tools.training.__main__ import compile_trainer

ROUNDS: Final = 4
QUICK: Final = "-O0"
"""Option with which the compiler takes a tenth of the time."""

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no C compiler")


class Play(NamedTuple):
    """A play as the training program writes it."""

    kind: int
    length: int
    top: int
    start: int
    used: int


def play_from(word: str) -> Play:
    return Play(*[int(part) for part in word.split(".")])


@pytest.fixture(scope="module")
def trainer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_trainer(tmp_path_factory.mktemp("training"), QUICK)


def walk(trainer: Path, seats: int, at_once: bool) -> Iterator[list[str]]:
    """Yield the lines of random rounds, each as its words."""
    words = [str(trainer), "walk", str(seats), str(int(at_once)), "7", str(ROUNDS)]
    text = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    return iter([line.split() for line in text.splitlines()])


def deal_as_walked(words: list[str], seats: int, at_once: bool) -> Position:
    leader, *dealt = [int(word) for word in words[1:]]
    size = cards.get_hand_size(seats)
    hands = [tuple(dealt[size * seat : size * (seat + 1)]) for seat in range(seats)]
    deck = tuple(dealt[size * seats :])
    offers = ((),) * seats
    sealed = (0,) * seats
    return Position(
        at_once, (), NOBODY, deck, (), tuple(hands), offers, (0,) * seats, leader, SEALED, 0, (),
        sealed,
    )  # fmt: skip


def summarise_plays(position: Position) -> set[tuple[int, tuple[int, ...], int]]:
    """Return each play's combination, the hand it leaves and how many offered cards it uses."""
    hand = position.hands[position.mover]
    found = set()
    for play in legality.list_plays(position):
        start, end = cards.find_hand_part(play)
        rest = hand[:start] + hand[end:]
        found.add((play & cards.COMBINATION, rest, cards.length_of(play) - end + start))
    return found


def summarise_walked(
    words: list[str], hand: tuple[int, ...]
) -> set[tuple[int, tuple[int, ...], int]]:
    found = set()
    for play in map(play_from, words):
        combination = (
            play.top << cards.TOP_SHIFT | play.length | (cards.RUN if play.kind == 2 else 0)
        )
        rest = hand[: play.start] + hand[play.start + play.used :]
        found.add((combination, rest, play.length - play.used))
    return found


def lay_out(position: Position, hand: tuple[int, ...]) -> Position:
    """Lay a picked-up offer out as the training program did."""
    for card in hand:
        position = advance.apply_order(position, card)
    return position


@cache
def make_unit_features(seats: int) -> tuple[FeatureNetwork, int]:
    """Return features whose rows have one unit each, and their number."""
    count = count_features(seats)
    network = Network([1 << FIELD_BITS * at for at in range(count)], 0, [[[0]]], [[0]])
    return FeatureNetwork(network, seats), count


def count_values(seats: int, position: Position, me: int, known: list[set[int]]) -> dict[int, int]:
    """Return the features of a seat by their numbers, read from sums of rows with one unit each."""
    features, count = make_unit_features(seats)
    rivals = [(me + step) % seats for step in range(1, seats)]
    hidden = list(position.deck)
    faces = []
    for rival in rivals:
        hand = position.hands[rival]
        faces.append(pack_cards(tuple([hand[at] for at in sorted(known[rival])])))
        hidden += [card for at, card in enumerate(hand) if at not in known[rival]]
    sizes = [len(position.hands[rival]) for rival in rivals]
    offers = [pack_cards(position.offers[rival]) for rival in rivals]
    lefts = [position.card_count(rival) for rival in rivals]
    total = features.sum_around(
        pack_cards(tuple(hidden)), len(position.deck), position.at_once, sizes, offers, faces
    )
    total += features.sum_own(
        list(position.hands[me]),
        pack_cards(position.offers[me]),
        sum(offers),
        lefts,
        position.table,
        (position.holder - me) % seats if position.trick else 0,
        (position.mover - me) % seats,
    )
    mask = (1 << FIELD_BITS) - 1
    values = [total >> FIELD_BITS * at & mask for at in range(count)]
    return {at: value for at, value in enumerate(values) if value}


def read_features(words: list[str]) -> dict[int, int]:
    found: dict[int, int] = {}
    for word in words[4:]:
        at, value = word.split("=")
        found[int(at)] = found.get(int(at), 0) + int(value)
    return found


class Walked:
    """A round of the training program, played again by the rules of the program."""

    def __init__(self, position: Position, seats: int) -> None:
        self.position = position
        self.seats = seats
        self.known: list[set[int]] = [set() for _ in range(seats)]

    def seal(self, places: list[int]) -> None:
        for seat, place in enumerate(places):
            self.position = advance.apply_seal(self.position, seat, place + 1)

    def take(self, words: list[str]) -> None:
        """Take a turn as it was written: what was done, and with which cards."""
        seat = self.position.mover
        action, *rest = words
        if action == "play":
            play = play_from(rest[0])
            self._take_play(play, [word.split(".") for word in rest[2:]])
            self._remove(seat, play.start, play.used)
            return
        if action == "offer":
            self.position = advance.apply_offer(self.position, int(rest[0]) + 1)
            self._remove(seat, int(rest[0]), 1)
            return
        numbers = [int(word) for word in rest]
        if action == "take":
            owner, card, *placed = numbers
            self.position = legality.take_step(self.position, cards.Step(cards.TAKE, card, owner))
        else:
            card, *placed = numbers
            if not self.position.deck:
                self.position = restock_deck(self.position, self.position.discard)
            deck = (card, *cards.remove_cards(self.position.deck, card))
            self.position = replace_fields(self.position, deck=deck)
            self.position = legality.take_step(self.position, cards.Step(cards.DRAW, card))
        if self.position.is_over:
            return
        place, given = placed
        self.known[seat] = {at + (at >= place) for at in self.known[seat]}
        if action == "take":
            self.known[seat].add(place)
        self.position = legality.take_step(self.position, cards.Step(cards.INSERT, place + 1))
        self.position = legality.take_step(self.position, cards.Step(cards.OFFER, given + 1))
        self._remove(seat, given, 1)

    def _take_play(self, play: Play, taken: list[list[str]]) -> None:
        owners = {int(number): [] for number, _ in taken}  # type: dict[int, list[int]]
        for number, owner in taken:
            owners[int(number)].append(int(owner))
        hand = self.position.hands[self.position.mover]
        own = list(hand[play.start : play.start + play.used])
        whole = list(range(play.top - play.length + 1, play.top + 1))
        if play.kind != 2:
            whole = [play.top] * play.length
        sources = []
        for card in whole:
            if card in own and (play.kind == 2 or len(own) > 0):
                own.remove(card)
                sources.append(-1)
            else:
                sources.append(owners[card].pop(0))
        if play.kind != 2:
            seats, mover = self.seats, self.position.mover
            sources.sort(key=lambda owner: (owner - mover) % seats if owner >= 0 else -1)
        packed = cards.play_of(whole, sources, play.start + 1 if play.used else 0)
        self.position = legality.take_step(self.position, cards.Step(cards.PLAY, packed))

    def _remove(self, seat: int, start: int, count: int) -> None:
        left = {at for at in self.known[seat] if not start <= at < start + count}
        self.known[seat] = {at - count if at >= start else at for at in left}

    def settle(self, hand: tuple[int, ...]) -> None:
        """Lay out what was picked up, in the order that the training program chose."""
        seat = self.position.mover
        self.position = lay_out(self.position, hand)
        self.known[seat] = set(range(len(hand)))


def run_training(trainer: Path, folder: Path, until: int) -> None:
    folder.mkdir(exist_ok=True)
    words = [str(trainer), "train", "2", "300", str(until), "47", str(folder)]
    subprocess.run(words, check=True)


def test_resumed_training_gives_the_same_network_as_one_whole_run(tmp_path: Path) -> None:
    small = ("-DGATES=2", "-DGATE_MATCHES=4", "-DPLAIN_MATCHES=4", "-DHIDDEN=8")
    trainer = compile_trainer(tmp_path, QUICK, *small)

    run_training(trainer, tmp_path / "whole", 300)
    run_training(trainer, tmp_path / "parts", 200)
    run_training(trainer, tmp_path / "parts", 300)

    last = [(tmp_path / name / "last.net").read_bytes() for name in ("whole", "parts")]
    assert last[0] == last[1]


@pytest.mark.slow
def test_optimised_trainer_is_compiled_without_warnings(tmp_path: Path) -> None:
    assert compile_trainer(tmp_path).is_file()


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_trainer_in_c_agrees_with_the_programs_rules_and_features(
    trainer: Path, seats: int, at_once: bool
) -> None:
    walked = Walked(deal_as_walked(["deal", *["0"] * 64], seats, at_once), seats)
    compared = 0

    for words in walk(trainer, seats, at_once):
        name = words[0]
        if name == "deal":
            walked = Walked(deal_as_walked(words, seats, at_once), seats)
        elif name == "seal":
            walked.seal([int(word) for word in words[1:]])
        elif name == "picked":
            assert walked.position.phase == OWES_ORDER
            walked.settle(tuple([int(word) for word in words[1:]]))
        elif name == "turn":
            hand = tuple([int(word) for word in words[3 : words.index("plays")]])
            at = words.index("plays")
            end = words.index(":")
            assert walked.position.mover == int(words[1])
            assert walked.position.hands[walked.position.mover] == hand
            assert summarise_walked(words[at + 2 : end], hand) == summarise_plays(walked.position)
            walked.take(words[end + 1 :])
        elif name == "features":
            me = int(words[1])
            expected = count_values(seats, walked.position, me, walked.known)
            assert read_features(words) == expected
            compared += 1
        else:
            assert walked.position.is_over
            assert walked.position.trash == tuple([int(word) for word in words[1:]])

    assert compared > 20 * ROUNDS
