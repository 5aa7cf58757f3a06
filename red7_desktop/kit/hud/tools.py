"""The row of small buttons at the top right: log, speed, help, settings, and a game's own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from red7_desktop.kit.hud.hud_button import ButtonLook, HudButton
from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.model import SETTINGS, SPEED
from red7_desktop.kit.hud.part import Part
from red7_desktop.kit.input.intents import Intent
from red7_desktop.kit.language.rich_text import runs_of
from red7_desktop.kit.language.texts import Texts
from red7_desktop.kit.settings import Settings
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.theme.style import Look


class Tool(NamedTuple):
    """A small button: what it asks for, its icon, and its tip. A key that asks the same is told."""

    ask: str
    icon: str
    tip: str


def list_tools(texts: Texts, own: Iterable[Tool] = ()) -> tuple[Tool, ...]:
    """List the tools of a table; a game's own stand behind the log."""
    return (
        Tool(Intent.LOG, "log", texts("Log of the match")),
        *own,
        Tool(SPEED, "speed", texts("Speed")),
        Tool(Intent.RULES, "help", texts("Rules")),
        Tool(SETTINGS, "settings", texts("Settings")),
    )


@dataclass(frozen=True, slots=True)
class ToolsModel:
    """Which tools are on, by what they ask for, and the speed in words ("2×", "" for the usual)."""

    on: frozenset[str] = frozenset()
    speed: str = ""


class ToolRow(Part[ToolsModel]):
    """Square buttons that end at the right edge of the zone; each calls `on_command`."""

    def __init__(
        self,
        look: Look,
        ink: TextStyler,
        tools: Sequence[Tool],
        on_command: Callable[[str], object],
        **options: Any,
    ) -> None:
        super().__init__(look, ink, **options)
        self._tools = tools
        self.buttons = {
            tool.ask: HudButton(look, ink, partial(on_command, tool.ask), name=tool.icon)
            for tool in tools
        }
        self.add(*self.buttons.values())
        self.shown = ToolsModel()

    @property
    def hints(self) -> Collection[str]:
        """Name what its tips name a key for."""
        return [tool.ask for tool in self._tools]

    def compose(self, value: ToolsModel) -> None:
        """Share the zone between the buttons."""
        w, h = self.size
        count = len(self._tools)
        side = min(h, w / count)
        gap = min(8.0, (w - side * count) / (count - 1))
        left = w - side * count - gap * (count - 1)
        for nth, (ask, icon, tip) in enumerate(self._tools):
            says_speed = ask == SPEED and bool(value.speed)
            prompt = self.look.prompts(ask)
            button = self.buttons[ask]
            button.show(
                ButtonLook(
                    "hud_tool_on" if ask in value.on else "hud_tool",
                    title=value.speed if says_speed else "",
                    title_style="button",
                    icon="" if says_speed else icon,
                    tip=runs_of(f"{tip} ({prompt.words})" if prompt is not None else tip),
                    icon_size=30.0,
                    padding=3.0,
                )
            )
            button.place(Rect(left + nth * (side + gap), (h - side) / 2, side, side))


def describe_speed(texts: Texts, settings: Settings) -> str:
    """Say how fast things go, in so few letters that a small button has room for large ones."""
    if settings.is_instant:
        return texts.within("speed", "max")
    return "" if settings.speed == 1.0 else texts("{n}×", n=texts.decimal(settings.speed))
