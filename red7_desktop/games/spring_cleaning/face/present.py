"""Builds Spring Cleaning's table model from an observation, and chooses sounds; pure functions.

`SpringTable.build_model` is the only way from an observation to the table's panels. It calls the
engine for legal steps and puts the result into words. The sound of a moving card depends on the
kinds of the zones that the card leaves and reaches. Other sounds depend on events, such as the end
of a round.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from red7_desktop.games.spring_cleaning.face import card_art, explanations, panels, turn_words
from red7_desktop.games.spring_cleaning.face.panels import (
    SpringContext,
    present_panels,
    present_status,
)
from red7_desktop.games.spring_cleaning.face.parts import (
    ZONE_KINDS,
    BeatenMarkerRow,
    CardCount,
    Holder,
    OfferMat,
    StepsLine,
    TrashPips,
)
from red7_desktop.games.spring_cleaning.face.words import (
    SpringWords,
    can_join,
    describe_characters,
    name_trash_handicap,
    split_into_blocks,
)
from red7_desktop.games.spring_cleaning.players import evaluation, worlds
from red7_desktop.games.spring_cleaning.rules import cards
from red7_desktop.games.spring_cleaning.rules.game import SpringObservation
from red7_desktop.games.spring_cleaning.rules.position import (
    OWES_INSERT,
    OWES_OFFER,
    OWES_ORDER,
    SEALED,
    START,
    TRASH_LIMITS,
    find_winners,
)
from red7_desktop.games.spring_cleaning.rules.rounds import AT_ONCE, NEXT_TURN, PICKUP
from red7_desktop.kit import game_view, phrases
from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.hud import marks, part
from red7_desktop.kit.setup import GameSetup, OptionRow, Preset
from red7_desktop.kit.sound import cues
from red7_desktop.kit.table_model import (
    COMPLETE,
    ActionsModel,
    ButtonModel,
    ButtonState,
    DeckModel,
    GameAction,
    HistoryLine,
    HistoryModel,
    LargeButtonModel,
    NoteRow,
    SeatModel,
    Suggestion,
    TableModel,
    TitleModel,
    ViewerModel,
    ViewOptions,
)
from red7_desktop.kit.texts import NO_BREAK_SPACE, Texts, to_runs
from red7_desktop.play import ai
from red7_desktop.scene import pictures, theme
from red7_desktop.table import layout
from red7_desktop.table.card_nodes import BelowEdge, FramePosition, MarkStyle
from red7_desktop.tabletop import game
from red7_desktop.tabletop.game import TURN
from red7_desktop.tabletop.rounds import MATCH_OVER, is_viewers_turn

_COSTS: Final = evaluation.Costs()
_OWING: Final = frozenset({SEALED, OWES_INSERT, OWES_OFFER})
"""Phases in which the active seat has to place or offer a card."""


def find_only_play(seen: SpringObservation) -> cards.Step | None:
    """Return the viewer's only legal step if it is a play, else None."""
    step = seen.legal[0] if len(seen.legal) == 1 else None
    if isinstance(step, cards.Step) and step.kind == cards.PLAY:
        return step
    return None


def present_actions(scene: SpringContext) -> ActionsModel:
    """Build the buttons with which the viewer plays cards, ends its turn or draws a card."""
    return scene.build_actions(_end(scene), offer=_draw(scene))


def _end(scene: SpringContext) -> LargeButtonModel:
    texts = scene.texts
    idle = scene.build_idle_button(texts.in_context("turn", "Play"))
    if idle is not None:
        return idle
    phase = scene.position.phase
    card = scene.offered
    if phase == START:
        return _play(scene)
    if phase == OWES_ORDER:
        note = texts("as {cards}", cards=scene.words.cards(scene.position.picked_up))
        return LargeButtonModel(Intent.END, ButtonState.GO, texts("Arrange"), to_runs(note))
    title, note, missing = {
        SEALED: (
            texts("Confirm"),
            texts("the {card}, final", card=card),
            texts("No card chosen yet"),
        ),
        OWES_INSERT: (
            texts("End turn"),
            "",
            texts("Place the {card} first", card=scene.position.drawn),
        ),
        OWES_OFFER: (
            texts("End turn"),
            texts("offer the {card}", card=card),
            texts("Offer a card first"),
        ),
    }[phase]
    if not card:
        return LargeButtonModel(Intent.END, ButtonState.MISSING, title, to_runs(missing))
    return LargeButtonModel(Intent.END, ButtonState.GO, title, to_runs(note))


