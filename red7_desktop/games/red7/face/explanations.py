"""Texts for Red7's hints, previews, refusals and puzzles.

Legal steps and their outcomes come from the rules engine and the viewer's observation. This module
implements no rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from itertools import zip_longest
from operator import or_
from typing import Final

from red7_desktop.games.red7.face.turn_words import (
    _describe_action,
    describe_plan,
    join_plan,
    step_title,
)
from red7_desktop.games.red7.face.words import Words
from red7_desktop.games.red7.rules import advance, legality, notation, rounds
from red7_desktop.games.red7.rules.cards import (
    CARD_BY_TEXT,
    CARDS_OF_NUMBER,
    DISCARD,
    DRAW,
    END,
    END_STEP,
    FETCH,
    LETTERS,
    PASS,
    PASS_STEP,
    PLAY,
    RED,
    UNKNOWN,
    Step,
    cards_in,
    colour_of,
    drops_out,
    number_of,
)
from red7_desktop.games.red7.rules.game import Red7Observation, position_of
from red7_desktop.games.red7.rules.position import (
    DISCARDED,
    OWES_FETCH,
    OWES_MOVE,
    OWES_PLAY,
    OWES_TAKE,
    START,
    Position,
)
from red7_desktop.games.red7.rules.standings import CountingCards, judge_rule
from red7_desktop.kit import game_view, phrases
from red7_desktop.kit.table_model import CardDescription, Hint, Preview
from red7_desktop.kit.texts import Run, Runs, Texts, Tone, Value, apply_tone, fill_template, to_runs
from red7_desktop.tabletop import game, match
from red7_desktop.tabletop.game import TURN
from red7_desktop.tabletop.player import Candidate, Choice
from red7_desktop.tabletop.rounds import find_illegal_reason


def explain(reason: game.Reason, words: Words) -> Runs:
    """Return the sentence that explains a reason; an unknown reason code gives a general sentence.

    >>> from red7_desktop.kit.texts import Texts
    >>> from red7_desktop.games.red7.face.words import Words
    >>> from red7_desktop.tabletop.game import make_reason
    >>> explain(make_reason("one_discard"), Words(Texts(), ["Ada", "Bo"], 0))[0].text
    'Only one card per turn goes to the canvas.'
    """
    return _Data(reason, words).explain({**_SENTENCES, **_PUZZLE_SENTENCES})


class _Data(phrases.ReasonData["Words"]):
    """The values that belong to a reason, such as the card that may not be played.

    A reason stores cards and rules in the game's notation. The methods convert them to names.
    """

    def card(self, key: str = "card") -> Run:
        text = self.text(key)
        if text in CARD_BY_TEXT:
            return self.words.card(CARD_BY_TEXT[text])
        return Run(text)

    def rule(self) -> int:
        letter = self.text("rule")
        if letter and letter in LETTERS:
            return LETTERS.index(letter)
        return RED

    def named(self) -> Mapping[str, Value]:
        return {"card": self.card()}


def _explain_not_winning(data: _Data) -> Runs:
    words = data.words
    texts = data.texts
    rule = data.rule()
    leader = data.seat("leader")
    mark = words.colour_mark(rule)
    why = to_runs(words.nobody(rule))
    if leader >= 0:
        mine = _parse_standing(data, words.viewer or 0, "count", "top")
        theirs = _parse_standing(data, leader, "leader_count", "leader_top")
        why = explain_defeat(words, rule, mine, theirs)
    return fill_template(texts("Not allowed. {rule}: {why}."), rule=mark, why=why)


def _continue_with_plan(words: Words, steps: Sequence[Step]) -> Runs:
    """Describe a turn as part of a sentence, such as "play red 7".

    The text is "end the turn" if the turn has no other step.
    """
    return join_plan(words, steps) or fill_template(words.texts.in_context("plan", "end the turn"))


def _parse_standing(data: _Data, seat: int, count: str, top: str) -> CountingCards:
    return CountingCards(seat, 0, data.number(count), CARD_BY_TEXT.get(data.text(top), UNKNOWN))


def explain_defeat(words: Words, rule: int, mine: CountingCards, theirs: CountingCards) -> Runs:
    """Say why a leading seat beats the viewer, for example "Bo has 3 evens, you have 2"."""
    texts = words.texts
    name = words.names[theirs.seat]
    has = words.unbroken_standing(rule, theirs)
    if not mine.size:
        return fill_template(texts("{name} has {standing}, you have none"), name=name, standing=has)
    if theirs.size > mine.size:
        template = texts("{name} has {standing}, you have {n}")
        return fill_template(template, name=name, standing=has, n=mine.size)
    top = words.card(theirs.top)
    if rule == RED:
        template = texts("{name}’s {card} beats your {own}")
        return fill_template(template, name=name, card=top, own=words.card(mine.top))
    level = words.describe_tie(rule, theirs)
    template = texts("{level}; {name}’s {card} is higher")
    return fill_template(template, level=level, name=name, card=top)


def _explain_owed_action(data: _Data) -> Runs:
    if data.text("card") in CARD_BY_TEXT:
        number = number_of(CARD_BY_TEXT[data.text("card")])
    else:
        number = 0
    texts = data.texts
    what = {
        1: texts("{card}: first choose the card to take away."),
        3: texts("{card}: draw first."),
        5: texts("{card}: first play another card."),
        7: texts("{card}: first choose a card from your palette."),
    }
    return data.say(what.get(number, texts("Finish the action of {card} first.")))


def _explain_leads(data: _Data, template: str) -> Runs:
    words = data.words
    texts = data.texts
    rule = data.rule()
    rival = data.seat("rival")
    mark = words.rule_mark(rule)
    mine = _parse_standing(data, words.viewer or 0, "count", "top")
    has = words.unbroken_standing(rule, mine)
    if rival < 0:
        proof = fill_template(texts("{standing}, and nobody else has one"), standing=has)
        return fill_template(template, rule=mark, proof=proof)
    theirs = _parse_standing(data, rival, "rival_count", "rival_top")
    if rule != RED and mine.size != theirs.size:
        proof = fill_template(texts("{standing} vs {n}"), standing=has, n=theirs.size)
    else:
        proof = words.tie_break(rule, mine, theirs)
    return fill_template(template, rule=mark, proof=proof)


def _explain_scores(data: _Data) -> str:
    texts = data.texts
    points = data.number("points")
    best = data.number("best")
    if points == best:
        return texts.plural("You’re sure of {n} point.", "You’re sure of {n} points.", points)
    return texts.plural(
        "That secures {n} point; {best} are possible.",
        "That secures {n} points; {best} are possible.",
        points,
        best=best,
    )


_SENTENCES: Final[Mapping[str, Callable[[_Data], Runs | str]]] = {
    **phrases.COMMON,
    "not_winning": _explain_not_winning,
    "owes_action": _explain_owed_action,
    "no_draw": lambda d: (
        d.texts("You can’t draw: discard a card above {n} first.", n=d.number("palette"))
        if d.number("deck")
        else d.texts("The deck is empty.")
    ),
    "palette_smaller": lambda d: d.texts(
        "You can’t take from {name}: that palette is smaller than yours.",
        name=d.words.names[d.seat()],
    ),
    "action_loses": lambda d: d.texts("You can’t play {card}: you couldn’t end your turn winning."),
    "not_in_hand": lambda d: d.texts("{card} isn’t in your hand."),
    "not_in_palette": lambda d: d.say_of(
        d.texts("{card} isn’t in your palette."), d.texts("{card} isn’t in {name}’s palette.")
    ),
    "one_card": lambda d: d.texts("Only one card per turn goes to your palette."),
    "one_discard": lambda d: d.texts("Only one card per turn goes to the canvas."),
    "turn_is_ending": lambda d: d.texts("Nothing left to do: end your turn."),
    "nothing_done": lambda d: d.texts("Play or discard a card first."),
    "elsewhere": lambda d: d.texts("{card} isn’t there."),
    "no_action": lambda d: d.texts("You can’t move this card now."),
    "not_a_rival": lambda d: d.say_of(
        d.texts("A 1 takes from another palette, not from your own."),
        d.texts("{name} is out of this round."),
    ),
    "only_card": lambda d: d.say_of(
        d.texts("Your only card can’t be taken."), d.texts("{name}’s only card can’t be taken.")
    ),
    "moves_itself": lambda d: d.texts("{card} can’t move itself: choose another card."),
    "not_in_edition": lambda d: d.texts(
        "In the first edition, a 7 only moves cards to the canvas."
    ),
    "no_large_palette": lambda d: d.texts(
        "{card} has no effect: every other palette is smaller than yours."
    ),
    "no_spare_card": lambda d: d.texts("{card} has no effect: nobody else has more than one card."),
    "deck_empty": lambda d: d.texts("{card} has no effect: the deck is empty."),
    "no_other_card": lambda d: d.texts("{card} has no effect: you have no card to play."),
    "nothing_to_move": lambda d: d.texts(
        "{card} has no effect: no other card of your palette would leave you winning."
    ),
    "cannot_go_out": lambda d: d.texts("You can’t drop out mid-turn: undo first."),
    "not_a_choice": lambda d: d.texts("You can’t score these cards."),
    "cannot_undo scored": lambda d: d.texts("The round is scored: no more undo."),
    "no_such_move": lambda d: d.texts("This card can’t go there."),
}
_PUZZLE_SENTENCES: Final[Mapping[str, Callable[[_Data], Runs | str]]] = {
    "leads": lambda d: _explain_leads(d, d.texts("You’re winning ({rule}): {proof}")),
    "wins": lambda d: d.texts.plural(
        "Nobody can stop you: you win in {n} turn.",
        "Nobody can stop you: you win in {n} turns.",
        d.number("turns"),
    ),
    "scores": _explain_scores,
    "answered": lambda d: fill_template(
        d.texts("{name} has an answer: {plan}"),
        name=d.words.names[d.seat()],
        plan=join_plan(d.words, notation.parse_turn(d.text("turn")), is_answer=True)
        or d.texts.in_context("answer", "end the turn"),
    ),
    "went_out": lambda d: d.texts("Dropping out gains nothing here."),
}
"""Functions that build the sentences which only puzzles show, by the code of a reason. A reason
explains a puzzle's result, for example why an answer is wrong. The functions get the reason."""

