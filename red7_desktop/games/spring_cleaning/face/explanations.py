"""Texts for Spring Cleaning's hints, previews, refusals and puzzles, and its lessons.

Legal steps and their outcomes come from the rules engine and the viewer's observation. This module
implements no rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import ClassVar, Final, NamedTuple

from red7_desktop.games.spring_cleaning.face import card_art, turn_words
from red7_desktop.games.spring_cleaning.face.words import (
    SpringWords,
    can_join,
    find_block_around,
)
from red7_desktop.games.spring_cleaning.players import evaluation, worlds
from red7_desktop.games.spring_cleaning.rules import advance, card_moves, legality, notation
from red7_desktop.games.spring_cleaning.rules.cards import (
    DRAW,
    HIGHEST,
    INSERT,
    OFFER,
    ORDER,
    PLAY,
    RUN,
    SEATS,
    TAKE,
    Step,
    cards_of,
    combination_of,
    find_hand_part,
    length_of,
    owners_of,
    top_of,
)
from red7_desktop.games.spring_cleaning.rules.game import SpringCleaning, SpringObservation
from red7_desktop.games.spring_cleaning.rules.position import Position
from red7_desktop.games.spring_cleaning.rules.rounds import PICKUP, MatchState, build_state_at
from red7_desktop.kit import course, game_view, phrases, setup
from red7_desktop.kit.table_model import CardDescription, Hint, Preview
from red7_desktop.kit.texts import (
    Run,
    Runs,
    Texts,
    Tone,
    Value,
    apply_tone,
    capitalize_runs,
    fill_template,
    join_runs,
    to_runs,
)
from red7_desktop.play.session import ExerciseMatch
from red7_desktop.tabletop import match, player, rounds
from red7_desktop.tabletop.game import TURN, Reason, card_name, zone_of


def explain(reason: Reason, words: SpringWords) -> Runs:
    """Return the sentence that explains a reason; an unknown reason code gives a general sentence.

    >>> from red7_desktop.games.spring_cleaning.face.words import SpringWords
    >>> from red7_desktop.kit.texts import Texts
    >>> from red7_desktop.tabletop.game import make_reason
    >>> words = SpringWords(Texts(), ["Ada", "Bo"], 0)
    >>> explain(make_reason("lies_between", card="8"), words)[0].text
    'The 8 is between them: hand cards must be side by side.'
    """
    return _Data(reason, words).explain(_SENTENCES)


class _Data(phrases.ReasonData["SpringWords"]):
    """The values that belong to a reason, such as the card that may not be played.

    A reason stores cards in the game's notation. The methods parse them.
    """

    def table(self) -> int:
        """The combination on the table, packed; 0 for none."""
        return combination_of([int(card) for card in self.text("table").split()])

    def named(self) -> Mapping[str, Value]:
        return {name: self.text(name) for name in ("card", "cards", "left", "right", "place")}


def _explain_kind(data: _Data) -> Runs:
    texts = data.texts
    table = data.table()
    values = {"n": length_of(table), "more": length_of(table) + 1}
    if table & RUN:
        return fill_template(
            texts("A set doesn’t beat a run of {n} cards; a set of {more} would."), **values
        )
    return fill_template(
        texts("A run doesn’t beat a set of {n} cards; a run of {more} would."), **values
    )


def _explain_low(data: _Data) -> Runs:
    table = data.table()
    if top_of(table) == HIGHEST:
        return fill_template(
            data.texts("Nothing is higher than a {top}: play one card more."), top=HIGHEST
        )
    return fill_template(data.texts("Too low: go above {top}."), top=top_of(table))


def _explain_length(data: _Data) -> Runs:
    texts = data.texts
    table = data.table()
    least = length_of(table) + (top_of(table) == HIGHEST)
    most = length_of(table) + 1
    template = texts("Too few cards: you need {n} or {more}.")
    if data.number("count") > most:
        template = texts("Too many cards: you need {n} or {more}.")
    if least == most:
        template = texts("You need {n} cards.")
    return fill_template(template, n=least, more=most)


def _explain_no_combination(data: _Data) -> Runs:
    cards = data.text("cards").split()
    if len(cards) == 2:
        return fill_template(
            data.texts("{left} and {right} don’t go together."), left=cards[0], right=cards[1]
        )
    template = data.texts("{cards} don’t match: play equal numbers or a run (3 4 5).")
    return fill_template(template, cards=" ".join(cards))


def _explain_out(data: _Data) -> str:
    turns = data.number("turns")
    if turns == 1:
        return data.texts("You finish at once.")
    return data.texts.plural(
        "Nobody can stop you: you finish in {n} turn.",
        "Nobody can stop you: you finish in {n} turns.",
        turns,
    )


def _explain_leaves(data: _Data) -> str:
    left = data.number("left")
    best = data.number("best")
    if left == best:
        return data.texts.plural(
            "{n} card left: the best possible.", "{n} cards left: the best possible.", left
        )
    return data.texts.plural(
        "That leaves {n} card; you could have {best} left.",
        "That leaves {n} cards; you could have {best} left.",
        left,
        best=best,
    )


def _explain_combinations(data: _Data) -> str:
    count = data.number("count")
    best = data.number("best")
    if count == best:
        return data.texts.plural(
            "{n} play: the best possible.", "{n} plays: the best possible.", count
        )
    return data.texts.plural(
        "That takes {n} play; {best} would do.",
        "That takes {n} plays; {best} would do.",
        count,
        best=best,
    )


_SENTENCES: Final[Mapping[str, Callable[[_Data], Runs | str]]] = {
    **phrases.COMMON,
    "too_low": _explain_low,
    "other_kind": _explain_kind,
    "wrong_length": _explain_length,
    "already_picked": lambda d: d.say_of(
        d.texts("You’ve already chosen your first offer."), d.texts("{name} has already chosen.")
    ),
    "seals_first": lambda d: d.texts("First offer a card from your hand."),
    "owes_place": lambda d: d.texts("Place the drawn card first."),
    "owes_offer": lambda d: d.texts("First offer a card from your hand."),
    "owes_order": lambda d: d.texts("First arrange the cards you picked up."),
    "must_lead": lambda d: d.texts("The table is empty: lead a card or a combination."),
    "offers_not_led": lambda d: d.texts("Lead from your hand only, not from offers."),
    "nothing_picked": lambda d: d.texts("First pick the cards to play."),
    "no_combination": _explain_no_combination,
    "lies_between": lambda d: d.texts(
        "The {card} is between them: hand cards must be side by side."
    ),
    "falls": lambda d: d.texts("{left} {right} goes down: a run must go up from left to right."),
    "no_such_place": lambda d: d.texts("There’s no such place in your hand."),
    "not_in_hand": lambda d: d.texts("Other cards lie there in your hand."),
    "not_in_offer": lambda d: d.say_of(
        d.texts("There’s no {card} in your offer."), d.texts("There’s no {card} in {name}’s offer.")
    ),
    "no_such_seat": lambda d: d.texts("Nobody sits there."),
    "written_otherwise": lambda d: d.texts("That play is written differently."),
    "nothing_to_draw": lambda d: d.texts(
        "Deck and discard pile are empty: draw from another player’s offer."
    ),
    "own_offer": lambda d: d.texts("You can’t draw from your own offer."),
    "must_draw": lambda d: d.texts("First draw a card, then offer one."),
    "not_drawn": lambda d: d.texts("There’s no drawn card to place."),
    "nothing_picked_up": lambda d: d.texts("Nothing to arrange."),
    "not_picked_up": lambda d: d.texts("There’s no {card} among the cards you picked up."),
    "cannot_undo sealed": lambda d: d.texts("Your first offer is final."),
    "cannot_undo revealed": lambda d: d.texts("The offers are revealed: no undo."),
    "no_such_move": lambda d: d.texts("You can’t rearrange your hand."),
    # Reasons that occur only in puzzles.
    "out": _explain_out,
    "held": lambda d: d.texts("Nobody finishes before you."),
    "beaten": lambda d: d.texts("{name} finishes first.", name=d.words.names[d.seat()]),
    "too_slow": lambda d: d.texts("Your opponents can slow you down."),
    "leaves": _explain_leaves,
    "combinations": _explain_combinations,
}

JOINS_LEFT_STYLES: Final = {card_art.EQUAL: "joins_equal_lit", card_art.STEP: "joins_step_lit"}
"""Mark style of a card that would form a set or run with the card to its left, if the user took the
previewed step. The keys are the kinds of paper clip between two cards: EQUAL for the same number,
STEP for a number one higher."""
JOINS_RIGHT_STYLES: Final = {
    card_art.EQUAL: "joins_equal_ahead",
    card_art.STEP: "joins_step_ahead",
}
"""Mark style of a card that would form a set or run with the card to its right, if the user took
the previewed step. The keys are the kinds of paper clip between two cards: EQUAL for the same
number, STEP for a number one higher."""


def list_preview_marks(position: Position, seat: int, step: Step) -> dict[str, tuple[str, ...]]:
    """Return the hand cards that would form a set or run with a new neighbour after a step.

    While the user drags a card, these cards are marked with a bright paper clip.

    Args:
        position: The position before the step.
        seat: The seat that would take the step.
        step: The legal step that the user would take by dropping the card.

    Returns:
        Names of the cards, by the style of the mark.
    """
    found = _list_marks_around(position, seat, step) if step.kind == INSERT else ()
    if step.kind in {PLAY, OFFER}:
        found = _list_marks_across(position, seat, step)
    marks: dict[str, tuple[str, ...]] = {}
    for style, name in found:
        marks[style] = (*marks.get(style, ()), name)
    return marks


def _list_marks_around(position: Position, seat: int, step: Step) -> Iterator[tuple[str, str]]:
    hand = position.hands[seat]
    at = step.argument - 1
    card = position.drawn
    zone = zone_of("hand", seat)
    before = None
    if at:
        before = card_art.find_clip_between(hand[at - 1], card)
    if before is not None:
        yield JOINS_RIGHT_STYLES[before], card_name(zone, at - 1)
    behind = None
    if at < len(hand):
        behind = card_art.find_clip_between(card, hand[at])
    if behind is not None:
        yield JOINS_LEFT_STYLES[behind], card_name(zone, at)


def _list_marks_across(position: Position, seat: int, step: Step) -> Iterator[tuple[str, str]]:
    hand = position.hands[seat]
    if step.kind == PLAY:
        start, end = find_hand_part(step.argument)
    else:
        start = step.argument - 1
        end = step.argument
    if not 0 < start < end < len(hand):
        return
    closed = card_art.find_clip_between(hand[start - 1], hand[end])
    if closed is not None:
        yield JOINS_RIGHT_STYLES[closed], card_name(zone_of("hand", seat), start - 1)
        yield JOINS_LEFT_STYLES[closed], card_name(zone_of("hand", seat), end)


MAX_FEW_CARDS: Final = 3
"""Maximum number of cards that a rival has left for a warning that this rival may finish soon."""
_COSTS: Final = evaluation.Costs()


class StepOutcome(NamedTuple):
    """The texts that describe the outcome of a step in its preview.

    Attributes:
        what: The main effect: the cards that join or are split; "" for none.
        note: An additional remark, "" for none.
        title: Title of the preview; "" for the usual title of such a step.
        is_good: False if the step lets a rival win the round.
    """

    what: str = ""
    note: str = ""
    title: str = ""
    is_good: bool = True


def find_closing_block(hand: Sequence[int], start: int, end: int) -> Sequence[int]:
    """Return the set or run that forms when the cards from `start` up to `end` leave the hand.

    Returns:
        Numbers of its cards. () if no set or run forms.
    """
    before = hand[:start]
    behind = hand[end:]
    if not (before and behind and can_join(before[-1], behind[0])):
        return ()
    closed = [*before, *behind]
    first, last = find_block_around(closed, start - 1)
    if last > start:
        return closed[first:last]
    return closed[start - 1 : start + 1]


def describe_removal(words: SpringWords, hand: Sequence[int], start: int, end: int) -> str:
    """Say which cards of a hand join, or which are split, when adjacent cards leave it.

    Args:
        words: Builds texts in the table's language.
        hand: The hand.
        start: Index of the first card that leaves.
        end: Index after the last one.

    Returns:
        "" if no cards join and none are split.
    """
    texts = words.texts
    before = hand[:start]
    behind = hand[end:]
    if closed := find_closing_block(hand, start, end):
        joined = words.cards(closed)
        if end - start == 1:
            return texts("{cards} come together without the {card}", card=hand[start], cards=joined)
        return texts("Joins {cards}", cards=joined)
    if not before or not behind:
        return ""
    if end - start == 1 and can_join(before[-1], hand[start]) and can_join(hand[start], behind[0]):
        return texts("Splits {cards}", cards=words.cards((before[-1], hand[start], behind[0])))
    return ""


def describe_insertion(words: SpringWords, hand: Sequence[int], at: int, card: int) -> str:
    """Name the set or run that a card joins when it is inserted before index `at`; "" for none."""
    after = [*hand[:at], card, *hand[at:]]
    start, end = find_block_around(after, at)
    if end - start < 2:
        return ""
    return words.texts("{cards} are together", cards=words.cards(after[start:end]))


def _play(words: SpringWords, position: Position, seat: int, step: Step) -> StepOutcome:
    texts = words.texts
    hand = position.hands[seat]
    start, end = find_hand_part(step.argument)
    left = _count_left(position, seat, step)
    if not left:
        return StepOutcome(texts("You finish first"))
    if end > start:
        joined = describe_removal(words, hand, start, end)
    else:
        joined = ""
    if end and end - start == len(hand):
        joined = texts("Your hand is empty: you’ll pick up your offer next")
    return StepOutcome(joined, texts.plural("{n} card left", "{n} cards left", left))


def _count_left(position: Position, seat: int, step: Step) -> int:
    """Return the number of cards that a seat has left after a play."""
    start, end = find_hand_part(step.argument)
    return position.card_count(seat) - (end - start) - owners_of(step.argument).count(seat)


def _draw(words: SpringWords, position: Position, seat: int, step: Step) -> StepOutcome:
    return StepOutcome(note=words.texts("You can’t undo a card you’ve seen."))


def _take(words: SpringWords, position: Position, seat: int, step: Step) -> StepOutcome:
    texts = words.texts
    hand = position.hands[seat]
    left = position.card_count(step.seat) - 1
    name = words.names[step.seat]
    if not left:  # The owner of the taken card has no card left, which ends the round.
        return StepOutcome(texts("{name} would finish", name=name), is_good=False)
    best = ""
    for at in worlds.list_insertion_places(list(hand), step.argument):
        best = max(best, describe_insertion(words, hand, at, step.argument), key=len)
    warning = ""
    if left <= MAX_FEW_CARDS:
        warning = texts.plural(
            "{name} would have {n} card left", "{name} would have {n} cards left", left, name=name
        )
    return StepOutcome(best or texts("It fits nowhere in your hand"), warning)


def _insert(words: SpringWords, position: Position, seat: int, step: Step) -> StepOutcome:
    hand = position.hands[seat]
    at = step.argument - 1
    card = position.drawn
    joined = describe_insertion(words, hand, at, card)
    row = words.describe_hand([*hand[:at], card, *hand[at:]])
    if joined:
        return StepOutcome(joined, row, joined)
    return StepOutcome(note=row, title=words.texts("The {card} joins nothing here", card=card))


def _preview_offer(words: SpringWords, position: Position, seat: int, step: Step) -> StepOutcome:
    texts = words.texts
    place = step.argument
    hand = position.hands[seat]
    joined = describe_removal(words, hand, place - 1, place)
    if len(hand) == 1:
        return StepOutcome(texts("Your hand is empty: you’ll pick up your offer next"))
    return StepOutcome(joined, words.describe_hand([*hand[: place - 1], *hand[place:]]))


_Say = Callable[["SpringWords", "Position", int, "Step"], StepOutcome]

# Functions that describe the outcome of a seat's legal step.
_OUTCOMES: Final[Mapping[int, _Say]] = {
    PLAY: _play,
    DRAW: _draw,
    TAKE: _take,
    INSERT: _insert,
    OFFER: _preview_offer,
    ORDER: lambda words, position, seat, step: StepOutcome(
        describe_insertion(words, hand := position.hands[seat], len(hand), step.argument)
    ),
}
"""Functions that describe a step's outcome, by kind of step."""