def _play(scene: SpringContext) -> LargeButtonModel:
    texts = scene.texts
    seen = scene.observation
    title = texts.in_context("turn", "Play")
    step = scene.options.picked_step
    if step is None and not scene.options.picked:
        step = find_only_play(seen)
    if isinstance(step, cards.Step) and step in seen.legal and step.kind == cards.PLAY:
        return LargeButtonModel(
            Intent.END, ButtonState.GO, title, to_runs(_describe_aim(scene, step))
        )
    ghost = scene.options.ghost_step
    if isinstance(ghost, cards.Step) and ghost in seen.legal and ghost.kind == cards.PLAY:
        aim = to_runs(_describe_aim(scene, ghost))
        return LargeButtonModel(
            COMPLETE, ButtonState.GO, _describe_missing_cards(scene, ghost), aim
        )
    if scene.options.is_stuck:
        return LargeButtonModel(
            Intent.END, ButtonState.MISSING, title, to_runs(texts("Pick other cards"))
        )
    if scene.legal_of(cards.PLAY):
        if scene.options.picked:
            note = texts("Pick more cards")
        else:
            note = texts("Pick cards")
        plays = [
            each for each in seen.legal if isinstance(each, cards.Step) and each.kind == cards.PLAY
        ]
        if all(cards.length_of(each.argument) == 1 for each in plays):
            # Only single cards can be played, so ask the user to drag one instead of picking cards.
            note = texts("Put a card on the table")
        return LargeButtonModel(Intent.END, ButtonState.MISSING, title, to_runs(note))
    note = texts("You can’t beat it: offer a card")
    if cards.DRAW_STEP in seen.legal:
        note = texts("You can’t beat it")
    return LargeButtonModel(Intent.END, ButtonState.MISSING, title, to_runs(note))


def _describe_missing_cards(scene: SpringContext, step: cards.Step) -> str:
    """Return a text such as "Add 4 and 5", which names the cards missing for a legal play.

    Args:
        scene: The table, with the cards that the viewer has picked.
        step: A legal play that contains all picked cards.
    """
    missing = list(cards.cards_of(step.argument))
    for name in scene.options.picked:
        zone, place = game.split_card_name(name)
        missing.remove(int(scene.observation.zones[zone][place or 0] or 0))
    return scene.texts("Add {cards}", cards=scene.words.cards(missing))


def _describe_aim(scene: SpringContext, step: cards.Step) -> str:
    """Describe a play and the combination that it beats, such as "4 5 6 on Tomás’s pair".

    If the play uses offered cards, the text names these cards instead of the combination.
    """
    texts = scene.texts
    position = scene.position
    words = scene.words
    taken = cards.cards_of(step.argument)
    played = words.cards(taken)
    table = position.table
    if not table:
        return texts("Lead {cards}", cards=played)
    mine = texts.in_context("offer", "your offered {card}")
    theirs = texts.in_context("offer", "{name}’s {card}")
    offered = [
        (mine if words.is_you(owner) else theirs).format(card=card, name=words.names[owner])
        for card, owner in zip(taken, cards.owners_of(step.argument), strict=True)
        if owner >= 0
    ]
    if offered:
        listed = texts.in_context("cards", ", ").join(offered)
        return texts("{cards} with {offered}", cards=played, offered=listed)
    on = texts("{cards} on {name}’s pair")
    if cards.length_of(table) == 1:
        on = texts("{cards} on {name}’s card")
    elif table & cards.RUN:
        on = texts("{cards} on {name}’s run")
    elif cards.length_of(table) > 2:
        on = texts("{cards} on {name}’s set")
    return on.format(cards=played, name=words.names[position.holder])


