"""The title screen.

One game is selected: its panel is larger and has the main buttons.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from threading import Thread
from typing import Final

import pygame

from red7_desktop import PRODUCT, __version__
from red7_desktop.app.feature import Navigator, lay_out_tiles
from red7_desktop.app.matches.match_desk import Occasion, describe_standing, occasion_of
from red7_desktop.kit import devices
from red7_desktop.kit.look.emblem import TitleArt, write_logo
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.pages.forms import build_fan
from red7_desktop.kit.pages.page import PAGE_OPENING, Page, build_key_line, consume_presses
from red7_desktop.kit.settings import QUIET_MUSIC
from red7_desktop.kit.storage import BackgroundTask
from red7_desktop.scene import node, pictures, theme
from red7_desktop.scene.boxes import Slot, across, column, down, ends, put, row, wrap
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.widgets import runs, widget
from red7_desktop.scene.widgets.button import Button, get_button_gap
from red7_desktop.tabletop.match import SavedMatch

_CHOSEN: Final = 0.58
"""Share of the games' area that the selected game gets if there are two games."""
_MENU: Final = Size(190.0, 84.0)
"""Minimum width and usual height of each of a game's buttons (play, rules and so on), in design
units at zoom 1."""
_CONTINUE: Final = 400.0
"""Width of the button that continues a match, in design units at zoom 1. The button also shows the
match's standing."""
_TILES: Final = 0.28
"""Maximum height of the tiles (daily deal, lessons and so on) as a share of the screen's height
above the bottom row."""
_ICONS: Final = {"continue": "play", "play": "cards", "rules": "book"}
_LOGO: Final = (0.26, 0.58)
"""Largest height and width of a game's logo as shares of its panel."""
_LEAST_EMBLEM: Final = 175.0
"""Minimum height of a game's title art in design units at any zoom; with less room the art is left
out."""
_SWITCH: Final = 48.0
"""Side of the square button between the two games that selects the other game, in design units at
zoom 1."""
_DESCENT: Final = 1.12
"""Height reserved for the logo including descenders, as a multiple of its line height."""
_BESIDE: Final = 1.35
"""Minimum ratio of width to height for a game's panel that shows the game's emblem (picture) to the
right of the text. In narrower panels the emblem is below the text."""
_BESIDE_WORDS: Final = 0.68
"""Factor that reduces the maximum width of a game's logo and text if the game's emblem (picture) is
beside them."""
_SLIM: Final = 0.75
"""A game's logo is placed beside the game's emblem (picture) only if the logo keeps at least this
share of its usual size. Otherwise the logo gets the panel's whole width."""
_ROOMY: Final = 1000.0
"""Minimum height of the window, in design units at zoom 1, for showing the product's name and some
icons at the top."""
_LOW: Final = 760.0
"""If the window is less high than this, in design units at zoom 1, all buttons have the same font
size."""
_LARGER: Final = 1.025
"""Factor for the logo's measured width, because enlarged letters may be slightly wider than the
enlarged measurement."""


