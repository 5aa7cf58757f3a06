"""Shows a puzzle that is being tried on its table: the goal above it, the tries, the buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.app.puzzles.moment import SolvedFlourish
from red7_desktop.app.puzzles.puzzle_words import PuzzleWords
from red7_desktop.app.puzzles.stages import AGAIN, ANSWER, LIST, NEXT, AttemptPhase
from red7_desktop.app.puzzles.strip import Strip
from red7_desktop.app.puzzles.tries_panel import TriesPanel
from red7_desktop.app.table_screen.foot import TableHandle, TableMode
from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.model import HistoryModel, TableModel
from red7_desktop.kit.input.intents import Intent
from red7_desktop.kit.language.rich_text import Runs, to_plain
from red7_desktop.kit.sound.sounds import Sound
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.node import Node
from red7_desktop.table.spec import lies_in, zone_name
from red7_desktop.tabletop.zones import zone_of

if TYPE_CHECKING:
    from red7_desktop.app.puzzles.attempt import Attempt
    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.kit.hud.part import Part
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.scene.theme.style import Look
    from red7_desktop.table.spec import ZoneSpec
    from red7_desktop.tabletop.zones import Zones

STANDS: Final = 2.6
"""Seconds, at the usual speed, that the table stands as a wrong turn has left it."""

_SOUNDS: Final = {AttemptPhase.SOLVED: Sound.WIN, AttemptPhase.WRONG: Sound.NOPE}


class PuzzleMode(TableMode):
    """Lets one puzzle be tried till it is solved, shown or left."""

    def __init__(self, kit: Ui, face: AnyGameView, attempt: Attempt) -> None:
        super().__init__(Node(name="puzzle"))
        self._kit = kit
        self._attempt = attempt
        self._session = attempt.session
        self._words = PuzzleWords(kit, face, attempt)
        self.title = self._words.title().line
        has_hands = attempt.laid.opened.open_hands
        self._strip = Strip(kit, attempt.session, has_hands=has_hands)
        self.node.add(self._strip)
        self._around: TableHandle | None = None
        self._stands_since: float | None = None
        self._middle = ""
        self._deeds: Final[Mapping[str, Callable[[], object]]] = {
            AGAIN: attempt.set_back,
            NEXT: attempt.skip,
            ANSWER: attempt.show_answer,
            LIST: attempt.ways.leave,
            Intent.HINT: self._hint,
        }
        self.leave = attempt.ways.leave

    # -- what the table calls ----------------------------------------------------------------

    @property
    def assists(self) -> bool:
        """No mark tells which cards are right."""
        return False

    def panel(self, look: Look, ink: TextStyler) -> Part[Any]:
        """Make the panel of tries."""
        return TriesPanel(look, ink, name="tries")

    def attach(self, around: TableHandle) -> None:
        """Hear of the table."""
        self._around = around

    def opened(self) -> None:
        """Hear of the stages, and have the goal read aloud."""
        self._attempt.on_stage = self._heard
        self._say(self._words.goal().words)

    def closed(self) -> None:
        """Let the attempt, which is kept to come back to, not keep the table."""
        if self._attempt.on_stage == self._heard:
            self._attempt.on_stage = None

    def room(self, visible: Rect) -> Rect:
        """Leave to the table what lies below the goal."""
        return self._strip.room(visible)

    def settle(self, visible: Rect) -> None:
        """Lie above the table."""
        self._strip.settle(visible)
        self._strip.show(self._words.goal())

    def shown(self, model: TableModel) -> TableModel:
        """Show what is asked, the tries and the puzzle's own buttons.

        What the game shows in the viewer's panel has no room beside the tries.
        """
        self._strip.show(self._words.goal())
        self._middle = model.middle
        panels = dict(model.panels)
        for spec in self._covered():
            panels.pop(spec.name, None)
        panels[zone_name("panel", 0)] = self._words.tries()
        return replace(
            model,
            title=replace(model.title, **self._words.title()._asdict()),
            panels=panels,
            history=HistoryModel(""),
            actions=self._words.actions(model.actions),
        )

    def laid(self, zones: Zones) -> Zones:
        """Leave out cards in the viewer's panel, such as those won: the tries lie there."""
        viewer = self._session.viewer
        covered = {zone_of(spec.kind, viewer or 0) for spec in self._covered() if spec.style}
        return {zone: cards for zone, cards in zones.items() if zone not in covered}

    def _covered(self) -> Iterator[ZoneSpec]:
        """List the zones in the viewer's panel."""
        if self._around is None:
            return
        layout = self._around.hud.layout
        own = layout.zone("panel", 0)
        for spec in layout.zones:
            if lies_in(spec.area, own.area):
                yield spec

    def find(self, asked: str) -> Callable[[], object] | None:
        """Give what does what is asked for."""
        is_shown = self._attempt.stage in (AttemptPhase.WRONG, AttemptPhase.SHOWN)
        goes_back = asked == Intent.UNDO or (asked == Intent.SKIP and not self._session.is_showing)
        if is_shown and goes_back:
            return self._attempt.set_back
        return self._deeds.get(asked)

    def tick(self, now: float) -> None:
        """Hear of a verdict; set the table back once everything has been seen."""
        self._attempt.tick()
        if self._attempt.stage is not AttemptPhase.WRONG or self._session.is_showing:
            self._stands_since = None
        elif self._stands_since is None:
            self._stands_since = now
        elif self._goes_back and now - self._stands_since > STANDS / self._kit.settings.speed:
            self._attempt.set_back()

    @property
    def is_waiting(self) -> bool:
        """Whether a verdict is to come, or the table to be set back."""
        is_wrong = self._attempt.stage is AttemptPhase.WRONG
        return self._attempt.is_waiting or (is_wrong and self._goes_back)

    @property
    def _goes_back(self) -> bool:
        """Whether the table goes back by itself: those who read or listen take their time."""
        settings = self._kit.settings
        return not (settings.reduced_motion or settings.spoken_log)

    # -- what is heard and asked for ---------------------------------------------------------

    def _heard(self, stage: AttemptPhase) -> None:
        """Show and say what has come of a turn."""
        if stage in _SOUNDS:
            self._kit.audio.play(_SOUNDS[stage])
        if stage is AttemptPhase.SOLVED:
            self._rejoice()
        if self._around is not None:
            if stage is not AttemptPhase.TRYING:
                self._around.hint(None)
            self._around.present()
        self._say(self._words.goal().words)

    def _rejoice(self) -> None:
        """Let the ring light up around what lies in the middle, as far as the streak goes."""
        settings = self._kit.settings
        if self._around is None or settings.reduced_motion or settings.is_instant:
            return
        self._strip.flash()
        hud, tries = self._around.hud, self._words.tries()
        spec = hud.layout.by_name.get(self._middle)
        if spec is not None:
            corners = [hud.world.apply(corner) for corner in spec.area.corners]
            ink = TextStyler(self._kit.faces, settings.colours)
            moment = SolvedFlourish(self._kit, ink, tries.lights, tries.lit, Rect.around(corners))
            self.node.add(moment)
            moment.play()

    def _hint(self) -> None:
        """Give the next of the three hints; the last one again."""
        if self._attempt.stage is AttemptPhase.TRYING and self._around is not None:
            hint = self._words.hint(self._attempt.take_hint())
            self._around.hint(hint)
            self._say((*hint.title, *[run for line in hint.why for run in line]))

    def _say(self, words: Runs) -> None:
        if self._kit.settings.spoken_log:
            self._kit.speech.say((to_plain(words),), self._kit.texts.language)
