"""Positions, turns and records of Red7 as text.

    red7 RULES / canvas CARDS / deck DECK / SEAT / SEAT [/ SEAT [/ SEAT]]

docs/notation.md describes the format. If a text is parsed and written again, the result is the
text's canonical form. If a value is written and parsed again, the result equals the value.

In a record of rounds (`tabletop.rounds`), the turns of a round are followed by the cards that its
winner took as points. docs/saves-and-records.md describes this format.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from red7_desktop.games.red7.rules import cards
from red7_desktop.games.red7.rules.game import RULES, Red7
from red7_desktop.games.red7.rules.position import (
    DISCARDED,
    DONE,
    DREW,
    NOBODY,
    OWES_FETCH,
    OWES_MOVE,
    OWES_PLAY,
    OWES_TAKE,
    PHASES,
    START,
    Position,
)
from red7_desktop.games.red7.rules.rounds import (
    HAND_SIZE,
    SCORE,
    MatchOptions,
    MatchState,
    ScoreStep,
    begin_round,
    read_options,
)
from red7_desktop.games.red7.rules.rules import parse_ruleset
from red7_desktop.tabletop import game, match, records, rounds
from red7_desktop.tabletop.game import TURN

MIN_SEATS: Final = 2
MAX_SEATS: Final = 4


def parse_position(text: str) -> Position:
    """Parse a position.

    Raises:
        InvalidPosition: The text is not a position.

    >>> p = parse_position("red7 basic / canvas / deck ?33 / A> R7 : Y1 V2 : / B V7 : ?7 :")
    >>> p.seats, p.hand_count(1)
    (2, 7)
    """
    fields = [field.strip() for field in text.strip().split("/")]
    if len(fields) < 3 + MIN_SEATS or len(fields) > 3 + MAX_SEATS:
        why = f"needs rules, canvas, deck and {MIN_SEATS} to {MAX_SEATS} seats between '/'"
        raise game.InvalidPosition("position", text.strip(), why)
    rules = parse_ruleset(game.take_keyword("rules", fields[0], "red7"))
    canvas = _parse_cards("canvas", game.take_keyword("canvas", fields[1], "canvas"))
    words, hidden = _split_hidden("deck", game.take_keyword("deck", fields[2], "deck"))
    deck = (*_parse_cards("deck", words), *[cards.UNKNOWN] * hidden)
    seats = [_parse_seat(cards.SEATS[i], field) for i, field in enumerate(fields[3:])]
    _refuse_doubles(canvas, deck, seats)
    mover, phase, out = _find_mover_and_out(seats)
    hands = tuple([cards.set_of(seat.hand) for seat in seats])
    unseen = tuple([seat.unseen for seat in seats])
    rows = tuple([seat.row for seat in seats])
    palettes = tuple([cards.set_of(row) for row in rows])
    scores = tuple([seat.score for seat in seats])
    position = Position(
        rules, canvas, deck, hands, unseen, rows, palettes, scores, mover, out, phase
    )
    for phases, is_met, why in _PHASE_NEEDS:
        if phase in phases and not is_met(position):
            name = cards.SEATS[mover]
            raise game.InvalidPosition(f"seat {name}", f"{name}>{PHASES[phase]}", why)
    return position


class _SeatText(NamedTuple):
    """One seat's part of a position's text, parsed.

    Attributes:
        name: The seat's letter.
        mark: `>` for the mover, with the phase of its turn if that isn't the first; `x` if the seat
            is out; else "".
        row: The palette, in the order in which the cards were played.
        hand: The known cards of the hand.
        unseen: Number of the hidden cards in the hand.
        score: The score pile.
    """

    name: str
    mark: str
    row: tuple[int, ...]
    hand: tuple[int, ...]
    unseen: int
    score: tuple[int, ...]


def _parse_cards(field: str, text: str) -> tuple[int, ...]:
    found = []
    for word in text.split():
        if word not in cards.CARD_BY_TEXT:
            raise game.InvalidPosition(field, word, "no such card")
        found.append(cards.CARD_BY_TEXT[word])
    return tuple(found)


def _split_hidden(field: str, text: str) -> tuple[str, int]:
    """Split a list of cards into the known ones and a final `?N`, the number of hidden cards.

    Returns:
        The text before `?N`, and N; 0 if there is no `?N`.
    """
    words = text.split()
    if not words or not words[-1].startswith("?"):
        return text, 0
    count = words[-1][1:]
    is_short = count.isascii() and count.isdigit() and len(count) <= 2
    if not is_short or int(count) > len(cards.CARD_TEXTS):
        raise game.InvalidPosition(field, words[-1], "'?' needs a number from 0 to 49")
    return " ".join(words[:-1]), int(count)


def _parse_seat(name: str, text: str) -> _SeatText:
    field = f"seat {name}"
    parts = text.split(":")
    if len(parts) != 3:
        raise game.InvalidPosition(field, text, "needs palette, hand and score between ':'")
    head, _, row = parts[0].strip().partition(" ")
    if head[:1] != name:
        raise game.InvalidPosition(field, head, f"must begin with {name!r}")
    mark = head[1:]
    if mark not in {"", "x"} and not (mark[0] == ">" and mark[1:] in PHASES):
        raise game.InvalidPosition(field, head, "only '>' or 'x' may follow the name")
    words, unseen = _split_hidden(f"{field}: hand", parts[1])
    hand = _parse_cards(f"{field}: hand", words)
    palette = _parse_cards(f"{field}: palette", row)
    return _SeatText(name, mark, palette, hand, unseen, _parse_cards(f"{field}: score", parts[2]))


def _refuse_doubles(canvas: tuple[int, ...], deck: tuple[int, ...], seats: list[_SeatText]) -> None:
    places: list[tuple[str, Iterable[int]]] = [("canvas", canvas), ("deck", deck)]
    hidden = deck.count(cards.UNKNOWN)
    for seat in seats:
        places += [(f"seat {seat.name}: palette", seat.row), (f"seat {seat.name}: hand", seat.hand)]
        places.append((f"seat {seat.name}: score", seat.score))
        hidden += seat.unseen
    seen: dict[int, str] = {}
    for place, held in places:
        for card in held:
            if card in seen:
                raise game.InvalidPosition(
                    place, cards.CARD_TEXTS[card], f"already in {seen[card]}"
                )
            if card != cards.UNKNOWN:
                seen[card] = place
    left = cards.DECK_SIZE - len(seen)
    if hidden > left:
        why = f"{len(seen)} cards are named, so no more than {left} can be hidden"
        raise game.InvalidPosition("position", f"?{hidden}", why)


def _find_mover_and_out(seats: list[_SeatText]) -> tuple[int, int, int]:
    out = sum(1 << i for i, seat in enumerate(seats) if seat.mark == "x")
    movers = [i for i, seat in enumerate(seats) if seat.mark[:1] == ">"]
    live = len(seats) - out.bit_count()
    if not live:
        raise game.InvalidPosition("seats", seats[-1].name + "x", "one seat must be in the round")
    if len(movers) > 1:
        raise game.InvalidPosition("seats", seats[movers[1]].name + ">", "two seats cannot move")
    if live == 1:
        if movers:
            raise game.InvalidPosition("seats", seats[movers[0]].name + ">", "the round is over")
        return NOBODY, 0, out
    if not movers:
        raise game.InvalidPosition("seats", seats[0].name, "one live seat must be marked '>'")
    return movers[0], PHASES.index(seats[movers[0]].mark[1:]), out


def _has_acting_card_on_top(position: Position) -> bool:
    row = position.rows[position.mover]
    return bool(row) and cards.number_of(row[-1]) == _ACTING[position.phase]


_ACTING: Final = {OWES_TAKE: 1, OWES_FETCH: 3, OWES_PLAY: 5, OWES_MOVE: 7}
"""Number that the card played last must have, by phase of the turn. In each of these phases, the
seat must carry out the action of this card."""

_PHASE_NEEDS: Final[tuple[tuple[frozenset[int], Callable[[Position], bool], str], ...]] = (
    (frozenset({DREW, *_ACTING}), lambda p: p.rules.actions, "needs rules with actions"),
    (frozenset(_ACTING), _has_acting_card_on_top, "needs a card with this action played last"),
    (frozenset({OWES_FETCH, DISCARDED}), lambda p: bool(p.deck), "needs a card in the deck"),
    (frozenset({DISCARDED}), lambda p: p.rules.advanced, "needs advanced rules"),
    (frozenset({DISCARDED, DONE}), lambda p: bool(p.canvas), "needs a card on the canvas"),
)
"""Checks of a parsed position. Each entry is a tuple: phases of a turn, a function that returns
whether a position in one of these phases is valid, and the error message if it isn't."""
MAX_LENGTH: Final = 120
"""Maximum length of a turn's text, in characters. The longest legal turn fits: seven nested plays,
a discard and a draw."""


