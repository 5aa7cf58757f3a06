"""The page of a climb: the path of its rungs (matches), and a panel about the selected rung."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from red7_desktop.app.climb import path, progress
from red7_desktop.app.climb.service import ClimbService
from red7_desktop.app.feature import build_disc
from red7_desktop.app.profile import own_profile
from red7_desktop.kit import bindings, setup
from red7_desktop.kit.hud.buttons import ButtonLook, HudButton
from red7_desktop.kit.look.icons import build_icon, build_portrait
from red7_desktop.kit.pages.page import Page, glow
from red7_desktop.kit.texts import capitalize_runs, to_plain, to_runs
from red7_desktop.scene import boxes
from red7_desktop.scene.geometry import Rect, Size
from red7_desktop.scene.node import Node, Spoken
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.pictures import BoxPicture, Colour
from red7_desktop.scene.widgets.scroll import ScrollView
from red7_desktop.scene.widgets.widget import Label, Panel
from red7_desktop.tabletop import climb

_CARD: Final = 720.0
"""Preferred width of the panel about the selected rung (match of the climb), in design units at
zoom 1."""
_MOST: Final = 0.5
"""Maximum width of the panel about the selected rung (match of the climb), if it is beside the path
of rungs. A share of the page's width."""
_UPRIGHT: Final = 1.1
"""Aspect ratio (width / height) of the page below which the panel about the selected rung (match of
the climb) is placed below the path of rungs instead of beside it."""
_BELOW: Final = 0.56
"""Maximum height of the panel about the selected rung (match of the climb), if it is below the path
of rungs. A share of the available height."""
_BUTTON: Final = 84.0
"""Height of the button that starts the selected match of the climb, in design units at zoom 1."""
_FACE: Final = 104.0
_STAR: Final = 30.0
_SMALL_STAR: Final = 20.0