MAX_NAMED_CARDS: Final = 4
"""Maximum number of cards to choose from that a text names. If there are more, the text only says
how many, or names none."""


def _list_plays_before(position: Position, step: Step) -> list[int]:
    if step.kind != DISCARD or position.phase != START:
        return []
    uses = [
        played
        for played, discards in legality.list_card_uses(position)
        if discards >> step.card & 1
    ]
    single = reduce(or_, [played for played in uses if played.bit_count() == 1], 0)
    # List the cards that may be played before this discard. If no turn that plays a single card
    # allows the discard, list the 5s: turns that play several cards start with a 5.
    return list(cards_in(single or reduce(or_, uses, 0) & CARDS_OF_NUMBER[5]))[::-1]


def _preview_legal_step(words: Words, before: Position, step: Step, then: Position) -> Preview:
    texts = words.texts
    mover = before.mover
    if then.phase in _OWED_PHASES:
        detail = to_runs(
            {
                OWES_TAKE: texts("Then put a card from another palette on the deck."),
                OWES_FETCH: texts("Then draw a card."),
                OWES_PLAY: texts("Then play another card to your palette."),
                OWES_MOVE: texts("Then move a palette card to the canvas or deck."),
            }[then.phase]
        )
        return Preview(True, step_title(words, step), detail)
    verdict = judge_rule(then, then.rule)
    idle = None
    if step.kind == PLAY:
        idle = legality.explain_no_action(then, step.card)
    if idle:
        note = (*explain(idle, words), Run(" "))
    else:
        note = ()
    if verdict.leader == mover and (
        step.kind == END or END_STEP in legality.list_legal_steps(then)
    ):
        rule = words.colour_mark(then.rule)
        if len(verdict.standings) > 1:
            proof = words.describe_proof(verdict)
        else:
            proof = ()
        detail = fill_template(texts("{rule}: {proof}"), rule=rule, proof=proof)
        if then.phase == DISCARDED:
            detail = fill_template(texts("{detail}. You may draw."), detail=detail)
        return _build_preview(words, step, texts("you’d be winning"), True, (*note, *detail))
    detail = _describe_discards(words, then)
    return _build_preview(words, step, texts("then discard"), True, (*note, *detail))


