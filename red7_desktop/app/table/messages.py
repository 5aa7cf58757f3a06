"""Toasts, tips, sounds and speech at the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias

import pygame

from red7_desktop.app.table.advice import AdvicePriority, AdviceRequest, AdviceSource
from red7_desktop.app.table.context import TableServices
from red7_desktop.kit import bindings, remarks, settings, table_model, texts
from red7_desktop.kit.hud import bubbles, buttons, hud, part
from red7_desktop.kit.present import story
from red7_desktop.kit.sound import reading
from red7_desktop.kit.sound.cues import (
    REFUSAL,
    Cue,
    Sound,
    Tempo,
    list_cues,
    list_opening_cues,
)
from red7_desktop.play.session import Change, list_human_seats
from red7_desktop.scene import animation, geometry, node, pointer, popups
from red7_desktop.scene.widgets import dialog
from red7_desktop.table import card_nodes, table_view
from red7_desktop.table.layout import is_inside
from red7_desktop.tabletop.game import Reason

_NAME: Final = "message"
"""Name with which the message calls `hide_covered_by`, so that texts of the table that the message
covers partly are hidden."""
_GAP: Final = 12.0
"""Distance between a message and the node that it explains, in design units."""
_TURNS: Final = 0.2
"""Cost of covering one square design unit of the panel of recent turns with a message.

A message is shown at the place with the lowest total cost of everything that it covers."""
_TURNS_AT_BUTTON: Final = 0.01
"""Cost of covering one square design unit of the panel of recent turns with a message beside a
button.