def describe_plan(words: SpringWords, seen: SpringObservation, steps: Sequence[Step]) -> Runs:
    """Describe a sequence of the viewer's steps: "Draw the 4 of Bo, offer the 8"."""
    return capitalize_runs(join_plan(words, seen, steps))


def join_plan(words: SpringWords, seen: SpringObservation, steps: Sequence[Step]) -> Runs:
    """Describe the viewer's steps as part of a sentence, such as "play 4 and 5, offer the 8"."""
    return to_runs(", ".join(_list_plan_parts(words, seen, steps)))


def _list_plan_parts(
    words: SpringWords, seen: SpringObservation, steps: Sequence[Step], *, has_places: bool = True
) -> list[str]:
    """Describe each of the viewer's steps.

    Args:
        words: Builds texts in the viewer's language.
        seen: The viewer's observation.
        steps: The steps.
        has_places: Whether to add the position of an offered card if there are several equal ones.
    """
    in_context = words.texts.in_context
    hand = list(seen.position.hands[seen.viewer or 0])
    drawn = seen.position.drawn
    parts: list[str] = []
    laid = [step.argument for step in steps if step.kind == ORDER]
    if laid:
        parts.append(in_context("plan", "arrange {cards}", cards=words.cards(laid)))
        hand += laid
    for step in steps:
        if step.kind == PLAY:
            parts.append(
                in_context("plan", "play {cards}", cards=words.cards(cards_of(step.argument)))
            )
        elif step.kind == DRAW:
            parts.append(in_context("plan", "draw from the deck"))
        elif step.kind == TAKE:
            drawn = step.argument
            name = words.names[step.seat]
            parts.append(in_context("plan", "draw {name}’s {card}", card=drawn, name=name))
        elif step.kind == INSERT:
            parts.append(_say_where(words, hand, step.argument - 1, drawn))
            hand.insert(step.argument - 1, drawn)
        elif step.kind == OFFER and step.argument <= len(hand):
            parts.append(_name_offered(words, hand, step.argument, has_place=has_places))
            del hand[step.argument - 1]
    return parts