class TitleScreen(Page):
    """The title screen. Esc and the gamepad's B do nothing, because there is no previous screen."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator.ui, "title", on_leave=lambda: None)
        self._navigator = navigator
        self._chosen = navigator.setups.last
        self._games = {name: row.view() for name, row in navigator.catalogue.items()}
        self._generation = navigator.library.generation
        self._running = navigator.library.last_by_game(self._chosen)
        self._saved: dict[str, BackgroundTask[SavedMatch | None]] = {}
        self._emblems: list[TitleArt] = []
        self._left: list[Callable[[], None]] = []
        self._untold: Button | None = None
        self._has_dealt = self._is_seen = False
        self._known: object = None
        self.first = self._main

    @property
    def _main(self) -> str:
        if self._chosen in self._running:
            return "continue"
        return "play"

    def _tiles_state(self) -> list[object]:
        """Return the values that the tiles depend on; if they change, the screen is rebuilt."""
        return [*[each.tile_state for each in self._navigator.features], self._generation]

    def build(self) -> None:
        self.add_room()
        margin = self.look.theme.sizes.safe_margin
        inner = self.look.visible_area.inflated(-1.5 * margin)
        self._known = self._tiles_state()
        foot = self._build_foot(inner.w)
        features = self._navigator.features
        listed = [tile for each in features for tile in each.list_tiles(self._chosen)]
        most = Size(inner.w, _TILES * (inner.h - foot.size.h))
        if listed:
            tiles = lay_out_tiles(self.look, listed, most)
        else:
            tiles = node.Node()
        if tiles.size.h:
            below = column(tiles, margin, foot)
        else:
            below = foot
        above = self._build_head(inner.w)
        whole = node.Node(name="title", position=inner.position, size=inner.size)
        self.node.add(put(below, whole, 0.0, 1.0))
        head = 0.0
        if above is not None:
            put(above, whole, 0.0, 0.0)
            head = above.size.h + margin
        rooms: list[Rect] = []
        down(head, Slot(rooms.append, weight=1.0), margin + below.size.h).place(inner)
        (room,) = rooms
        self._emblems = []
        self._left = []
        self._untold = None
        for fan in [each for each in tiles.walk() if each.name == "tile cards"]:
            self._begin_late(partial(self._fill_fan, fan))
        areas = self._areas(room, margin)
        edge = min(2.2 * self.look.theme.sizes.padding, *[0.05 * area.w for area in areas])
        for game, area in zip(self._games, areas, strict=True):
            self._add_game(game, area, edge)
        if len(areas) == 2 and areas[0].right < areas[1].x:
            self._begin_late(partial(self._add_switch, areas[0], areas[1], edge))
        self._has_dealt = True

    def on_settings_changed(self) -> None:
        for emblem in self._emblems:
            emblem.set_motion(self.ui.settings.animates_celebrations)

    def tick(self, now: float) -> None:
        if self._navigator.library.generation != self._generation:
            self._generation = self._navigator.library.generation
            self._running = self._navigator.library.last_by_game(self._chosen)
        if self._tiles_state() != self._known:
            self.rebuild()
        while self._left and self._is_seen:
            self._left.pop()()
        if self._is_seen:
            self._tell_standing()
        self._is_seen = True
        for emblem in self._emblems:
            emblem.tick(now)

    @property
    def needs_tick(self) -> bool:
        is_due = bool(self._left) or self._untold is not None
        return is_due or any(emblem.is_moving for emblem in self._emblems)

    def _tell_standing(self) -> None:
        if self._untold is None:
            return
        game = self._chosen
        if game not in self._saved:
            read = partial(self._navigator.library.saved_in, self._running[game])
            self._saved[game] = BackgroundTask(read)
            Thread(target=self._saved[game].run, name="standing", daemon=True).start()
        reading = self._saved[game]
        if reading.is_done:
            # Show nothing for an unreadable match; continuing it shows the error.
            told: Sequence[str] = ()
            saved = None
            if reading.error is None:
                saved = reading.result()
            if saved is not None:
                match = saved.match
                begun = self._navigator.name_occasion(
                    Occasion(match.game.name, match.seed, occasion_of(saved))
                )
                told = describe_standing(saved, self._games[game], self.ui.texts, begun)
            self._untold.subtitles = told
            self._untold = None

    def leave(self) -> None:
        """Do nothing, because there is no previous screen."""

    def _choose(self, name: str) -> None:
        self.ui.animate_change(PAGE_OPENING)
        self._chosen = name
        self._navigator.choose_game(name)
        self.first = self._main
        self.rebuild(self.first)

    # -- parts for all games -----------------------------------------------------------------

    def _build_head(self, width: float) -> node.Node | None:
        """Build the row at the top with the product's name and some buttons.

        Returns:
            The row; None in a low window, which has no room for it.
        """
        if not self._is_roomy:
            return None
        ink = self.look.theme.colour("text_soft")
        navigator = self._navigator
        show_rules = partial(navigator.show_rules, view=self._games[self._chosen])
        pages = (
            ("settings", self.ui.texts("Settings"), navigator.show_settings),
            ("help", self.ui.texts("Rules"), show_rules),
        )
        tools = [self._build_music_switch()]
        tools += [
            self.button("", press, icon=build_icon(name, ink), name=name, caption=caption)
            for name, caption, press in pages
        ]
        name = widget.Label(self.look, PRODUCT, "heading", name="product")
        return row(name, row(*tools, gap=get_button_gap(self.look)), width=width)

    def _build_music_switch(self) -> Button:
        settings = self.ui.settings
        is_on = settings.music_volume > 0 and not settings.muted
        texts = self.ui.texts
        return self.button(
            "",
            partial(self._switch_music, is_on=not is_on),
            icon=build_icon("music" if is_on else "music_off", self.look.theme.colour("text_soft")),
            name="music",
            caption=texts("Turn music off") if is_on else texts("Turn music on"),
        )

    def _switch_music(self, *, is_on: bool) -> None:
        settings = self.ui.settings
        if is_on:
            changed = replace(settings, music_volume=QUIET_MUSIC, muted=False)
        else:
            changed = replace(settings, music_volume=0)
        self.ui.change_settings(changed)

    def apply_settings(self, changed: frozenset[str]) -> None:
        super().apply_settings(changed)
        if "music_volume" in changed:
            self.rebuild()

    @property
    def _is_roomy(self) -> bool:
        return self.look.visible_area.h >= _ROOMY * self.zoom

    def _build_foot(self, width: float) -> node.Node:
        texts = self.ui.texts
        navigator = self._navigator
        asked = [("quit", texts("Quit"), navigator.quit)]
        if not self._is_roomy:
            asked.insert(0, ("settings", texts("Settings"), navigator.show_settings))
        if navigator.has_matches:
            asked.insert(0, ("matches", texts("Matches"), navigator.show_matches))
        buttons = [self.button(words, press, name=name) for name, words, press in asked]
        words = texts("Version {version}, made by fans", version=__version__)
        version = widget.Label(self.look, words, "note", align=pictures.Align.END, name="version")
        version.is_speech_hidden = True
        gap = get_button_gap(self.look)
        keys = (
            (texts("Arrows"), texts("move")),
            (devices.key_words(pygame.K_RETURN, texts), texts("choose")),
        )
        left = row(*buttons, gap=gap)
        line = build_key_line(self.ui, keys, width - left.size.w - version.size.w - 4 * gap)
        return ends(row(left, line, gap=2 * gap), version, width, gap, name="foot")

    # -- the games ---------------------------------------------------------------------------

    def _areas(self, room: Rect, gap: float) -> list[Rect]:
        """Divide a rectangle among the games along its longer side.

        The selected game gets the largest part.
        """
        chosen = 1.4
        if len(self._games) == 2:
            chosen = _CHOSEN / (1.0 - _CHOSEN)
        areas: list[Rect] = []
        slots = [
            Slot(areas.append, weight=chosen if game == self._chosen else 1.0)
            for game in self._games
        ]
        arrange = across if room.w >= room.h else down
        arrange(*slots, gap=gap).place(room)
        return areas

    def _look_of(self, game: str) -> theme.ResolvedTheme:
        theme = self._navigator.presentation.theme_of(self._games[game])
        return self.look._replace(theme=theme)

    def _add_game(self, game: str, area: Rect, edge: float) -> None:
        look = self._look_of(game)
        if game == self._chosen:
            style = "active"
        else:
            style = "panel"
        panel = widget.Panel(look, area.size, style, name=f"game {game}", interactive=True)
        panel.position = area.position
        panel.on_activate = partial(self._choose, game)
        if game == self._chosen:
            panel.on_gesture = consume_presses
        else:
            panel.on_gesture = None
        wash = node.Node(name="wash", size=area.size, clips=True)
        for picture, part in self._games[game].style.ambience.panel_lights:
            place = Rect(part.x * area.w, part.y * area.h, part.w * area.w, part.h * area.h)
            wash.add(node.Node(picture=picture, position=place.position, size=place.size))
        panel.add(wash)
        inside = node.Node(name="inside", size=Rect(0.0, 0.0, *area.size).inflated(-edge).size)
        put(inside, panel)
        buttons = self._build_buttons(game, inside.size)
        put(buttons, inside, 0.0, 1.0)
        free = Size(inside.size.w, inside.size.h - buttons.size.h - get_button_gap(self.look))
        is_beside = area.w > _BESIDE * area.h and self._is_slim(game, inside.size)
        words = self._build_words(game, inside.size, is_beside=is_beside)
        if is_beside and words.size.h > free.h and free.h < _LEAST_EMBLEM:
            is_beside = False
            words = self._build_words(game, inside.size, is_beside=False)
        top = words.size.h
        if top > free.h:  # Remove the motto below the logo, because it doesn't fit.
            motto = words.children[-1]
            top = motto.position.y
            motto.detach()
        put(words, inside, 0.0, 0.0)
        self.node.add(panel)
        room = Rect(*(area.position + inside.position), *free)
        emblem = Slot(partial(self._add_emblem, game), weight=1.0)
        if is_beside:
            across(_LOGO[1] * free.w * 0.62, emblem, -0.7 * edge).place(room)
        else:
            down(top, emblem).place(room)

    def _add_switch(self, left: Rect, right: Rect, edge: float) -> None:
        """Add a button between two games that selects the other game.

        Users without a pointer need the button to reach the other game's tiles, such as its
        lessons.
        """
        seam = node.Node(name="seam", position=Vec(left.right, left.y))
        seam.size = Size(right.x - left.right, left.h)
        side = min(_SWITCH * self.zoom, seam.size.w + 1.4 * edge)
        icon = build_icon("sides", self.look.theme.colour("text"))
        other = next(game for game in self._games if game != self._chosen)
        size = Size(side, side)
        choose = partial(self._choose, other)
        button = self.button("", choose, icon=icon, size=size, name="switch")
        title = self._games[other].title(self.ui.texts)
        button.caption = f"{self.ui.texts('Choose')}, {title}"
        self.node.add(put(button, seam))

    def _is_slim(self, game: str, inner: Size) -> bool:
        look = self._look_of(game)
        wide, high = runs.RunsLabel(
            look, write_logo(look, self._games[game].title(self.ui.texts)), "logo"
        ).size
        return _LOGO[1] * _BESIDE_WORDS * inner.w * high >= _SLIM * _LOGO[0] * inner.h * wide

    def _build_words(self, game: str, inner: Size, *, is_beside: bool) -> node.Node:
        texts = self.ui.texts
        zoom = self.zoom
        look = self._look_of(game)
        high, wide = _LOGO
        logo = runs.RunsLabel(
            look, write_logo(look, self._games[game].title(texts)), "logo", name="logo"
        )
        width = (wide * _BESIDE_WORDS if is_beside else 1.0) * inner.w
        logo.scale = min(high * inner.h / logo.size.h, width / (_LARGER * logo.size.w))
        name = node.Node(name="name", size=Size(width, logo.size.h * logo.scale * _DESCENT))
        name.add(logo)
        words = self._games[game].style.motto(texts)
        ink = look.theme.colour("text")
        motto = widget.Label(
            *(look, words, "lead"), colour=ink, max_width=width, wraps=True, name="tagline"
        )
        return column(name, motto, gap=8.0 * zoom)

    def _build_buttons(self, game: str, inner: Size) -> node.Node:
        """Return a game's buttons in as many rows as necessary.

        The nodes of the selected game's buttons have names such as "play". Other games add the name
        of the game, because the names on a screen are unique.
        """
        texts = self.ui.texts
        is_chosen = game == self._chosen
        navigator = self._navigator
        asked: list[tuple[str, str, Callable[[], None]]] = [
            (
                "play",
                texts("New game") if game in self._running else texts("Play"),
                partial(navigator.show_new_game, game),
            ),
            ("rules", texts("Rules"), partial(navigator.show_rules, view=self._games[game])),
        ]
        if game in self._running:
            resume = partial(navigator.resume, self._running[game])
            asked.insert(0, ("continue", texts("Continue"), resume))
        gap = get_button_gap(self.look)
        height = min(_MENU.h * self.zoom, 0.2 * inner.h)
        shared = (inner.w - 2 * gap) / 3
        look = self._look_of(game)
        ink = look.theme.colour("text")
        is_low = look.visible_area.h < _LOW * self.zoom
        tall = "menu_first" if is_low else "hud_go"
        buttons = [
            Button(
                *(look, words, press),
                icon=build_icon(_ICONS[name], ink),
                name=name if is_chosen else f"{name} {game}",
                size=Size(0.0, height),
                style=tall if is_chosen and name == self._main else "menu",
                caption=f"{words}, {self._games[game].title(texts)}",
            )
            for name, words, press in asked
        ]
        for button in buttons:
            button.set_min_width(min(_MENU.w * self.zoom, shared))
        if is_chosen and game in self._running:
            buttons[0].set_min_width(min(_CONTINUE * self.zoom, inner.w))
            self._untold = buttons[0]
        return wrap(buttons, inner.w, gap)

    def _add_emblem(self, game: str, room: Rect) -> None:
        """Add a game's emblem if there is room.

        At the start of the program, the emblems' cards are dealt from the second frame on, because
        loading their pictures would delay the first one.
        """
        if room.h < _LEAST_EMBLEM:
            return
        place = node.Node(name=f"emblem {game}")
        self.node.add(place)
        self._begin_late(partial(self._fill, place, game, room, is_new=not self._has_dealt))

    def _begin_late(self, fill: Callable[[], None]) -> None:
        """Run a function now, or after the first frame if the program is still starting."""
        if self._has_dealt:
            fill()
        else:
            self._left.append(fill)

    def _fill_fan(self, place: node.Node) -> None:
        navigator = self._navigator
        view = self._games[self._chosen]
        kinds = view.setup.list_presets(navigator.setups.of(self._chosen), self.ui.texts)
        cards = max((kind.cards for kind in kinds), key=len, default=())
        put(build_fan(navigator.presentation.ui_for(view), cards, 0.86 * place.size.h), place)

    def _fill(self, place: node.Node, game: str, room: Rect, *, is_new: bool) -> None:
        navigator = self._navigator
        view = self._games[game]
        ui = navigator.presentation.ui_for(view)

        def show_rules_or_choose(page_key: str) -> None:
            if game == self._chosen:
                navigator.show_rules(page_key, view=view)
            else:
                self._choose(game)

        emblem = view.style.build_title_art(ui, room, show_rules_or_choose)
        if emblem is None:
            return
        self._emblems.append(emblem)
        place.add(emblem)
        if game != self._chosen:
            emblem.on_activate = partial(self._choose, game)
        emblem.set_motion(self.ui.settings.animates_celebrations)
        if is_new:
            emblem.deal()