def _describe_discards(words: Words, then: Position) -> Runs:
    texts = words.texts
    discards = [step.card for step in legality.list_legal_steps(then) if step.kind == DISCARD]
    if len(discards) > MAX_NAMED_CARDS:
        line = texts.plural("{n} card would do it.", "{n} cards would do it.", len(discards))
        return to_runs(line)
    return fill_template(texts("{cards} would do it."), cards=words.join_alternatives(discards))


def _describe_verdict(words: Words, then: Position, mover: int) -> Runs:
    verdict = judge_rule(then, then.rule)
    texts = words.texts
    rule = words.colour_mark(then.rule)
    if verdict.leader < 0:
        why = to_runs(words.nobody(then.rule))
    else:
        why = explain_defeat(
            words, then.rule, verdict.standing_of(mover), verdict.standing_of(verdict.leader)
        )
    return fill_template(texts("{rule}: {proof}"), rule=rule, proof=why)


_OWED_PHASES: Final = frozenset({OWES_TAKE, OWES_FETCH, OWES_PLAY, OWES_MOVE})


def _build_preview(words: Words, step: Step, outcome: str, is_good: bool, detail: Runs) -> Preview:
    tone = Tone.GOOD if is_good else Tone.BAD
    title = fill_template(
        words.texts("{action}: {outcome}"), action=step_title(words, step), outcome=outcome
    )
    return Preview(is_good, apply_tone(title, tone), detail)