def text_of_turn(steps: Iterable[cards.Step]) -> str:
    """Return the notation of a whole turn, such as `Y5(O3(+Y6)) @V3`; END steps aren't written."""
    played = ""
    depth = 0
    rest: list[str] = []
    for step in steps:
        if step.kind == cards.PLAY:
            depth += bool(played)
            played += f"({step}" if played else str(step)
        elif step.kind == cards.DRAW:
            rest[-1] += str(step)
        elif step.kind in {cards.DISCARD, cards.PASS}:
            rest.append(str(step))
        elif step.kind != cards.END:
            played += str(step)
    return " ".join([played + ")" * depth, *rest] if played else rest)


def text_of_rest(steps: Iterable[cards.Step]) -> str:
    """Return the notation of the remaining steps of a turn, separated by spaces.

    The word "end" is written only if no other step remains.

    >>> text_of_rest([*map(cards.parse_step, ("(B:G4)", "@V3")), cards.END_STEP])
    '(B:G4) @V3'
    >>> text_of_rest([cards.END_STEP])
    'end'
    """
    return " ".join([str(step) for step in steps if step.kind != cards.END]) or str(cards.END_STEP)


def parse_turn(text: str) -> tuple[cards.Step, ...]:
    """Parse the notation of a turn into steps.

    An END step is added, except in two cases: the turn ends with a pass, or the text ends with the
    draw of a 3, after which the turn isn't over.

    Raises:
        InvalidTurn: The text is not a turn.

    >>> [str(step) for step in parse_turn("Y5(O3(+Y6)) @V3")]
    ['Y5', 'O3', '(+Y6)', '@V3', 'end']
    """
    words = text.split()
    if not words or len(text) > MAX_LENGTH:
        raise game.InvalidTurn(text[:MAX_LENGTH], "a turn has one to three words")
    if words[0][0] in "@+" or words[0] == "pass":
        steps = []
    else:
        steps = _parse_played(words[0])
    for word in words[1:] if steps else words:
        steps += _parse_closing(word)
    kinds = [step.kind for step in steps]
    if kinds.count(cards.DISCARD) > 1:
        raise game.InvalidTurn(text, "a turn has one discard")
    if cards.PASS in kinds[:-1] or (
        kinds[-1] == cards.PASS and kinds[:-1] and kinds[-2] != cards.FETCH
    ):
        raise game.InvalidTurn(text, "'pass' stands alone or after a 3's draw")
    if steps[-1].kind in {cards.PASS, cards.FETCH}:
        return tuple(steps)
    return (*steps, cards.END_STEP)


