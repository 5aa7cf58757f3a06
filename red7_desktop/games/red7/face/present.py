"""Builds Red7's table model from an observation, and finds the sounds of changes; pure functions.

`Red7Table.build_model` is the only way from an observation to the table's panels. It calls the
engine for who is winning and what is legal, and puts the results into words.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, reduce
from itertools import chain
from operator import or_
from pathlib import Path
from typing import Any, Final

from red7_desktop.games.red7.face import explanations, lens, parts, setup
from red7_desktop.games.red7.face.turn_words import describe_round_result, describe_turn
from red7_desktop.games.red7.face.words import Words
from red7_desktop.games.red7.rules import cards, game, legality, rounds
from red7_desktop.games.red7.rules.position import (
    DISCARDED,
    DONE,
    DREW,
    OWES_FETCH,
    OWES_MOVE,
    OWES_PLAY,
    OWES_TAKE,
    PLAYED,
    START,
    Position,
)
from red7_desktop.games.red7.rules.standings import (
    CountingCards,
    RuleVerdict,
    judge_all,
    judge_rule,
)
from red7_desktop.kit import game_view, phrases, ui
from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.game_view import DIMMED
from red7_desktop.kit.hud import buttons, marks, part
from red7_desktop.kit.present.table_context import TableContext
from red7_desktop.kit.sound import cues
from red7_desktop.kit.table_model import (
    ActionsModel,
    Banner,
    ButtonModel,
    ButtonState,
    CardChoice,
    CardOption,
    DeckModel,
    GameAction,
    HistoryLine,
    HistoryModel,
    LargeButtonModel,
    NoteRow,
    Question,
    SeatModel,
    StatusModel,
    TableModel,
    Tally,
    TitleModel,
    ViewerModel,
    ViewOptions,
)
from red7_desktop.kit.texts import (
    Run,
    Runs,
    Texts,
    Tone,
    apply_tone,
    capitalize_runs,
    fill_template,
    join_runs,
    to_runs,
)
from red7_desktop.play import ai, session
from red7_desktop.scene import pictures, theme
from red7_desktop.table.card_nodes import BelowEdge, MarkStyle
from red7_desktop.tabletop.game import TURN, make_reason
from red7_desktop.tabletop.rounds import MATCH_OVER, ROUND_OVER

DROP_OUT: Final = "give_up"
"""Action of the game's own button, which drops out of the round."""


class Red7Context(TableContext[game.Red7Observation, Words]):
    """The input of Red7's table model: an observation, and values derived from the observation."""

    @cached_property
    def position(self) -> Position:
        """The position, as far as the viewer knows it."""
        return game.position_of(self.observation)

    @cached_property
    def verdict(self) -> RuleVerdict:
        """Comparison of all palettes under the current rule, with the leader and the reason."""
        return judge_rule(self.position, self.position.rule)

    @property
    def is_scored(self) -> bool:
        """Whether the round's winner has already moved cards from its palette to its score pile.

        From then on, the palettes no longer show how the round ended.
        """
        return self.observation.keeps_points and self.observation.stage in {ROUND_OVER, MATCH_OVER}

    def standing(self, seat: int) -> CountingCards | None:
        """Return the cards of a seat that count under the current rule.

        Returns:
            None if the seat is out of the round.
        """
        found = [standing for standing in self.verdict.standings if standing.seat == seat]
        if found:
            return found[0]
        return None

    def describe_waiting(self) -> Runs:
        if self.observation.to_act:
            actor = self.observation.to_act[0]
        else:
            actor = -1
        if actor < 0 or self.observation.stage != rounds.SCORE:
            return super().describe_waiting()
        you = self.texts("Choose the cards to score")
        return self.words.choose_form(actor, you, self.texts("{name} is choosing cards to score"))


def build_actions(scene: Red7Context) -> ActionsModel:
    """Build the buttons with which the viewer ends its turn, drops out or draws a card."""
    return scene.build_actions(
        _build_end_button(scene), _build_drop_out_button(scene), _build_draw_button(scene)
    )