def to_percent(chance: float) -> int:
    """Convert a probability to a whole percentage."""
    return round(100 * chance)


def build_hint(words: Words, seen: Red7Observation, choice: Choice) -> Hint:
    """Build a hint from the AI player's choice for the viewer's position.

    The hint doesn't mention steps after a draw whose card is unknown.

    Args:
        words: Builds texts in the table's language.
        seen: The viewer's observation, for which the AI player made its choice.
        choice: The AI player's choice.
    """
    steps = [step for step in choice.steps if isinstance(step, Step)]
    if not steps or seen.viewer is None:
        return Hint(fill_template(words.texts("Score the cards worth the most")), ())
    why = _describe_why(words, seen, steps, choice)
    drag_move = rounds.find_drag_move(seen.viewer, steps[0])
    return Hint.at(describe_plan(words, steps), why, drag_move)


def _describe_why(
    words: Words, observation: Red7Observation, steps: Sequence[Step], choice: Choice
) -> tuple[Runs, ...]:
    """Return the lines of a hint below the proposed turn.

    The lines state the turn's winning chance, the reason for the turn, and a comparison with
    another turn. Lines without content are left out.
    """
    reason = describe_reason(words, choice, choice.reasons.why)
    lines = (reason or _describe_outcome(words, observation, steps), *_list_other(words, choice))
    tried = [each for each in choice.candidates if each.samples]
    if not tried:
        return lines
    return fill_template(_describe_chance(words.texts, tried[0], observation.keeps_points)), *lines


def _list_other(words: Words, choice: Choice) -> tuple[Runs, ...]:
    """Return a line that compares the chosen turn with another one; () if there is none."""
    other = choice.reasons.other
    if other is None:
        return ()
    if other.why.code == "loses":
        return (describe_reason(words, choice, other.why),)
    return (
        fill_template(
            words.texts("Also good: {plan}. {reason}"),
            plan=_name_difference(words, choice, other.candidate),
            reason=describe_reason(words, choice, other.why),
        ),
    )