def _name_offered(words: SpringWords, hand: Sequence[int], place: int, *, has_place: bool) -> str:
    """Name the offered card; if there are several equal ones, add its position."""
    in_context = words.texts.in_context
    card = hand[place - 1]
    if hand.count(card) == 1 or not has_place:
        return in_context("plan", "offer the {card}", card=card)
    if card not in hand[: place - 1]:
        return in_context("plan", "offer the {card} on the left", card=card)
    if card not in hand[place:]:
        return in_context("plan", "offer the {card} on the right", card=card)
    return in_context("plan", "offer the {card} in the middle", card=card)


def _say_where(words: SpringWords, hand: Sequence[int], at: int, card: int) -> str:
    in_context = words.texts.in_context
    if not hand or at == len(hand):
        return in_context("plan", "put the {card} at the right end", card=card)
    if not at:
        return in_context("plan", "put the {card} at the left end", card=card)
    left = hand[at - 1]
    right = hand[at]
    return in_context("plan", "place it between {left} and {right}", left=left, right=right)


def build_hint(words: SpringWords, seen: SpringObservation, choice: player.Choice) -> Hint:
    """Describe the turn that the adviser chose, as a hint for the viewer.

    The hint doesn't mention consequences of a card that hasn't been drawn yet.
    """
    steps: tuple[Step, ...] = choice.steps
    tried = [each for each in choice.candidates if each.samples]
    why = _list_reasons(words, seen, choice)
    why[1:1] = [to_runs(describe_figure(words, seen, each)) for each in tried[:1]]
    if choice.belief is not None:
        why.append(describe_belief(words, choice.belief))
    drag_move = card_moves.find_drag_move(seen.position, seen.viewer or 0, steps[0])
    return Hint.at(describe_plan(words, seen, steps), why, drag_move)


