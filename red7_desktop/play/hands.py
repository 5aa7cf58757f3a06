"""Translates clicks on cards and drags of cards into steps of the game.

A step is the smallest action of a player, such as one move of a card.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, TypeAlias

from red7_desktop.play.session import SeatControl
from red7_desktop.tabletop.game import (
    DragMove,
    IllegalStep,
    Reason,
    Zones,
    card_name,
    make_reason,
    split_card_name,
    zone_of,
)


@dataclass(frozen=True)
class Play:
    """A step of the game that moves one or more cards to a zone, which the user picks first.

    Attributes:
        names: Names of the cards (`zone#index`), in the step's order.
        target: Id of the zone.
        step: The step, in the game's own form.
        needs_confirmation: True if the step is taken only once the player confirms it. Until then,
            the cards stay picked.
        is_legal: False if the user may pick the cards together but the step is illegal.
    """

    names: tuple[str, ...]
    target: str
    step: Any
    needs_confirmation: bool = False
    is_legal: bool = True

    @cached_property
    def cards(self) -> frozenset[str]:
        return frozenset(self.names)


@dataclass(frozen=True)
class CardSelection:
    """The cards that the user has picked by clicks, and the plays that can be made with them.

    Cards are named by zone and index, as in `hand:A#2`. A click picks a card, or deselects it.
    `ghost` suggests the missing cards of a play without picking them.

    Attributes:
        plays: All plays that the user can choose from by picking cards, the best first.
        interchangeable: Groups of equal cards. Plays contain the first cards of a group.
        picked: Names of the picked cards. If they form a play, they are in the order of that play,
            otherwise in the order in which they were picked.
    """

    plays: tuple[Play, ...] = ()
    interchangeable: tuple[tuple[str, ...], ...] = ()
    picked: tuple[str, ...] = ()

    @cached_property
    def cards(self) -> frozenset[str]:
        """Names of the cards that the user may pick.

        These are the cards of all plays, and all cards that are interchangeable with one of them.
        """
        named = {name for play in self.plays for name in play.names}
        return frozenset(named.union(*[each for each in self.interchangeable if named & set(each)]))

    @property
    def targets(self) -> frozenset[str]:
        """Ids of the zones to which any of `plays` moves cards."""
        return frozenset([play.target for play in self.plays])

    def knows(self, name: str) -> bool:
        return name in self.cards

    @property
    def play(self) -> Play | None:
        """The legal play that consists of exactly the picked cards, None if there is none."""
        picked = set(self.picked)
        return next((play for play in self.plays if play.is_legal and play.cards == picked), None)

    @property
    def has_no_play(self) -> bool:
        """Whether cards are picked, but no legal play contains all of them."""
        return bool(self.picked) and not any(
            each.is_legal for each in self._list_plays_with(self.picked)
        )

    @property
    def step(self) -> Any:
        if self.play is None:
            return None
        return self.play.step

    @property
    def needs_confirmation(self) -> bool:
        return self.play is not None and self.play.needs_confirmation

    @property
    def completion(self) -> Play | None:
        """The legal play that the UI suggests, because it contains all picked cards.

        If there are several, the play with the fewest cards is suggested, and of equally short
        plays the best one. None if no card is picked, if the picked cards already form a legal
        play, or if no legal play contains all of them.
        """
        if not self.picked or self.play is not None:
            return None
        legal = [play for play in self._list_plays_with(self.picked) if play.is_legal]
        return min(legal, key=lambda play: len(play.names), default=None)

    @property
    def ghost(self) -> tuple[str, ...]:
        """Names of the cards that are missing for the suggested play `completion`."""
        if self.completion is None:
            return ()
        return tuple([name for name in self.completion.names if name not in self.picked])

    def find_representative(self, name: str) -> str:
        """Return the name of the card that is picked or deselected if a card is clicked.

        Usually that is the clicked card itself. In a group of interchangeable cards, it doesn't
        matter which card is clicked: the group's cards are picked from the first to the last,
        because plays contain the first cards of a group, and deselected in reverse order.
        """
        group = next((each for each in self.interchangeable if name in each), ())
        inside = [each for each in group if each in self.picked]
        outside = [each for each in group if each not in self.picked]
        if not group:
            return name
        if name in inside:
            return inside[-1]
        more = outside[0]
        if not inside or self._list_plays_with((*self.picked, more)):
            return more
        return inside[-1]

    def has_picked(self, name: str) -> bool:
        return self.find_representative(name) in self.picked

    # -- picking -----------------------------------------------------------------------------

    def accepts(self, name: str) -> bool:
        """Return True if a click on a card has an effect: it picks or deselects the card.

        The click has no effect if no play contains the card together with the picked cards.
        Exception: picked cards that wait to be confirmed are replaced by any clicked card.
        """
        name = self.find_representative(name)
        if name in self.picked or self.needs_confirmation:
            return True
        return bool(self._list_plays_with((*self.picked, name)))

    def after_click(self, name: str) -> CardSelection:
        """Return the selection after a click on a card.

        A click on a picked card deselects the card. A click on another card picks this card too, if
        a play contains it together with all picked cards. If there is no such play, the click is
        ignored. Exception: while picked cards wait to be confirmed, the clicked card replaces them.
        """
        name = self.find_representative(name)
        if name in self.picked:
            return self._picking([each for each in self.picked if each != name])
        if self._list_plays_with((*self.picked, name)):
            return self._picking((*self.picked, name))
        if self.needs_confirmation:
            return self._picking((name,))
        return self

    def after_drag(self, name: str) -> CardSelection:
        """Return the selection at the start of a drag of a card.

        The dragged card is picked together with the cards picked before. If no play contains all of
        these cards, only the dragged card is picked.
        """
        if self.has_picked(name):
            return self
        if self._list_plays_with((*self.picked, self.find_representative(name))):
            return self.after_click(name)
        return self.after_single(name)

    def after_single(self, name: str) -> CardSelection:
        return replace(self, picked=(self.find_representative(name),))

    def after_clearing(self) -> CardSelection:
        """Return a copy of the selection in which no card is picked."""
        if self.picked:
            return replace(self, picked=())
        return self

    def after_completion(self) -> CardSelection:
        """Return the selection with all cards of the suggested play picked; see `completion`."""
        if self.completion is None:
            return self
        return replace(self, picked=self.completion.names)

    def with_cards(self, names: Collection[str]) -> CardSelection:
        """Return the selection with exactly the given cards picked.

        If no play contains all of the given cards, return the selection with no card picked.
        """
        if names and self._list_plays_with(names):
            return self._picking(names)
        return self.after_clearing()

    def with_step(self, step: Any) -> CardSelection:
        """Return the selection with exactly the cards of a step picked.

        The selection is returned unchanged if the step isn't that of one of `plays`.
        """
        found = next((play for play in self.plays if play.step == step), None)
        if found is None:
            return self
        return replace(self, picked=found.names)

    def with_order(self, steps: Sequence[Any]) -> CardSelection:
        """Return the selection with `plays` reordered.

        Args:
            steps: `Play.step` of the plays that come first, in the wanted order. All other plays
                follow in their old order.
        """
        first = {play.step: play for play in self.plays if play.step in steps}
        best = [first[step] for step in steps if step in first]
        chosen = set(best)
        return replace(self, plays=(*best, *[each for each in self.plays if each not in chosen]))

    def _list_plays_with(self, names: Iterable[str]) -> list[Play]:
        """Return the legal plays that contain all given cards, among others.

        If there are none, return the illegal plays that contain all given cards.
        """
        wanted = frozenset(names)
        found = [play for play in self.plays if wanted <= play.cards]
        return [play for play in found if play.is_legal] or found

    def _picking(self, names: Collection[str]) -> CardSelection:
        """Return the selection with exactly the given cards picked.

        If the cards form a play, they are put into the order of that play.
        """
        made = next((play.names for play in self.plays if play.cards == set(names)), None)
        return replace(self, picked=tuple(names) if made is None else made)


StepsByZone: TypeAlias = Mapping[str, Mapping[str, Mapping[int | None, Any]]]
"""Steps that the user can take by dragging a card.