def _draw(scene: SpringContext) -> ButtonModel | None:
    if not scene.is_asked or cards.DRAW_STEP not in scene.observation.legal:
        return None
    texts = scene.texts
    if not scene.legal_of(cards.PLAY):
        return ButtonModel(texts("Draw a card"), True, action=Intent.OFFER)
    if scene.options.armed == Intent.OFFER:
        return ButtonModel(texts("Press again to draw"), True, action=Intent.OFFER, is_guarded=True)
    note = to_runs(texts("Hold, or press twice"))
    return ButtonModel(texts("Draw a card"), True, action=Intent.OFFER, note=note, is_guarded=True)


MAX_SUGGESTIONS: Final = 5
"""Maximum number of plays that the table suggests to the viewer."""


def list_suggestions(seen: SpringObservation, words: SpringWords) -> tuple[Suggestion, ...]:
    """Return at most MOST suggested plays for the viewer; () if the viewer can't play.

    The plays are rated by their heuristic cost, an estimate of how far the viewer is from having no
    cards left. The best single card, set and run are always suggested. Further suggestions are
    whole sets and runs of the hand, then the best of the other plays. The result is sorted by cost,
    the best play first.
    """
    if not is_viewers_turn(seen) or seen.position.phase != START:
        return ()
    position = seen.position
    # The result is cached, because undoing a step leads to the same position again.
    where = position.hands, position.offers, position.trick, position.discard, seen.public_hands
    if where not in _SUGGESTED_PLAYS:
        _SUGGESTED_PLAYS.clear()
        _SUGGESTED_PLAYS[where] = _list_suggested_plays(seen)
    return tuple([_build_suggestion(seen, words, step) for step in _SUGGESTED_PLAYS[where]])


_SUGGESTED_PLAYS: Final[dict[tuple[Any, ...], list[cards.Step]]] = {}
"""Cache of the plays that the table suggests, with only one entry: for the last shown position."""


def _list_suggested_plays(seen: SpringObservation) -> list[cards.Step]:
    options = worlds.list_options(worlds.find_decision_point(seen, _COSTS), _COSTS)
    plays = [option for option in options if option.steps[0].kind == cards.PLAY]
    plays.sort(key=lambda option: option.cost)
    # The same combination can often be made from different cards of the hand and the offers.
    # Suggest only the play with the lowest cost for each combination, because there is little room.
    best: dict[int, cards.Step] = {}
    for option in plays:
        best.setdefault(option.steps[0].argument & cards.COMBINATION, option.steps[0])
    listed = list(best.values())
    kinds: dict[tuple[bool, bool], cards.Step] = {}
    for step in listed:
        kinds.setdefault(
            (cards.length_of(step.argument) > 1, bool(step.argument & cards.RUN)), step
        )
    blocks = split_into_blocks(seen.position.hands[seen.position.mover])
    whole = [
        step
        for step in listed
        if not step.argument >> cards.OWNERS_SHIFT and cards.find_hand_part(step.argument) in blocks
    ]
    whole.sort(key=lambda step: cards.length_of(step.argument), reverse=True)
    chosen = dict.fromkeys([*kinds.values(), *whole, *listed])
    return sorted(list(chosen)[:MAX_SUGGESTIONS], key=listed.index)


def _build_suggestion(seen: SpringObservation, words: SpringWords, step: cards.Step) -> Suggestion:
    position = seen.position
    texts = words.texts
    owners = cards.owners_of(step.argument)
    own = sum([owner in {-1, position.mover} for owner in owners])
    left = position.card_count(position.mover) - own
    faces = tuple([str(card) for card in cards.cards_of(step.argument)])
    meaning = texts.plural("{n} card left.", "{n} cards left.", left)
    if not left:
        meaning = texts("You finish first.")
    hand = position.hands[position.mover]
    start, end = cards.find_hand_part(step.argument)
    joins = ""
    if start < end and (closed := explanations.find_closing_block(hand, start, end)):
        # Widen the spaces: with a single space, two ones would look like eleven.
        joins = texts("joins {cards}", cards=words.cards(closed).replace(" ", 2 * NO_BREAK_SPACE))
        meaning += " " + texts("Joins {cards}.", cards=words.cards(closed))
    labels = tuple([None if owner < 0 else words.build_label(owner) for owner in owners])
    name = texts("Play {cards}", cards=words.cards(cards.cards_of(step.argument)))
    return Suggestion(step, faces, joins, meaning, labels, name)