Data = Mapping[str, str | int]


def _list_reasons(words: SpringWords, seen: SpringObservation, choice: player.Choice) -> list[Runs]:
    """Return a line with the reason for a turn, and a line that compares it with another turn.

    If the search found no reason, the first line says which cards the turn joins or keeps together.
    Empty lines are left out.
    """
    why, other = choice.reasons
    own = to_runs(
        (_describe_reason(words, seen, choice, why) if why is not None else "")
        or describe_joined(words, seen, choice.steps)
        or _describe_kept_by_contrast(words, seen, choice)
    )
    line = _describe_other(words, seen, choice, other) if other is not None else ()
    return [each for each in (own, line) if each]


def _describe_reason(
    words: SpringWords, seen: SpringObservation, choice: player.Choice, why: Reason
) -> str:
    """Return a sentence that says why the adviser proposes its turn.

    Args:
        words: Builds texts in the viewer's language.
        seen: The viewer's observation.
        choice: The proposed turn, and the other turns that the adviser compared with it.
        why: The reason, with one of the codes that `players.reasons.find_reason` lists.

    Returns:
        "" if the reason is that another turn is worse, but both turns have the same description.
    """
    data = dict(why.data)
    if why.code in _REASONS:
        return _REASONS[why.code](words, data)
    nth, plan = _name_other_turn(words, seen, choice, int(data["other"]))
    if not plan:
        return ""
    return _describe_loss(words, seen, plan, (choice.candidates[0], choice.candidates[nth]))