The cost is low, because the panel is directly above the buttons."""
_WIDEST: Final = 480.0
"""Maximum width of a message, in design units. A wider message would cover the cards in the middle
of the table."""


class TableMessages:
    """Shows short messages (toasts) at the table, where they cover the least.

    The reason of a refusal is shown beside the node that the player pressed. Only one message is
    shown at a time, and it hides hints, previews and other advice.
    """

    def __init__(self, table: TableServices) -> None:
        self._table = table
        self._beside: node.Node | None = None
        self._toasts = table.ui.stage.toasts
        self._toast: dialog.Toast | None = None
        self._comment: texts.Runs = ()

    def opened(self) -> None:
        self._toasts.find_position = self._place

    def closed(self) -> None:
        self._toasts.find_position = lambda room: None

    def _place(self, room: geometry.Size) -> geometry.Vec:
        stage = self._table.ui.stage
        inside = stage.look.visible_area.inflated(-stage.look.theme.sizes.safe_margin)
        page = stage.focus.scope
        is_free = page is stage.root
        is_button = isinstance(self._beside, buttons.HudButton)
        beside = self._beside if is_free else None
        # Messages avoid nodes with pictures. There are two exceptions: backgrounds (nodes that
        # cover an eighth of the window or more), and the frame around the pressed node.
        things = [
            popups.Obstacle(each.bounds, popups.FORBIDDEN_WEIGHT)
            for each in (self._table.mode.node if is_free else page).walk()
            if each.picture and each.is_shown and each.bounds.area < inside.area / 8
            if beside is None or each is beside or not is_inside(beside.bounds, each.bounds)
        ]
        if is_free:
            around = self._table.hud
            log = around.history
            weight = _TURNS_AT_BUTTON if is_button else _TURNS
            things += [
                *around.list_root_obstacles(),
                popups.Obstacle(log.bounds, weight * log.is_shown),
            ]
            things += [
                popups.Obstacle(around.world.bounds(spec.area), popups.FORBIDDEN_WEIGHT)
                for spec in around.layout.zones
                if (kind := around.layout.kinds[spec.kind]).encloses and not kind.owned
            ]
        if beside is not None:
            anchor = popups.PopupAnchor(beside.bounds)
        else:
            edge = geometry.Rect(inside.centre.x, inside.top - _GAP, 0.0, 0.0)
            anchor = popups.PopupAnchor(edge, ("below",))
        form = popups.PopupSize(room)
        # A message stays beside the pressed card or button, even if it then covers empty zones.
        is_tied = beside is not None
        box = popups.place_popup([form], [anchor], inside, things, gap=_GAP, is_tied=is_tied).box
        return geometry.Vec(box.centre.x, box.top)

    def refuse(self, refused: Reason, beside: node.Node | None = None) -> None:
        """Show why something is refused.

        Args:
            refused: The reason.
            beside: The node that the player pressed; None to show the message at the top.
        """
        self.warn(self._table.game_view.words.explain(refused, self._table.words), beside)

    def warn(self, why: texts.Runs, beside: node.Node | None = None) -> None:
        self._beside = beside
        self._sound_refusal()
        self._tell(why, "warning")

    def refuse_aloud(self, refused: Reason) -> None:
        """Play the sound of a refusal and read its reason aloud, without showing it."""
        self._sound_refusal()
        table = self._table
        table.ui.say(texts.to_plain(table.game_view.words.explain(refused, table.words)))

    def _sound_refusal(self) -> None:
        ui = self._table.ui
        ui.audio.schedule(REFUSAL, ui.settings.speed)

    def prepare_comment(self, change: Change) -> None:
        """Prepare the game's message about a change, such as who takes a trick.

        `show_after_landing` shows the message after the moving cards have arrived.
        """
        words = self._table.game_view.words
        comment = words.comment(self._table.words, change.before, change.after)
        if comment:
            self._comment = comment

    def show_after_landing(self) -> None:
        """Show the message about the last change. Called when the moving cards have arrived."""
        comment = self._comment
        self._comment = ()
        if comment:
            self._beside = None
            self._tell(comment, "toast")

    def _tell(self, sentence: texts.Runs, style: str) -> None:
        words = texts.to_plain(sentence)
        if not words:
            return
        if self._toast is not None:
            self._toasts.dismiss(self._toast)
        self._table.advice.request(AdviceRequest(AdviceSource.MESSAGE, AdvicePriority.REFUSAL))
        self._toast = self._toasts.show(
            words[0].upper() + words[1:], style=style, max_width=_WIDEST, on_gone=self._end
        )
        self._table.hud.hide_covered_by(_NAME, self._toast.bounds)

    def _end(self) -> None:
        self._toast = None
        self._table.hud.hide_covered_by(_NAME, None)
        self._table.advice.withdraw(AdviceSource.MESSAGE)


_LEAST_SECONDS: Final = 1.8
"""Seconds for which a remark of an AI player is shown, in addition to `_SECONDS_A_WORD` for each
word."""
_SECONDS_A_WORD: Final = 0.3
"""Seconds that each word adds to the time for which a remark of an AI player is shown. The time
without words is `_LEAST_SECONDS`."""


class TableRemarks:
    """Shows remarks of AI players beside their panels, one at a time.

    A remark is shown after the cards have landed, unless it would cover cards or panels, or other
    advice is shown.
    """

    def __init__(self, table: TableServices) -> None:
        self._table = table
        hud = table.hud
        self._bubble = bubbles.SpeechBubble(hud.inner_look, hud.styler, name="remark")
        hud.overlay.add(self._bubble)
        self._next: remarks.Remark | None = None
        self._spoken: remarks.Remark | None = None
        self._timer: animation.Timer | None = None
        table.advice.register(AdviceSource.REMARK, self._reveal)

    def choose_remark(self, change: Change) -> None:
        """Choose the remark, if any, that an AI player makes on the last step.

        `show_after_landing` shows the remark when the moving cards have arrived.

        Args:
            change: The last change of the table; no step if the match was, for example, undone.
        """
        self._next = None
        table = self._table
        session = table.session
        is_live = session.is_kept and not session.is_replay and change.is_step
        if not is_live or not table.ui.settings.remarks:
            return
        before, after = [
            remarks.TableMoment(seen, table.game_view.moods.find_atmosphere(seen))
            for seen in (change.before, change.after)
        ]
        levels = [seat.player or "" for seat in session.seats]
        self._next = remarks.choose_remark(session.match.seed, levels, before, after)

    def show_after_landing(self) -> None:
        """Show and speak the remark, if any, that an AI player makes on the last change.

        The method `choose_remark` has chosen the remark. Call this once the cards have landed.
        """
        remark = self._next
        self._next = None
        if remark is None:
            return
        self.forget()
        self._spoken = remark
        words = self._find_words(remark)
        seconds = _LEAST_SECONDS + _SECONDS_A_WORD * len(words.split())
        self._timer = self._table.ui.stage.timers.after(seconds, self.forget)
        self._table.advice.request(AdviceRequest(AdviceSource.REMARK, AdvicePriority.REMARK))
        self._table.ui.say(f"{self._table.words.names[remark.seat]}: {words}")

    def forget(self) -> None:
        """Remove the remark that is shown, or that waits to be shown."""
        self._table.ui.stage.timers.cancel(self._timer)
        self._timer = None
        self._spoken = None
        self._table.advice.withdraw(AdviceSource.REMARK)

    def relayout(self) -> None:
        """Remove the shown remark, and adopt the table's new sizes and fonts."""
        self.forget()
        self._bubble.restyle(self._table.hud.inner_look)

    def _find_words(self, remark: remarks.Remark) -> str:
        return remarks.word_remark(remark, self._table.ui.texts)

    def _reveal(self, is_shown: bool) -> None:
        remark = self._spoken
        hud = self._table.hud
        panel = None if remark is None else hud.find_panel(remark.seat)
        if not is_shown or remark is None or panel is None:
            self._bubble.visible = False
            return
        cards = [
            popups.Obstacle(hud.to_table_space(card.bounds), popups.FORBIDDEN_WEIGHT)
            for card in self._table.view.cards
        ]
        words = texts.to_runs(self._find_words(remark))
        obstacles = [*hud.list_obstacles(), *cards]
        mouth = hud.to_table_space(panel.find("avatar").bounds)
        self._bubble.speak(words, panel.frame, mouth, hud.room, obstacles)