def _name_difference(words: Words, choice: Choice, nth: int) -> Runs:
    """Describe the first step in which a candidate differs from the proposed turn."""
    best = choice.candidates[0]
    other = choice.candidates[nth]
    pairs = zip_longest(other.steps, best.steps)
    step = next((each for each, own in pairs if each is not None and each != own), other.steps[-1])
    return _continue_with_plan(words, (step,))


def describe_reason(words: Words, choice: Choice, why: game.Reason | None) -> Runs:
    """Return a sentence that says why the adviser proposes its turn; () if it found no reason.

    Args:
        words: Builds texts in the table's language.
        choice: The proposed turn, and the other turns that the adviser compared with it.
        why: The reason, with one of the codes that `players.reasons.find_reason` lists.
    """
    if why is None:
        return ()
    data = dict(why.data)
    if why.code in _REASONS:
        return _REASONS[why.code](words, data)
    nth = int(data["other"])
    n = max(to_percent(choice.candidates[0].value - choice.candidates[nth].value), 1)
    plan = _name_difference(words, choice, nth)
    return fill_template(
        words.texts("If you {plan}, you win {n}% less", plan="{plan}", n=n), plan=plan
    )


def _describe_unanswered(words: Words, data: Mapping[str, str | int]) -> Runs:
    texts = words.texts
    name = words.names[int(data["seat"])]
    if data["tenths"] == 10:
        return fill_template(texts("{name} will hardly find an answer"), name=name)
    n = data["tenths"]
    return fill_template(
        texts("{name} has no answer {n} times out of 10", n=n, name="{name}"), name=name
    )


_REASONS: Final[Mapping[str, Callable[[Words, Mapping[str, str | int]], Runs]]] = {
    "out": lambda words, data: fill_template(
        words.texts("Staying in wins only {n}% of such rounds", n=data["percent"])
    ),
    "unanswered": _describe_unanswered,
    "points": lambda words, data: fill_template(
        words.texts("Fewer wins, but {points} points instead of {other}", **data)
    ),
    "harder": lambda words, data: fill_template(
        words.texts("It makes answering harder for {name}"), name=words.names[int(data["seat"])]
    ),
    "more_points": lambda words, data: to_runs(
        words.texts("A won round brings {points} points instead of {other}", **data)
    ),
    "cards": lambda words, data: to_runs(
        words.texts.plural(
            "You keep {n} card instead of {other}",
            "You keep {n} cards instead of {other}",
            int(data["count"]),
            other=data["other"],
        )
    ),
    "rules": lambda words, data: to_runs(
        words.texts(
            "You’d lead under {n} rules instead of {other}", n=data["count"], other=data["other"]
        )
    ),
    "keep": lambda words, data: fill_template(
        words.texts("Keep {card} for later"), card=words.card(CARD_BY_TEXT[str(data["card"])])
    ),
}
"""Functions that build the sentence for a hint's reason, by the reason's code. They get the values
of the reason.

The code `loses`, which compares the proposed turn with another one, isn't included."""


def _describe_outcome(words: Words, observation: Red7Observation, steps: Sequence[Step]) -> Runs:
    texts = words.texts
    if steps[0].kind == PASS:
        if len(observation.legal) > 1:
            return fill_template(texts("Better to lose this round now than later."))
        return fill_template(texts("No card keeps you in."))
    position = position_of(observation)
    for step in steps:
        if step.kind == FETCH:
            return fill_template(texts("The rest depends on the card you draw."))
        if step.kind in {DRAW, END}:
            break
        position = advance.apply_step(position, step)
    verdict = judge_rule(position, position.rule)
    if verdict.leader != observation.viewer or len(verdict.standings) == 1:
        return words.explain_lead(verdict)
    rule = words.rule_mark(position.rule)
    template = texts("You’d be winning ({rule}): {proof}")
    return fill_template(template, rule=rule, proof=words.describe_proof(verdict))


def _describe_chance(texts: Texts, best: Candidate, is_for_match: bool) -> str:
    n = to_percent(best.value)
    if not is_for_match:
        return texts("Chance to win the round: {n}%", n=n)
    if drops_out(best.steps):
        return texts("Chance to win the match: {n}%", n=n)
    return texts("Chance to win: match {n}%, round {m}%", n=n, m=to_percent(best.win_chance))


