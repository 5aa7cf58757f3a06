"""The lobby: the page on which users of phones join a match. It also opens during the match."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any, Final

import pygame

from red7_desktop.app.feature import build_disc
from red7_desktop.app.phones.host import PhoneHost
from red7_desktop.kit import phrases
from red7_desktop.kit.look.icons import build_icon, build_portrait
from red7_desktop.kit.pages.page import Page
from red7_desktop.phones.room import JoinRequest
from red7_desktop.scene.boxes import beside, column, pad, put, row
from red7_desktop.scene.geometry import NO_SIZE, Rect, Size
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.pictures import Colour, PaintedPicture, Picture
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.widget import Label, Panel
from red7_desktop.tabletop.game import SEAT_LETTERS

HELP_DELAY: Final = 20.0
"""Seconds without a phone after which the page shows help."""
_CODE: Final = 560.0
"""Side of the QR code, in design units at zoom 1."""
_LEAST_CODE: Final = 180.0
_LIGHT: Final = Colour(244, 236, 223)
_DARK: Final = Colour(18, 15, 25)
_QUIET: Final = 4
"""Width of the light margin around the QR code, in squares of the code. Cameras need the margin."""
_DISC: Final = 96.0
_CODE_SHARE: Final = 0.36
"""Width of the QR code as a share of the page's width."""


@lru_cache(maxsize=4)
def _list_modules(text: str) -> tuple[bytes, ...]:
    import segno

    code: Any = segno.make_qr(text, error="m")
    return tuple([bytes([module & 1 for module in line]) for line in code.matrix])