def _build_end_button(scene: Red7Context) -> LargeButtonModel:
    texts = scene.texts
    idle = scene.build_idle_button(texts("End turn"))
    if idle is not None:
        return _build_finish_button(scene) or idle
    if scene.observation.legal == (cards.PASS_STEP,):
        note = to_runs(texts("No card keeps you in"))
        return LargeButtonModel(DROP_OUT, ButtonState.OUT, texts("Drop out"), note)
    if cards.END_STEP in scene.observation.legal:
        note = fill_template(
            texts("You stay in: {proof}"), proof=scene.words.describe_proof(scene.verdict)
        )
        if scene.position.phase == DISCARDED:
            note = to_runs(texts("You stay in, but you don’t draw"))
        return LargeButtonModel(Intent.END, ButtonState.GO, texts("End turn"), note)
    note = to_runs(texts("Not winning yet"))
    if scene.position.phase not in {PLAYED, DREW}:
        refused = legality.find_illegal_reason(scene.position, cards.END_STEP)
        note = explanations.explain(refused, scene.words)
    return LargeButtonModel(Intent.END, ButtonState.MISSING, texts("End turn"), note)


def _build_finish_button(scene: Red7Context) -> LargeButtonModel | None:
    """Return the button that skips to the end of the round; None if the viewer can't skip.

    The viewer can skip if it is out of the round and only AI players are still in the round.
    """
    seen = scene.observation
    if seen.stage != TURN or seen.viewer is None or scene.standing(seen.viewer) is not None:
        return None
    if not all(scene.words.level_key(each.seat) for each in scene.verdict.standings):
        return None
    note = scene.describe_waiting()
    return LargeButtonModel(Intent.SKIP, ButtonState.GO, scene.texts("Finish the round"), note)


def _build_drop_out_button(scene: Red7Context) -> ButtonModel | None:
    """Build the button for dropping out; None if the large button does the same."""
    texts = scene.texts
    if scene.is_asked and scene.observation.legal == (cards.PASS_STEP,):
        return None
    label = texts("Drop out")
    if not scene.is_asked:
        return ButtonModel(label, False, scene.explain_not_now(), DROP_OUT)
    may = cards.PASS_STEP in scene.observation.legal
    why = () if may else explanations.explain(make_reason("cannot_go_out"), scene.words)
    return ButtonModel(label, may, why, DROP_OUT)


def _build_draw_button(scene: Red7Context) -> ButtonModel | None:
    if not scene.is_asked:
        return None
    offered = (
        cards.DRAW_STEP in scene.observation.legal or cards.FETCH_STEP in scene.observation.legal
    )
    label = scene.texts("Draw a card")
    if offered:
        return ButtonModel(label, True, action=Intent.OFFER)
    return None


MAX_COUNTED_TURNS: Final = 20
"""Highest number of safe turns that the viewer's panel shows exactly; more are shown as "20+". A
turn is safe if it leaves the viewer winning, so that the viewer stays in the round."""


def build_viewer_panel(scene: Red7Context) -> ViewerModel:
    """Build the panel that tells the viewer its status, what it can do, and how it could win."""
    texts = scene.texts
    seen = scene.observation
    is_over = seen.stage in {ROUND_OVER, MATCH_OVER}
    if seen.viewer is not None and scene.standing(seen.viewer) is None and not is_over:
        return ViewerModel(texts("out of the round"))
    status = scene.name_status()
    if seen.stage != TURN or seen.viewer is None:
        return ViewerModel(status)
    if not scene.is_asked:
        rows = (*_build_score_rows(scene, seen.viewer), *_build_lead_rows(scene, seen.viewer))
        return ViewerModel(status, rows)
    phase = scene.position.phase
    advice = ""
    if phase == START and not scene.observation.hand:
        advice = texts("Your hand is empty")
    elif phase in {PLAYED, DREW} and cards.END_STEP in scene.observation.legal:
        advice = texts("You may discard one card")
    meaning = texts("What you can do now.")
    rows = (
        *((NoteRow((Run(advice, tone=Tone.ACCENT),), meaning=meaning),) if advice else ()),
        *_build_score_rows(scene, seen.viewer),
        *_build_safety_rows(scene),
    )
    return ViewerModel(status, rows)


def _build_score_rows(scene: Red7Context, viewer: int) -> tuple[NoteRow, ...]:
    if not scene.observation.keeps_points:
        return ()
    texts = scene.texts
    choices = rounds.list_score_sets(scene.position, viewer)
    leads = scene.verdict.leader == viewer
    if leads:
        label = texts("Points if it ends now")
    else:
        label = texts("Points if you win now")
    meaning = texts("Winning scores the numbers on the cards that count.")
    worth = str(cards.sum_points(choices[0]) if choices else 0)
    return (NoteRow(to_runs(label), worth, meaning=meaning),)


