"""Spring Cleaning's workbench."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from red7_desktop.lab.workbench import Workbench

COMMANDS: Final = ("legal", "perft", "replay")
"""Each is a module beside this one."""


class SpringWorkbench(Workbench):
    """What the laboratory can do with Spring Cleaning; each member is told in `Workbench`."""

    commands = MappingProxyType(
        {name: f"red7_desktop.lab.spring_cleaning.{name}" for name in COMMANDS}
    )


WORKBENCH: Final = SpringWorkbench()