def _hint_at_card(words: Words, seen: Red7Observation, data: Mapping[str, str | int]) -> Hint:
    texts = words.texts
    viewer = seen.viewer or 0
    card = str(data["card"])
    is_played = data["to"] == "palette"
    say = texts("Start by playing {card}.")
    if not is_played:
        say = texts("Start by discarding {card}.")
    if is_played:
        zone = game.zone_of("palette", viewer)
    else:
        zone = "canvas"
    return Hint(fill_template(say, card=words.card(CARD_BY_TEXT[card])), (), (card,), (zone,))


def describe_shortfall(words: Words, position: Position, seat: int) -> Runs:
    """Say how many more cards a seat would have needed in its palette to stay in the round.

    Returns:
        The sentence. () if the seat doesn't have to drop out.
    """
    texts = words.texts
    short = legality.count_cards_short(position, seat)
    if not short or legality.list_legal_steps(position) != (PASS_STEP,):
        return ()
    if position.rule == RED:
        line = texts("A higher card would have kept you in ({rule})")
    else:
        line = texts.plural(
            "{n} more card would have kept you in ({rule})",
            "{n} more cards would have kept you in ({rule})",
            short,
            rule="{rule}",
        )
    return words.choose_form(seat, line, line, rule=words.rule_mark(position.rule))


def _list_standings(
    words: Words, seen: Red7Observation, rule: int
) -> tuple[tuple[phrases.SeatLabel, Runs], ...]:
    """Return how many cards of each seat count under a rule, the best seat first.

    Under Red, each seat's highest card is returned instead of the number.
    """
    verdict = judge_rule(position_of(seen), rule)
    ranked = sorted(verdict.standings, key=lambda each: (each.size, each.top), reverse=True)
    labels = [
        words.build_label(e.seat)._replace(is_leading=e.seat == verdict.leader) for e in ranked
    ]
    best = [(words.card(each.top),) if each.size else to_runs("0") for each in ranked]
    counts = [to_runs(str(each.size)) for each in ranked]
    return tuple(zip(labels, best if rule == RED else counts, strict=True))