_Picked: TypeAlias = tuple[tuple[str, ...], Any, table_model.LargeButtonModel | None]
"""Arguments of `Narrator.picked`: codes of the picked cards; the step that plays exactly these
cards, or None; and the table's large button, or None."""


class Narrator:
    """Plays the sounds of a table and reads its events aloud if the setting is on."""

    def __init__(self, table: TableServices) -> None:
        self._table = table
        self._ui = table.ui
        self._game_view = table.game_view
        self._leader_line = ""
        self._picked: _Picked = ((), None, None)

    def opened(self, dealt: float) -> None:
        table = self._table
        self._begin(dealt)

        def narrate() -> tuple[str, ...]:
            is_short = reading.reads_only_events(self._ui)
            return story.narrate_opening(
                self._game_view, table.words, table.seen, is_short=is_short
            )

        # A lesson fills the speech queue with its first messages. Keep this text in the queue.
        self._say(narrate, is_kept=True)

    def _begin(self, dealt: float) -> None:
        cues = list_opening_cues(self._table.seen, self._game_view.table.deals)
        before = dealt - table_view.DEAL_SECONDS
        if not dealt:
            cues = tuple([Cue(0.0, cue.sound) for cue in cues if cue.sound == Sound.TURN])
        elif before > 0:
            cues = (Cue(0.0, Sound.GATHER), *[cue._replace(at=cue.at + before) for cue in cues])
        self._perform(cues)

    def narrate_change(
        self, change: Change, tempo: Tempo, dealt: float = 0.0, *, is_heard: bool = True
    ) -> None:
        """Play the sounds of a change and read it aloud.

        Args:
            change: The change.
            tempo: Timing of the cards, used for the sounds.
            dealt: Duration of dealing a new round in seconds; 0 if none is dealt.
            is_heard: Whether to play sounds.
        """
        session = self._table.session
        if dealt:
            self._begin(dealt)
        elif is_heard:
            table = self._game_view.table
            people = list_human_seats(session)
            cues = list_cues(change, people, tempo, table.move_sounds, table.finders)
            # If the end is animated, the end page plays the sound when the crown falls.
            is_crowned = session.is_kept and self._ui.settings.animates_celebrations
            if is_crowned:
                later = {Sound.WIN, Sound.LOSE}
            else:
                later = set()
            self._perform(tuple([cue for cue in cues if cue.sound not in later]))
        match = session.match
        is_over = not change.after.to_act and bool(change.before.to_act)
        result = None
        if is_over:
            result = match.game.result(match.state)
        if result is not None:
            winners = result.winners
        else:
            winners = ()

        def narrate() -> tuple[str, ...]:
            return story.narrate(
                self._game_view,
                self._table.words,
                change,
                winners,
                is_short=reading.reads_only_events(self._ui),
                has_requests=not session.is_replay,
            )

        self._say(narrate)

    def speak_status(self, status: table_model.StatusModel) -> None:
        """Read the line that says who is winning aloud, if the speech setting is "full".

        Args:
            status: The status line. It isn't spoken if it hasn't changed or names no leader.
        """
        if status.is_prompt or not status.has_leader:
            return
        line = texts.to_plain(status.line)
        is_news = line != self._leader_line
        self._leader_line = line
        if is_news and self._ui.settings.speech_detail == settings.FULL_SPEECH:
            self._say(lambda: (line,))

    def list_answers(
        self, intent: bindings.Intent, model: table_model.TableModel
    ) -> tuple[str, ...]:
        """Return the sentences to read aloud when the user presses a key that asks for speech.

        Args:
            intent: What the key asks for, such as who is winning.
            model: What the table shows.
        """
        table = self._table
        told_by = self._game_view.story
        words = table.words
        seen = table.seen
        if intent is bindings.Intent.TELL_LEADER:
            lines = (model.status.line, *model.status.others)
            if model.status.label:
                label = [model.status.label]
            else:
                label = []
            why = ": ".join([*label, texts.to_plain(lines[0])])
            race = told_by.describe_race(words, seen)
            return (*([race] if race else []), why, *map(texts.to_plain, lines[1:]))
        if intent is bindings.Intent.TELL_HAND:
            return tuple(told_by.list_own_cards(words, seen))
        if intent is bindings.Intent.TELL_OTHERS:
            others = [each.seat for each in model.seats if each.seat != table.session.viewer]
            return tuple(
                [line for seat in others for line in told_by.list_open_cards(words, seen, seat)]
            )
        told = [
            texts.to_plain(each.line)
            for section in story.build_log(
                self._game_view, words, table.session.match, table.session.viewer
            )[-1:]
            for each in section.lines
        ]
        # Read one line more than there are seats: the last turn of each seat and the turn before.
        return tuple(told[-len(model.seats) - 1 :]) or (self._ui.texts("No turns yet"),)

    def _perform(self, cues: tuple[Cue, ...]) -> None:
        self._ui.audio.schedule(cues, self._ui.settings.speed)

    def picked(
        self, faces: tuple[str, ...], step: Any, end: table_model.LargeButtonModel | None
    ) -> None:
        """Read aloud which cards are picked, and the outcome of playing them.

        Args:
            faces: Codes of the picked cards.
            step: The step that plays exactly the picked cards; None if there is no such step.
            end: The table's main button if it plays the picked cards or picks the missing cards.
                Its label is then also read aloud. None otherwise.
        """
        picked = (faces, step, end)
        if picked == self._picked:
            return
        was_picked = bool(self._picked[0])
        self._picked = picked
        if was_picked and not faces:
            self._ui.say(self._ui.texts("Put back"))
        self._say(lambda: self._about_picked(faces, step))
        if faces and end is not None and end.is_enabled:
            self._ui.say(": ".join(filter(None, [end.title, texts.to_plain(end.note)])))

    def repeat_picked(self) -> None:
        """Read the picked cards aloud again."""
        faces, step, end = self._picked
        self._picked = ((), None, None)
        self.picked(faces, step, end)

    def _about_picked(self, faces: tuple[str, ...], step: Any) -> tuple[str, ...]:
        words = self._table.words
        seen = self._table.seen
        cards = [self._game_view.words.describe_card(words, face, seen).title for face in faces]
        made = () if step is None else self._game_view.words.preview(seen, step, words).sentence
        return ", ".join(cards), texts.to_plain(made)

    def closed(self) -> None:
        if self._ui.settings.spoken_log:
            self._ui.speech.stop()

    def _say(self, tell: Callable[[], tuple[str, ...]], *, is_kept: bool = False) -> None:
        if self._ui.settings.spoken_log:
            self._ui.speech.say(tell(), self._ui.texts.language, is_kept=is_kept)