def present_viewer(scene: SpringContext) -> ViewerModel:
    """Return the texts of the viewer's panel: its status and how many sets and runs it holds."""
    seen = scene.observation
    status = scene.name_status()
    if seen.viewer is None or seen.stage != TURN:
        return ViewerModel(status)
    held = scene.words.describe_hand(scene.position.hands[seen.viewer])
    meaning = scene.texts("Equal cards, or cards rising by one, side by side.")
    return ViewerModel(status, (NoteRow(to_runs(held), meaning=meaning),) if held else ())


JOINS_EQUAL: Final = "joins_equal"
"""Style of the mark on a card that has the same number as its left neighbour. It is a paper clip
that joins the two cards."""
JOINS_STEP: Final = "joins_step"
"""Style of the mark on a card whose number is one higher than that of its left neighbour. It is a
paper clip that joins the two cards."""
CONTINUES_COMBINATION: Final = "goes_on"
"""Style of the mark on a beaten card that belongs to the same combination as its left neighbour. It
has no picture. It makes the table draw the card close to this neighbour."""
AWAITS_OFFER: Final = "open"
"""Style of the mark on the zone of the viewer's offer while the viewer has to put a card there. It
is a frame around the zone."""
ANSWERS: Final = "answers"
"""Style of the mark on a card, in the viewer's hand or in an offer, that is part of a legal play.
It is a line below the card."""
CLOSE_CLIP_POSITION: Final = card_art.CLIP_POSITION._replace(aside=0.01)
"""Position of the paper clip that joins a card to its left neighbour in the same set or run. Such
cards are close together (see `card_art.CLOSE`)."""
LEFT_LIT_CLIP_POSITION: Final = card_art.CLIP_POSITION._replace(aside=-0.2)
"""Position of a bright paper clip on a card: near the card's left edge. While the user drags a
card, the clip shows that the marked card would form a set or run with its new left neighbour.

The clip isn't in the gap between the two cards, so that it doesn't overlap the neighbour's bright
clip."""
RIGHT_LIT_CLIP_POSITION: Final = card_art.CLIP_POSITION._replace(aside=-0.8)
"""Position of a bright paper clip on a card: near the card's right edge. While the user drags a
card, the clip shows that the marked card would form a set or run with its new right neighbour."""


def present_marks(scene: SpringContext) -> dict[str, tuple[str, ...]]:
    """Return the cards and zones to mark on the table.

    Returns:
        Names of cards by style of the mark. For the style AWAITS_OFFER, the name of a zone.
    """
    equal, step = _list_clipped(scene)
    own_offer = game.zone_of("offer", scene.observation.viewer or 0)
    return {
        AWAITS_OFFER: (own_offer,) if panels.awaits_offer(scene) else (),
        JOINS_EQUAL: equal,
        JOINS_STEP: step,
        CONTINUES_COMBINATION: tuple(_list_beaten(scene)),
        ANSWERS: tuple(dict.fromkeys(_list_answers(scene))),
        marks.PENDING: scene.options.picked if scene.offered else (),
    }


def _list_clipped(scene: SpringContext) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """List the visible cards that a paper clip joins to their left neighbour.

    A paper clip shows that two neighbours can belong to the same set or run.

    Returns:
        Names of the cards with the same number as their left neighbour, and names of the cards
        whose number is one higher than that of their left neighbour.
    """
    found: tuple[list[str], list[str]] = [], []
    rows = [(game.zone_of("hand", seat), hand) for seat, hand in enumerate(scene.position.hands)]
    rows.append((game.zone_of("picked", scene.position.mover), scene.position.picked_up))
    rows.append(("table", cards.cards_of(scene.position.table) if scene.position.trick else ()))
    # Skip a card that is on the mat or moving there: it has left its row, so that its neighbours
    # are adjacent.
    if scene.offered or scene.position.phase in _OWING:
        away = scene.options.picked
    else:
        away = ()
    for zone, row in rows:
        names = [game.card_name(zone, nth) for nth in range(len(row))]
        for left, nth in pairwise([nth for nth, name in enumerate(names) if name not in away]):
            if can_join(row[left], row[nth]):
                found[row[nth] - row[left]].append(names[nth])
    return tuple(found[0]), tuple(found[1])