def _build_safety_rows(scene: Red7Context) -> tuple[NoteRow, ...]:
    if scene.position.phase in {DISCARDED, DONE}:
        return _build_lead_rows(scene, scene.position.mover)
    if not scene.options.assists:
        return ()
    # Count two turns as one if they only differ in an optional draw.
    turns = legality.get_cached_turns(scene.position)
    count = sum(ends.bit_count() for _, ends in turns.list_plain_openings())
    count += sum(1 if each.stops else int(each.endings).bit_count() for each in turns.groups)
    texts = scene.texts
    label = to_runs(texts("Safe turns"))
    meaning = texts("How many different turns would leave you winning.")
    if count <= MAX_COUNTED_TURNS:
        value = str(count)
    else:
        value = f"{MAX_COUNTED_TURNS}+"
    return (NoteRow(label, value, count == 0, meaning),)


def _build_lead_rows(scene: Red7Context, viewer: int) -> tuple[NoteRow, ...]:
    texts = scene.texts
    if not scene.options.assists:
        return ()
    led = [verdict.rule for verdict in judge_all(scene.position) if verdict.leader == viewer]
    meaning = texts("Your palette would be winning under these colours.")
    if not led:
        none = (Run(texts("You’re winning under no rule"), tone=Tone.FAINT),)
        return (NoteRow(none, meaning=meaning),)
    symbols = [scene.words.colour_mark(rule)._replace(text="") for rule in reversed(led)]
    label = fill_template(texts("You’re winning under: {rules}"), rules=join_runs(symbols, " "))
    return (NoteRow(label, meaning=meaning),)


MAX_NAMED_CARDS = 3
"""Maximum number of cards that the prompt to discard a card names. If more cards can be discarded,
it names none."""


def write_prompt(scene: Red7Context) -> Runs:
    """Return the prompt for a step that the viewer must take before it can end its turn.

    Returns:
        A text such as "R1: choose a card in another palette". () before the first step of the
        viewer's turn, if the viewer may end its turn now, and if it isn't the viewer's turn.
    """
    if not scene.is_asked:
        return ()
    position = scene.position
    texts = scene.texts
    if position.phase in {PLAYED, DREW}:
        if cards.END_STEP in scene.observation.legal:
            return ()
        return _ask_for_discard(scene)
    template = {
        OWES_TAKE: texts("{card}: choose a card in another palette"),
        OWES_FETCH: texts("{card}: draw a card"),
        OWES_PLAY: texts("{card}: play another card to your palette"),
        OWES_MOVE: texts("{card}: choose a card in your palette"),
    }.get(position.phase)
    row = position.rows[position.mover]
    if template:
        return capitalize_runs(fill_template(template, card=scene.words.card(row[-1])))
    return ()


def _ask_for_discard(scene: Red7Context) -> Runs:
    texts = scene.texts
    discards = [
        step
        for step in scene.observation.legal
        if isinstance(step, cards.Step) and step.kind == cards.DISCARD
    ]
    if not discards:
        return to_runs(texts("No card keeps you in"))
    if not scene.options.assists or len(discards) > MAX_NAMED_CARDS:
        return to_runs(texts("Discard a card that leaves you winning"))
    marks = scene.words.join_alternatives([step.card for step in discards])
    return fill_template(texts("Discard {cards} and you’re winning"), cards=marks)


NOT_COUNTING: Final = "idle"
"""Style of the mark on a palette card that doesn't count under the current rule; it dims the card.
"""


def name_counting_style(letter: str) -> str:
    """Return the style of the mark on palette cards that count under the current rule.

    Args:
        letter: Letter of the rule's colour, in which the cards are underlined.
    """
    return f"counting {letter}"


def _present_title(scene: Red7Context) -> TitleModel:
    texts = scene.texts
    seen = scene.observation
    name = _name_rules(texts, seen)
    if not seen.keeps_points:
        return scene.build_title(name, lower_line=name)
    round_words = (texts("Round {n}", n=seen.round_number), _describe_head_start(texts, seen))
    first = " · ".join(filter(None, round_words))
    return scene.build_title(describe_rules(texts, seen), first, name)


