"""Themed parts of the interface, each one for mouse, touch, keyboard and pad alike."""

from __future__ import annotations

from red7_desktop.scene.widgets.base import Widget
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.choice import ChoiceControl
from red7_desktop.scene.widgets.control import Control
from red7_desktop.scene.widgets.dialog import Dialog
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.list_row import ListRow
from red7_desktop.scene.widgets.panel import Panel
from red7_desktop.scene.widgets.scroll_view import ScrollView
from red7_desktop.scene.widgets.slider import Slider
from red7_desktop.scene.widgets.switch import Switch
from red7_desktop.scene.widgets.text_field import TextField
from red7_desktop.scene.widgets.toast import Toast, ToastRack

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
