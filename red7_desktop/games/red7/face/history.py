"""Red7's log, speech, results, reviews and achievements.

Everything is built from observations of the viewer, so that the texts contain nothing that is
hidden from the viewer's seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from red7_desktop.games.red7.face import card_art, explanations, present, turn_words
from red7_desktop.games.red7.face.words import Words, build_rule_words, describe_goal
from red7_desktop.games.red7.rules import cards, notation, position, rounds, standings, turns
from red7_desktop.games.red7.rules.game import Red7Observation, position_of
from red7_desktop.kit import game_view, match_model, table_model
from red7_desktop.kit.present import story
from red7_desktop.kit.sound.cues import Sound
from red7_desktop.kit.texts import (
    Run,
    Runs,
    Texts,
    Tone,
    capitalize_runs,
    fill_template,
    to_plain,
)
from red7_desktop.play.session import Change
from red7_desktop.tabletop.game import TURN, Event
from red7_desktop.tabletop.match import Entry, Match

RAINBOW: Final = "rainbow"
HARVEST: Final = "harvest"
_ALL_COLOURS: Final = 7
_SQUARES: Final = dict(zip("ROYGBIV", "🟥🟧🟨🟩🟦⬛🟪", strict=True))
"""Emoji of a coloured square for shared texts, by the rule's letter. Unicode has no indigo square,
so indigo is black."""
HARVEST_POINTS: Final = 24
"""Minimum number of points in one round for the achievement "Rich harvest"."""


class Red7Story(
    game_view.StoryFacet["Red7Observation", Words],
    game_view.RoundsFacet["Red7Observation", Words],
):
    """The part of Red7's view that writes the match log and the results of rounds."""

    record_form = notation.Record

    def count_turns(self, seen: Red7Observation) -> int:
        return len(seen.turns)

    def has_points(self, seen: Red7Observation) -> bool:
        return seen.keeps_points

    def find_round_winners(self, result: rounds.RoundResult) -> Sequence[int]:
        return (result.winner,)

    def count_round_points(self, result: rounds.RoundResult, seats: int) -> Sequence[int]:
        return [cards.sum_points(result.taken) * (seat == result.winner) for seat in range(seats)]

    def find_standing(self, seen: Red7Observation) -> tuple[Sequence[int], int]:
        return seen.points, seen.options.target

    def head_start(self, seen: Red7Observation) -> Sequence[int]:
        return seen.options.head_start

    # -- the log -----------------------------------------------------------------------------

    def describe_opening(
        self, words: Words, seen: Red7Observation, dealt: Red7Observation
    ) -> list[Runs]:
        return self.describe_deal(words, dealt)

    def describe_deal(self, words: Words, seen: Red7Observation) -> list[Runs]:
        if len(set(seen.hand_counts)) > 1 or any(len(row) > 1 for row in seen.rows):
            return []  # The match started from a position in the middle of a round.
        return turn_words.describe_deal(words, seen.rows, seen.hand_counts[0], seen.mover)

    def list_lines(
        self, words: Words, seen: Red7Observation, notes: Sequence[Event]
    ) -> Iterator[match_model.LogLine]:
        exits = dict(list_drop_outs(notes))
        for number, turn in enumerate(seen.turns, start=1):
            line = turn_words.describe_turn_fully(words, turn, exits.get(turn.seat))
            if line:
                yield match_model.LogLine(number, turn.seat, line)
        going_on = turn_words.describe_turn(words, seen.mover, seen.steps, in_full=True)
        if going_on:
            line = fill_template(words.texts("{turn}…"), turn=going_on)
            yield match_model.LogLine(len(seen.turns) + 1, seen.mover, line)

    def close_section(
        self, words: Words, section: match_model.LogSection, seen: Red7Observation
    ) -> match_model.LogSection:
        result = seen.rounds[-1]
        scores = seen.keeps_points
        counts = words.join_counts(seen.points)
        result_line = turn_words.describe_round_result(
            words, seen.round_number, result, scores=scores
        )
        taken = sorted(cards.cards_in(result.taken), reverse=True)
        standing: tuple[Runs, ...] = ()
        if scores:
            standing = (fill_template(words.texts("Points: {scores}"), scores=counts),)
        return replace(
            section,
            ending=capitalize_runs(result_line),
            winners=(result.winner,),
            detail=words.cards(taken, "  "),
            standing=standing,
        )

    # -- speech ------------------------------------------------------------------------------

    def describe_last_turn(self, words: Words, change: Change, *, only_end: bool = False) -> Runs:
        turn = change.after.turns[-1]
        if only_end:
            turn = replace(turn, steps=turn.steps[-1:])
        rules = [rule for _, rule in list_drop_outs(change.events)]
        return turn_words.describe_turn_fully(words, turn, rules[0] if rules else None)

    def describe_last_step(self, words: Words, seen: Red7Observation) -> Runs:
        return turn_words.describe_turn(words, seen.mover, seen.steps[-1:], in_full=True)

    describe_note = staticmethod(turn_words.note_line)

    def list_requests(self, words: Words, seen: Red7Observation) -> list[str]:
        options = table_model.ViewOptions(assists=False)
        prompt = present.write_prompt(present.Red7Context(self.view, seen, words, options))
        if prompt:
            return [to_plain(prompt)]
        if not seen.steps:
            return [words.texts("It’s your turn")]
        return []

    def list_own_cards(self, words: Words, seen: Red7Observation) -> tuple[str, ...]:
        if seen.viewer is None:
            return ()
        texts = words.texts
        seat = seen.viewer
        hand = to_plain(words.cards(sorted(cards.cards_in(seen.hand), reverse=True)))
        palette = to_plain(words.cards(seen.rows[seat]))
        rule = position_of(seen).rule
        named = to_plain((words.colour_mark(rule), Run(", "), words.rule_mark(rule)))
        return (
            texts("Your hand: {cards}", cards=hand or texts.in_context("cards", "none")),
            texts("Your palette: {cards}", cards=palette or texts.in_context("cards", "none")),
            texts("Current rule: {rule}", rule=named),
        )

    def list_open_cards(self, words: Words, seen: Red7Observation, seat: int) -> tuple[str, ...]:
        texts = words.texts
        name = words.names[seat]
        palette = to_plain(words.cards(seen.rows[seat]))
        count = seen.hand_counts[seat]
        hand = texts.plural("{n} card in hand", "{n} cards in hand", count)
        if seen.out >> seat & 1:
            hand = texts("out of the round")
        parts = [f"{name}: {palette or texts.in_context('cards', 'none')}", hand]
        if seen.keeps_points:
            points = seen.points[seat]
            parts.append(texts.plural("{n} point", "{n} points", points))
        return (", ".join(parts),)

    def name_zone(self, words: Words, zone: str) -> str:
        texts = words.texts
        kind, _, letter = zone.partition(":")
        if letter and not words.is_you(cards.SEATS.index(letter)):
            others = {
                "hand": texts("{name}’s hand"),
                "palette": texts("{name}’s palette"),
                "score": texts("{name}’s score pile"),
            }
            return others.get(kind, "").format(name=words.names[cards.SEATS.index(letter)])
        named = {
            "hand": texts("Your hand"),
            "palette": texts("Your palette"),
            "canvas": texts("The canvas"),
            "deck": texts("Deck"),
            "score": texts("Your score pile"),
        }
        return named.get(kind, "")

    # -- ends of rounds ----------------------------------------------------------------------

    def name_round(self, words: Words, seen: Red7Observation, result: rounds.RoundResult) -> Runs:
        texts = words.texts
        templates = texts("You win round {round}"), texts("{name} wins round {round}")
        return words.choose_form(result.winner, *templates, round=seen.round_number)

    def describe_round(
        self, words: Words, match: Match, seen: Red7Observation, result: rounds.RoundResult
    ) -> match_model.RoundStory:
        texts = words.texts
        you = texts("You dropped out under {rule}")
        they = texts("{name} dropped out under {rule}")
        first, last = list(story.list_round_spans(match))[-1]
        notes = [note for each in match.outcomes_of(first, last) for note in each.events]
        exits = [
            table_model.HistoryLine(
                seat, words.choose_form(seat, you, they, rule=words.rule_mark(rule))
            )
            for seat, rule in list_drop_outs(notes)
        ]
        stayed = words.choose_form(
            result.winner,
            texts("You stayed in under {rule}"),
            texts("{name} stayed in under {rule}"),
            rule=words.rule_mark(result.rule),
        )
        return match_model.RoundStory(tuple(exits), stayed, cards.LETTERS[result.rule])

    def build_counted_tally(
        self, words: Words, seen: Red7Observation, result: rounds.RoundResult
    ) -> match_model.CountedTally:
        texts = words.texts
        counted = [
            match_model.CountedCard(
                face,
                cards.number_of(cards.CARD_BY_TEXT[face]),
                words.card(cards.CARD_BY_TEXT[face]).spoken,
            )
            for face in cards.texts_of(result.taken)
        ]
        return match_model.CountedTally(
            texts("To the score pile"),
            tuple(counted),
            texts.plural_within("sum", "point", "points", cards.sum_points(result.taken)),
            "" if counted else texts("No card counts: no points."),
        )

    def name_columns(self, texts: Texts) -> tuple[str, str, str]:
        return texts("Round"), texts("Winner"), texts("Rule")

    def describe_row(
        self, words: Words, result: rounds.RoundResult
    ) -> tuple[str, Runs, Sequence[int | None]]:
        worth = cards.sum_points(result.taken)
        winner = result.winner
        points = [worth if seat == winner else None for seat in range(len(words.names))]
        return words.name(winner), (words.rule_mark(result.rule),), points

    def build_finale(
        self, words: Words, match: Match, viewer: int | None, end: match_model.EndModel
    ) -> match_model.Finale:
        seen: Red7Observation = match.game.observe(match.state, viewer)
        lights = [
            match_model.RingArc(cards.LETTERS[each], each == seen.rounds[-1].rule, chime)
            for each, chime in enumerate(present.RULE_CHIMES)
        ]
        unit = words.texts("of {target} points", target=seen.options.target)
        finale = super().build_finale(words, match, viewer, end)
        return replace(finale, lights=tuple(lights[::-1]), unit=unit, sound=Sound.PLACE)

    def describe_round_turning(self, words: Words, match: Match) -> match_model.TurningPoint:
        winner = match.state.rounds[-1].winner
        states = list_round_states(match, match.state.round_number)
        turning, deciding_cards = find_round_turning(states, winner)
        line = story.describe_round_turning_point(
            words, winner, turning, words.cards(deciding_cards)
        )
        # If the viewer had to drop out, also say which cards would have kept it in.
        misses = [
            explanations.describe_shortfall(words, before.position, turn.seat)
            for before, turn in zip(states, states[-1].turns, strict=False)
            if turn.seat == words.viewer and cards.drops_out(turn.steps)
        ]
        faces = tuple([cards.CARD_TEXTS[card] for card in deciding_cards])
        return match_model.TurningPoint(line, faces, misses[0] if misses else ())

    def list_turning_cards(
        self, words: Words, match: Match, number: int, winner: int
    ) -> tuple[Runs, tuple[str, ...]]:
        _, deciding_cards = find_round_turning(list_round_states(match, number), winner)
        return words.cards(deciding_cards), tuple(
            [cards.CARD_TEXTS[card] for card in deciding_cards]
        )

    def describe_margin(self, words: Words, winner: int, points: int) -> Runs:
        line = words.texts.plural(
            "You were {n} point behind {name}",
            "You were {n} points behind {name}",
            points,
            name="{name}",
        )
        return words.choose_form(winner, "", line)

    def list_finished_rounds(self, match: Match) -> tuple[match_model.RoundWon, ...]:
        seen = match.game.observe(match.state, None)
        seats = len(seen.hand_counts)
        return tuple(
            [
                match_model.RoundWon((cards.LETTERS[each.rule],) * seats, (each.winner,))
                for each in seen.rounds
            ]
        )

    def describe_round_categories(self, texts: Texts) -> match_model.RoundCategoryChart:
        shares = [
            match_model.RoundCategory(letter, rule.name, letter, is_sign=True, sound=chime)
            for letter, rule, chime in zip(
                cards.LETTERS, build_rule_words(texts), present.RULE_CHIMES, strict=True
            )
        ]
        note = texts("by the rule at the end of the round")
        return match_model.RoundCategoryChart(
            texts("Win rate by rule"), note, tuple(reversed(shares))
        )

    def build_round_tile(self, texts: Texts, gain: match_model.RoundGain) -> match_model.RoundTile:
        names = [rule.name for rule in build_rule_words(texts)]
        name = dict(zip(cards.LETTERS, names, strict=True)).get(gain.key, gain.key)
        if not gain.is_won:
            lost = texts("lost under {rule}", rule=name)
            return match_model.RoundTile(lost, symbol=gain.key, is_bright=False)
        won = texts("won under {rule}", rule=name)
        square = _SQUARES.get(gain.key, "⬜")
        return match_model.RoundTile(won, symbol=gain.key, square=square)

    def describe_row_of_rounds(self, texts: Texts) -> str:
        return texts("The rules you won under, round by round. Pale: rounds you lost.")

    def find_feats(self, match: Match, seat: int) -> frozenset[str]:
        found: set[str] = set()
        for each in match.state.rounds:
            if each.winner != seat:
                continue
            count = sum(1 for _ in cards.cards_in(each.taken))
            if cards.LETTERS[each.rule] == "B" and count == _ALL_COLOURS:
                found.add(RAINBOW)
            if cards.sum_points(each.taken) >= HARVEST_POINTS:
                found.add(HARVEST)
        return frozenset(found)

    def feats(self, texts: Texts) -> tuple[match_model.Feat, ...]:
        rainbow = texts("Score all seven colours in one round, under Blue.")
        harvest = texts("Score {n} points or more in one round.", n=HARVEST_POINTS)
        return (
            match_model.Feat(RAINBOW, texts("Rainbow"), rainbow, "rainbow"),
            match_model.Feat(HARVEST, texts("Rich harvest"), harvest, "coins"),
        )

    # -- pages -------------------------------------------------------------------------------

    def spread_pile(
        self, words: Words, seen: Red7Observation, zone: str
    ) -> match_model.Spread | None:
        faces = seen.zones.get(zone, ())
        known = [face for face in faces if face is not None]
        if len(known) < len(faces):
            return None
        kind, _, letter = zone.partition(":")
        if kind == "canvas":
            return _spread_canvas(words.texts, known)
        if kind == "score" and known:
            return _spread_score_pile(words, cards.SEATS.index(letter), known)
        return None

    describe_goal = staticmethod(describe_goal)

    def summarise_match(self, texts: Texts, seen: Red7Observation) -> match_model.MatchLine:
        rules = present.describe_rules(texts, seen)
        if not seen.keeps_points:
            return match_model.MatchLine(rules)
        counts = tuple(seen.points)
        points = " : ".join(map(str, counts))
        standing = texts("{points} of {target} points", points=points, target=seen.options.target)
        return match_model.MatchLine(rules, standing, counts)

    def position_text(self, seen: Red7Observation) -> str:
        return str(position_of(seen))

    # -- reviews -----------------------------------------------------------------------------

    def find_reviewable_step(
        self, match: Match, revision: int, entry: Entry
    ) -> tuple[cards.Step, bool] | None:
        if match.state_at(revision).stage != TURN:
            return None
        step: cards.Step = match.game.parse_step(entry.step)
        is_end = step.kind in {cards.END, cards.PASS, cards.FETCH}
        return cards.Step(step.kind, cards.UNKNOWN) if step.kind in {
            cards.DRAW,
            cards.FETCH,
        } else step, is_end

    def has_choice(self, seen: Red7Observation) -> bool:
        return turns.build_turns(position_of(seen)).count > 1

    def describe_plan(
        self, words: Words, seen: Red7Observation, steps: Sequence[cards.Step]
    ) -> Runs:
        return turn_words.join_plan(words, steps) or fill_template(
            words.texts.in_context("plan", "end the turn")
        )

    def list_leaders(self, match: Match, number: int) -> Sequence[int | None]:
        return _list_leaders(list_round_states(match, number))