def describe_rules(texts: Texts, seen: game.Red7Observation) -> str:
    """Describe the match in one line: the round, the ruleset, and head starts if there are any."""
    name = _name_rules(texts, seen)
    if not seen.keeps_points:
        return name
    told = texts("Round {n} · {rules}", n=seen.round_number, rules=name)
    return " · ".join(filter(None, (told, _describe_head_start(texts, seen))))


def _describe_head_start(texts: Texts, seen: game.Red7Observation) -> str:
    return phrases.describe_head_start(texts("Head start"), seen.options.head_start)


def _name_rules(texts: Texts, seen: game.Red7Observation) -> str:
    rules = seen.options.rules
    names = {
        (False, False): texts("Basic rules"),
        (False, True): texts("Basic + actions"),
        (True, False): texts("Advanced rules"),
        (True, True): texts("Advanced + actions"),
    }
    name = names[rules.advanced, rules.actions]
    if rules.actions and rules.edition == "first":
        return texts("{rules}, 1st ed.", rules=name)
    return name


# -- seats ---------------------------------------------------------------------------------


def _present_seat(scene: Red7Context, seat: int, place: int) -> SeatModel:
    seen = scene.observation
    words = scene.words
    scores = scene.observation.keeps_points
    standing = scene.standing(seat)
    return scene.build_seat(
        seat,
        place,
        hand_count=seen.hand_counts[seat],
        points=seen.points[seat] if scores else None,
        target=seen.options.target if scores else None,
        is_out=standing is None,
        is_leading=seen.stage == TURN and scene.verdict.leader == seat,
        tally=_build_tally(scene, standing, words.name_tag(seat)),
        out="" if standing else scene.texts("out"),
        card_count=len(seen.rows[seat]),
    )


def _build_tally(scene: Red7Context, standing: CountingCards | None, name: str) -> Tally | None:
    if standing is None or scene.is_scored:
        return None
    rule = scene.verdict.rule
    words = scene.words
    figure = words.figure(rule, standing)
    meaning = words.texts("{name}: cards that count, and the best one.", name=name)
    return Tally(str(figure), words.unit(rule, figure), words.best(rule, standing), meaning)


# -- the middle ----------------------------------------------------------------------------


def _present_status(scene: Red7Context) -> StatusModel:
    """Build the line that says who is winning and why, with tooltips."""
    texts = scene.texts
    return replace(
        _choose_why_line(scene),
        meaning=texts("Who is winning, and why."),
        others_meaning=texts("The others, best first."),
    )


def _choose_why_line(scene: Red7Context) -> StatusModel:
    words = scene.words
    verdict = scene.verdict
    seen = scene.observation
    if seen.stage not in {TURN, rounds.SCORE} and seen.rounds:
        result = seen.rounds[-1]
        line = describe_round_result(words, len(seen.rounds), result, scores=seen.keeps_points)
        return StatusModel(apply_tone(line, Tone.STRONG), is_good=words.is_you(result.winner))
    ranked = sorted(verdict.standings, key=lambda each: (each.size, each.top), reverse=True)
    asked = write_prompt(scene)
    if asked:
        everybody = tuple(_abbreviate_standing(words, verdict.rule, each) for each in ranked)
        return StatusModel(
            apply_tone(asked, Tone.STRONG), everybody, has_leader=False, is_prompt=True
        )
    is_good = words.is_you(verdict.leader)
    if is_good:
        tone = Tone.GOOD
    elif scene.is_asked:
        tone = Tone.BAD
    else:
        tone = Tone.ACCENT
    shown_seats = {verdict.leader}
    if len(ranked) == 2 or (verdict.by == "count" and words.is_you(verdict.runner_up)):
        # The sentence about the leader also names the second seat's cards, so don't list this seat
        # again.
        shown_seats = {verdict.leader, verdict.runner_up}
    others = tuple(
        _abbreviate_standing(words, verdict.rule, s) for s in ranked if s.seat not in shown_seats
    )
    return StatusModel(words.explain_lead(verdict, tone), others, is_good, verdict.leader >= 0)


def _abbreviate_standing(words: Words, rule: int, standing: CountingCards) -> Runs:
    """Return a seat's name and the number of its cards that count, such as "Cleo 2".

    The screen reader says "Cleo 2 evens". Under Red, the seat's highest card replaces the number.
    """
    if rule == cards.RED and standing.size:
        what = words.card(standing.top)
    else:
        what = Run(str(standing.size), spoken=words.spell_out_standing(rule, standing))
    template = words.texts.in_context("brief", "{name} {what}")
    return fill_template(template, name=words.name(standing.seat), what=what)