The keys are the card's name (`DragMove.name`), then the id of the target zone, then the index in
that zone at which the step inserts the card. The index is None if the step has no particular index.
"""
_StepsByZone: TypeAlias = dict[str, dict[str, dict[int | None, Any]]]
_NO_DROPS: Final[Mapping[str, Any]] = {}


@dataclass(frozen=True, slots=True)
class HandOptions:
    """The legal steps that the user can take by dragging or clicking cards.

    Attributes:
        drops: For each card, the zones where it may be dropped, and the step of each drop.
        selection: The steps for which the user picks cards first; no card is picked yet.
    """

    drops: StepsByZone = field(default_factory=lambda: _NO_DROPS)
    selection: CardSelection = field(default_factory=CardSelection)


class HandController:
    """Finds the drags of cards that are legal steps, and takes the step for a drag or click.

    It controls one seat: that of the user at the screen, or of a user at a phone.
    """

    def __init__(self, session: SeatControl) -> None:
        self._session = session

    def options(self) -> HandOptions:
        """Return the user's legal drags and plays; both are empty if it isn't the user's turn."""
        drag_moves = self._drag_moves()
        if not drag_moves:
            return HandOptions()
        drops: _StepsByZone = {}
        for step, drag_move in drag_moves:
            if not drag_move.other_cards:
                targets = drops.setdefault(drag_move.name, {})
                targets.setdefault(drag_move.target, {})[drag_move.target_place] = step
        session = self._session
        zones = session.observe().zones
        alike = self._group_interchangeable(drag_moves, zones)
        for group in alike:
            shared = next((drops[name] for name in group if name in drops), None)
            drops.update(dict.fromkeys(group, shared) if shared else {})
        self._add_drops_on_hand(drops, drag_moves)
        self._add_drops_behind_hand(drops, drag_moves, zones)
        self._add_sorting_drops(drops, zones)
        for name, places in self._list_replacements().items():
            drops.setdefault(name, {}).update({zone: {**steps} for zone, steps in places.items()})
        game = session.match.game
        state = session.match.state
        seat = session.viewer or 0
        attempts = self._list_drag_moves(state, game.list_illegal_plays(state, seat))
        return HandOptions(drops, _build_selection(drag_moves, alike, zones, attempts))

    def drop_targets(self, drops: StepsByZone) -> StepsByZone:
        """Return the zones on which the UI lets the user drop each card, legally or not.

        In addition to the legal drops, the result has illegal drops of cards from the user's hand.
        The UI accepts such a drop so that it can explain why the drop is illegal.

        Args:
            drops: The legal drops, from `HandOptions.drops`.
        """
        session = self._session
        tries = {card: dict(targets) for card, targets in drops.items()}
        if not session.is_viewers_turn or session.viewer is None:
            return tries
        game = session.match.game
        state = session.match.state
        seat = session.viewer
        zones = session.observe().zones
        hand = zone_of("hand", seat)
        known = [(place, card) for place, card in enumerate(zones.get(hand, ())) if card]
        # In every game, all cards of a hand may be dropped on the same zones: check only one card.
        targets = [
            zone
            for zone in zones
            for place, card in known[:1]
            if game.find_dragged_step(state, seat, DragMove(card, hand, zone, place)) is not None
        ]
        for place, card in known:
            by_place = card_name(hand, place)
            is_alone = sum([row.count(card) for row in zones.values()]) == 1
            if is_alone and by_place not in tries:
                name = card
            else:
                name = by_place
            for target in targets:
                step = game.find_dragged_step(state, seat, DragMove(card, hand, target, place))
                if step is not None and not isinstance(step, Reason):
                    tries.setdefault(name, {}).setdefault(target, {None: step})
        return tries

    def drop(self, drag_move: DragMove) -> Reason | None:
        """Drop cards on a zone and take the corresponding step.

        Some drops need two steps. For example, a card of the deck may have to be drawn into the
        hand before it can be moved to the zone on which it was dropped. Then the second step is
        taken too, unless the first one can't be undone (because it revealed the card). The card
        that the user inserted last can be moved again, see `_list_replacements`.

        Returns:
            None if the step was taken, or if the card was put back in its old position. Otherwise
            the reason why the step is illegal.
        """
        session = self._session
        is_moved = drag_move.source != drag_move.target or drag_move.target_place is not None
        if not is_moved or session.sort_cards(drag_move):
            return None
        if drag_move.source == drag_move.target and not drag_move.other_cards:
            places = self._list_replacements().get(drag_move.name, {}).get(drag_move.target, {})
            if drag_move.target_place in places:
                self._place_again(places[drag_move.target_place])
                return None
        refused = self.explain_illegal(drag_move)
        if refused is None:
            step = self._find_step(drag_move)
            game = session.match.game
            state = session.match.state
            usual = game.find_drag_move(state, session.viewer or 0, step)
            try:
                session.take(step)
            except IllegalStep as error:
                return error.reason
            if usual is not None and drag_move.target_place is not None:
                self._continue_drop(usual, drag_move)
        return refused

    def play_picked(self, selection: CardSelection, target: str) -> Reason | None:
        """Play the picked cards to a zone, unless the player has to confirm the step first.

        Returns:
            The reason why the cards can't be played to this zone, None if they can.
        """
        play = selection.play
        if play is None or play.target != target:
            return self.explain_illegal(self.find_drag_move(selection.picked, target))
        if not play.needs_confirmation:
            self._session.take(play.step)
        return None

    def explain_illegal(self, drag_move: DragMove) -> Reason | None:
        """Return why a drag is illegal, None if it is legal."""
        session = self._session
        if session.viewer is None:
            return make_reason("only_watching")
        step = self._find_step(drag_move)
        if step is None:
            return make_reason("no_such_move")
        if isinstance(step, Reason):
            return step
        return session.explain_illegal(step)

    def resolve_drop_steps(
        self, zone: str, steps: Mapping[int | None, Any]
    ) -> tuple[Any, Mapping[int | None, Any]]:
        """Return the steps to preview while a card is dragged over a zone.

        Usually the argument `steps` is returned. Some drops need two steps: the first one moves the
        card to a different zone, and the second one from there to the zone over which the card is
        dragged. For such a drop, the possible second steps are returned, unless the first step is
        illegal or can't be undone.

        Args:
            zone: Id of the zone over which the card is dragged.
            steps: Steps by index in the zone, from `HandOptions.drops` or `drop_targets`.

        Returns:
            The observation before the returned steps, and the steps by the index at which the card
            is inserted. If second steps are returned, the observation is that after the first step.
        """
        session = self._session
        match = self._session.match
        first = next(iter(steps.values()), None)
        seat = session.viewer or 0
        if first is None:
            way = None
        else:
            way = match.game.find_drag_move(match.state, seat, first)
        if (
            way is None
            or way.target == zone
            or match.game.explain_illegal(match.state, seat, first)
        ):
            return session.observe(), steps
        outcome = match.game.apply(match.state, seat, first)
        next_step = self._list_next_steps(outcome.state, way, zone)
        if outcome.undo_barrier is not None or not next_step:
            return session.observe(), steps
        return match.game.observe(outcome.state, seat), next_step

    def find_drag_move(self, names: tuple[str, ...], target: str) -> DragMove:
        """Describe the drag of one or more cards to a zone as a `DragMove`.

        Args:
            names: Names of the cards (`zone#index`), the dragged card first.
            target: Id of the zone.
        """
        (zone, place), *others = [
            (zone, place) for zone, place in map(split_card_name, names) if place is not None
        ]
        face = self._session.observe().zones[zone][place]
        return DragMove(face, zone, target, place, other_cards=tuple(others))

    def _drag_moves(self) -> list[tuple[Any, DragMove]]:
        session = self._session
        if not session.is_viewers_turn or session.viewer is None:
            return []
        state = session.match.state
        return self._list_drag_moves(state, session.match.game.legal_steps(state, session.viewer))

    def _list_drag_moves(self, state: Any, steps: Iterable[Any]) -> list[tuple[Any, DragMove]]:
        game = self._session.match.game
        seat = self._session.viewer or 0
        drag_moves = [(step, game.find_drag_move(state, seat, step)) for step in steps]
        return [(step, drag_move) for step, drag_move in drag_moves if drag_move is not None]

    def _find_step(self, drag_move: DragMove) -> Any:
        """Return the step for a drag.

        Returns:
            The step. If the drag matches no step: the reason to show to the user, or None if the
            game gives no reason.
        """
        session = self._session
        return session.match.game.find_dragged_step(
            session.match.state, session.viewer or 0, drag_move
        )

    def _group_interchangeable(
        self, drag_moves: list[tuple[Any, DragMove]], zones: Zones
    ) -> tuple[tuple[str, ...], ...]:
        """Find groups of equal cards in the same zone that can be played by the same step.

        Dragging or picking any card of a group has the same effect.

        Returns:
            For each group, the names of its cards.
        """
        groups: dict[tuple[str, str], tuple[str, ...]] = {}
        for step, drag_move in drag_moves:
            if drag_move.source_place is None:
                continue
            places = {(drag_move.source, drag_move.source_place), *drag_move.other_cards}
            for zone, place in places:
                row = zones[zone]
                face = row[place]
                if face is None or (zone, face) in groups or row.count(face) == 1:
                    continue
                twins = [nth for nth, other in enumerate(row) if other == face]
                free = [nth for nth in twins if (zone, nth) not in places]
                if free:
                    same = self._find_step(_replace_card(drag_move, (zone, place), free[0])) == step
                    names = tuple([card_name(zone, nth) for nth in twins])
                    groups[zone, face] = names if same else ()
        return tuple([group for group in groups.values() if group])

    # The methods below add drop targets that can't be found by calling `Game.find_drag_move` for
    # each legal step.

    def _add_drops_on_hand(
        self, drops: _StepsByZone, drag_moves: list[tuple[Any, DragMove]]
    ) -> None:
        """Add the hand as a drop target for cards that need two steps to get there.

        The first step moves such a card to another zone, the second step from there to the hand.
        The drop target contains the first step; `_continue_drop` takes the second step. The index
        of the drop is the index in the hand at which the second step inserts the card.
        """
        session = self._session
        game = session.match.game
        state = session.match.state
        seat = session.viewer or 0
        hand = zone_of("hand", seat)
        for step, drag_move in drag_moves:
            if drag_move.other_cards or hand in {drag_move.source, drag_move.target}:
                continue
            if self._find_step(drag_move._replace(target=hand, target_place=0)) != step:
                continue
            outcome = game.apply(state, seat, step)
            # If the first step reveals the card, the drop has no index and ends with this step. The
            # player sees the card, and then chooses its position in the hand.
            places: Iterable[int | None] = (None,)
            if outcome.undo_barrier is None:
                places = self._list_next_steps(outcome.state, drag_move, hand) or places
            drops[drag_move.name][hand] = dict.fromkeys(places, step)

    def _list_replacements(self) -> StepsByZone:
        """Return the drops that move the last inserted card to another index of its zone.

        Each drop is mapped to the step that inserts the card at that index. The caller must undo
        the previous insertion before it takes the step. Empty if the insertion can't be undone.
        """
        session = self._session
        match = session.match
        seat = session.viewer
        if seat is None or not session.is_viewers_turn or not match.revision:
            return _NO_DROPS
        entry = match.log[-1]
        if entry.seat != seat or match.explain_no_undo(seat) is not None:
            return _NO_DROPS
        game = match.game
        before = match.state_at(match.revision - 1)
        taken = game.parse_step(entry.step)
        placed = game.find_drag_move(before, seat, taken)
        if placed is None or placed.target_place is None or placed.other_cards:
            return _NO_DROPS
        at = placed.target_place
        places: dict[int | None, Any] = {at: taken, at + 1: taken}
        for step in game.legal_steps(before, seat):
            other = game.find_drag_move(before, seat, step)
            if other is None or other.target_place is None or other.other_cards:
                continue
            to = other.target_place
            if other._replace(target_place=at) == placed and to != at:
                # The inserted card is still in the row, so later indices are greater by one.
                places[to + (to > at)] = step
        return {card_name(placed.target, at): {placed.target: places}}

    def _place_again(self, step: Any) -> None:
        """Undo the last step and take another one; do nothing if both steps are the same."""
        session = self._session
        match = session.match
        if match.game.text_of(step) != match.log[-1].step:
            session.undo()
            session.take(step)

    def _add_drops_behind_hand(
        self, drops: _StepsByZone, drag_moves: list[tuple[Any, DragMove]], zones: Zones
    ) -> None:
        """Add drops that take two steps: into the hand, and from the hand to the drop's zone.

        The drop target contains the first step; `_continue_drop` takes the second step.
        """
        session = self._session
        game = session.match.game
        state = session.match.state
        seat = session.viewer or 0
        hand = zone_of("hand", seat)
        ways: dict[str, list[tuple[Any, DragMove]]] = {}
        for step, drag_move in drag_moves:
            if not drag_move.other_cards and drag_move.target == hand and drag_move.source != hand:
                ways.setdefault(drag_move.name, []).append((step, drag_move))
        for name, found in ways.items():
            (_, first), *_ = found
            for zone in [each for each in zones if each not in {hand, first.source}]:
                straight = self._find_step(first._replace(target=zone, target_place=None))
                for step, drag_move in found:
                    if step != straight:
                        continue
                    state_after = game.apply(state, seat, step).state
                    if self._list_next_steps(state_after, drag_move, zone):
                        drops[name].setdefault(zone, {})[None] = step

    def _add_sorting_drops(self, drops: _StepsByZone, zones: Zones) -> None:
        """Let the viewer drop a card at any index of the card's own zone, if the zone is sortable.

        Sorting isn't a step of the game, so these drop targets contain None instead of a step.
        """
        session = self._session
        game = session.match.game
        seen = session.observe()
        for zone, row in zones.items():
            swap = DragMove(None, zone, zone, 0, len(row))
            if len(row) > 1 and game.sort_cards(seen, swap) is not None:
                names = [card_name(zone, nth) for nth in range(len(row))]
                places: dict[int | None, Any] = dict.fromkeys(range(len(row) + 1))
                drops.update({name: {zone: places} for name in names})

    def _list_next_steps(self, state: Any, way: DragMove, target: str) -> dict[int | None, Any]:
        """Return the legal second steps of a drop that takes two steps.

        The key of each step is the index at which the step inserts the card in the target zone.

        Args:
            state: The state after the first step.
            way: The first step as a drag, from the card's zone to an intermediate zone.
            target: Id of the target zone, to which the second step moves the card.
        """
        legal = self._session.match.game.legal_steps(state, self._session.viewer or 0)
        return {
            next_step.target_place: step
            for step, next_step in self._list_drag_moves(state, legal)
            if (next_step.source, next_step.target) == (way.target, target)
            and way.target_place in {None, next_step.source_place}
        }

    def _continue_drop(self, first: DragMove, drop: DragMove) -> None:
        """Take the second step of a drop that takes two steps, after the first was taken.

        Does nothing if the first step can't be undone, for example because it revealed a card: the
        player may want to see the card before deciding on the second step.

        Args:
            first: The first step as a drag, to an intermediate zone.
            drop: The user's whole drop, to the zone that only the second step reaches.
        """
        session = self._session
        if session.match.outcomes[-1].undo_barrier is not None:
            return
        for step, drag_move in self._drag_moves():
            is_way = (drag_move.source, drag_move.target) == (first.target, drop.target)
            if is_way and drag_move.target_place == drop.target_place:
                session.take(step)
                return