def make_qr_picture(text: str) -> Picture:
    """Return a picture of a QR code for a text, with its light margin."""

    def paint(w: int, h: int) -> pygame.Surface:
        modules = _list_modules(text)
        count = len(modules) + 2 * _QUIET
        small = pygame.Surface((count, count), depth=32)
        small.fill(_LIGHT[:3])
        for y, line in enumerate(modules):
            for x, module in enumerate(line):
                if module:
                    small.set_at((x + _QUIET, y + _QUIET), _DARK[:3])
        whole = pygame.Surface((w, h), depth=32)
        whole.fill(_LIGHT[:3])
        # Draw all modules (squares) of the QR code with the same whole number of pixels, because a
        # code with uneven squares is hard to scan.
        side = count * max(1, min(w, h) // count)
        scaled = pygame.transform.scale(small, (side, side))
        whole.blit(scaled, ((w - side) // 2, (h - side) // 2))
        return whole

    return PaintedPicture(("code", text), paint)


class LobbyPage(Page):
    """The page on which the host of a match manages the players who use phones.

    The page shows a QR code, which opens the match on a phone, and the seats with buttons. Before
    the match, the host admits users who have scanned the code. If the page is opened during a
    match, the host can play the hand of a phone's user on this screen, or give it to an AI player.
    """

    def __init__(
        self, host: PhoneHost, on_leave: Callable[[], None], *, as_overlay: bool = False
    ) -> None:
        super().__init__(host.ui, "lobby", on_leave, as_overlay=as_overlay)
        self._host = host
        self._is_patient = True
        if as_overlay:
            self.first = "close"
        else:
            self.first = "deal"

    def tick(self, now: float) -> None:
        super().tick(now)
        is_patient = self._host.uptime < HELP_DELAY
        if is_patient != self._is_patient:
            self._is_patient = is_patient
            self.rebuild(self.ui.stage.focus.focused_name(self.node))

    # -- layout --------------------------------------------------------------------------------

    def build(self) -> None:
        self.add_room()
        if self.as_overlay:
            sheet = self.add_sheet()
            top = self.add_head(sheet, self.ui.texts("Phones"))
            edge = self.edge
            gap = self.look.theme.sizes.gap
            room = Rect(edge, top + gap, sheet.size.w - 2 * edge, sheet.size.h - top - edge - gap)
            body = self._build_body(room.size)
            body.position = room.position
            sheet.add(body)
            return
        inner = self.look.visible_area.inflated(-1.4 * self.look.theme.sizes.safe_margin)
        gap = self.look.theme.sizes.gap
        back = build_glyph("left", self.look.theme.colour("text_soft"))
        title = self._title(self.ui.texts("Phones at the table"), 0.7 * inner.w)
        head = row(
            self.button("", self.leave, icon=back, name="back", caption=self.ui.texts("Back")),
            title,
            gap=1.5 * gap,
        )
        body = self._build_body(Size(inner.w, inner.h - head.size.h - 1.5 * gap))
        whole = column(head, body, gap=1.5 * gap)
        whole.position = inner.position
        self.node.add(whole)

    def _build_body(self, size: Size) -> Node:
        gap = 3 * self.look.theme.sizes.gap
        is_wide = size.w > size.h
        left_width = _CODE_SHARE * size.w if is_wide else size.w
        if is_wide:
            right_width = size.w - left_width - gap
        else:
            right_width = size.w
        foot = self._build_foot(right_width)
        high = size.h if is_wide else 0.42 * size.h
        left = self._build_code(Size(left_width, high))
        room = Size(right_width, (size.h if is_wide else size.h - high - gap) - foot.size.h)
        right = column(self._build_seats(room), foot)
        if is_wide:
            return row(left, right, gap=gap, share=0.0)
        return column(left, right, gap=gap)

    def _build_code(self, size: Size) -> Node:
        texts = self.ui.texts
        look = self.look
        gap = self.look.theme.sizes.gap
        if not self._host.url:
            why = texts("No network: phones can’t reach this computer.")
            return Label(look, why, "body", max_width=size.w, wraps=True, name="no network")
        advice = texts("Use this screen’s Wi-Fi. Each phone shows its own hand.")
        lines: list[Node] = [
            Label(look, self._host.address, "title", max_width=size.w, name="address"),
            Label(look, advice, "body", max_width=size.w, wraps=True),
        ]
        if sys.platform == "win32":
            asks = texts("If Windows asks, allow private networks.")
            lines.append(Label(look, asks, "body", max_width=size.w, wraps=True))
        lines += self._build_help(size.w)
        rest = sum(line.size.h for line in lines) + gap * len(lines)
        side = max(_LEAST_CODE * self.zoom, min(_CODE * self.zoom, size.w, size.h - rest))
        code = Node(name="code", size=Size(side, side), picture=make_qr_picture(self._host.url))
        return column(code, *lines, gap=gap, width=size.w, name="left")

    def _build_help(self, width: float) -> list[Node]:
        """Return texts about possible reasons if no phone has connected for a while, or []."""
        room = self._host.room
        texts = self.ui.texts
        look = self.look
        has_come = room is not None and bool(room.guests or room.requests)
        if has_come or self._is_patient:
            return []
        edge = 0.7 * look.theme.sizes.padding
        wide = width - 2 * edge
        question = texts("Nobody has come yet?")
        advice = texts("Use the same Wi-Fi: no mobile data, no guest network.")
        parts: list[Node] = [
            Label(look, question, "strong", max_width=wide),
            Label(look, advice, "body", max_width=wide, wraps=True),
        ]
        if self._host.has_other_addresses:
            parts.append(
                self.button(
                    texts("Try another address"),
                    self._host.try_next_address,
                    style="plain",
                    name="next address",
                )
            )
        panel = Panel(look, NO_SIZE, "active", name="help")
        return [pad(column(*parts, gap=0.4 * look.theme.sizes.gap), edge, into=panel)]

    # -- seats ---------------------------------------------------------------------------------

    def _build_seats(self, size: Size) -> Node:
        gap = self.look.theme.sizes.gap
        room = self._host.room
        if room is None:
            requests = []
        else:
            requests = list(room.requests)
        open_seats = self._host.open_seats
        asked = dict(zip(open_seats, requests, strict=False))
        rows = [self._build_seat(nth, asked, size.w) for nth in range(len(self._names))]
        rows += [
            self._build_request(each, size.w, can_sit=False) for each in requests[len(open_seats) :]
        ]
        content = column(*rows, gap=gap, name="seats")
        holder = Node(size=size)
        if content.size.h <= size.h:
            return put(content, holder, 0.0, 0.0)
        self.add_view(holder, content, Rect(0.0, 0.0, *size), "seats view", focusable=True)
        return holder

    @property
    def _names(self) -> Sequence[str]:
        host = self._host
        if host.session is not None:
            return [seat.name for seat in host.session.seats]
        if host.setup is not None:
            return ["" for _ in host.setup.seats]
        return []

    def _build_seat(self, nth: int, asked: dict[int, JoinRequest], width: float) -> Node:
        host = self._host
        texts = self.ui.texts
        if host.session is not None:
            return self._build_playing(nth, width)
        plan = None
        if host.setup is not None:
            plan = host.setup.seats[nth]
        guest = None
        if host.room is not None:
            guest = host.room.guests.get(nth)
        if guest is not None:
            remove = self.button(
                texts("Remove"), partial(host.remove, nth), style="plain", name=f"remove {nth}"
            )
            if guest.connection is not None:
                state = texts("on a phone")
            else:
                state = texts("phone asleep")
            return self._build_row(nth, guest.name, state, guest.portrait, [remove], width)
        if nth in asked:
            return self._build_request(asked[nth], width, can_sit=True)
        if plan is not None and plan.is_phone:
            ai = self.button(
                texts("AI instead"),
                partial(host.fill_with_ai, nth),
                style="plain",
                name=f"ai {nth}",
            )
            told = texts("Scan the code to sit here.")
            return self._build_row(nth, texts("Open seat"), told, "", [ai], width)
        level = None if plan is None else plan.level
        if level is not None and host.setup is not None:
            levels = host.catalogue[host.setup.game].players().levels
            name = next((each.name for each in levels if each.key == level), level)
            kind = phrases.describe_levels(texts).get(level, texts("AI"))
            return self._build_row(nth, name, kind, level, [], width)
        if plan is not None and plan.name:
            name = plan.name
        else:
            name = host.navigator.profile.own_name
        told = texts("plays on this screen")
        return self._build_row(nth, name or texts("Human"), told, "", [], width, sign="person")

    def _build_request(self, request: JoinRequest, width: float, *, can_sit: bool) -> Node:
        host = self._host
        texts = self.ui.texts
        buttons = [
            self.button(
                texts("No"),
                partial(host.refuse, request),
                style="plain",
                name=f"refuse {request.connection}",
            )
        ]
        if can_sit:
            buttons.append(
                self.button(
                    texts("Let {name} in", name=request.name),
                    partial(host.admit, request),
                    style="primary",
                    name=f"admit {request.connection}",
                )
            )
        if can_sit:
            told = texts("wants this seat")
        else:
            told = texts("No seat is open.")
        return self._build_row(None, request.name, told, request.portrait, buttons, width)

    def _build_playing(self, nth: int, width: float) -> Node:
        host = self._host
        texts = self.ui.texts
        session = host.session
        room = host.room
        if session is None or room is None:
            raise RuntimeError("no match is being played")
        seat = session.seats[nth]
        if nth not in room.guests:
            kinds = phrases.describe_levels(texts)
            told = kinds.get(seat.player or "", texts("plays on this screen"))
            return self._build_row(nth, seat.name, told, seat.portrait, [], width)
        is_remote = nth in session.remote
        told = texts("on a phone")
        if room.guests[nth].connection is None:
            told = texts("phone asleep, cards are safe")
        if not is_remote:
            told = texts("plays on this screen")
        if is_remote:
            words = texts("Play here")
        else:
            words = texts("Back to the phone")
        toggle = partial(host.toggle_local_play, nth)
        here = self.button(words, toggle, style="plain", name=f"here {nth}")
        replace = partial(host.give_to_ai, nth)
        ai = self.button(texts("AI instead"), replace, style="plain", name=f"ai {nth}")
        return self._build_row(nth, seat.name, told, seat.portrait, [here, ai], width)

    def _build_row(
        self,
        nth: int | None,
        name: str,
        told: str,
        face: str,
        buttons: Sequence[Button],
        width: float,
        *,
        sign: str = "phone",
    ) -> Node:
        look = self.look
        theme = self.look.theme
        gap = self.look.theme.sizes.gap
        side = _DISC * self.zoom
        edge = 0.7 * theme.sizes.padding
        tone = theme.colour("accent")
        if nth is not None:
            tone = theme.swatch("seats", SEAT_LETTERS[nth])
        picture = build_portrait(face) or build_icon(sign, theme.colour("text_soft"))
        disc = build_disc(look, picture, tone, side)
        inner = width - 2 * edge - side - gap

        def write(wide: float) -> Node:
            return column(
                Label(look, name, "heading", max_width=wide),
                Label(look, told, "body", max_width=wide, wraps=True),
                gap=2 * self.zoom,
            )

        words = write(inner)
        if buttons:
            tools = row(*buttons, gap=gap)
            words = beside(write, tools, inner, least=200 * self.zoom, gap=gap, share=0.0)
        line = row(disc, words, gap=gap)
        line.size = Size(width - 2 * edge, line.size.h)
        style = "active" if nth is None else "hud_plate"
        return pad(line, edge, into=Panel(look, NO_SIZE, style))

    def _build_foot(self, width: float) -> Node:
        host = self._host
        texts = self.ui.texts
        gap = self.look.theme.sizes.gap
        if host.session is not None:
            return Node(name="no foot")
        is_ready = bool(host.url) and not host.open_seats
        deal = self.button(
            texts.in_context("phones", "Deal"),
            host.deal,
            style="hud_go" if is_ready else "hud_missing",
            size=Size(min(width, 520 * self.zoom), 104 * self.zoom),
            enabled=is_ready,
            name="deal",
        )
        deal.subtitles = [
            texts("Everyone is here.") if is_ready else texts("Seats are still open.")
        ]
        holder = Node(size=Size(width, deal.size.h + gap))
        return put(deal, holder, 1.0, 1.0)