def list_drop_outs(notes: Iterable[Event]) -> list[tuple[int, int]]:
    """Return the seats that dropped out, each with the rule that was in force at that time."""
    exits = [dict(note.data) for note in notes if note.code == "out"]
    return [(cards.SEATS.index(str(d["seat"])), cards.LETTERS.index(str(d["rule"]))) for d in exits]


def _spread_canvas(texts: Texts, faces: Sequence[str]) -> match_model.Spread:
    shown = [*reversed(faces), card_art.STARTER]
    return match_model.Spread(
        texts("The canvas"),
        texts("The newest comes first: it sets the rule."),
        tuple(map(match_model.SpreadCard, shown)),
    )


def _spread_score_pile(words: Words, seat: int, faces: Sequence[str]) -> match_model.Spread:
    texts = words.texts
    points = sum(cards.number_of(cards.CARD_BY_TEXT[face]) for face in faces)
    title = texts("Your score pile")
    if not words.is_you(seat):
        title = texts("{name}’s score pile", name=words.names[seat])
    note = texts.plural("{n} point", "{n} points", points)
    spread = [
        match_model.SpreadCard(
            face, (Run(texts("+{n}", n=cards.number_of(cards.CARD_BY_TEXT[face])), tone=Tone.SOFT),)
        )
        for face in faces
    ]
    return match_model.Spread(title, note, tuple(spread))