def _parse_played(word: str) -> list[cards.Step]:
    """Parse the part of a turn's text that describes the plays, and return its steps.

    The text begins with a card, such as "R7". After the card, brackets may contain the card's
    action, as in "R3(+)", or the next play after a 5, as in "Y5(O3)".
    """
    steps: list[cards.Step] = []
    rest = word
    while True:
        card, opened, rest = rest.partition("(")
        if not opened:
            if steps or ")" in card:
                raise game.InvalidTurn(word, "brackets do not match")
            return [_parse_play(card, word)]
        steps.append(_parse_play(card, word))
        inside = rest.rstrip(")")
        if "(" in inside:
            continue
        if len(rest) - len(inside) != len(steps):
            raise game.InvalidTurn(word, "brackets do not match")
        # The innermost bracket contains an action, or a card played after a 5.
        is_action = inside[:1] in {"+", "@", "^"} or inside[1:2] == ":"
        steps.append(cards.parse_step(f"({inside})") if is_action else _parse_play(inside, word))
        return steps


def _parse_play(card: str, word: str) -> cards.Step:
    if card not in cards.CARD_BY_TEXT:
        raise game.InvalidTurn(word, f"only a card can be played, not {card!r}")
    return cards.PLAY_STEPS[cards.CARD_BY_TEXT[card]]


