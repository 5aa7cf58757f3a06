"""The line that says what is to be done, and the second one: who has yet to answer, or a draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.face.table.panels import DrawStep, StepsModel
from red7_desktop.games.spring_cleaning.face.words.turn_words import round_line
from red7_desktop.games.spring_cleaning.rules.engine.position import (
    INSERT,
    OFFER,
    ORDER,
    SEALED,
    START,
)
from red7_desktop.games.spring_cleaning.rules.state import TURN
from red7_desktop.games.spring_cleaning.rules.steps import OFFER as PUT_OUT
from red7_desktop.games.spring_cleaning.rules.steps import TAKE
from red7_desktop.kit.hud.model import WhyModel
from red7_desktop.kit.language.rich_text import Run, Tone, capped, runs_of, strung, toned, woven

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.face.table.table_scene import Scene
    from red7_desktop.kit.language.rich_text import Runs

IN_A_DRAW: Final = frozenset({INSERT, OFFER})


def present_why(scene: Scene) -> WhyModel:
    """Say what the viewer has to do, or what the seat at its turn has to beat."""
    texts = scene.texts
    line = _prompt(scene) if scene.is_asked else _news(scene)
    return WhyModel(
        toned(line, Tone.STRONG),
        is_good=False,
        has_leader=False,
        is_prompt=scene.is_asked,
        meaning=texts("What has to be done now, and what is strong enough."),
    )


def _prompt(scene: Scene) -> Runs:
    """Say what the viewer has to do."""
    texts, position = scene.texts, scene.position
    if position.phase == START:
        if not position.trick:
            return runs_of(texts("You lead: neighbours in your hand only"))
        if scene.legal_of(PUT_OUT):
            return runs_of(texts("Nothing can be drawn: offer one card"))
        answer = scene.words.answer(position.table)
        return runs_of(texts("Beat it with {answer}", answer=answer))
    if scene.offered and position.phase == OFFER:
        ready = texts("End your turn to offer the {card}, or pick another card", card=scene.offered)
        return runs_of(ready)
    return runs_of(
        {
            SEALED: texts("Pick one card of your hand as your first offer"),
            INSERT: texts("Put the {card} in your row, then offer one card", card=position.drawn),
            OFFER: texts("Now offer one card of your row"),
            ORDER: texts("Lay out your new row, from left to right"),
        }[position.phase]
    )


def _news(scene: Scene) -> Runs:
    """Say what others have to do, or how the round or match has ended."""
    texts, words, seen, position = scene.texts, scene.words, scene.seen, scene.position
    if seen.stage != TURN:
        return round_line(words, len(seen.rounds), seen.rounds[-1])
    if position.phase == SEALED:
        return _still_picking(scene)
    mover = position.mover
    if not position.trick:
        return words.say(mover, texts("You lead"), texts("{name} leads a new trick"))
    return runs_of(texts("To beat: {held}", held=words.combination(position.table)))


def _still_picking(scene: Scene) -> Runs:
    texts, words = scene.texts, scene.words
    names = strung([words.names[seat] for seat in scene.seen.to_act], texts.within("cards", ", "))
    return woven(texts("Still to pick a first offer: {names}"), names=names)


def present_steps(scene: Scene) -> StepsModel | None:
    """Say how far the viewer's draw has come, or who has yet to answer; None for neither."""
    position = scene.position
    if scene.seen.stage != TURN:
        return None
    if scene.is_asked and position.phase in IN_A_DRAW:
        return StepsModel(
            steps=_draw_steps(scene),
            meaning=scene.texts("A draw has three steps: draw, place the card, offer one."),
        )
    line = _answering(scene) if position.trick else _leading(scene)
    return StepsModel(line, meaning=_meaning(scene)) if line else None


def _draw_steps(scene: Scene) -> tuple[DrawStep, ...]:
    texts, phase = scene.texts, scene.position.phase
    taken = [step for step in scene.seen.steps if step.kind == TAKE]
    source = texts("Drawn from the deck")
    if taken:
        source = texts("Drawn from {name}", name=scene.words.names[taken[0].seat])
    return (
        DrawStep(source, is_done=True),
        DrawStep(texts("Place it"), phase == OFFER, phase == INSERT),
        DrawStep(texts("Offer one card"), bool(scene.offered), phase == OFFER),
    )


def _answering(scene: Scene) -> Runs:
    """Say whose the trick is so far, and who has yet to answer."""
    texts, words, position = scene.texts, scene.words, scene.position
    holder, count = position.holder, position.seats
    holds = words.say(holder, texts("You hold the trick."), texts("{name} holds the trick."))
    # Who picks up at once has answered before, and so has whoever holds the trick.
    has_answered = position.phase == ORDER and position.at_once
    after = position.mover + (scene.is_asked or has_answered)
    waiting = [(after + nth) % count for nth in range((holder - after) % count)]
    if not waiting and not scene.is_asked:
        return toned(holds, Tone.STRONG)
    if not waiting:
        rest = runs_of(texts("Nobody answers after you."))
    else:
        names = strung([_inner_name(scene, each) for each in waiting], texts.within("cards", ", "))
        template = texts("Yet to answer: {names}.")
        if scene.is_asked:
            template = texts("After you: {names}.")
        rest = woven(template, names=names)
    return (*toned(holds, Tone.STRONG), Run(" "), *rest)


def _inner_name(scene: Scene, seat: int) -> str:
    """Give a name in the middle of a sentence."""
    return (
        scene.texts.within("seat", "you") if scene.words.is_you(seat) else scene.words.names[seat]
    )


def _leading(scene: Scene) -> Runs:
    if not scene.is_asked:
        return ()
    if scene.position.phase == SEALED:
        return capped(runs_of(scene.texts("It stays face down till all have picked.")))
    if scene.position.phase == ORDER:
        return runs_of(scene.texts("It keeps this order: put together what belongs together."))
    return runs_of(scene.texts("Offers cannot be led. Any single card will do."))


def _meaning(scene: Scene) -> str:
    return scene.texts(
        "Who played the combination on the table, and who may still beat it. When the turn comes "
        "back to that seat, it wins the trick and leads the next."
    )