def _list_beaten(scene: SpringContext) -> Iterator[str]:
    """Yield the names of the beaten cards, except the leftmost card of each combination.

    The table draws these cards close to their left neighbours, because both belong to the same
    combination.
    """
    first = 0
    for combination in scene.position.trick[:-1]:
        behind = first + cards.length_of(combination)
        for nth in range(first + 1, behind):
            yield game.card_name("trick", nth)
        first = behind


def _list_answers(scene: SpringContext) -> Iterator[str]:
    position = scene.position
    if not (scene.is_asked and scene.options.assists and position.trick):
        return
    for step in scene.observation.legal:
        if not isinstance(step, cards.Step) or step.kind != cards.PLAY:
            continue
        for nth in range(*cards.find_hand_part(step.argument)):
            yield game.card_name(game.zone_of("hand", position.mover), nth)
        for card, owner in zip(
            cards.cards_of(step.argument), cards.owners_of(step.argument), strict=True
        ):
            if owner >= 0:
                for nth, other in enumerate(position.offers[owner]):
                    if other == card:
                        yield game.card_name(game.zone_of("offer", owner), nth)


_HELP: Final = {
    SEALED: "drawing",
    OWES_INSERT: "drawing",
    OWES_OFFER: "drawing",
    OWES_ORDER: "pickup",
}
"""Page of the rules that the help button opens, by phase of the turn."""


def _present_seat(scene: SpringContext, seat: int, place: int) -> SeatModel:
    return scene.build_seat(
        seat,
        place,
        hand_count=scene.position.card_count(seat),
        score=panels.label_trash(scene, seat),
        is_leading=scene.observation.stage == TURN and scene.position.holder == seat,
    )


def _present_history(scene: SpringContext) -> HistoryModel:
    words = scene.words
    seen = scene.observation
    lines = turn_words.describe_turns(words, seen.turns_played, seen.leader)
    # Show the first offers as one line without a seat, because all seats choose at the same time.
    turns = [HistoryLine(None, turn_words.describe_first_offers(words, seen.first_offers))]
    turns += [
        HistoryLine(turn.seat, line) for turn, line in zip(seen.turns_played, lines, strict=True)
    ]
    results = []
    for number, result in enumerate(seen.rounds, start=1):
        out = turn_words.list_out_seats(result)
        seat = out[0] if len(out) == 1 else None
        results.append(HistoryLine(seat, turn_words.describe_round_result(words, number, result)))
    return scene.build_history(turns, results)


CLIP: Final = "clip"
"""Name of the sound when two cards come together that form a set or run."""
TUCK: Final = "tuck"
"""Name of the sound when a card is inserted into a hand."""
SWEEP: Final = "sweep"
"""Name of the sound when a trick is swept off the table."""
BIN: Final = "bin"
"""Name of the sound at the end of a round, when the seats get their trash (penalty points)."""
SOUNDS: Final = (CLIP, TUCK, SWEEP, BIN)
MATCH_CUE_PAUSE: Final = 0.7
"""Seconds between the sounds of the end of a round and of the match."""