def _describe_other(
    words: SpringWords, seen: SpringObservation, choice: player.Choice, other: player.OtherTurn
) -> Runs:
    """Describe another turn: say why it is worse, or that it is also good.

    Returns:
        () if the turn's description doesn't differ from that of the chosen turn.
    """
    reason = _describe_reason(words, seen, choice, other.why)
    if other.why.code == "loses":
        return to_runs(reason)
    nth, plan = _name_other_turn(words, seen, choice, other.candidate)
    if nth != other.candidate or not plan:
        return ()
    return to_runs(words.texts("Also good: {plan}. {reason}", plan=plan, reason=reason))


def describe_joined(words: SpringWords, seen: SpringObservation, steps: Sequence[Step]) -> str:
    """Name the hand cards that become neighbours by the viewer's turn and form a set or run.

    Returns:
        A sentence such as "4, 5 are together". If the turn empties the viewer's hand, a sentence
        that says so. "" in all other cases.
    """
    seat = seen.viewer or 0
    position = seen.position
    said = ""
    for nth, step in enumerate(steps):
        hand = position.hands[seat]
        if step.kind == INSERT:
            said = describe_insertion(words, hand, step.argument - 1, position.drawn) or said
        elif step.kind == ORDER:
            said = describe_insertion(words, hand, len(hand), step.argument) or said
        elif step.kind in {PLAY, OFFER}:
            start, end = _find_given(step)
            if end > start and find_closing_block(hand, start, end):
                said = describe_removal(words, hand, start, end)
        if step.kind == PLAY and _count_left(position, seat, step) == 0:
            return words.texts("You finish first")
        if step.kind == DRAW or nth == len(steps) - 1:
            break
        position = advance.apply_step(position, step, seat)
    return said


def _find_given(step: Step) -> tuple[int, int]:
    """Return the range of the hand cards that a step plays or offers.

    The range is the index of the first card and the index after the last card.
    """
    if step.kind == PLAY:
        return find_hand_part(step.argument)
    return step.argument - 1, step.argument


def _list_given(seen: SpringObservation, steps: Sequence[Step]) -> tuple[list[int], Sequence[int]]:
    """Return the hand cards that a turn plays or offers, and the set or run that it breaks.

    Returns:
        The hand cards that the turn plays or offers. Then the cards of a set or run in the hand
        that the turn takes cards from, so that its other cards are no set or run any more; () if
        the turn breaks none.
    """
    seat = seen.viewer or 0
    position = seen.position
    given: list[int] = []
    split: Sequence[int] = ()
    for nth, step in enumerate(steps):
        if step.kind in {PLAY, OFFER}:
            hand = position.hands[seat]
            start, end = _find_given(step)
            given += hand[start:end]
            if end > start:
                first, last = find_block_around(hand, start)
                is_cut = first < start or end < last
                if is_cut and not find_closing_block(hand, start, end):
                    split = hand[first:last]
        if step.kind == DRAW or nth == len(steps) - 1:
            break
        position = advance.apply_step(position, step, seat)
    return given, split


