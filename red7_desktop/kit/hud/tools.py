"""The row of small buttons at the top right: log, lens, speed, help, settings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from red7_desktop.kit.hud.hud_button import ButtonFace, HudButton
from red7_desktop.kit.hud.ink import Ink
from red7_desktop.kit.hud.model import HudCommand
from red7_desktop.kit.hud.part import Part
from red7_desktop.kit.input.intents import Intent
from red7_desktop.kit.language.rich_text import runs_of
from red7_desktop.kit.language.texts import Texts
from red7_desktop.kit.settings import Settings
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.theme.style import Look

TOOLS: Final = (
    HudCommand.LOG,
    HudCommand.LENS,
    HudCommand.SPEED,
    HudCommand.HELP,
    HudCommand.SETTINGS,
)

KEYS: Final[Mapping[HudCommand, Intent]] = MappingProxyType(
    {
        HudCommand.LOG: Intent.LOG,
        HudCommand.LENS: Intent.LENS,
        HudCommand.HELP: Intent.RULES,
    }
)
"""The tools whose tips name a key."""


@dataclass(frozen=True, slots=True)
class ToolsModel:
    """Which tools are on, and the speed in words ("2×", "" for the usual one)."""

    on: frozenset[HudCommand] = frozenset()
    speed: str = ""


class ToolRow(Part[ToolsModel]):
    """Square buttons that end at the right edge of the zone; each calls `on_command`."""

    def __init__(
        self,
        look: Look,
        ink: Ink,
        texts: Texts,
        on_command: Callable[[HudCommand], None],
        **options: Any,
    ) -> None:
        super().__init__(look, ink, **options)
        self._texts = texts
        self.buttons = {
            tool: HudButton(look, ink, lambda tool=tool: on_command(tool), name=str(tool))  # type: ignore[misc]
            for tool in TOOLS
        }
        self.add(*self.buttons.values())
        self.shown = ToolsModel()

    @property
    def hints(self) -> Collection[str]:
        """Name what its tips name a key for."""
        return KEYS.values()

    def compose(self, value: ToolsModel) -> None:
        """Share the zone between the buttons."""
        w, h = self.size
        side = min(h, w / len(TOOLS))
        gap = min(8.0, (w - side * len(TOOLS)) / (len(TOOLS) - 1))
        left = w - side * len(TOOLS) - gap * (len(TOOLS) - 1)
        for nth, (tool, button) in enumerate(self.buttons.items()):
            says_speed = tool is HudCommand.SPEED and bool(value.speed)
            prompt = self.look.prompts(KEYS[tool]) if tool in KEYS else None
            tip = self._tip(tool)
            button.show(
                ButtonFace(
                    "hud_tool_on" if tool in value.on else "hud_tool",
                    title=value.speed if says_speed else "",
                    title_style="button",
                    icon="" if says_speed else str(tool),
                    tip=runs_of(f"{tip} ({prompt.words})" if prompt is not None else tip),
                    icon_size=30.0,
                    padding=3.0,
                )
            )
            button.place(Rect(left + nth * (side + gap), (h - side) / 2, side, side))

    def _tip(self, tool: HudCommand) -> str:
        texts = self._texts
        return {
            HudCommand.LOG: texts("Log of the match"),
            HudCommand.LENS: texts("Everybody under all seven rules"),
            HudCommand.SPEED: texts("Speed"),
            HudCommand.HELP: texts("Rules"),
            HudCommand.SETTINGS: texts("Settings"),
        }[tool]


def speed_words(texts: Texts, settings: Settings) -> str:
    """Say how fast things go, in so few letters that a small button has room for large ones."""
    if settings.is_instant:
        return texts.within("speed", "max")
    return "" if settings.speed == 1.0 else texts("{n}×", n=texts.decimal(settings.speed))