MOVES: Final[Mapping[tuple[str, str], cues.MoveSound]] = {
    ("deck", "hand"): cues.MoveSound(cues.Sound.DEAL),
    ("deck", "drawn"): cues.MoveSound(cues.Sound.DEAL),
    ("offer", "drawn"): cues.MoveSound(cues.Sound.SLIDE),
    ("offer", "hand"): cues.MoveSound(cues.Sound.SLIDE),
    ("offer", "picked"): cues.MoveSound(cues.Sound.SLIDE),
    ("drawn", "hand"): cues.MoveSound(TUCK, 0.4),
    ("picked", "hand"): cues.MoveSound(TUCK, 0.4),
    # Cards slow down as they arrive: after half of the time they are almost there.
    ("hand", "offer"): cues.MoveSound(cues.Sound.PLACE, 0.5),
    ("hand", "table"): cues.MoveSound(cues.Sound.PLACE, 0.5),
    ("offer", "table"): cues.MoveSound(cues.Sound.PLACE, 0.5),
    ("discard", "deck"): cues.MoveSound(cues.Sound.FLIP),
}
"""Sounds of moving cards, by the kinds of the zones that they leave and reach.

Cards that are beaten or swept off the table make no sound of their own.
"""


# -- what a change brings about ------------------------------------------------------------


def _find_clip_cue(event: cues.ChangeEvent[SpringObservation]) -> cues.Cue | None:
    """Return the sound of cards that join, in the viewer's hand or in a played combination.

    Returns:
        None if no cards join.
    """
    if not event.change.is_step or event.find_event("dealt", "revealed"):
        return None
    played = [move for move in event.change.moves if move.target == "table"]
    if len(played) > 1 or _count_joints(event.after) > _count_joints(event.before):
        return cues.Cue(cues.time_of_landing(event.change, event.tempo), CLIP)
    return None


def _count_joints(seen: SpringObservation) -> int:
    if seen.viewer is None:
        return 0
    return sum([can_join(*pair) for pair in pairwise(seen.position.hands[seen.viewer])])


def _find_round_cue(event: cues.ChangeEvent[SpringObservation]) -> cues.Cue | None:
    if not event.find_event("round_over", "round_stopped"):
        return None
    return cues.Cue(cues.time_of_landing(event.change, event.tempo) + cues.END_CUE_DELAY, BIN)


def _find_match_cue(event: cues.ChangeEvent[SpringObservation]) -> cues.Cue | None:
    after = event.after
    if not event.change.is_step or after.stage != MATCH_OVER or event.before.stage == MATCH_OVER:
        return None
    winners = find_winners(after.position.trash, after.rounds[-1].trash)
    return event.result(winners, cues.END_CUE_DELAY + MATCH_CUE_PAUSE)


class SpringSetup(game_view.SetupFacet):
    """The part of Spring Cleaning's user interface that lists the options of a new match.

    The options are the number of seats, and when a seat with an empty hand picks up its offer.
    """

    seats = range(min(TRASH_LIMITS), max(TRASH_LIMITS) + 1)
    options = (PICKUP,)

    def build_option_rows(self, setup: GameSetup, texts: Texts) -> tuple[OptionRow, ...]:
        chosen = setup.values[PICKUP.key]
        note = texts("With an empty hand, you pick up your offer when your next turn begins.")
        if chosen == AT_ONCE:
            note = texts("With an empty hand, you pick up your offer right away.")
        choices = ((NEXT_TURN, texts("Next turn")), (AT_ONCE, texts("At once")))
        return (OptionRow(PICKUP.key, texts("Pick up the offer"), choices, chosen, note),)

    def list_presets(self, setup: GameSetup, texts: Texts) -> tuple[Preset, ...]:
        limit = TRASH_LIMITS[len(setup.seats)]
        goal = str(limit), texts.plural("trash ends it", "trash ends it", limit)
        return (
            Preset(
                texts("Match"),
                texts("Rounds until someone has {n} trash.", n=limit),
                10,
                {},
                ("4", "5", "6"),
                goal,
            ),
            Preset(
                texts("Faster match"),
                texts("With an empty hand, you pick up your offer right away."),
                8,
                {PICKUP.key: AT_ONCE},
                ("9", "9"),
                goal,
            ),
        )

    def summarise_rules(self, setup: GameSetup, texts: Texts) -> tuple[str, ...]:
        parts = [texts("to {n} trash", n=TRASH_LIMITS[len(setup.seats)])]
        if setup.values[PICKUP.key] == AT_ONCE:
            parts.append(texts("offers picked up at once"))
        return tuple(parts)

    describe_levels = staticmethod(describe_characters)

    def own_settings(self, texts: Texts) -> Mapping[str, tuple[str, str]]:
        note = texts("After each number: how many are still hidden.")
        return {panels.COUNTS: (texts("Count hidden cards"), note)}

    def describe_intents(self, texts: Texts) -> Mapping[Intent, str]:
        return {
            Intent.OFFER: texts("Draw a card"),
            Intent.PLACE: texts("Card to the table"),
            Intent.OTHER_PLACE: texts("Card to your offer"),
            Intent.NEXT_PLAY: texts("Next suggested play"),
        }