def _describe_kept_by_contrast(
    words: SpringWords, seen: SpringObservation, choice: player.Choice
) -> str:
    """Say what the turn keeps that another turn gives away: cards, or a set or run."""
    texts = words.texts
    given, _ = _list_given(seen, choice.steps)
    first = choice.reasons.other.candidate if choice.reasons.other is not None else 1
    nth, plan = _name_other_turn(words, seen, choice, first)
    if plan:
        others, split = _list_given(seen, choice.candidates[nth].steps)
        if split and len(split) > 1:
            return texts("Keeps {cards} together", cards=words.cards(split))
        kept = Counter(others) - Counter(given)
        if kept:
            cards = words.cards(sorted(kept.elements()))
            return texts("Keep {cards} for later", cards=cards)
    last = choice.steps[-1]
    if last.kind == PLAY and len(choice.steps) == 1:
        left = _count_left(seen.position, seen.viewer or 0, last)
        return texts.plural("{n} card left", "{n} cards left", left)
    if given and last.kind == OFFER:
        return texts("You need the {card} least", card=given[-1])
    return ""


def _describe_kept(words: SpringWords, data: Data) -> str:
    cards = words.cards(map(int, str(data["cards"])))
    if data["trick"]:
        return words.texts("Keep {cards} for the next trick", cards=cards)
    return words.texts("Keep {cards} for your next turn", cards=cards)


def _describe_strength(words: SpringWords, data: Data) -> str:
    if data["tenths"] == 10:
        return words.texts("Hardly anybody can beat it")
    return words.texts("Nobody beats it {n} times out of 10", n=data["tenths"])


_REASONS: Final[Mapping[str, Callable[[SpringWords, Data], str]]] = {
    "keep": _describe_kept,
    "next": lambda words, data: words.texts(
        "Next you’ll often play {cards}", cards=words.cards(map(int, str(data["cards"])))
    ),
    "unbeaten": _describe_strength,
    "rival": lambda words, data: words.texts(
        "Otherwise {name} finishes first more often", name=words.names[int(data["seat"])]
    ),
    "stronger": lambda words, data: words.texts("Fewer hands can beat it"),
    "sheds": lambda words, data: words.texts(
        "You get rid of {n} cards instead of {other}", n=data["count"], other=data["other"]
    ),
}
"""Functions that build the sentence for a reason, by the reason's code. These reasons say how a
turn affects the rest of the round."""


def _describe_loss(
    words: SpringWords,
    seen: SpringObservation,
    plan: str,
    turns: tuple[player.Candidate, player.Candidate],
) -> str:
    """Describe how much worse another turn is than the proposed one: in chance to win, or in trash.

    Args:
        words: Builds texts in the viewer's language.
        seen: The viewer's observation.
        plan: Description of the other turn, as it follows "If you".
        turns: The proposed turn and the other one.
    """
    texts = words.texts
    best, other = [find_match_chance(seen, seen.viewer or 0, each.value) for each in turns]
    if best is None or other is None:
        behind = (turns[0].value - turns[1].value) * (len(seen.position.hands) - 1)
        trash = texts.decimal(max(round(behind, 1), 0.1))
        return texts("If you {plan}, you get {trash} more trash", plan=plan, trash=trash)
    if len(seen.position.hands) == 2:
        best = turns[0].value
        other = turns[1].value
    n = max(round(100 * (best - other)), 1)
    return texts("If you {plan}, you win {n}% less", plan=plan, n=n)


def _name_other_turn(
    words: SpringWords, seen: SpringObservation, choice: player.Choice, first: int
) -> tuple[int, str]:
    """Find a candidate whose description differs from that of the chosen turn.

    Args:
        words: Builds texts in the viewer's language.
        seen: The viewer's observation.
        choice: The chosen turn and the candidates.
        first: Index of the first candidate to compare.

    Returns:
        The candidate's index and the description of its first step that differs; (0, "") if no
        candidate's description differs.
    """
    own = _list_plan_parts(words, seen, choice.steps, has_places=False)
    for nth, other in enumerate(choice.candidates[first:], first):
        parts = _list_plan_parts(words, seen, other.steps, has_places=False)
        for part, mine in zip_longest(parts, own):
            if part is not None and part != mine:
                return nth, part
    return 0, ""


def describe_belief(words: SpringWords, belief: player.Belief) -> Runs:
    """Say which number a rival probably doesn't have, and which of its actions suggests this."""
    texts = words.texts
    cards = words.play(map(int, belief.cards))
    template = {
        "drew": texts("{name} probably has no {card}: drew instead of beating {cards}"),
        "played": texts("{name} probably has no {card}: played {cards}"),
        "offered": texts("{name} probably has no {card}: offered {cards}"),
    }[belief.action]
    name = words.names[belief.seat]
    return fill_template(template, name=name, card=belief.card, cards=cards)


def describe_figure(
    words: SpringWords, seen: SpringObservation, candidate: player.Candidate
) -> str:
    """Return a line with the adviser's forecast for a turn.

    The line contains the viewer's chance to finish first. With more than two seats, it also
    contains the viewer's chance to win the match. If the round can't change this chance, it
    contains the viewer's average trash (penalty points) for the round instead.
    """
    texts = words.texts
    seats = len(seen.position.hands)
    if seats == 2:
        return texts("Chance to finish first: {n}%", n=round(100 * candidate.value))
    n = round(100 * candidate.win_chance)
    chance = find_match_chance(seen, seen.viewer or 0, candidate.value)
    if chance is None:
        trash = _format_trash(words, candidate.value, seats)
        return texts("Chance to finish first: {n}% · average trash: {trash}", n=n, trash=trash)
    m = round(100 * chance)
    return texts("Chance to finish first: {n}%, to win the match: {m}%", n=n, m=m)