def _parse_closing(word: str) -> list[cards.Step]:
    """Parse a word after the plays: a discard (`@V3`), a discard and a draw (`@V3+`), or `pass`."""
    if word == "pass":
        return [cards.parse_step(word)]
    discard, plus, drawn = word.partition("+")
    if not discard.startswith("@"):
        raise game.InvalidTurn(word, "after a play only '@CARD', '@CARD+' or 'pass' can follow")
    return [cards.parse_step(discard), *([cards.parse_step(f"+{drawn}")] if plus else [])]


class RecordedTurn(rounds.RecordedTurn):
    """A finished turn in a record, such as `4. B R6 @V7+Y6`."""

    text_of = staticmethod(text_of_turn)

    @staticmethod
    def parse(text: str) -> tuple[cards.Step, ...]:
        steps = parse_turn(text)
        # Add the missing END step to a turn that ended after the draw of a 3.
        if steps[-1].kind in {cards.END, cards.PASS}:
            return steps
        return (*steps, cards.END_STEP)


@dataclass(frozen=True, slots=True)
class RecordedScore:
    """The line of a record that says which cards a round's winner took as points.

    Attributes:
        seat: The winner.
        taken: The set of cards.
        points: The points of these cards.
        line: Line number in the record's file, from 1; 0 if it wasn't read from a file.
    """

    seat: int
    taken: int
    points: int
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """Return the text form, such as `score A R3 O3 = 6`."""
        words = [cards.SEATS[self.seat], *cards.texts_of(self.taken), "=", str(self.points)]
        return " ".join(["score", *words])


_POINTS: Final = re.compile(r"[0-9]{1,3}")


class Record(rounds.MatchRecord):
    """A whole match of Red7, as it is written to a file and replayed.

    It contains all deals and draws, so replaying needs no seed.
    """

    __slots__ = ()

    rules = RULES
    letters = cards.SEATS
    heads = (Red7.name,)
    keys = ("rules", "target", "starter")
    whole_keys = ("target",)
    example = "winners and points like 'AC 35-12-35'"
    turn = RecordedTurn
    alternatives = f"{Red7.name!r}, or 'score' at the end of a round"
    read_options = staticmethod(read_options)
    parse_position = staticmethod(parse_position)

    def deal(
        self, dealt: rounds.RecordedRound, number: int, before: MatchState | None
    ) -> MatchState:
        _check_deal(dealt, self.options, before.position.scores if before else None)
        return begin_round(self.options, self.seed, number, dealt.deal, before)

    @classmethod
    def score_of(cls, state: MatchState) -> RecordedScore | None:
        if len(state.rounds) < state.round_number or not state.options.rules.advanced:
            return None
        result = state.rounds[-1]
        return RecordedScore(result.winner, result.taken, cards.sum_points(result.taken))

    @classmethod
    def read_score(cls, line: records.RecordLine) -> RecordedScore | None:
        words = line.text.split()
        if not line.text.startswith("score "):
            return None
        if len(words) < 4 or words[-2] != "=" or not _POINTS.fullmatch(words[-1]):
            records.raise_invalid(
                line.number, "score", line.text, "must be like 'score A R3 O3 = 6'"
            )
        named = words[2:-2]
        for at, card in enumerate(named):
            if card not in cards.CARD_BY_TEXT or card in named[:at]:
                if card in cards.CARD_BY_TEXT:
                    why = "is there twice"
                else:
                    why = "no such card"
                records.raise_invalid(line.number, "score", card, why)
        taken = cards.set_of([cards.CARD_BY_TEXT[card] for card in named])
        seat = rounds.seat_of(line, words[1], cards.SEATS)
        return RecordedScore(seat, taken, int(words[-1]), line.number)

    def end_round(self, dealt: rounds.RecordedRound, match: match.Match) -> None:
        if dealt.score is not None:
            _take_score(match, dealt.score)
        elif missing := self.score_of(match.state):
            why = "is missing after this line"
            records.raise_invalid(dealt.turns[-1].line, "score", str(missing), why)