def _present_palette(scene: Red7Context) -> parts.PaletteModel:
    words = scene.words
    seen = scene.observation
    texts = words.texts
    seat = scene.bottom
    label = texts("Your palette")
    if seen.viewer is None:
        label = texts("{name}’s palette", name=words.names[seat])
    cards = len(seen.rows[seat])
    counts = _note_counting(scene, scene.standing(seat), cards)
    if not _list_just_placed(scene):
        return parts.PaletteModel(label, cards, counts)
    return parts.PaletteModel(label, cards, counts, texts("just placed"), texts("you can undo"))


def _note_counting(scene: Red7Context, standing: CountingCards | None, size: int) -> Runs:
    texts = scene.texts
    if standing is None:
        return (Run(texts("out of the round"), tone=Tone.FAINT),)
    if scene.is_scored:
        return ()
    if not size:
        return (Run(texts("empty"), tone=Tone.FAINT),)
    if not standing.size:
        return (Run(texts("nothing counts"), tone=Tone.BAD),)
    # Only mark the winning seat green: other seats can have cards that count, too.
    if scene.verdict.leader == standing.seat:
        tone = Tone.GOOD
    else:
        tone = Tone.SOFT
    if standing.size < size:
        note = texts.plural("{n} of {size} counts", "{n} of {size} count", standing.size, size=size)
        return (Run(note, tone=tone),)
    whole = {1: texts("it counts"), 2: texts("both count"), 3: texts("all three count")}
    return (Run(whole.get(size, texts("all {n} count", n=size)), tone=tone),)


def _present_marks(scene: Red7Context) -> dict[str, tuple[str, ...]]:
    """Return the cards to mark on the table, as card texts by the style of the mark.

    - Palette cards have one style if they count under the current rule, and another if they don't.
    - Cards that the viewer has just placed have a style of their own.
    - The viewer's hand cards have one style if a turn with the card keeps the viewer in the round,
      and another if no such turn exists.
    """
    standings = () if scene.is_scored else scene.verdict.standings
    counts = tuple(text for each in standings for text in cards.texts_of(each.cards))
    lying = [
        cards.CARD_TEXTS[card] for each in standings for card in scene.observation.rows[each.seat]
    ]
    keeps_in, loses = _split_hand_marks(scene)
    return {
        name_counting_style(cards.LETTERS[scene.position.rule]): counts,
        NOT_COUNTING: tuple(text for text in lying if text not in counts),
        marks.PENDING: _list_just_placed(scene),
        marks.KEEPS_IN: keeps_in,
        marks.LOSES: loses,
    }


def _list_just_placed(scene: Red7Context) -> tuple[str, ...]:
    if not scene.is_asked or scene.observation.viewer is None or scene.options.no_undo:
        return ()
    played = [step.card for step in scene.observation.steps if step.kind == cards.PLAY]
    row = scene.observation.rows[scene.observation.viewer]
    return tuple(cards.CARD_TEXTS[card] for card in played if card in row)


def _split_hand_marks(scene: Red7Context) -> tuple[tuple[str, ...], tuple[str, ...]]:
    # The mover can neither play nor discard another card in this turn, so mark no hand card.
    is_used_up = scene.position.phase in {DISCARDED, DONE}
    if is_used_up or not (scene.is_asked and scene.options.assists):
        return (), ()
    good = reduce(or_, chain(*legality.list_card_uses(scene.position)), 0)
    hand = scene.observation.hand
    return tuple(cards.texts_of(hand & good)), tuple(cards.texts_of(hand & ~good))


_MAX_CHOICES: Final = 6
"""Maximum number of options on the screen when a round's winner chooses which cards to score.

Options that are left out score at most as many points as those that are shown."""


def _present_choice(scene: Red7Context) -> CardChoice | None:
    """Return the options of a round's winner for scoring cards; None if there is no choice."""
    seen = scene.observation
    texts = scene.texts
    if seen.stage != rounds.SCORE or not seen.legal:
        return None
    options = [
        CardOption(
            tuple(cards.texts_of(step.cards)),
            texts.plural("Take {n} point", "Take {n} points", cards.sum_points(step.cards)),
            step,
        )
        for step in seen.legal[:_MAX_CHOICES]
        if isinstance(step, rounds.ScoreStep)
    ]
    return CardChoice(texts("Which cards do you score?"), tuple(options))