def find_match_chance(seen: SpringObservation, seat: int, value: float) -> float | None:
    """Convert the value of the current round for a seat into the seat's chance to win the match.

    Returns:
        The chance, from 0 to 1; None if all results of the round lead to the same chance.
    """
    trash = seen.position.trash
    if seen.stage != TURN and seen.rounds:
        # After a round, `trash` already includes the trash that the seats got in it: subtract it.
        given = seen.rounds[-1].trash
        trash = tuple([now - more for now, more in zip(trash, given, strict=True)])
    return evaluation.match_chance(trash, value, seat)


def _format_trash(words: SpringWords, value: float, seats: int) -> str:
    return words.texts.decimal(round((1.0 - value) * (seats - 1), 1))


def _hint_what_to_do(words: SpringWords, code: str, data: Data) -> str:
    texts = words.texts
    if code == "draw":
        return texts("Don’t play: draw.")
    if code == "insert":
        return texts("Look for the place where the card joins the most.")
    count = int(data.get("count", 1))
    return {
        "run": texts("Play a run of {n} cards.", n=count),
        "set": texts("Play a set of {n} cards.", n=count),
    }.get(str(data.get("shape")), texts("Play a single card."))


def _hint_at_card(words: SpringWords, seen: SpringObservation, data: Data) -> Hint:
    texts = words.texts
    card = str(data["card"])
    offer = str(data["offer"])
    zone = zone_of("hand", seen.viewer or 0)
    told = texts("Look at the {card} in your hand.", card=card)
    if offer:
        seat = SEATS.index(offer)
        zone = zone_of("offer", seat)
        told = texts("Look at the {card} in {name}’s offer.", card=card, name=words.names[seat])
    row = seen.zones.get(zone, ())
    named = (card_name(zone, row.index(card)),) if card in row else ()
    return Hint(to_runs(told), (), named)


class SpringWordsFacet(game_view.WordsFacet["SpringObservation", SpringWords]):
    """The part of Spring Cleaning's view that builds texts of refusals, previews and hints.

    It also builds the texts of puzzles.
    """

    words_class = SpringWords
    explain = staticmethod(explain)

    def preview(self, seen: SpringObservation, step: Step, words: SpringWords) -> Preview:
        viewer = seen.viewer or 0
        refused = rounds.find_illegal_reason(
            seen, step, lambda it: legality.explain_illegal(seen.position, it, viewer)
        )
        title = to_runs(turn_words.step_title(words, seen, step))
        if refused:
            return Preview(False, apply_tone(title, Tone.BAD), explain(refused, words))
        said = _OUTCOMES[step.kind](words, seen.position, viewer, step)
        lines = [line for line in (said.what, said.note) if line not in {"", said.title}]
        details = [capitalize_runs(to_runs(line)) for line in lines]
        tone = Tone.GOOD if said.is_good else Tone.BAD
        title = apply_tone(to_runs(said.title) if said.title else title, tone)
        stop = (Run("."),) if details else ()
        return Preview(said.is_good, title, (*join_runs(details, ". "), *stop))

    def describe_card(
        self, words: SpringWords, face: str, seen: SpringObservation, marks: tuple[str, ...] = ()
    ) -> CardDescription:
        texts = words.texts
        number = int(face)
        unseen = worlds.count_unseen(seen)[number]
        about = texts.plural("{n} of 7 is still hidden.", "{n} of 7 are still hidden.", unseen)
        if not unseen:
            about = texts("All 7 of them have been seen.")
        return CardDescription(
            texts.in_context("card", "A {number}", number=number), to_runs(about), marks=marks
        )

    hint = staticmethod(build_hint)

    def comment(
        self, words: SpringWords, before: SpringObservation, seen: SpringObservation
    ) -> Runs:
        is_new = seen.round_number > before.round_number
        if is_new:
            return turn_words.describe_match_point(words, seen.position.trash)
        return ()

    def describe_chances(
        self, words: SpringWords, value: float, seen: SpringObservation, seat: int
    ) -> str:
        seats = len(words.names)
        if seats == 2:
            return super().describe_chances(words, value, seen, seat)
        chance = find_match_chance(seen, seat, value)
        if chance is None:
            return words.texts("{trash} trash", trash=_format_trash(words, value, seats))
        return super().describe_chances(words, chance, seen, seat)

    def puzzle_kind(self, texts: Texts, kind: str) -> str:
        kinds = {
            "out": texts("Finish in time"),
            "hold": texts("Stop the others"),
            "shed": texts("Fewest cards left"),
            "tidy": texts("Tidy your hand"),
        }
        return kinds.get(kind, kind)

    def puzzle_theme(self, texts: Texts, theme: str) -> str:
        themes = {
            "draw": texts("Draw first"),
            "offer": texts("Use an offer"),
            "run": texts("Play a run"),
            "short": texts("Hold cards back"),
            "between": texts("Fill a gap"),
            "gap": texts("Close a gap"),
            "one_left": texts("One card left"),
            "ahead": texts("Think ahead"),
        }
        return themes.get(theme, theme)

    def puzzle_goal(self, words: SpringWords, goal: Reason) -> Runs:
        texts = words.texts
        figures = dict(goal.data)
        turns = int(figures.get("turns", 1))
        goals = {
            "out": texts.plural(
                "Finish in {n} turn, whatever the others do.",
                "Finish in {n} turns, whatever the others do.",
                turns,
            ),
            "hold": texts("Don’t let anyone finish before your next turn."),
            "shed": texts.plural(
                "Play so that you have {n} card left.",
                "Play so that you have {n} cards left.",
                int(figures.get("left", 0)),
            ),
            "tidy": texts.plural(
                "Tidy your hand so that {n} play empties it.",
                "Tidy your hand so that {n} plays empty it.",
                int(figures.get("count", 1)),
            ),
        }
        is_at_once = goal.code == "out" and turns == 1
        return to_runs(texts("Finish this turn.") if is_at_once else goals[goal.code])

    def puzzle_turn(self, words: SpringWords, match: match.Match) -> Runs:
        seen = match.game.observe(match.state_at(0), words.viewer)
        return describe_plan(
            words, seen, [match.game.parse_step(entry.step) for entry in match.log]
        )

    def puzzle_hint(self, words: SpringWords, seen: SpringObservation, hint: Reason) -> Hint:
        data = dict(hint.data)
        if hint.code == "card":
            return _hint_at_card(words, seen, data)
        if hint.code != "turn":
            return Hint(to_runs(_hint_what_to_do(words, hint.code, data)), ())
        steps = notation.parse_steps(str(data["turn"]))
        left = int(data["left"])
        drag_move = card_moves.find_drag_move(seen.position, seen.viewer or 0, steps[0])
        told = words.texts.plural("That leaves {n} card.", "That leaves {n} cards.", left)
        return Hint.at(describe_plan(words, seen, steps), (to_runs(told),), drag_move)