class ClimbScreen(Page):
    """The page of a game's climb, a ladder of matches against ever stronger AI players.

    The page draws the matches (rungs) as a path. A panel describes the selected match.

    Args:
        service: Loads the climb, and starts its matches.
        game: The game's name.
        rung: The match to select first. None selects the lowest match that the user hasn't won.
    """

    first = "climb"

    def __init__(self, service: ClimbService, game: str, rung: climb.Rung | None) -> None:
        super().__init__(service.ui, "climb page", service.navigator.show_title)
        self._service = service
        self._game = game
        self._view = service.catalogue[game].view()
        self.about = self._view.title
        self._progress = service.progress_of(game)
        rungs = self._progress.rungs
        self._chosen = rung or self._progress.next_rung or rungs[-1]

    def on_open(self) -> None:
        super().on_open()
        self.ui.say(self.ui.texts("The Climb"), *self._list_sentences(self._chosen))

    def tick(self, now: float) -> None:
        super().tick(now)
        fresh = self._service.progress_of(self._game)
        if (fresh.won, fresh.stars) != (self._progress.won, self._progress.stars):
            self._progress = fresh
            self.rebuild(self.ui.stage.focus.focused_name(self.node))

    # -- laying out --------------------------------------------------------------------------

    def build(self) -> None:
        colour = self._colour_of(self._chosen)
        self.add_room(glow(colour, 0.1))
        margin = self.look.theme.sizes.safe_margin
        inner = self.look.visible_area.inflated(-1.5 * margin)
        head = boxes.add_slot(self._build_head(inner.w), self.node)
        add_body = self._add_body_below if inner.w < _UPRIGHT * inner.h else self._add_body_beside
        body = boxes.Slot(add_body, weight=1.0)
        boxes.down(head, body, gap=self.look.theme.sizes.gap).place(inner)

    def _add_body_below(self, room: Rect) -> None:
        """Add the path of the climb's matches, and below it the panel about the selected match."""
        card = self._build_card(Size(room.w, _BELOW * room.h))
        path_slot = boxes.Slot(self._add_path, weight=1.0)
        gap = self.look.theme.sizes.safe_margin
        boxes.down(path_slot, boxes.add_slot(card, self.node), gap=gap, align=0.0).place(room)

    def _add_body_beside(self, room: Rect) -> None:
        """Add the path of the climb's matches, and beside it the panel about the selected match."""
        card = self._build_card(Size(min(_CARD * self.zoom, _MOST * room.w), room.h))
        path_slot = boxes.Slot(self._add_path, weight=1.0)
        gap = 1.5 * self.look.theme.sizes.safe_margin
        boxes.across(path_slot, boxes.add_slot(card, self.node), gap=gap).place(room)

    def _build_head(self, width: float) -> Node:
        texts = self.ui.texts
        theme = self.look.theme
        number = self._service.number_of(self._game, self._chosen)
        count = len(self._progress.rungs)
        close = self.cross("close", self.leave)
        room = width - close.size.w - theme.sizes.gap
        title = Label(self.look, texts("The Climb"), "display", max_width=room, name="title")
        place = texts("rung {n} of {many}", n=number, many=count)
        told = f"{self._view.title(texts)} · {place}"
        note = Label(self.look, told, "lead", max_width=room, name="place")
        named = boxes.ends(title, note, min(room, title.size.w + note.size.w + 24.0), 24.0, below=0)
        return boxes.row(named, close, width=width, share=0.0)

    # -- the path ----------------------------------------------------------------------------

    def _add_path(self, room: Rect) -> None:
        stops = [self._build_stop(rung) for rung in self._progress.rungs]
        least = path.measure_height(self.look, stops)
        if least <= room.h:
            made = path.build_path(self.look, stops, room.size)
            boxes.add_slot(made, self.node).place(room)
            return
        bar = ScrollView.bar_room * self.zoom
        made = path.build_path(self.look, stops, Size(room.w - bar, least))
        view = self.add_view(self.node, made, room, "path view")
        view.reveal(made.find(f"rung {self._chosen.key}"), glide=False)

    def _build_stop(self, rung: climb.Rung) -> path.Stop:
        texts = self.ui.texts
        theme = self.look.theme
        colour = self._colour_of(rung)
        record = self._progress.record_of(rung)
        is_open = self._progress.is_open(rung)
        is_chosen = rung == self._chosen
        place = texts(rung.place)
        told = self._describe_state(rung)
        ink = self._ink_of(rung) if is_open else theme.colour("text_faint")
        lines: list[Node] = [Label(self.look, place, "row", colour=ink)]
        if record.is_won:
            lines.append(self._build_stars(record, _SMALL_STAR * self.zoom))
        elif is_open:
            lines.append(Label(self.look, told, "small"))
        label = boxes.column(*lines, gap=4.0 * self.zoom, name=f"label {rung.key}")
        for node in label.walk():
            node.is_speech_hidden = True

        def make(side: float) -> Node:
            return path.RungDisc(
                self.look,
                rung.strongest_rival,
                colour,
                side,
                Spoken(place, told),
                partial(self._choose, rung),
                is_open=is_open,
                is_chosen=is_chosen,
                name=f"rung {rung.key}",
            )

        return path.Stop(make, label, colour, is_open)

    def _describe_state(self, rung: climb.Rung) -> str:
        texts = self.ui.texts
        record = self._progress.record_of(rung)
        if record.is_won:
            return texts("{n} of 3 stars", n=record.stars)
        if self._progress.is_open(rung):
            return texts.in_context("rung", "next")
        return texts.in_context("choice", "locked")

    def _build_stars(self, record: progress.RungRecord, side: float) -> Node:
        stars = [self._build_star(side, is_lit=nth < record.stars) for nth in range(3)]
        return boxes.row(*stars, gap=0.3 * side, name="stars")

    def _build_star(self, side: float, *, is_lit: bool) -> Node:
        theme = self.look.theme
        colour = theme.colour("accent") if is_lit else theme.colour("text_faint").with_alpha(0.4)
        return boxes.square(side, build_icon("star", colour), "lit star" if is_lit else "star")

    def _colour_of(self, rung: climb.Rung) -> Colour:
        return self._service.colour_of(self._game, rung, self.look)

    def _ink_of(self, rung: climb.Rung) -> Colour:
        return self._service.ink_of(self._game, rung, self.look)

    def _choose(self, rung: climb.Rung) -> None:
        if rung == self._chosen:
            self.rebuild("climb")
            return
        self._chosen = rung
        self.ui.say(*self._list_sentences(rung))
        self.rebuild(f"rung {rung.key}")

    # -- the panel about the selected match --------------------------------------------------

    def _build_card(self, most: Size) -> Node:
        """Build the panel about the selected rung (match of the climb).

        If the panel's content is too high for `most`, the content scrolls. The button at the
        bottom of the panel stays in place.
        """
        theme = self.look.theme
        colour = self._colour_of(self._chosen)
        edge = min(1.5 * theme.sizes.padding, 0.05 * most.w)
        gap = 1.4 * theme.sizes.gap
        width = most.w - 2 * edge
        button = self._build_button(width)
        room = most.h - 2 * edge - gap - button.size.h
        content = self._build_content(width)
        inside: Node = content
        if content.size.h > room:
            content = self._build_content(width - ScrollView.bar_room * self.zoom)
            inside = ScrollView(
                self.look,
                Size(width, room),
                content,
                animator=self.animator,
                name="card view",
                focusable=True,
            )
        whole = boxes.column(inside, button, gap=gap, width=width)
        panel = Panel(self.look, Size(1.0, 1.0), "sheet", name="card")
        boxes.pad(whole, edge, into=panel)
        frame = BoxPicture(None, theme.box("sheet").radius, colour, 2.0 * self.zoom)
        panel.add(Node(name="frame", picture=frame, size=panel.size))
        return panel

    def _build_button(self, width: float) -> Node:
        texts = self.ui.texts
        is_open = self._progress.is_open(self._chosen)
        place = self._progress.rungs.index(self._chosen)
        said = texts("Climb") if is_open else texts("Win rung {n} first", n=place)
        if self._progress.record_of(self._chosen).is_won:
            said = texts("Climb again")
        if not is_open:
            closed = self.button(said, lambda: None, enabled=False, name="climb")
            closed.set_min_width(width)
            return closed
        begin = partial(self._service.begin, self._game, self._chosen)
        button = HudButton(self.look, self.ui.ink, begin, name="climb")
        button.place(Rect(0.0, 0.0, width, _BUTTON * self.zoom))
        style = ButtonLook(
            "hud_go",
            said,
            key=bindings.Intent.ACTIVATE,
            title_style="hud_end_title",
            padding=28.0,
        )
        button.show(style)
        return button

    def _build_content(self, width: float) -> Node:
        texts = self.ui.texts
        theme = self.look.theme
        rung = self._chosen
        number = self._service.number_of(self._game, rung)
        kicker = texts("Rung {n} · {place}", n=number, place=texts(rung.place))
        colour = self._colour_of(rung)
        ink = self._ink_of(rung)
        soft = theme.colour("text_soft")
        head = [
            Label(self.look, kicker, "label", colour=ink, max_width=width, wraps=True),
            self._build_name(texts(rung.title), width),
            *[
                Label(self.look, line, "reading", colour=soft, max_width=width, wraps=True)
                for line in self._list_terms(rung)
            ],
        ]
        parts: list[Node] = [
            boxes.column(*head, gap=0.2 * theme.sizes.gap, width=width),
            self._build_rival(rung, colour, width),
            self._build_goals(rung, width),
        ]
        if rung.reward or rung.bonus:
            parts.append(self._build_rewards(rung, width))
        return boxes.column(*parts, gap=1.8 * theme.sizes.gap, width=width, name="content")

    def _build_name(self, title: str, width: float) -> Node:
        """Build the label with the title of a rung (match of the climb).

        The letters are large if the title then fits one line.
        """
        for style in ("display", "title"):
            label = Label(self.look, title, style, name="name")
            if label.size.w <= width:
                return label
        return Label(self.look, title, "title", max_width=width, wraps=True, name="name")

    def _list_terms(self, rung: climb.Rung) -> list[str]:
        """Return lines of text about a rung, which is a match of the climb (a ladder of matches).

        The lines list the opponents, the rules, the seats' head start and the user's winning
        streak. Only the opponents are always listed.
        """
        texts = self.ui.texts
        names = self._service.name_seats(self._game, rung)
        rivals = self._service.join_names(names[1:])
        lines = [texts("Against {name}", name=rivals)]
        rules = " · ".join(self._list_rules(rung))
        if rules:
            lines.append(to_plain(capitalize_runs(to_runs(rules))))
        told = self._view.rounds
        if any(rung.head_start) and told is not None:
            spoken = self._view.words.words_class(texts, names, 0)
            counts = to_plain(spoken.join_counts(rung.head_start, skips_zero=True))
            title = told.name_head_start(texts)
            lines.append(texts("{title}: {counts}", title=title, counts=counts))
        streak = self._progress.record_of(rung).streak
        if streak > 1:
            lines.append(texts("Streak: {n}", n=streak))
        return lines

    def _list_rules(self, rung: climb.Rung) -> tuple[str, ...]:
        face = self._view.setup
        values: dict[str, Any] = {option.key: option.default for option in face.options}
        if "rules" in rung.options:
            values |= face.parse_options(rung.options["rules"])
        values |= {key: value for key, value in rung.options.items() if key in values}
        plans = (setup.SeatPlan(),) * (len(rung.rivals) + 1)
        return tuple(
            face.summarise_rules(setup.GameSetup(self._game, plans, values), self.ui.texts)
        )

    def _build_rival(self, rung: climb.Rung, colour: Colour, width: float) -> Node:
        texts = self.ui.texts
        side = _FACE * self.zoom
        gap = self.look.theme.sizes.gap
        face = build_portrait(rung.strongest_rival) or build_icon("crown", colour)
        disc = build_disc(self.look, face, colour, side)
        said = texts("“{line}”", line=texts(rung.says))
        room = width - side - gap
        line = Label(self.look, said, "heading", max_width=room, wraps=True, name="says")
        return boxes.row(disc, line, gap=gap, name="rival")

    def _build_goals(self, rung: climb.Rung, width: float) -> Node:
        theme = self.look.theme
        reached = self._progress.record_of(rung).reached
        side = _STAR * self.zoom
        rows = []
        for nth, goal in enumerate(rung.goals):
            star = self._build_star(side, is_lit=nth in reached)
            room = width - side - theme.sizes.gap
            told = self._service.describe_goal(self._game, goal)
            name = f"goal {nth}"
            label = Label(self.look, told, "reading", max_width=room, wraps=True, name=name)
            rows.append(boxes.row(star, label, gap=theme.sizes.gap))
        return boxes.column(*rows, gap=0.5 * theme.sizes.gap, width=width, name="goals")

    def _build_rewards(self, rung: climb.Rung, width: float) -> Node:
        theme = self.look.theme
        edge = 0.7 * theme.sizes.padding
        rows = []
        for told, reward in self._list_rewards(rung):
            is_had = reward in self._service.navigator.profile.unlocked
            side = 0.8 * theme.text("body").size * theme.text("body").line_height
            mark = boxes.square(side, build_glyph("tick", theme.colour("ok")) if is_had else None)
            room = width - 2 * edge - side - theme.sizes.gap
            label = Label(self.look, told, "body", max_width=room, wraps=True)
            rows.append(boxes.row(label, mark, width=width - 2 * edge))
        well = Panel(self.look, Size(width, 1.0), "well", name="rewards")
        return boxes.pad(boxes.column(*rows, gap=4.0 * self.zoom), edge, into=well)

    def _list_rewards(self, rung: climb.Rung) -> list[tuple[str, str]]:
        """Return the rewards for a match of the climb, as pairs of a description and a key."""
        texts = self.ui.texts
        found = []
        if rung.reward:
            name = own_profile.describe_reward(rung.reward, texts)
            found.append((texts("Reward: {name}", name=name), rung.reward))
        if rung.bonus:
            name = own_profile.describe_reward(rung.bonus, texts)
            found.append((texts("Three stars: {name}", name=name), rung.bonus))
        return found

    def _list_sentences(self, rung: climb.Rung) -> list[str]:
        """Return the sentences that a screen reader reads for a rung.

        A rung is a match of the climb (a ladder of matches).
        """
        texts = self.ui.texts
        number = self._service.number_of(self._game, rung)
        title = texts("Rung {n}: {title}", n=number, title=texts(rung.title))
        goals = [self._service.describe_goal(self._game, goal) for goal in rung.goals]
        rewards = [told for told, _ in self._list_rewards(rung)]
        state = self._describe_state(rung)
        return [title, state, *self._list_terms(rung), texts(rung.says), *goals, *rewards]