# -- what has happened ---------------------------------------------------------------------


def _present_history(scene: Red7Context) -> HistoryModel:
    words = scene.words
    seen = scene.observation
    scores = seen.keeps_points
    turns = [
        HistoryLine(turn.seat, describe_turn(words, turn.seat, turn.steps)) for turn in seen.turns
    ]
    if seen.steps and not scene.is_asked:
        turns.append(HistoryLine(seen.mover, describe_turn(words, seen.mover, seen.steps)))
    results = [
        HistoryLine(result.winner, describe_round_result(words, number, result, scores=scores))
        for number, result in enumerate(seen.rounds, start=1)
    ]
    return scene.build_history(turns, results)


RULE_CHIMES: Final = tuple(f"rule_{name}" for name in cards.COLOUR_NAMES)
"""Names of the sounds that play when a rule comes into force, by the rule's colour rank. Violet,
the lowest rank, has the lowest note."""

MOVES: Final[Mapping[tuple[str, str], cues.MoveSound]] = {
    ("deck", "hand"): cues.MoveSound(cues.Sound.DEAL),
    ("deck", "palette"): cues.MoveSound(cues.Sound.DEAL),
    # Start the sound after half of the flight: cards slow down, so they have nearly landed then.
    ("hand", "palette"): cues.MoveSound(cues.Sound.PLACE, 0.5),
    ("hand", "canvas"): cues.MoveSound(cues.Sound.SLIDE, landing=cues.Sound.PLACE),
    ("palette", "canvas"): cues.MoveSound(cues.Sound.SLIDE, landing=cues.Sound.PLACE),
    ("palette", "deck"): cues.MoveSound(cues.Sound.FLIP),
    ("palette", "score"): cues.MoveSound(cues.Sound.COUNT, 1.0),
}
"""Sound of a moving card, by the kinds of the zones that it leaves and reaches."""


# -- sounds of changes ---------------------------------------------------------------------


def _find_new_rule_cue(event: cues.ChangeEvent[game.Red7Observation]) -> cues.Cue | None:
    """Return the sound for a change of the rule.

    Returns:
        None if the rule hasn't changed, or if a new round has begun.
    """
    if event.before.round_number != event.after.round_number:
        return None
    rule = game.position_of(event.after).rule
    is_new = rule != game.position_of(event.before).rule
    if is_new:
        return cues.Cue(event.tempo.flight_seconds + parts.RuleRing.light_delay, RULE_CHIMES[rule])
    return None


def _find_win_cue(event: cues.ChangeEvent[game.Red7Observation]) -> cues.Cue | None:
    after = event.after
    won = event.find_event("round_won")
    if not event.change.is_step:
        return None
    if after.stage == MATCH_OVER and event.before.stage != MATCH_OVER:
        leaders = rounds.leaders_of(after.points)
        if after.keeps_points:
            winners = leaders
        else:
            winners = (after.rounds[-1].winner,)
    elif won:
        winners = (cards.SEATS.index(str(dict(won.data)["seat"])),)
    else:
        return None
    return event.result(winners, cues.END_CUE_DELAY)


