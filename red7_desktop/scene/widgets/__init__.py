"""Themed parts of the interface, each one for mouse, touch, keyboard and pad alike."""

from __future__ import annotations

from red7_desktop.scene.widgets.base import Widget
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.dialog import Dialog
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.panel import Panel
from red7_desktop.scene.widgets.toast import Toast, ToastRack

__all__ = ["Button", "Dialog", "Label", "Panel", "Toast", "ToastRack", "Widget"]
