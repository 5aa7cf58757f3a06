"""The line that says what is to be done, and the second one: who has yet to answer, or a draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.face.table.panels import DrawStep, StepsModel
from red7_desktop.games.spring_cleaning.face.words.turn_words import describe_round_result
from red7_desktop.games.spring_cleaning.rules.engine.position import (
    OWES_INSERT,
    OWES_OFFER,
    OWES_ORDER,
    SEALED,
    START,
)
from red7_desktop.games.spring_cleaning.rules.state import TURN
from red7_desktop.games.spring_cleaning.rules.steps import OFFER as PUT_OUT
from red7_desktop.games.spring_cleaning.rules.steps import TAKE
from red7_desktop.kit.hud.model import WhyModel
from red7_desktop.kit.language.rich_text import (
    Run,
    Tone,
    apply_tone,
    capitalize_runs,
    join_runs,
    runs_of,
    weave,
)

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.face.table.table_scene import TableContext
    from red7_desktop.kit.language.rich_text import Runs

IN_A_DRAW: Final = frozenset({OWES_INSERT, OWES_OFFER})


def present_why(scene: TableContext) -> WhyModel:
    """Say what the viewer has to do, or what the seat at its turn has to beat."""
    texts = scene.texts
    line = _prompt_viewer(scene) if scene.is_asked else _describe_news(scene)
    return WhyModel(
        apply_tone(line, Tone.STRONG),
        is_good=False,
        has_leader=False,
        is_prompt=scene.is_asked,
        meaning=texts("What has to be done now, and what is strong enough."),
    )


def _prompt_viewer(scene: TableContext) -> Runs:
    """Say what the viewer has to do."""
    texts, position = scene.texts, scene.position
    if position.phase == START:
        if not position.trick:
            return runs_of(texts("You lead: neighbours in your hand only"))
        if scene.legal_of(PUT_OUT):
            return runs_of(texts("Nothing can be drawn: offer one card"))
        answer = scene.words.answer(position.table)
        return runs_of(texts("Beat it with {answer}", answer=answer))
    if scene.offered and position.phase == OWES_OFFER:
        ready = texts("End your turn to offer the {card}, or pick another card", card=scene.offered)
        return runs_of(ready)
    return runs_of(
        {
            SEALED: texts("Pick one card of your hand as your first offer"),
            OWES_INSERT: texts(
                "Put the {card} in your row, then offer one card", card=position.drawn
            ),
            OWES_OFFER: texts("Now offer one card of your row"),
            OWES_ORDER: texts("Lay out your new row, from left to right"),
        }[position.phase]
    )


def _describe_news(scene: TableContext) -> Runs:
    """Say what others have to do, or how the round or match has ended."""
    texts, words, seen, position = scene.texts, scene.words, scene.seen, scene.position
    if seen.stage != TURN:
        return describe_round_result(words, len(seen.rounds), seen.rounds[-1])
    if position.phase == SEALED:
        return _describe_still_picking(scene)
    mover = position.mover
    if not position.trick:
        return words.say(mover, texts("You lead"), texts("{name} leads a new trick"))
    return runs_of(texts("To beat: {held}", held=words.combination(position.table)))


def _describe_still_picking(scene: TableContext) -> Runs:
    texts, words = scene.texts, scene.words
    names = join_runs(
        [words.names[seat] for seat in scene.seen.to_act], texts.within("cards", ", ")
    )
    return weave(texts("Still to pick a first offer: {names}"), names=names)


def present_steps(scene: TableContext) -> StepsModel | None:
    """Say how far the viewer's draw has come, or who has yet to answer; None for neither."""
    position = scene.position
    if scene.seen.stage != TURN:
        return None
    if scene.is_asked and position.phase in IN_A_DRAW:
        return StepsModel(
            steps=_draw_steps(scene),
            meaning=scene.texts("A draw has three steps: draw, place the card, offer one."),
        )
    line = _describe_answering(scene) if position.trick else _describe_leading(scene)
    return StepsModel(line, meaning=_explain_line(scene)) if line else None


def _draw_steps(scene: TableContext) -> tuple[DrawStep, ...]:
    texts, phase = scene.texts, scene.position.phase
    taken = [step for step in scene.seen.steps if step.kind == TAKE]
    source = texts("Drawn from the deck")
    if taken:
        source = texts("Drawn from {name}", name=scene.words.names[taken[0].seat])
    return (
        DrawStep(source, is_done=True),
        DrawStep(texts("Place it"), phase == OWES_OFFER, phase == OWES_INSERT),
        DrawStep(texts("Offer one card"), bool(scene.offered), phase == OWES_OFFER),
    )


def _describe_answering(scene: TableContext) -> Runs:
    """Say whose the trick is so far, and who has yet to answer."""
    texts, words, position = scene.texts, scene.words, scene.position
    holder, count = position.holder, position.seats
    holds = words.say(holder, texts("You hold the trick."), texts("{name} holds the trick."))
    # Who picks up at once has answered before, and so has whoever holds the trick.
    has_answered = position.phase == OWES_ORDER and position.at_once
    after = position.mover + (scene.is_asked or has_answered)
    waiting = [(after + nth) % count for nth in range((holder - after) % count)]
    if not waiting and not scene.is_asked:
        return apply_tone(holds, Tone.STRONG)
    if not waiting:
        rest = runs_of(texts("Nobody answers after you."))
    else:
        names = join_runs(
            [_name_inside(scene, each) for each in waiting], texts.within("cards", ", ")
        )
        template = texts("Yet to answer: {names}.")
        if scene.is_asked:
            template = texts("After you: {names}.")
        rest = weave(template, names=names)
    return (*apply_tone(holds, Tone.STRONG), Run(" "), *rest)


def _name_inside(scene: TableContext, seat: int) -> str:
    """Give a name in the middle of a sentence."""
    return (
        scene.texts.within("seat", "you") if scene.words.is_you(seat) else scene.words.names[seat]
    )


def _describe_leading(scene: TableContext) -> Runs:
    if not scene.is_asked:
        return ()
    if scene.position.phase == SEALED:
        return capitalize_runs(runs_of(scene.texts("It stays face down till all have picked.")))
    if scene.position.phase == OWES_ORDER:
        return runs_of(scene.texts("It keeps this order: put together what belongs together."))
    return runs_of(scene.texts("Offers cannot be led. Any single card will do."))


def _explain_line(scene: TableContext) -> str:
    return scene.texts(
        "Who played the combination on the table, and who may still beat it. When the turn comes "
        "back to that seat, it wins the trick and leads the next."
    )
