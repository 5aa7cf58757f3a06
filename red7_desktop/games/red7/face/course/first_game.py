"""The first game of Red7: a deal in which every kind of turn is needed once, and what is said.

Lead, palette, canvas, both, out: each turn but the last has only one kind of way to stay in.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from red7_desktop.games.red7.face.words.hint_words import build_hint
from red7_desktop.games.red7.players.simple import make_greedy_player
from red7_desktop.games.red7.rules.cards import BY_TEXT, INDIGO, ORANGE, RED, YELLOW
from red7_desktop.games.red7.rules.observation import position_of
from red7_desktop.games.red7.rules.standing import judge_rule
from red7_desktop.games.red7.rules.steps import THE_END, THE_PASS, parse_step
from red7_desktop.kit.hud.model import Hint
from red7_desktop.kit.language.rich_text import Runs, runs_of, weave
from red7_desktop.kit.models.course import (
    Beat,
    Counsel,
    LessonProgress,
    find_next_beat,
    list_own_steps,
)
from red7_desktop.tabletop.player import Choice

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.tabletop.match import Match


def coach_first_game(words: Words, match: Match, seat: int) -> Counsel:
    """Say what to do now: the next thing of the story, or, beside it, what a careful one would."""
    result = match.game.result(match.state)
    if result is not None:
        return Counsel(
            None, LessonProgress.REACHED if seat in result.winners else LessonProgress.MISSED
        )
    if seat not in match.game.to_act(match.state):
        return Counsel(None)
    seen: Red7Observation = match.game.observe(match.state, seat)
    beat = find_next_beat(list_beats(words), match, seat)
    if beat is None:
        return _advise_aside(words, seen, match, seat)
    step = parse_step(beat.step)
    shown = build_hint(words, seen, Choice((step,)))
    return Counsel(replace(shown, title=beat.title, why=beat.why), step=step)


def _advise_aside(words: Words, seen: Red7Observation, match: Match, seat: int) -> Counsel:
    """Say what can be done where the story has been left."""
    texts, position = words.texts, position_of(seen)
    now = words.why(judge_rule(position, position.rule))
    if seen.legal == (THE_PASS,):
        title = runs_of(texts("No card makes you lead: you are out"))
        why = runs_of(texts("Whoever cannot end a turn in the lead has to go out."))
        return Counsel(Hint(title, (why,)), step=THE_PASS)
    if THE_END in seen.legal:
        title = runs_of(texts("You are in the lead: end your turn"))
        return Counsel(Hint(title, (now,)), step=THE_END)
    choice = make_greedy_player().choose(seen, 0, 0)
    shown = build_hint(words, seen, choice)
    if seen.steps:
        why = runs_of(texts("Discard a card whose rule makes you lead, or take this back."))
        shown = replace(shown, title=runs_of(texts("Not in the lead yet")), why=(now, why))
    else:
        shown = replace(shown, why=(*_say_story_left(words, match, seat), *shown.why))
    return Counsel(shown, step=choice.steps[0])


def _say_story_left(words: Words, match: Match, seat: int) -> tuple[Runs, ...]:
    """Say, in the turn after the story was left, that this was as good a way."""
    taken, told = list_own_steps(match, seat), [beat.step for beat in list_beats(words)]
    pairs = enumerate(zip(taken, told, strict=False))
    at = next((nth for nth, (own, beat) in pairs if own != beat), len(told))
    if taken[at:].count(str(THE_END)) != 1:
        return ()
    return (runs_of(words.texts("You went a way of your own, and are still in: well done.")),)


def list_beats(words: Words) -> tuple[Beat, ...]:
    """Tell the story, step by step."""
    texts = words.texts
    name = words.names[1]

    def card(text: str) -> Runs:
        return (words.card(BY_TEXT[text]),)

    def rule(colour: int) -> Runs:
        return (words.rule_mark(colour),)

    end = runs_of(texts("You lead: end your turn"))
    return (
        Beat(
            "R7",
            weave(texts("Play {card} to your palette"), card=card("R7")),
            (
                weave(
                    texts("The rule is {rule}, and {name} leads: {best} beats your {card}."),
                    rule=rule(RED),
                    name=name,
                    best=card("B5"),
                    card=card("V4"),
                ),
                runs_of(
                    texts("End each turn in the lead, or you are out. Whoever is last in, wins.")
                ),
            ),
        ),
        Beat("end", end, (weave(texts("No card is higher than {card}."), card=card("R7")),)),
        Beat(
            "@R1",
            weave(texts("Discard {card} to the canvas"), card=card("R1")),
            (
                weave(
                    texts("{name} changed the rule to {rule}, and leads with {one} and {other}."),
                    name=name,
                    rule=rule(INDIGO),
                    one=card("Y4"),
                    other=card("B5"),
                ),
                weave(
                    texts("The top card of the canvas makes the rule: red brings {rule} back."),
                    rule=rule(RED),
                ),
            ),
        ),
        Beat(
            "end",
            end,
            (
                weave(
                    texts("{card} in your palette is the highest. The canvas only makes the rule."),
                    card=card("R7"),
                ),
            ),
        ),
        Beat(
            "G7",
            weave(texts("Play {card} to your palette"), card=card("G7")),
            (
                weave(
                    texts("{rule} again, and no single card helps."),
                    rule=rule(INDIGO),
                ),
                runs_of(texts("So do both in one turn: play a card, then discard another.")),
            ),
        ),
        Beat(
            "@O4",
            weave(texts("Now discard {card} to the canvas"), card=card("O4")),
            (
                weave(
                    texts("Orange stands for {rule}: your two 7s beat the two 5s of {name}."),
                    rule=rule(ORANGE),
                    name=name,
                ),
            ),
        ),
        Beat("end", end, (runs_of(texts("A turn may play a card, discard one, or do both.")),)),
        Beat(
            "G2",
            weave(texts("Play {card} to your palette"), card=card("G2")),
            (
                weave(
                    texts(
                        "{rule}: {name} has two yellow cards, you have two green ones with {card}."
                    ),
                    rule=rule(YELLOW),
                    name=name,
                    card=card("G2"),
                ),
                weave(
                    texts("Equally many? Then the highest of them decides: {card} beats {other}."),
                    card=card("G7"),
                    other=card("Y5"),
                ),
            ),
        ),
        Beat(
            "end",
            end,
            (
                weave(
                    texts("If no card makes {name} lead now, {name} is out, and you win."),
                    name=name,
                ),
            ),
        ),
    )