def _build_selection(
    drag_moves: list[tuple[Any, DragMove]],
    alike: tuple[tuple[str, ...], ...],
    zones: Zones,
    attempts: list[tuple[Any, DragMove]],
) -> CardSelection:
    targets = {
        drag_move.target
        for _, drag_move in drag_moves
        if drag_move.other_cards or drag_move.is_picked_first or drag_move.needs_confirmation
    }
    plays = [
        Play(_list_places(drag_move, zones), drag_move.target, step, drag_move.needs_confirmation)
        for step, drag_move in drag_moves
        if drag_move.target in targets and drag_move.target_place is None
    ]
    plays += [
        Play(_list_places(drag_move, zones), drag_move.target, step, is_legal=False)
        for step, drag_move in attempts
    ]
    if plays:
        return CardSelection(tuple(plays), alike)
    return CardSelection()


def _list_places(drag_move: DragMove, zones: Zones) -> tuple[str, ...]:
    place = drag_move.source_place
    row = zones[drag_move.source]
    if place is None:
        place = row.index(drag_move.card)
    return (card_name(drag_move.source, place), *drag_move.names[1:])


def _replace_card(drag_move: DragMove, one: tuple[str, int], to: int) -> DragMove:
    if (drag_move.source, drag_move.source_place) == one:
        return drag_move._replace(source_place=to)
    others = tuple([(one[0], to) if each == one else each for each in drag_move.other_cards])
    return drag_move._replace(other_cards=others)
