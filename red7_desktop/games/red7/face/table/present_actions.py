"""Works out the buttons of the table: what each asks for, and why it cannot be pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.face.words.reason_words import explain
from red7_desktop.games.red7.face.words.turn_words import describe_round_result
from red7_desktop.games.red7.rules.engine.position import DISCARDED, DREW, PLAYED
from red7_desktop.games.red7.rules.engine.refusals import find_refusal
from red7_desktop.games.red7.rules.state import MATCH_OVER, ROUND_OVER, SCORE, TURN
from red7_desktop.games.red7.rules.steps import SEATS, THE_DRAW, THE_END, THE_FETCH, THE_PASS
from red7_desktop.kit.hud.model import (
    NEXT_ROUND,
    RESULT,
    ActionsModel,
    ButtonModel,
    EndModel,
    GameAction,
    Mood,
    Question,
    build_hint_button,
    undo_button,
)
from red7_desktop.kit.input.intents import Intent
from red7_desktop.kit.language.rich_text import Runs, runs_of, weave
from red7_desktop.tabletop.reasons import make_reason

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.table.table_scene import TableContext
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.kit.language.texts import Texts


GIVE_UP: Final = "give_up"
"""What the button asks for that only this game has."""


def find_game_action(
    ask: str, seen: Red7Observation, texts: Texts, *, draws: bool = False
) -> GameAction | None:
    """Give what a button means now, None for what is not this game's.

    draws: whether a draw that is allowed is taken before the turn ends.
    """
    if ask == Intent.END:
        return GameAction((THE_DRAW, THE_END) if draws and THE_DRAW in seen.legal else (THE_END,))
    if ask == Intent.OFFER:
        return GameAction((THE_FETCH if THE_FETCH in seen.legal else THE_DRAW,))
    if ask != GIVE_UP:
        return None
    if seen.viewer not in seen.to_act or seen.legal == (THE_PASS,):
        return GameAction((THE_PASS,), is_anew=True)
    question = Question(
        texts("Give up this round?"),
        texts("You go out of the round; the others play on."),
        yes=texts("Give up"),
        no=texts("Play on"),
    )
    return GameAction((THE_PASS,), is_anew=True, question=question)


def present_actions(scene: TableContext) -> ActionsModel:
    """Give the column of buttons."""
    texts, around = scene.words.texts, scene.around
    undo = undo_button(texts, around, lambda why: explain(why, scene.words))
    hint = build_hint_button(texts, around, _explain_not_now(scene))
    return ActionsModel(_end(scene), undo, hint, _give_up(scene), _draw(scene))


def _end(scene: TableContext) -> EndModel:
    texts, stage = scene.words.texts, scene.seen.stage
    if stage == ROUND_OVER:
        return EndModel(NEXT_ROUND, Mood.GO, texts("Next round"), _describe_result(scene), True)
    if stage == MATCH_OVER:
        return EndModel(RESULT, Mood.GO, texts("Result"), _describe_result(scene), True)
    if not scene.is_viewers_turn:
        return EndModel(Intent.END, Mood.WAIT, texts("End turn"), _describe_waiting(scene))
    if scene.seen.legal == (THE_PASS,):
        note = runs_of(texts("No card keeps you in"))
        return EndModel(GIVE_UP, Mood.OUT, texts("Go out"), note, True)
    if THE_END in scene.seen.legal:
        return EndModel(Intent.END, Mood.GO, texts("End turn"), _explain_turn_can_end(scene), True)
    return EndModel(Intent.END, Mood.MISSING, texts("End turn"), _explain_missing(scene))


def _describe_result(scene: TableContext) -> Runs:
    rounds = scene.seen.rounds
    scores = scene.seen.keeps_points
    return (
        describe_round_result(scene.words, len(rounds), rounds[-1], scores=scores) if rounds else ()
    )


def _describe_waiting(scene: TableContext) -> Runs:
    """Say for whom the table waits."""
    words, seen = scene.words, scene.seen
    actor = seen.to_act[0] if seen.to_act else -1
    if actor < 0:
        return ()
    if seen.stage == SCORE:
        you = words.texts("Choose the cards that you take as points")
        return words.say(actor, you, words.texts("{name} chooses the points"))
    return runs_of(words.texts("It is {name}’s turn", name=words.names[actor]))


def _explain_turn_can_end(scene: TableContext) -> Runs:
    """Say why the turn can end."""
    words, verdict = scene.words, scene.verdict
    if scene.position.phase == DISCARDED:
        return runs_of(words.texts("You stay in, without a draw"))
    return weave(words.texts("You stay in: {proof}"), proof=words.proof(verdict))


def _explain_missing(scene: TableContext) -> Runs:
    """Say what is missing before the turn can end."""
    words, phase = scene.words, scene.position.phase
    texts = words.texts
    if phase not in {PLAYED, DREW}:
        return explain(find_refusal(scene.position, THE_END), words)
    return runs_of(texts("First discard a card that puts you in the lead"))


def _give_up(scene: TableContext) -> ButtonModel:
    texts = scene.words.texts
    label = texts("Give up this round")
    if not scene.is_viewers_turn:
        return ButtonModel(label, False, _explain_not_now(scene), GIVE_UP)
    may = THE_PASS in scene.seen.legal
    why = () if may else explain(make_reason("cannot_go_out"), scene.words)
    return ButtonModel(label, may, why, GIVE_UP)


def _draw(scene: TableContext) -> ButtonModel | None:
    """Give the offer of a draw, if there is one."""
    if not scene.is_viewers_turn:
        return None
    offered = THE_DRAW in scene.seen.legal or THE_FETCH in scene.seen.legal
    label = scene.words.texts("Draw a card")
    return ButtonModel(label, True, ask=Intent.OFFER) if offered else None


def _explain_not_now(scene: TableContext) -> Runs:
    """Say why nothing can be asked of the viewer now."""
    if scene.is_viewers_turn:
        return ()
    seen = scene.seen
    if seen.viewer is None:
        return explain(make_reason("only_watching"), scene.words)
    if seen.stage != TURN:
        return explain(
            make_reason("round_over" if seen.stage != MATCH_OVER else "match_over"), scene.words
        )
    return explain(make_reason("not_your_turn", seat=SEATS[seen.to_act[0]]), scene.words)
