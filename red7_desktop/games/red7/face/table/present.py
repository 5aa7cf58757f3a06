"""Works out what stands around the cards from what the viewer may know; pure, no pygame.

`present` is the one way from an observation to the table's panels. It asks the engine who leads and
what is legal, and puts the answers into words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.face.table.panels import PaletteModel, RuleModel
from red7_desktop.games.red7.face.table.present_actions import present_actions
from red7_desktop.games.red7.face.table.present_viewer import present_viewer
from red7_desktop.games.red7.face.table.prompts import write_prompt
from red7_desktop.games.red7.face.table.table_marks import IDLE, name_counting_style
from red7_desktop.games.red7.face.table.table_scene import TableContext
from red7_desktop.games.red7.face.words.turn_words import describe_round_result, describe_turn
from red7_desktop.games.red7.face.words.words import Words, describe_characters
from red7_desktop.games.red7.rules.cards import LETTERS, RED, TEXTS, cards_in, number_of, texts_of
from red7_desktop.games.red7.rules.engine.position import DREW, OWES_PLAY, PLAYED, START
from red7_desktop.games.red7.rules.observation import position_of
from red7_desktop.games.red7.rules.scoring import points_of
from red7_desktop.games.red7.rules.standing import judge_rule
from red7_desktop.games.red7.rules.state import SCORE, TURN
from red7_desktop.games.red7.rules.steps import DISCARD, PLAY, Step
from red7_desktop.kit.hud.card_marks import KEEPS_IN, LOSES, PENDING
from red7_desktop.kit.hud.model import (
    DeckModel,
    HistoryLine,
    HistoryModel,
    SeatModel,
    TableModel,
    Tally,
    TitleModel,
    ViewOptions,
    WhyModel,
)
from red7_desktop.kit.language.opponent_words import describe_level, kind_of
from red7_desktop.kit.language.rich_text import Run, Runs, Tone, apply_tone, weave
from red7_desktop.scene.paint.run_lines import Span

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.games.red7.rules.standing import Standing
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.play.seats import Seat

LINES_KEPT: Final = 40
"""How many lines of history the model holds."""

_LOGO: Final = (Span("Red"), Span("7", style="hud_logo_accent"))

_CARDS_MATTER: Final = frozenset({START, PLAYED, DREW, OWES_PLAY})
"""The points in a turn at which a hand card can be used."""


def present_table(
    observation: Red7Observation,
    seats: Sequence[Seat],
    texts: Texts,
    around: ViewOptions | None = None,
) -> TableModel:
    """Give everything that stands around the cards for one observation."""
    position = position_of(observation)
    words = Words.at(texts, seats, observation.viewer)
    verdict = judge_rule(position, position.rule)
    scene = TableContext(observation, position, verdict, words, around or ViewOptions())
    rule, order = _present_rule(scene), words.clockwise(scene.around.bottom)
    return TableModel(
        title=_present_title(scene),
        seats=tuple([_present_seat(scene, seat, nth) for nth, seat in enumerate(order)]),
        why=_present_why(scene),
        viewer=present_viewer(scene),
        actions=present_actions(scene),
        history=_present_history(scene),
        deck=DeckModel(observation.deck_count, texts("draw deck")),
        panels={
            "ring": rule,
            "canvas": len(observation.canvas),
            "banner": rule,
            "palette.0": _present_palette(scene),
        },
        marks=_present_marks(scene),
        mood=rule.letter,
        middle="ring",
        help=rule.letter,
        crown=texts("The crown marks who is winning under the rule in force."),
        piles={"canvas": texts("The canvas: the card on top is the rule in force.")},
    )


def _present_title(scene: TableContext) -> TitleModel:
    texts, seen = scene.words.texts, scene.seen
    name = _name_rules(texts, seen)
    if not seen.keeps_points:
        return TitleModel(name, "", name, _LOGO)
    round_words = texts("Round {n}", n=seen.round_number)
    return TitleModel(describe_rules(texts, seen), round_words, name, _LOGO)


def describe_rules(texts: Texts, seen: Red7Observation) -> str:
    """Say which round of which kind of match this is."""
    name = _name_rules(texts, seen)
    if not seen.keeps_points:
        return name
    return texts("Round {n} · {rules}", n=seen.round_number, rules=name)


def _name_rules(texts: Texts, seen: Red7Observation) -> str:
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


def _present_seat(scene: TableContext, seat: int, place: int) -> SeatModel:
    seen, words, texts = scene.seen, scene.words, scene.words.texts
    level, is_acting, scores = words.player(seat), seat in seen.to_act, seen.keeps_points
    name, standing = words.name_tag(seat), scene.standing(seat)
    return SeatModel(
        seat=seat,
        place=place,
        initial=words.initial(seat),
        name=name,
        kind=kind_of(texts, level, scene.around.kinds, is_asked=is_acting),
        hand_count=seen.hand_counts[seat],
        points=points_of(seen.scores)[seat] if scores else None,
        target=seen.options.target if scores else None,
        is_you=words.is_you(seat),
        is_out=standing is None,
        is_acting=is_acting,
        is_leading=seen.stage == TURN and scene.verdict.leader == seat,
        tally=_build_tally(scene, standing, name) if standing else None,
        out="" if standing else texts("out"),
        level=level,
        about=describe_level(texts, describe_characters(texts), level),
        portrait=words.portrait(seat),
    )


def _build_tally(scene: TableContext, standing: Standing, name: str) -> Tally:
    rule, words = scene.verdict.rule, scene.words
    figure = standing.size
    if rule == RED and standing.size:
        figure = number_of(standing.top)
    meaning = words.texts(
        "What counts in {name}’s palette under the rule in force: how much, and the card that "
        "decides a tie.",
        name=name,
    )
    return Tally(str(figure), words.unit(rule, figure), words.best(rule, standing), meaning)


# -- the middle ----------------------------------------------------------------------------


def _present_rule(scene: TableContext) -> RuleModel:
    rule = scene.position.rule
    names = scene.words.rules[rule]
    return RuleModel(LETTERS[rule], names.title, names.sentence, scene.words.rule_hint(rule))


def _present_why(scene: TableContext) -> WhyModel:
    """Say who leads, or what is to be done; and what those words tell."""
    texts = scene.words.texts
    return replace(
        _choose_why_line(scene),
        meaning=texts("Who is winning under the rule in force, and with what."),
        others_meaning=texts("What the others have under the same rule, the best first."),
    )


def _choose_why_line(scene: TableContext) -> WhyModel:
    words, verdict, seen = scene.words, scene.verdict, scene.seen
    if seen.stage not in {TURN, SCORE} and seen.rounds:
        result = seen.rounds[-1]
        scores = seen.keeps_points
        line = describe_round_result(words, len(seen.rounds), result, scores=scores)
        return WhyModel(apply_tone(line, Tone.STRONG), is_good=words.is_you(result.winner))
    ranked = sorted(verdict.standings, key=lambda each: (each.size, each.top), reverse=True)
    asked = write_prompt(scene)
    if asked:
        everybody = tuple(_abbreviate_standing(words, verdict.rule, each) for each in ranked)
        return WhyModel(apply_tone(asked, Tone.STRONG), everybody, has_leader=False, is_prompt=True)
    is_good = words.is_you(verdict.leader)
    tone = Tone.GOOD if is_good else Tone.BAD if scene.is_viewers_turn else Tone.ACCENT
    others = tuple(
        _abbreviate_standing(words, verdict.rule, s) for s in ranked if s.seat != verdict.leader
    )
    return WhyModel(words.why(verdict, tone), others, is_good, verdict.leader >= 0)


def _abbreviate_standing(words: Words, rule: int, standing: Standing) -> Runs:
    """Give what a seat has in as few signs as can be: "Cleo 2"."""
    what = words.card(standing.top) if rule == RED and standing.size else str(standing.size)
    template = words.texts.within("brief", "{name} {what}")
    return weave(template, name=words.name(standing.seat), what=what)


def _present_palette(scene: TableContext) -> PaletteModel:
    words, seen = scene.words, scene.seen
    texts = words.texts
    seat = words.clockwise(scene.around.bottom)[0]
    label = texts("Your palette")
    if seen.viewer is None:
        label = texts("{name}’s palette", name=words.names[seat])
    cards = len(seen.rows[seat])
    counts = _note_counting(scene, scene.standing(seat), cards)
    if not _list_just_placed(scene):
        return PaletteModel(label, cards, counts)
    note = texts("not final until you end your turn")
    return PaletteModel(label, cards, counts, texts("just placed"), note)


def _note_counting(scene: TableContext, standing: Standing | None, size: int) -> Runs:
    """Say how many cards of a palette count."""
    texts = scene.words.texts
    if standing is None:
        return (Run(texts("out of the round"), tone=Tone.FAINT),)
    if not size:
        return (Run(texts("empty"), tone=Tone.FAINT),)
    if not standing.size:
        return (Run(texts("nothing counts"), tone=Tone.BAD),)
    # Green says that the viewer would lead, which cards that count do not make true by themselves.
    tone = Tone.GOOD if scene.verdict.leader == standing.seat else Tone.SOFT
    if standing.size < size:
        note = texts.plural("{n} of {size} counts", "{n} of {size} count", standing.size, size=size)
        return (Run(note, tone=tone),)
    whole = {1: texts("it counts"), 2: texts("both count"), 3: texts("all three count")}
    return (Run(whole.get(size, texts("all {n} count", n=size)), tone=tone),)


def _present_marks(scene: TableContext) -> dict[str, tuple[str, ...]]:
    """Say which cards carry which marks: what counts and what does not, and the viewer's own."""
    standings = scene.verdict.standings
    counts = tuple(text for each in standings for text in texts_of(each.cards))
    lying = [TEXTS[card] for each in standings for card in scene.seen.rows[each.seat]]
    keeps_in, loses = _split_hand_marks(scene)
    return {
        name_counting_style(LETTERS[scene.position.rule]): counts,
        IDLE: tuple(text for text in lying if text not in counts),
        PENDING: _list_just_placed(scene),
        KEEPS_IN: keeps_in,
        LOSES: loses,
    }