def _present_title(scene: SpringContext, round_words: str) -> TitleModel:
    head_start = phrases.describe_head_start(
        name_trash_handicap(scene.texts), scene.observation.options.head_start
    )
    line = " · ".join(filter(None, (round_words, head_start)))
    return replace(scene.build_title(line, round_words, head_start), brief=line)


class SpringTable(game_view.TableFacet["SpringObservation", SpringWords]):
    """The part of Spring Cleaning's user interface that shows the table on which a match is played.

    It builds the models of the table's panels, the actions of its buttons, its sounds and marks.
    """

    zone_kinds = ZONE_KINDS
    deals = ("hand",)
    phone_signs: Mapping[str, str] = {JOINS_EQUAL: "=", JOINS_STEP: "↗", ANSWERS: game_view.LIT}
    places: Mapping[Intent, str] = {Intent.PLACE: "table", Intent.OTHER_PLACE: "offer"}
    sounds = SOUNDS
    move_sounds = MOVES
    finders = (
        _find_clip_cue,
        lambda event: cues.Cue(0.0, SWEEP) if event.find_event("trick_won") else None,
        _find_round_cue,
        _find_match_cue,
    )

    def __init__(self, view: game_view.GameView) -> None:
        super().__init__(view)
        self._history: tuple[Any, HistoryModel | None] = None, None

    def _present_history_cached(self, scene: SpringContext) -> HistoryModel:
        """Return the model of the last turns, rebuilt only if the turns or the texts changed."""
        seen = scene.observation
        words = scene.words
        told, known = self._history
        about = words.texts, words.names, seen.viewer, seen.turns, seen.rounds, seen.round_number
        if known is None or told != about:
            known = _present_history(scene)
            self._history = about, known
        return known

    def layouts(self, asset: Callable[..., Path]) -> Path:
        return asset("layouts", "spring_cleaning")

    def zone_titles(self, texts: Texts) -> Mapping[str, str]:
        return {
            "table": texts("To beat"),
            "offer": texts("Your offer"),
            "drawn": texts("Drawn"),
            "picked": texts("Drawn"),
        }

    def build_model(
        self, seen: SpringObservation, seats: Sequence[ai.Seat], texts: Texts, around: ViewOptions
    ) -> TableModel:
        scene = SpringContext.for_model(self.view, seen, seats, texts, around)
        position = seen.position
        round_words = texts("Round {n}", n=seen.round_number)
        return TableModel(
            title=_present_title(scene, round_words),
            seats=tuple(
                [_present_seat(scene, seat, place) for place, seat in enumerate(scene.order)]
            ),
            status=present_status(scene),
            viewer=present_viewer(scene),
            actions=present_actions(scene),
            history=self._present_history_cached(scene),
            deck=DeckModel(len(position.deck), texts("deck")),
            panels=present_panels(scene),
            marks=present_marks(scene),
            is_tense=scene.atmosphere.is_tense,
            middle="table",
            help=_HELP.get(position.phase, "beating" if position.trick else "combinations"),
            crown_meaning=texts("The crown shows whose combination is on the table."),
            piles={
                "discard": texts("Discard pile: cards of finished tricks."),
                "trick": texts("Beaten in this trick."),
            },
        )

    def build_parts(
        self, look: theme.ResolvedTheme, ink: part.TextStyler
    ) -> Mapping[str, part.Part[Any]]:
        parts: dict[str, part.Part[Any]] = {
            "holder": Holder(look, ink, name="holder"),
            "trick": BeatenMarkerRow(look, ink, name="stairs"),
            "steps": StepsLine(look, ink, name="steps"),
            "discarded": CardCount(look, ink, pictures.Align.CENTRE, name="discarded"),
            "mat.0": OfferMat(look, ink, name="mat"),
        }
        for place in range(cards.MAX_SEATS):
            left = CardCount(look, ink, pictures.Align.END, name=f"left {place}")
            parts[layout.zone_name("left", place)] = left
        for place in range(cards.MAX_SEATS):
            trash = TrashPips(look, ink, name=f"trash {place}")
            parts[layout.zone_name("trash", place)] = trash
        return parts

    def find_button_action(
        self, ask: str, seen: SpringObservation, texts: Texts, switches: Collection[str] = ()
    ) -> GameAction | None:
        """Return the game action that a click on a button triggers now; None if there is none.

        The large button confirms the order of picked-up cards, or makes the only legal play. If the
        viewer can't act, or has to place a card first, the action is an illegal draw, because the
        table then explains why the draw is illegal. Before a draw that gives up a possible play,
        the user has to confirm the draw.
        """
        if ask == Intent.OFFER:
            gives_up = cards.DRAW_STEP in seen.legal and any(
                isinstance(step, cards.Step) and step.kind == cards.PLAY for step in seen.legal
            )
            return GameAction((cards.DRAW_STEP,), is_guarded=gives_up)
        if ask != Intent.END:
            return None
        if seen.viewer not in seen.to_act or seen.position.phase in _OWING:
            return GameAction((cards.DRAW_STEP,))
        if seen.position.phase == OWES_ORDER:
            return GameAction(
                tuple([cards.Step(cards.ORDER, card) for card in seen.position.picked_up])
            )
        only = find_only_play(seen)
        if only is None:
            return None
        return GameAction((only,))

    def mark_styles(self, look: theme.ResolvedTheme, ink: part.TextStyler) -> dict[str, MarkStyle]:
        green = look.theme.colour("ok")
        frame = marks.build_frame(green, 0.0)
        line = pictures.BoxPicture(green, radius=3.0)
        styles = {
            AWAITS_OFFER: MarkStyle(frame, FramePosition(-2.0), behind=True, frames=True),
            CONTINUES_COMBINATION: MarkStyle(close=True),
            ANSWERS: MarkStyle(line, BelowEdge(gap=7.0, height=5.0, inset=13.0)),
        }
        clips = (
            (JOINS_EQUAL, card_art.EQUAL, CLOSE_CLIP_POSITION),
            (JOINS_STEP, card_art.STEP, CLOSE_CLIP_POSITION),
            *[
                (style, kind, LEFT_LIT_CLIP_POSITION)
                for kind, style in explanations.JOINS_LEFT_STYLES.items()
            ],
            *[
                (style, kind, RIGHT_LIT_CLIP_POSITION)
                for kind, style in explanations.JOINS_RIGHT_STYLES.items()
            ],
        )
        for style, kind, seam in clips:
            is_close = seam is CLOSE_CLIP_POSITION
            clip = card_art.build_clip_picture(kind, is_lit=not is_close)
            styles[style] = MarkStyle(clip, seam, close=is_close)
        return styles

    def list_preview_marks(
        self, seen: SpringObservation, step: cards.Step
    ) -> dict[str, tuple[str, ...]]:
        return explanations.list_preview_marks(seen.position, seen.viewer or 0, step)

    def mark_meanings(self, texts: Texts) -> dict[str, str]:
        equal = texts("Two bars: same number as the card to the left.")
        return {
            ANSWERS: texts("Underlined: you can use this card now."),
            JOINS_EQUAL: equal,
            JOINS_STEP: texts("A step: one more than the card to the left."),
            **dict.fromkeys(
                (
                    *explanations.JOINS_LEFT_STYLES.values(),
                    *explanations.JOINS_RIGHT_STYLES.values(),
                ),
                texts("Bright clip: these two would be side by side."),
            ),
        }

    suggestions = staticmethod(list_suggestions)