class Red7WordsFacet(game_view.WordsFacet["Red7Observation", Words]):
    """The part of Red7's user interface that puts messages into words.

    The messages are the reasons why steps are illegal, previews of drops, hints, and texts of
    puzzles.
    """

    words_class = Words
    explain = staticmethod(explain)

    def preview(self, seen: Red7Observation, step: Step, words: Words) -> Preview:
        position = position_of(seen)
        refused = find_illegal_reason(seen, step, partial(legality.explain_illegal, position))
        if refused and refused.code != "not_winning":
            loses = refused.code == "action_loses"
            outcome = words.texts("not allowed") if loses else words.texts("not possible now")
            return _build_preview(words, step, outcome, False, explain(refused, words))
        if step.kind in {DRAW, FETCH}:
            detail = words.texts("You can’t undo a card you’ve seen.")
            if step.kind == FETCH:
                detail = words.texts("See the card, then decide. No undo after that.")
            return Preview(True, step_title(words, step), to_runs(detail))
        if step.kind == PASS:
            texts = words.texts
            return _build_preview(
                words, step, texts("you’re out"), True, to_runs(texts("Until the next round."))
            )
        then = advance.apply_step(position, step) if step.kind != END else position
        plays = _list_plays_before(position, step) if refused else []
        if plays:
            texts = words.texts
            first = fill_template(
                texts("First play {cards}."), cards=words.join_alternatives(plays)
            )
            if len(plays) > MAX_NAMED_CARDS:
                first = to_runs(texts("First play another card."))
            return _build_preview(words, step, texts("not yet"), False, first)
        if refused:
            return _build_preview(
                words,
                step,
                words.texts("not allowed"),
                False,
                _describe_verdict(words, then, position.mover),
            )
        return _preview_legal_step(words, position, step, then)

    def describe_card(
        self, words: Words, face: str, seen: Red7Observation, marks: tuple[str, ...] = ()
    ) -> CardDescription:
        texts = words.texts
        rules = seen.options.rules
        card = CARD_BY_TEXT[face]
        names = words.rules[colour_of(card)]
        title = texts.in_context(
            "card", "{colour} {number}", colour=names.title, number=number_of(card)
        )
        rule = fill_template(
            texts("Rule: {rule}"),
            rule=words.rule_mark(colour_of(card))._replace(
                text=names.sentence, spoken=names.sentence
            ),
        )
        if rules.actions:
            action = _describe_action(texts, number_of(card), rules.edition)
        else:
            action = ""
        position = position_of(seen)
        if any(
            each.size and each.top == card for each in judge_rule(position, position.rule).standings
        ):
            marks = (*marks, texts("It decides ties."))
        is_in_hand = bool(seen.hand >> card & 1)
        if is_in_hand:
            standings = _list_standings(words, seen, colour_of(card))
        else:
            standings = ()
        # Don't show the rule of a card in another palette, because the viewer can't use it.
        others = [each for seat, each in enumerate(position.palettes) if seat != seen.viewer]
        about = () if any(palette >> card & 1 for palette in others) else rule
        return CardDescription(title, about, action, marks, standings)

    hint = staticmethod(build_hint)

    def comment(self, words: Words, before: Red7Observation, seen: Red7Observation) -> Runs:
        if seen.viewer in before.to_act and seen.out >> (seen.viewer or 0) & 1:
            short = describe_shortfall(words, position_of(before), seen.viewer or 0)
            # Say nothing if the round is over: its result already says what was missing.
            return short if seen.stage == TURN else ()
        if not seen.steps or seen.viewer is None or seen.viewer != seen.mover:
            return ()
        last = seen.steps[-1]
        reason = None
        if last.kind == PLAY:
            reason = legality.explain_no_action(position_of(seen), last.card)
        if reason:
            return explain(reason, words)
        return ()

    def puzzle_kind(self, texts: Texts, kind: str) -> str:
        kinds = {
            "stay": texts("End your turn winning"),
            "force": texts("Force a win"),
            "points": texts("Win the most points"),
        }
        return kinds.get(kind, kind)

    def puzzle_theme(self, texts: Texts, theme: str) -> str:
        themes = {
            "tie": texts("Win the tie"),
            "rule": texts("Just change the rule"),
            "both": texts("Play and discard"),
            "action": texts("Use an action"),
            "one_left": texts("One card left"),
            "ahead": texts("Think ahead"),
        }
        return themes.get(theme, theme)

    def puzzle_goal(self, words: Words, goal: game.Reason) -> Runs:
        texts = words.texts
        figures = dict(goal.data)
        turns = int(figures.get("turns", 0))
        points = int(figures.get("points", 0))
        goals = {
            "force": texts.plural("Force a win in {n} turn.", "Force a win in {n} turns.", turns),
            "points": texts.plural(
                "Secure {n} point this round.", "Secure {n} points this round.", points
            ),
        }
        return to_runs(goals.get(goal.code, texts("End this turn winning.")))

    def puzzle_turn(self, words: Words, match: match.Match) -> Runs:
        steps = [match.game.parse_step(entry.step) for entry in match.log]
        return describe_plan(words, [step for step in steps if isinstance(step, Step)])

    def puzzle_hint(self, words: Words, seen: Red7Observation, hint: game.Reason) -> Hint:
        texts = words.texts
        data = dict(hint.data)
        if hint.code == "rule":
            mark = words.rule_mark(LETTERS.index(str(data["rule"])))
            return Hint(fill_template(texts("End the turn under {rule}."), rule=mark), ())
        if hint.code == "card":
            return _hint_at_card(words, seen, data)
        steps = notation.parse_turn(str(data["turn"]))
        why = _explain_leads(_Data(hint, words), texts("You’d be winning ({rule}): {proof}"))
        drag_move = rounds.find_drag_move(seen.viewer or 0, steps[0])
        return Hint.at(describe_plan(words, steps), (why,), drag_move)