class Red7Table(game_view.TableFacet["game.Red7Observation", Words]):
    """The part of Red7's user interface that shows the table on which a match is played.

    It builds the texts, buttons, sounds and panels that only this game has, such as the banner with
    the current rule, and the lens (a table that compares all seats under all rules).
    """

    zone_kinds = parts.ZONE_KINDS
    deals = ("hand", "palette")
    phone_signs: Mapping[str, str] = {NOT_COUNTING: DIMMED}
    places: Mapping[Intent, str] = {Intent.PLACE: "palette", Intent.OTHER_PLACE: "canvas"}
    sounds = RULE_CHIMES
    move_sounds = MOVES
    finders = (
        _find_new_rule_cue,
        lambda event: cues.Cue(0.0, cues.Sound.FLIP) if event.find_event("out") else None,
        _find_win_cue,
    )

    def layouts(self, asset: Callable[..., Path]) -> Path:
        return asset("layouts", "red7")

    def build_model(
        self,
        seen: game.Red7Observation,
        seats: Sequence[ai.Seat],
        texts: Texts,
        around: ViewOptions,
    ) -> TableModel:
        scene = Red7Context.for_model(self.view, seen, seats, texts, around)
        position = scene.position
        words = scene.words
        names = words.rules[position.rule]
        letter = cards.LETTERS[position.rule]
        hint = words.rule_hint(position.rule)
        rule = parts.RuleModel(letter, names.title, names.sentence, hint)
        panels = {
            "ring": rule,
            "canvas": len(seen.canvas),
            "banner": rule,
            "palette.0": _present_palette(scene),
        }
        return TableModel(
            title=_present_title(scene),
            seats=tuple([_present_seat(scene, seat, nth) for nth, seat in enumerate(scene.order)]),
            status=_present_status(scene),
            viewer=build_viewer_panel(scene),
            actions=build_actions(scene),
            history=_present_history(scene),
            deck=DeckModel(seen.deck_count, texts("deck")),
            panels=panels,
            marks=_present_marks(scene),
            mood=rule.letter,
            is_tense=scene.atmosphere.is_tense,
            middle="ring",
            help=rule.letter,
            crown_meaning=texts("The crown shows who is winning."),
            piles={"canvas": texts("The canvas: its top card sets the rule.")},
            choice=_present_choice(scene),
        )

    def build_panels(
        self, ui: ui.Ui, session: session.Session, *, assists: bool = True
    ) -> Sequence[buttons.ExtraPanel]:
        def model() -> lens.RuleMatrix:
            return lens.RuleMatrix.of(session.observe(), session.seats, ui.texts, assists=assists)

        return (lens.Lens(ui, model),)

    def build_parts(
        self, look: theme.ResolvedTheme, ink: part.TextStyler
    ) -> Mapping[str, part.Part[Any]]:
        return {
            "ring": parts.RuleRing(look, ink, name="ring"),
            "canvas": parts.Starter(look, ink, name="starter"),
            "banner": parts.RuleBanner(look, ink, name="banner"),
            "palette.0": parts.PaletteNotes(look, ink, name="palette notes"),
        }

    def banner(self, seen: game.Red7Observation, words: Words) -> Banner:
        rule = game.position_of(seen).rule
        names = words.rules[rule]
        return Banner(cards.LETTERS[rule], names.title, names.sentence)

    def zone_titles(self, texts: Texts) -> Mapping[str, str]:
        return {"palette": texts("Your palette")}

    def find_button_action(
        self, ask: str, seen: game.Red7Observation, texts: Texts, switches: Collection[str] = ()
    ) -> GameAction | None:
        if ask == Intent.END:
            return GameAction(
                (cards.DRAW_STEP, cards.END_STEP)
                if setup.DRAWS in switches and cards.DRAW_STEP in seen.legal
                else (cards.END_STEP,)
            )
        if ask == Intent.OFFER:
            return GameAction(
                (cards.FETCH_STEP if cards.FETCH_STEP in seen.legal else cards.DRAW_STEP,)
            )
        if ask != DROP_OUT:
            return None
        if seen.viewer not in seen.to_act or seen.legal == (cards.PASS_STEP,):
            return GameAction((cards.PASS_STEP,), undoes_turn_first=True)
        outcome = texts("You’re out until the next round.")
        if len(seen.rows) - seen.out.bit_count() == 2:
            if seen.keeps_points:
                outcome = texts("Your opponent wins the round.")
            else:
                outcome = texts("Your opponent wins the match.")
        question = Question(
            texts("Drop out of this round?"), outcome, yes=texts("Drop out"), no=texts("Stay in")
        )
        return GameAction((cards.PASS_STEP,), undoes_turn_first=True, question=question)

    def mark_styles(self, look: theme.ResolvedTheme, ink: part.TextStyler) -> dict[str, MarkStyle]:
        dimmed = pictures.BoxPicture(look.theme.colour("table").with_alpha(0.36), radius=8.0)
        below = BelowEdge(gap=7.0, height=5.0, inset=11.0)
        styles = {NOT_COUNTING: MarkStyle(dimmed)}
        for letter in cards.LETTERS:
            line = pictures.BoxPicture(ink.line(look, letter), radius=3.0)
            styles[name_counting_style(letter)] = MarkStyle(line, below)
        return styles

    def mark_meanings(self, texts: Texts) -> dict[str, str]:
        counts = texts("Coloured line: this card counts now.")
        return {
            NOT_COUNTING: texts("Dimmed: this card doesn’t count now."),
            **dict.fromkeys(map(name_counting_style, cards.LETTERS), counts),
        }