DEAL: Final = 700_000_489
"""Seed of the deal in the guided first match, chosen so that a user who follows the coach wins."""
RIVAL: Final = "newcomer"

SETUP: Final = setup.GameSetup(
    "spring", (setup.SeatPlan(), setup.SeatPlan(level=RIVAL)), {PICKUP.key: PICKUP.default}, DEAL
)


def _find_last_step(state: MatchState) -> Step:
    return next(turn for turn in state.turns if turn.seat == 0).steps[-1]


def _make_plays(count: int) -> Callable[[MatchState], bool]:
    def is_met(state: MatchState) -> bool:
        step = _find_last_step(state)
        return step.kind == PLAY and length_of(step.argument) == count

    return is_met


def _make_plays_offer_of(seat: int) -> Callable[[MatchState], bool]:
    def is_met(state: MatchState) -> bool:
        step = _find_last_step(state)
        return step.kind == PLAY and seat in owners_of(step.argument)

    return is_met


def _has_row(*row: int) -> Callable[[MatchState], bool]:
    def is_met(state: MatchState) -> bool:
        hand = state.position.hands[0]
        n = len(row)
        return row in [hand[at : at + n] for at in range(len(hand))]

    return is_met


class SpringCourse(course.Course):
    """The guided first match and the lessons.

    In the first match, a coach explains the first round. Each turn of this round shows something
    new and improves the hand.
    """

    file = "spring"
    setup = SETUP
    goal_tests: ClassVar = {
        **dict.fromkeys(("lead", "between", "pick up"), _make_plays(3)),
        **dict.fromkeys(("higher", "longer"), _make_plays(2)),
        "row": _has_row(4, 5, 6),
        "sealed": _has_row(3, 3, 3),
        "own offer": _make_plays_offer_of(0),
        "their offer": _make_plays_offer_of(1),
        "fetch": _has_row(3, 4, 5),
        "trash": lambda state: state.position.card_count(0) < state.position.card_count(2),
    }

    def find_card(self, row: course.LessonRow) -> str | None:
        return next((each for step in row.answer for each in step if each.isdigit()), None)

    def describe(self, texts: Texts) -> str:
        return texts("A round against {name}, with a coach beside you.", name="Tomás")

    def words_outside_match(self, texts: Texts) -> SpringWords:
        return SpringWords(texts, ("", "Tomás", "Amaka"), 0)

    def begin(self, row: course.LessonRow) -> ExerciseMatch:
        state = build_state_at(notation.parse_position(f"spring / {row.position}"))
        return ExerciseMatch(SpringCleaning(), state.options.to_plain(), state)

    hint = staticmethod(build_hint)

    def has_won(self, match: match.Match, seat: int) -> bool | None:
        rounds = match.state.rounds
        if rounds:
            return not rounds[0].trash[seat]
        return None

    def advise_off_script(
        self,
        words: SpringWords,
        match: match.Match,
        seat: int,
        choice: player.Choice | None = None,
    ) -> course.CoachAdvice:
        seen = match.game.observe(match.state, seat)
        if choice is None:
            return course.CoachAdvice(None, question=seen)
        return course.CoachAdvice(self.hint(words, seen, choice), step=choice.steps[0])
