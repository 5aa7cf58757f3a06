"""Themed parts of the interface, each one for mouse, touch, keyboard and pad alike."""

from __future__ import annotations

from red7_desktop.scene.widgets.button import Button, Control
from red7_desktop.scene.widgets.dialog import Dialog, Toast, ToastRack
from red7_desktop.scene.widgets.fields import ChoiceControl, Slider, Switch, TextField
from red7_desktop.scene.widgets.scroll import ListRow, ScrollView
from red7_desktop.scene.widgets.widget import Label, Panel, Widget

__all__ = [
    "Button",
    "ChoiceControl",
    "Control",
    "Dialog",
    "Label",
    "ListRow",
    "Panel",
    "ScrollView",
    "Slider",
    "Switch",
    "TextField",
    "Toast",
    "ToastRack",
    "Widget",
]