def _check_deal(
    dealt: rounds.RecordedRound, options: MatchOptions, scores: tuple[tuple[int, ...], ...] | None
) -> None:
    """Raise InvalidRecord for a deal that the rules don't allow.

    Args:
        dealt: The recorded round.
        options: Options of the match.
        scores: Score piles before the round, None before the first.
    """
    deal: Position = dealt.deal
    piles = (deal.canvas, deal.deck, *deal.rows, *deal.scores)
    hands = [deal.hand_count(seat) for seat in range(deal.seats)]
    whole = sum([len(pile) for pile in piles]) + sum(hands)
    checks = [
        ("seats", str(deal.seats), deal.seats == options.seats, f"must be {options.seats}"),
        ("rules", str(deal.rules), deal.rules == options.rules, f"must be {options.rules}"),
        ("canvas", _format_cards(deal.canvas), not deal.canvas, "no card can lie there yet"),
        ("mover", "", deal.mover != NOBODY, "nobody is to move"),
        ("phase", "", deal.phase == START and not deal.out, "nobody can have moved yet"),
        ("cards", "?", deal.is_fully_known(), "every card must be named"),
        ("cards", str(whole), whole == cards.DECK_SIZE, f"must be all {cards.DECK_SIZE}"),
    ]
    records.check(dealt.line, checks)
    for seat, pile in enumerate(scores or ((),) * deal.seats):
        row = deal.rows[seat]
        hand = cards.texts_of(deal.hands[seat])
        lies = deal.scores[seat]
        who = f"seat {cards.SEATS[seat]}"
        left = f"the last round left it {_format_cards(pile)!r}"
        many = f"{HAND_SIZE} cards must be dealt to it"
        checks = [
            (f"{who}: score", _format_cards(lies), lies == pile, left),
            (f"{who}: palette", _format_cards(row), len(row) == 1, "one card must be dealt to it"),
            (f"{who}: hand", " ".join(hand), len(hand) == HAND_SIZE, many),
        ]
        records.check(dealt.line, checks)


def _format_cards(pile: tuple[int, ...]) -> str:
    return " ".join([cards.CARD_TEXTS[card] for card in pile])


def _take_score(match: match.Match, score: RecordedScore) -> None:
    state: MatchState = match.state
    if state.stage == TURN:
        records.raise_invalid(score.line, "score", str(score), "the round is not over")
    if state.stage == SCORE:
        if score.seat != state.round_winner:
            why = f"seat {cards.SEATS[state.round_winner]} has won the round"
            records.raise_invalid(score.line, "seat", cards.SEATS[score.seat], why)
        try:
            match.take(score.seat, ScoreStep(score.taken))
        except game.IllegalStep as error:
            records.raise_invalid(score.line, "score", str(score), str(error.reason))
    found = Record.score_of(match.state)
    if found is None:
        records.raise_invalid(score.line, "score", str(score), "the basic game has no points")
    if found != score:
        records.raise_invalid(score.line, "score", str(score), f"must be {str(found)!r}")
