"""What is told at the table beside what it shows: messages for a moment, and the log read aloud."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.app.table_screen.overlays.finale.page import is_played
from red7_desktop.kit.hud.bubbles.placement import Obstacle, find_least_covering
from red7_desktop.kit.language.rich_text import Run, Runs, to_plain
from red7_desktop.kit.models.history import LogLine, LogSection
from red7_desktop.kit.sound.cues import REFUSAL, Cue, Tempo
from red7_desktop.kit.sound.sounds import Sound
from red7_desktop.play.handover import list_people
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node

if TYPE_CHECKING:
    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.kit.hud.model import TableModel
    from red7_desktop.kit.language.seat_words import SeatWords
    from red7_desktop.kit.models.endings import TurningStory
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.play.session import Change, Session
    from red7_desktop.table.looks import MotionTimes
    from red7_desktop.tabletop.reasons import Reason


def tell_ending(kit: Ui, told: TurningStory) -> None:
    """Have it read aloud how a round or match turned, where people want that."""
    if kit.settings.spoken_log:
        said = [to_plain(runs) for runs in (told.line, told.miss) if runs]
        kit.speech.say(said, kit.texts.language)


_CLEAR: Final = 6.0
"""Messages keep so far from what they need not cover."""


class TableMessages:
    """Shows messages for a moment, over what matters least on the table while that lies on top.

    words: how to speak to whoever looks now. table: the node of all. things: what lies there.
    """

    def __init__(
        self,
        kit: Ui,
        face: AnyGameView,
        words: Callable[[], Any],
        table: Node,
        things: Callable[[], Sequence[Obstacle]],
    ) -> None:
        self._kit = kit
        self._face = face
        self._words = words
        self._table = table
        self._things = things

    def opened(self) -> None:
        """Say where messages go."""
        self._kit.stage.toasts.place = self._place

    def closed(self) -> None:
        """Have no more to say about it."""
        self._kit.stage.toasts.place = lambda room: None

    def _place(self, room: Size) -> Vec | None:
        stage = self._kit.stage
        if stage.focus.scope not in {stage.root, self._table}:
            return None  # a page lies above
        margin = stage.look.theme.sizes.safe_margin
        inside = stage.look.visible.inflated(-margin)
        box = find_least_covering(room, inside, self._things(), _CLEAR)
        return Vec(box.centre.x, box.top)

    def refuse(self, refused: Reason) -> None:
        """Say, with a sound, why something cannot be done."""
        self._refuse(self._face.explain(refused, self._words()))

    def lacks(self, asked: str, model: TableModel | None) -> bool:
        """Say what the large button lacks, if that is asked for; tell whether it was."""
        if model is None or model.actions.end.ask != asked:
            return False
        self._refuse(model.actions.end.note)
        return True

    def _refuse(self, why: Runs) -> None:
        self._kit.audio.perform(REFUSAL, self._kit.settings.speed)
        self._tell(why, "warning")

    def changed(self, change: Change) -> None:
        """Say why what the viewer has just done does nothing, if so."""
        self._tell(self._face.idle_words(self._words(), change.after), "toast")

    def _tell(self, sentence: Runs, style: str) -> None:
        words = to_plain(sentence)
        if words:
            self._kit.stage.toasts.show(words[0].upper() + words[1:], style=style)


class Narrator:
    """Lets what happens at a table be heard, and has it read aloud where people want that.

    What a person does themselves cuts short what is still being said; the rest waits its turn.
    words: how to speak to whoever looks now.
    """

    def __init__(
        self, kit: Ui, face: AnyGameView, session: Session, words: Callable[[], Any]
    ) -> None:
        self._kit = kit
        self._face = face
        self._session = session
        self._words = words

    def opened(self) -> None:
        """Say where the table stands."""
        self._perform(self._face.cues_at_opening(self._session.observe()))
        self._say(lambda: self._face.narrate_opening(self._words(), self._session.observe()))

    def changed(self, change: Change, pace: MotionTimes, *, is_heard: bool = True) -> None:
        """Say what has happened; is_heard: with its sounds, in step with the cards."""
        tempo = Tempo(pace.stagger, pace.nearest if pace.glides else pace.fade)
        if is_heard:
            cues = self._face.cues(change, list_people(self._session), tempo)
            self._perform(tuple([cue for cue in cues if not self._waits(cue)]))
        if not change.is_step or change.seat == change.after.viewer:
            self.closed()
        match = self._session.match
        is_over = not change.after.to_act and bool(change.before.to_act)
        result = match.game.result(match.state) if is_over else None
        winners = result.winners if result is not None else ()
        self._say(lambda: self._face.narrate(self._words(), change, winners))

    def _waits(self, cue: Cue) -> bool:
        """Tell whether a sound is that of a win which comes with the crown."""
        is_crowned = self._session.is_kept and is_played(self._kit.settings)
        return is_crowned and cue.sound in {Sound.WIN, Sound.LOSE}

    def _perform(self, cues: tuple[Cue, ...]) -> None:
        self._kit.audio.perform(cues, self._kit.settings.speed)

    def picked(self, faces: tuple[str, ...], step: Any) -> None:
        """Say which cards are picked, and what they make together."""
        self.closed()
        self._say(lambda: self._about_picked(faces, step))

    def _about_picked(self, faces: tuple[str, ...], step: Any) -> tuple[str, ...]:
        words, seen = self._words(), self._session.observe()
        cards = [self._face.card_words(words, face, seen).title for face in faces]
        made = () if step is None else self._face.preview(seen, step, words).sentence
        return ", ".join(cards), to_plain(made)

    def closed(self) -> None:
        """Say no more of it."""
        if self._kit.settings.spoken_log:
            self._kit.speech.hush()

    def _say(self, tell: Callable[[], tuple[str, ...]]) -> None:
        if self._kit.settings.spoken_log:
            self._kit.speech.say(tell(), self._kit.texts.language)


def build_failures_section(
    face: AnyGameView, words: SeatWords, session: Session
) -> tuple[LogSection, ...]:
    """Give a section of the log about the AI players that have failed; none where none has."""
    lines = [
        LogLine(nth, each.seat, (Run(face.trouble_line(words, session.match, each)),))
        for nth, each in enumerate(session.troubles, start=1)
    ]
    return (LogSection(words.texts("Trouble"), tuple(lines)),) if lines else ()
