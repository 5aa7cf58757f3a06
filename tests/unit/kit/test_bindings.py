"""Keys and pad buttons: what they ask for, changing and keeping that, the page about them."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from red7_desktop.games.registry import CATALOGUE, describe_own_intents
from red7_desktop.kit import bindings
from red7_desktop.kit.bindings import BindingError, Bindings, Intent, build_bindings, list_changes
from red7_desktop.kit.devices import Controls, PadKind, build_key_prompt, pad_kind, pad_prompt
from red7_desktop.kit.texts import Texts
from red7_desktop.scene import keyboard
from red7_desktop.scene.commands import CapShape, Prompt
from red7_desktop.scene.paint import surfaces

KEYBOARD: bindings.Side = bindings.Device.KEYBOARD
PAD: bindings.Side = bindings.Device.PAD


def down(key: int, mod: int = 0) -> pygame.Event:
    return pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0)


def pushed(button: int) -> pygame.Event:
    return pygame.Event(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=0)


def test_default_bindings_are_complete_and_without_conflicts() -> None:
    made = Bindings()
    for side in (KEYBOARD, PAD):
        table = made.inputs_of(side)
        assert set(table) == set(Intent)
        assert all(table[intent] for intent in bindings.REQUIRED_INTENTS)
        for intent, keys in table.items():
            assert [bindings.find_conflicts(table, intent, key) for key in keys] == [[]] * len(keys)


@pytest.mark.parametrize(
    ("key", "mod", "meant"),
    [
        (pygame.K_z, 0, {Intent.UNDO}),
        (pygame.K_z, pygame.KMOD_LSHIFT, {Intent.UNDO}),
        (pygame.K_z, pygame.KMOD_LCTRL, set()),
        (pygame.K_z, pygame.KMOD_LALT, set()),
        (pygame.K_TAB, 0, {Intent.NEXT}),
        (pygame.K_TAB, pygame.KMOD_LSHIFT, {Intent.PREVIOUS}),
        (pygame.K_RETURN, 0, {Intent.ACTIVATE, Intent.END}),
        (pygame.K_q, 0, set()),
    ],
)
def test_key_maps_to_its_intent(key: int, mod: int, meant: set[Intent]) -> None:
    assert Bindings().find_intents(down(key, mod)) == meant


LAYOUTS = {
    "ru": {pygame.KSCAN_H: ord("р"), pygame.KSCAN_Z: ord("я")},
    "el": {pygame.KSCAN_H: ord("η"), pygame.KSCAN_Z: ord("ζ")},
    "he": {pygame.KSCAN_H: ord("י"), pygame.KSCAN_Z: ord("ז"), pygame.KSCAN_Q: ord("/")},
}
"""Some of the signs that keys have on layouts without Latin letters."""


@pytest.fixture(params=LAYOUTS)
def layout(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> dict[int, int]:
    """A keyboard layout that is active instead of the real one."""
    keys = LAYOUTS[request.param]
    monkeypatch.setattr(keyboard, "has_key", lambda key: key in keys.values())
    monkeypatch.setattr(keyboard, "key_at", lambda place: keys.get(place, 0))
    return keys


def test_letter_is_bound_by_position_on_any_layout(layout: dict[int, int]) -> None:
    for place, intent in ((pygame.KSCAN_H, Intent.HINT), (pygame.KSCAN_Z, Intent.UNDO)):
        event = pygame.Event(pygame.KEYDOWN, key=layout[place], mod=0, unicode="", scancode=place)

        assert Bindings().find_intents(event) == {intent}
        assert (
            build_key_prompt((pygame.K_h, False), Texts()).label
            == chr(layout[pygame.KSCAN_H]).upper()
        )


def test_key_rebound_by_its_layout_letter_maps_to_the_new_intent(layout: dict[int, int]) -> None:
    sign = layout[pygame.KSCAN_H]
    made = Bindings().with_binding(KEYBOARD, Intent.RULES, (sign, False))
    event = pygame.Event(pygame.KEYDOWN, key=sign, mod=0, unicode="", scancode=pygame.KSCAN_H)

    assert made.find_intents(event) == {Intent.RULES}


def test_letter_elsewhere_on_the_layout_is_not_bound_by_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(keyboard, "has_key", lambda key: True)
    event = pygame.Event(
        pygame.KEYDOWN, key=pygame.K_COMMA, mod=0, unicode=",", scancode=pygame.KSCAN_M
    )

    assert Bindings().find_intents(event) == frozenset()


def test_rebinding_a_key_swaps_with_its_owner() -> None:
    made = Bindings().with_binding(KEYBOARD, Intent.UNDO, (pygame.K_h, False))
    assert made.keys[Intent.UNDO] == ((pygame.K_h, False),)
    assert made.keys[Intent.HINT] == ((pygame.K_z, False),)


def test_rebinding_does_not_swap_when_other_keys_remain() -> None:
    made = Bindings().with_binding(KEYBOARD, Intent.UNDO, (pygame.K_SPACE, False))
    assert made.keys[Intent.UNDO] == ((pygame.K_SPACE, False),)
    assert made.keys[Intent.ACTIVATE] == ((pygame.K_RETURN, False), (pygame.K_KP_ENTER, False))
    assert made.keys[Intent.SKIP] == ((pygame.K_f, False),)


def test_required_intent_keeps_its_last_button() -> None:
    with pytest.raises(BindingError) as refused:
        Bindings().with_binding(PAD, Intent.OFFER, pygame.CONTROLLER_BUTTON_A)
    assert refused.value.unbound_intent is Intent.ACTIVATE


@pytest.mark.parametrize(
    "key", [bindings.ESCAPE, (pygame.K_LSHIFT, False), (pygame.K_CAPSLOCK, False)]
)
def test_reserved_keys_cannot_be_bound(key: tuple[int, bool]) -> None:
    with pytest.raises(BindingError):
        Bindings().with_binding(KEYBOARD, Intent.UNDO, key)


def test_escape_always_goes_back() -> None:
    made = Bindings().with_binding(KEYBOARD, Intent.BACK, (pygame.K_BACKSPACE, False))
    assert Intent.BACK in made.find_intents(down(pygame.K_ESCAPE))
    assert Intent.BACK in made.find_intents(down(pygame.K_BACKSPACE))
    keys, _ = made.commands()
    assert bindings.ESCAPE in keys


def test_changed_bindings_round_trip() -> None:
    made = Bindings().with_binding(KEYBOARD, Intent.UNDO, (pygame.K_h, True))
    made = made.with_binding(KEYBOARD, Intent.EXTRA, (246, False)).with_binding(
        PAD, Intent.OFFER, bindings.LEFT_TRIGGER
    )
    kept = list_changes(made, KEYBOARD), list_changes(made, PAD)
    assert ("lens", ("#246",)) in kept[0]
    assert build_bindings(*kept) == made
    assert list_changes(Bindings(), KEYBOARD) == ()


# -- what is shown -----------------------------------------------------------------------------


def used(controls: Controls, event: pygame.Event, pad: PadKind = PadKind.XBOX) -> Controls:
    controls.track_device(event, pad)
    return controls


def test_prompts_follow_the_last_device() -> None:
    controls, texts = Controls(), Texts()
    assert controls.prompts(texts)(Intent.END) == Prompt("Enter", is_tip_only=True)
    used(controls, pushed(pygame.CONTROLLER_BUTTON_A))
    assert controls.prompts(texts)(Intent.END) == Prompt("RB", "", CapShape.PILL)
    assert controls.prompts(texts)(Intent.OFFER) is None
    used(controls, down(pygame.K_TAB))
    assert controls.prompts(texts)(Intent.UNDO) == Prompt("Z")
    used(controls, pygame.Event(pygame.FINGERDOWN))
    assert controls.prompts(texts)(Intent.UNDO) is None
    used(controls, pygame.Event(pygame.MOUSEBUTTONDOWN, button=1, touch=False))
    assert controls.prompts(texts)(Intent.UNDO) == Prompt("Z", is_tip_only=True)


def test_keyboard_prompt_names_the_global_key() -> None:
    controls = used(Controls(), down(pygame.K_TAB))
    assert controls.prompts(Texts())(Intent.END) == Prompt("T")


def test_prompts_change_with_the_kind_of_pad() -> None:
    controls = used(Controls(), pushed(0), PadKind.PLAYSTATION_5)

    prompt = controls.prompts(Texts())(Intent.ACTIVATE)

    assert prompt == Prompt("Cross", "cross", CapShape.DISC)


FACE = ("A", "B", "X", "Y")
SHAPES = ("Cross", "Circle", "Square", "Triangle")
NUMBERED = ("L1", "R1", "L2", "R2", "L3", "R3")
SIGNS = {
    PadKind.XBOX: (*FACE, "LB", "RB", "LT", "RT", "LS", "RS", "View", "Menu"),
    PadKind.STEAM_DECK: (*FACE, *NUMBERED, "View", "Menu"),
    PadKind.PLAYSTATION_4: (*SHAPES, *NUMBERED, "Share", "Options"),
    PadKind.PLAYSTATION_5: (*SHAPES, *NUMBERED, "Create", "Options"),
    PadKind.NINTENDO: (*FACE, "L", "R", "ZL", "ZR", "LS", "RS", "Minus", "Plus"),
}
"""What stands on the buttons of each kind of pad, in the order of BUTTONS."""
BUTTONS = (
    pygame.CONTROLLER_BUTTON_A,
    pygame.CONTROLLER_BUTTON_B,
    pygame.CONTROLLER_BUTTON_X,
    pygame.CONTROLLER_BUTTON_Y,
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER,
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER,
    bindings.LEFT_TRIGGER,
    bindings.RIGHT_TRIGGER,
    pygame.CONTROLLER_BUTTON_LEFTSTICK,
    pygame.CONTROLLER_BUTTON_RIGHTSTICK,
    pygame.CONTROLLER_BUTTON_BACK,
    pygame.CONTROLLER_BUTTON_START,
)


@pytest.mark.parametrize("kind", PadKind)
def test_pad_prompts_are_the_pads_own_glyphs(kind: PadKind) -> None:
    prompts = [pad_prompt(button, kind, Texts()) for button in BUTTONS]

    assert tuple(prompt.label for prompt in prompts) == SIGNS[kind]
    assert all(prompt.drawing in ("", *surfaces.GLYPHS) for prompt in prompts)


@pytest.mark.parametrize(
    ("sdl_type", "usb", "name", "kind"),
    [
        (1, (0x45E, 0x28E), "Xbox 360 Controller", PadKind.XBOX),
        (3, (0x54C, 0x268), "PS3 Controller", PadKind.PLAYSTATION_4),
        (4, (0x54C, 0x5C4), "Wireless Controller", PadKind.PLAYSTATION_4),
        (7, (0x54C, 0xCE6), "Wireless Controller", PadKind.PLAYSTATION_5),
        (5, (0x57E, 0x2009), "Pro Controller", PadKind.NINTENDO),
        (13, (0x57E, 0x2008), "Joy-Con (L/R)", PadKind.NINTENDO),
        (0, (0x28DE, 0x1205), "Steam Controller", PadKind.STEAM_DECK),
        (0, (0, 0), "Steam Deck Controller", PadKind.STEAM_DECK),
        (0, (0, 0), "Sony DualSense Wireless Controller", PadKind.PLAYSTATION_5),
        (0, (0, 0), "Sony Interactive Entertainment DualShock 4", PadKind.PLAYSTATION_4),
        (0, (0, 0), "Nintendo Switch Pro Controller", PadKind.NINTENDO),
        (0, (0, 0), "", PadKind.XBOX),
    ],
)
def test_kind_of_pad_follows_from_type_usb_ids_and_name(
    sdl_type: int, usb: tuple[int, int], name: str, kind: PadKind
) -> None:
    assert pad_kind(sdl_type, usb, name) is kind


def test_mouse_event_synthesised_from_touch_is_touch() -> None:
    controls = used(Controls(), pygame.Event(pygame.FINGERDOWN))
    assert not controls.track_device(
        pygame.Event(pygame.MOUSEBUTTONDOWN, button=1, touch=True), PadKind.XBOX
    )
    assert controls.device is bindings.Device.TOUCH


def test_new_default_key_yields_to_a_stored_binding() -> None:
    kept = build_bindings((("hint", ("g",)),), (("hint", ("righttrigger",)), ("skip", ())))
    assert (kept.keys[Intent.HINT], kept.keys[Intent.NEXT_PLAY]) == (((pygame.K_g, False),), ())
    assert kept.pad[Intent.NEXT_PLAY] == ()
    assert build_bindings(list_changes(kept, KEYBOARD), list_changes(kept, PAD)) == kept
    with pytest.raises(BindingError):
        build_bindings((("hint", ("g",)), ("next_play", ("g",))), ())


# == The controls page names the current keys and buttons.

PAGE = Path(__file__).parents[3] / "docs" / "controls.md"


def rows() -> list[str]:
    texts, made = Texts(), Bindings()
    lines = []
    for intent, words in bindings.describe_intents(
        texts, describe_own_intents(CATALOGUE, texts)
    ).items():
        keys = dict.fromkeys(build_key_prompt(key, texts).label for key in made.keys[intent])
        pads = [pad_prompt(button, PadKind.XBOX, texts).label for button in made.pad[intent]]
        lines.append(f"| {words} | {', '.join(keys)} | {', '.join(pads)} |")
    return lines


def test_controls_page_documents_every_intent() -> None:
    page = PAGE.read_text(encoding="utf-8").splitlines()
    assert [row for row in rows() if row not in page] == []


def test_nameless_key_is_named_by_its_number() -> None:
    assert build_key_prompt((246, False), Texts()).label in {"Key 246", "\u00f6".upper()}
    assert build_key_prompt((1 << 29, False), Texts()).label == f"Key {1 << 29}"