def list_round_states(match: Match, number: int) -> list[rounds.MatchState]:
    """Return the states of a round: after the deal and after each turn.

    Args:
        match: The match.
        number: Number of the round, from 1.
    """
    first, last = list(story.list_round_spans(match))[number - 1]
    states: list[rounds.MatchState] = [match.state_at(first)]
    for revision in range(first + 1, last + 1):
        state: rounds.MatchState = match.state_at(revision)
        if len(state.turns) > len(states[-1].turns):
            states.append(state)
    return states


def _list_leaders(states: Sequence[rounds.MatchState]) -> list[int | None]:
    leaders = [standings.find_winner(state.position) for state in states]
    return [None if each == position.NOBODY else each for each in leaders]


def find_round_turning(
    states: Sequence[rounds.MatchState], winner: int
) -> tuple[story.LeadChange, list[int]]:
    """Find when the winner of a round took the lead for good.

    Returns:
        The change of the lead, and the cards that the winner played or discarded in that turn; no
        cards if the lead changed in another seat's turn.
    """
    turning = story.find_turning(_list_leaders(states), winner)
    turns = states[-1].turns
    if not turning.at or turns[turning.at - 1].seat != winner:
        return turning, []
    steps = turns[turning.at - 1].steps
    return turning, [step.card for step in steps if step.kind in {cards.PLAY, cards.DISCARD}]