TIP_DELAY: Final = 0.4
"""Seconds for which the pointer must rest on a node before the tip about the node opens."""
_ENDS: Final = frozenset(
    {
        pygame.MOUSEBUTTONDOWN,
        pygame.MOUSEWHEEL,
        pygame.KEYDOWN,
        pygame.CONTROLLERBUTTONDOWN,
        pygame.FINGERMOTION,
        pygame.FINGERUP,
    }
)
"""Types of events that close a tip or cancel its delay."""


class TableTips:
    """Shows tooltips about nodes around the cards, such as buttons, and about piles of cards.

    Call `handle` with every event before any other handler. `handle` consumes only the key that
    opens the next tip, and only if no card has the focus, since on a card that key opens the
    close-up.
    """

    def __init__(self, table: TableServices) -> None:
        self._ui = table.ui
        self._hud = table.hud
        self._view = table.view
        self._advice = table.advice
        self._shown: node.Node | None = None
        self._waiting: animation.Timer | None = None
        self._hud.on_explain = self._offer
        self._advice.register(AdviceSource.TIP, self._hud.reveal_tip)

    def handle(self, event: pygame.Event) -> bool:
        """Open and close tips as the pointer moves, and open the next tip when its key is pressed.

        Returns:
            Whether the event was that key.
        """
        stage = self._ui.stage
        if event.type == pygame.MOUSEMOTION:
            self._hud.enable_hover_tips(stage.pointer.hovered)
            self._wait(stage.view.to_design(event.pos), TIP_DELAY, is_asked=False)
        elif event.type == pygame.FINGERDOWN:
            width, height = stage.view.window
            point = (event.x * width, event.y * height)
            self._wait(stage.view.to_design(point), pointer.LONG_PRESS, is_asked=True)
        elif bindings.Intent.LOOK in self._ui.controls.find_pressed_intents(event):
            return self._go_on()
        elif event.type in _ENDS:
            self.hide()
        return False

    def _offer(self, wants: bool, is_asked: bool) -> None:
        if wants:
            self._advice.request(
                AdviceRequest(
                    AdviceSource.TIP, AdvicePriority.LOOK if is_asked else AdvicePriority.TIP
                )
            )
        else:
            self._advice.withdraw(AdviceSource.TIP)

    def hide(self) -> None:
        self._ui.stage.timers.cancel(self._waiting)
        if self._shown is not None:
            self._shown = None
            self._hud.show_tip(None)

    def list_explanations(self) -> tuple[part.Explanation, ...]:
        piles = self._hud.piles()
        nodes = [node for node in self._view.by_zone.values() if node.spec.name in piles]
        return (
            *self._hud.meanings(),
            *(part.Explanation(node, piles[node.spec.name]) for node in nodes),
        )

    def _wait(self, at: geometry.Vec, seconds: float, *, is_asked: bool) -> None:
        self.hide()
        explain = partial(self._explain_at, at, is_asked=is_asked)
        self._waiting = self._ui.stage.timers.after(seconds, explain)

    def _explain_at(self, at: geometry.Vec, *, is_asked: bool) -> None:
        """Show the tip for a point, unless a card or button at that point has its own."""
        stage = self._ui.stage
        hovered = stage.pointer.pressed or stage.pointer.hovered
        has_own = hovered in self._hud.buttons
        if isinstance(hovered, card_nodes.CardNode):
            has_own = hovered.shown is not None
        if has_own or stage.pointer.is_dragging:
            return
        found = hud.find_meaning_at(self.list_explanations(), at)
        if found is not None:
            self._explain(found, is_asked=is_asked)

    def _explain(self, meaning: part.Explanation, *, is_asked: bool) -> None:
        self._shown = meaning.node
        self._hud.show_tip(meaning.node, texts.to_runs(meaning.sentence), is_asked=is_asked)

    def _go_on(self) -> bool:
        if isinstance(self._ui.stage.focus.current, card_nodes.CardNode):
            self.hide()
            return False
        told = self.list_explanations()
        nodes = [each.node for each in told]
        if self._shown in nodes:
            place = nodes.index(self._shown) + 1
        else:
            place = 0
        self.hide()
        if place < len(told):
            self._explain(told[place], is_asked=True)
            self._ui.say(told[place].sentence)
        return True