def _list_just_placed(scene: TableContext) -> tuple[str, ...]:
    """List the cards that the viewer has played in the turn going on."""
    if not scene.is_viewers_turn or scene.seen.viewer is None:
        return ()
    played = [step.card for step in scene.seen.steps if step.kind == PLAY]
    row = scene.seen.rows[scene.seen.viewer]
    return tuple(TEXTS[card] for card in played if card in row)


def _split_hand_marks(scene: TableContext) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Part the viewer's hand into the cards that can be used now, and those that lose."""
    if not (scene.is_viewers_turn and scene.around.assists):
        return (), ()
    if scene.position.phase not in _CARDS_MATTER:
        return (), ()
    legal = [step for step in scene.seen.legal if isinstance(step, Step)]
    good = {step.card for step in legal if step.kind in {PLAY, DISCARD}}
    hand = list(cards_in(scene.seen.hand))[::-1]
    return (
        tuple(TEXTS[card] for card in hand if card in good),
        tuple(TEXTS[card] for card in hand if card not in good),
    )


# -- what has happened ---------------------------------------------------------------------


def _present_history(scene: TableContext) -> HistoryModel:
    """List the last turns of the round, after the results of the rounds before."""
    words, seen = scene.words, scene.seen
    scores = seen.keeps_points
    this_round_is_over = len(seen.rounds) == seen.round_number
    turns = [
        HistoryLine(turn.seat, describe_turn(words, turn.seat, turn.steps)) for turn in seen.turns
    ]
    if seen.steps and not scene.is_viewers_turn:
        turns.append(HistoryLine(seen.mover, describe_turn(words, seen.mover, seen.steps)))
    results = [
        HistoryLine(result.winner, describe_round_result(words, number, result, scores=scores))
        for number, result in enumerate(seen.rounds, start=1)
    ]
    before, after = results, []
    if this_round_is_over:
        before, after = results[:-1], results[-1:]
    lines = [line for line in (*before, *turns, *after) if line.line]
    return HistoryModel(words.texts("Last turns"), tuple(lines[-LINES_KEPT:]))
