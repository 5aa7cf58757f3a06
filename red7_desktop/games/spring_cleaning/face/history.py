"""Match log, narration, end pages, reviews and statistics.

Everything is built from observations of the viewer, so that it contains nothing that the seat
couldn't know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from red7_desktop.games.spring_cleaning.face import explanations, present, turn_words
from red7_desktop.games.spring_cleaning.face.words import (
    SpringWords,
    describe_goal,
    name_trash_handicap,
    split_into_blocks,
)
from red7_desktop.games.spring_cleaning.players.worlds import count_unseen
from red7_desktop.games.spring_cleaning.rules import cards, game, notation, rounds
from red7_desktop.games.spring_cleaning.rules.position import (
    OWES_INSERT,
    OWES_OFFER,
    OWES_ORDER,
    SEALED,
    START,
    TRASH_LIMITS,
    find_next_leader,
)
from red7_desktop.kit import game_view, match_model, phrases, table_model
from red7_desktop.kit.present import story
from red7_desktop.kit.texts import Runs, Texts, Tone, fill_template, to_plain, to_runs
from red7_desktop.play.session import Change
from red7_desktop.tabletop.game import TURN, Event
from red7_desktop.tabletop.match import Entry, Match
from red7_desktop.tabletop.rounds import MATCH_OVER

_SYMBOLS: Final = "54687"
"""Numbers of the cards whose pictures mark the rows of the chart "Rounds won by turn order": the 5
for the seat that led, the 4 for the second seat, and so on. Their colours are easy to tell
apart."""
_TRASH_SIGNS: Final = (
    (Tone.GOOD, "🟩"),
    (Tone.ACCENT, "🟨"),
    (Tone.ACCENT, "🟧"),
    (Tone.BAD, "🟥"),
)
"""Tile colour and emoji of a round, indexed by the trash (penalty points) that a seat got in the
round. The last entry is for 3 or more."""
SPOTLESS: Final = "spotless"
ALONE: Final = "alone"
_MARK: Final = "bin"
MIN_RIVAL_CARDS: Final = 8
"""Minimum number of cards that every rival must have left for the achievement `ALONE`."""


class SpringStory(
    game_view.StoryFacet["game.SpringObservation", SpringWords],
    game_view.RoundsFacet["game.SpringObservation", SpringWords],
):
    """The part of Spring Cleaning's view that writes the match log and the results of rounds.

    The results are the winners of tricks, the seats that finished, and the trash (penalty points).
    """

    record_form = notation.Record
    gains = Tone.BAD

    def count_turns(self, seen: game.SpringObservation) -> int:
        return len(seen.turns_played)

    find_round_winners = staticmethod(turn_words.list_out_seats)

    def count_round_points(self, result: rounds.RoundResult, seats: int) -> Sequence[int]:
        return result.trash

    def find_standing(self, seen: game.SpringObservation) -> tuple[Sequence[int], int]:
        trash = seen.position.trash
        return trash, TRASH_LIMITS[len(trash)]

    def head_start(self, seen: game.SpringObservation) -> Sequence[int]:
        return seen.options.head_start

    name_head_start = staticmethod(name_trash_handicap)

    # -- the log -----------------------------------------------------------------------------

    def describe_opening(
        self, words: SpringWords, seen: game.SpringObservation, dealt: game.SpringObservation
    ) -> list[Runs]:
        hand = cards.get_hand_size(len(seen.public_hands))
        trash = dealt.position.trash
        opening = turn_words.describe_deal(words, hand, seen.leader, trash)
        offers = turn_words.describe_first_offers(words, seen.first_offers)
        if offers:
            return [*opening, offers]
        return opening

    def describe_deal(self, words: SpringWords, seen: game.SpringObservation) -> list[Runs]:
        position = seen.position
        hand = len(position.hands[0])
        if (
            position.trick
            or any(position.offers)
            or any(len(each) != hand for each in position.hands)
        ):
            return []  # The match started from a position in the middle of a round.
        return turn_words.describe_deal(words, hand, position.mover, position.trash)

    def list_lines(
        self, words: SpringWords, seen: game.SpringObservation, notes: Sequence[Event]
    ) -> list[match_model.LogLine]:
        turns = seen.turns_played
        told = turn_words.describe_turns(words, turns, seen.leader)
        holder = -1
        lines: list[match_model.LogLine] = []
        for nth, turn in enumerate(turns):
            if turn.seat == holder:
                you = words.texts("You win the trick")
                they = words.texts("{name} wins the trick")
                lines.append(match_model.LogLine(0, None, words.choose_form(holder, you, they)))
            if any(step.kind == cards.PLAY for step in turn.steps):
                holder = turn.seat
            if told[nth]:
                lines.append(match_model.LogLine(nth + 1, turn.seat, told[nth]))
        if seen.steps:
            mover = seen.position.mover
            going_on = turn_words.describe_turn(
                words, rounds.TurnTaken(mover, seen.steps), leads=holder in {-1, mover}
            )
            if going_on:
                line = fill_template(words.texts("{turn}…"), turn=going_on)
                lines.append(match_model.LogLine(len(turns) + 1, mover, line))
        return lines

    def close_section(
        self, words: SpringWords, section: match_model.LogSection, seen: game.SpringObservation
    ) -> match_model.LogSection:
        texts = words.texts
        result = seen.rounds[-1]
        trash = words.join_counts(seen.position.trash)
        named = texts.in_context("points", "{name} {n}")
        left = [named.format(name=words.name(seat), n=n) for seat, n in enumerate(result.left)]
        counts = texts("Cards left: {counts}", counts=texts.in_context("cards", ", ").join(left))
        return replace(
            section,
            ending=turn_words.describe_round_result(words, seen.round_number, result),
            winners=tuple(turn_words.list_out_seats(result)),
            detail=fill_template(counts),
            standing=(fill_template(texts("Trash: {scores}"), scores=trash),),
        )

    # -- aloud -------------------------------------------------------------------------------

    def describe_last_turn(
        self, words: SpringWords, change: Change, *, only_end: bool = False
    ) -> Runs:
        seen: game.SpringObservation = change.after
        if not seen.turns_played:
            return turn_words.describe_first_offers(words, seen.turns)
        *before, last = seen.turns_played
        if only_end:
            last = replace(last, steps=last.steps[-1:])
        if words.is_shared:
            last = replace(last, steps=game.hide_faces(last.steps, last.seat, None))
        return turn_words.describe_turns(words, (*before, last), seen.leader)[-1]

    def describe_last_step(self, words: SpringWords, seen: game.SpringObservation) -> Runs:
        turn = rounds.TurnTaken(seen.position.mover, seen.steps[-1:])
        if words.is_shared:
            # Several users hear the text, so it doesn't name cards that only one seat knows.
            turn = replace(turn, steps=game.hide_faces(turn.steps, turn.seat, None))
        if turn.steps and turn.steps[0].kind == cards.INSERT:
            return turn_words.describe_insertion(words, seen, turn.steps[0].argument)
        return turn_words.describe_turn(words, turn, leads=len(seen.position.trick) == 1)

    describe_note = staticmethod(turn_words.note_line)

    def list_requests(self, words: SpringWords, seen: game.SpringObservation) -> list[str]:
        texts = words.texts
        position = seen.position
        mine = position.hands[seen.viewer or 0]
        if words.is_shared:
            hand = []
        else:
            hand = [describe_hand(words, mine)]
        if position.phase == SEALED:
            return [texts("Choose a card for your first offer"), *hand]
        if position.phase == OWES_INSERT and words.is_shared:
            return [texts("Place the drawn card, then offer a card")]
        owed = {
            OWES_INSERT: texts("Place the {card}, then offer a card", card=position.drawn),
            OWES_OFFER: texts("Which card do you offer?"),
            OWES_ORDER: texts("Arrange your new hand, left to right"),
        }
        if position.phase != START:
            return [owed[position.phase]] if position.phase in owed else []
        line = texts("You lead: play cards that are side by side")
        opening = []
        if position.trick:
            # If the match began from a custom position, its record doesn't contain the turn that
            # played the cards to beat. So the text names these cards.
            if not seen.turns_played:
                held = words.combination(position.table)
                opening = [texts("To beat: {held}", held=held)]
            line = texts("Beat it with {answer}", answer=words.answer(position.table))
            steps = [step for step in seen.legal if isinstance(step, cards.Step)]
            if not any(step.kind == cards.PLAY for step in steps):
                line = texts("You can’t beat it: draw a card")
        return [texts("It’s your turn"), *opening, line, *hand]

    def describe_race(self, words: SpringWords, seen: game.SpringObservation) -> str:
        texts = words.texts
        position = seen.position
        named = texts.in_context("points", "{name} {n}")
        counts = sorted((position.card_count(seat), seat) for seat in range(position.seats))
        left = [named.format(name=words.name(seat), n=n) for n, seat in counts]
        return texts("Cards left: {counts}", counts=texts.in_context("cards", ", ").join(left))

    def list_own_cards(self, words: SpringWords, seen: game.SpringObservation) -> tuple[str, ...]:
        if seen.viewer is None:
            return ()
        position = seen.position
        texts = words.texts
        offer = position.offers[seen.viewer]
        said = [describe_hand(words, position.hands[seen.viewer])]
        if position.picked_up:
            said.append(texts("Cards picked up: {cards}", cards=words.cards(position.picked_up)))
        if position.drawn:
            said.append(texts("Drawn: {card}", card=position.drawn))
        if offer:
            said.append(texts("Your offer: {cards}", cards=words.cards(offer)))
        return tuple(said)

    def list_open_cards(
        self, words: SpringWords, seen: game.SpringObservation, seat: int
    ) -> tuple[str, ...]:
        texts = words.texts
        position = seen.position
        name = words.names[seat]
        offer = position.offers[seat]
        count = len(position.hands[seat])
        said = texts.plural(
            "{name} has {n} card in hand", "{name} has {n} cards in hand", count, name=name
        )
        trash = texts(
            "trash {n} of {limit}",
            n=position.trash[seat],
            limit=TRASH_LIMITS[len(seen.public_hands)],
        )
        if offer:
            shown = texts("offer: {cards}", cards=words.cards(offer))
        else:
            shown = ""
        return (", ".join(filter(None, (said, shown, trash))),)

    def name_zone(self, words: SpringWords, zone: str) -> str:
        texts = words.texts
        kind, _, letter = zone.partition(":")
        is_own = bool(letter) and words.is_you(cards.SEATS.index(letter))
        named = {
            "hand": texts("Your hand"),
            "offer": texts("Your offer"),
            "table": texts("The table"),
            "trick": texts("The trick"),
            "discard": texts("Discard pile"),
            "picked": texts("Cards picked up"),
            "deck": texts("Deck"),
        }
        if letter and not is_own:
            others = {"hand": texts("{name}’s hand"), "offer": texts("{name}’s offer")}
            return others.get(kind, "").format(name=words.names[cards.SEATS.index(letter)])
        return named.get(kind, "")

    # -- the ends ----------------------------------------------------------------------------

    def name_round(
        self, words: SpringWords, seen: game.SpringObservation, result: rounds.RoundResult
    ) -> Runs:
        return turn_words.describe_round_result(words, seen.round_number, result)

    def describe_round(
        self,
        words: SpringWords,
        match: Match,
        seen: game.SpringObservation,
        result: rounds.RoundResult,
    ) -> match_model.RoundStory:
        texts = words.texts
        lines = [
            table_model.HistoryLine(seat, _describe_seat_trash(words, seat, result))
            for seat in sorted(range(len(result.left)), key=result.trash.__getitem__)
            if result.trash[seat]
        ]
        leads = words.choose_form(
            find_next_leader(seen.position.trash, seen.leader),
            texts("You have the most trash and lead the next round"),
            texts("{name} has the most trash and leads the next round"),
        )
        return match_model.RoundStory(tuple(lines), leads)

    def build_counted_tally(
        self, words: SpringWords, seen: game.SpringObservation, result: rounds.RoundResult
    ) -> match_model.CountedTally | None:
        texts = words.texts
        seat = seen.viewer
        if seat is None:
            return None
        position = seen.position
        left = (*position.hands[seat], *position.offers[seat])
        return match_model.CountedTally(
            texts("Your cards left"),
            tuple([match_model.CountedCard(str(card), 1) for card in left]),
            texts.plural_within("sum", "card", "cards", result.left[seat]),
            "" if left else texts("Your hand and your offer are empty."),
        )

    def name_columns(self, texts: Texts) -> tuple[str, str, str]:
        return texts("Round"), texts("Finished first"), texts("Cards left")

    def describe_row(
        self, words: SpringWords, result: rounds.RoundResult
    ) -> tuple[str, Runs, Sequence[int | None]]:
        names = to_plain(turn_words.join_names(words, turn_words.list_out_seats(result)))
        left = to_runs(" : ".join([str(count) for count in result.left]))
        return names, left, [given or None for given in result.trash]

    def build_finale(
        self, words: SpringWords, match: Match, viewer: int | None, end: match_model.EndModel
    ) -> match_model.Finale:
        """Build the animation that counts the seats' trash after a round or the match.

        Each seat shows the cards that it has left; the seat with the least trash comes first. After
        a round, only the round's trash is counted. After the match, the total is counted, and the
        winners come first.
        """
        finale = super().build_finale(words, match, viewer, end)
        seen: game.SpringObservation = match.game.observe(match.state, viewer)
        position = seen.position
        is_over = seen.stage == MATCH_OVER

        def place_of(share: match_model.ScoreRow) -> tuple[bool, int]:
            had = 0 if is_over else share.before
            return share.label.seat not in finale.crowned, share.after - had

        shares = [
            replace(share, cards=tuple([str(card) for card in cards]))
            for share in sorted(finale.shares, key=place_of)
            for cards in [(*position.hands[share.label.seat], *position.offers[share.label.seat])]
        ]
        return replace(
            finale, shares=tuple(shares), flying_cards=(), sound=present.TUCK, mark=_MARK
        )

    def describe_round_turning(self, words: SpringWords, match: Match) -> match_model.TurningPoint:
        state: rounds.MatchState = match.state
        result = state.rounds[-1]
        outs = turn_words.list_out_seats(result)
        if words.viewer in outs:
            winner = words.viewer
        else:
            winner = outs[0]
        turning = story.find_turning(self.list_leaders(match, state.round_number), winner)
        turned: tuple[int, ...] = ()
        if turning.at is not None:
            # A seat that led throughout is described by the result, not by a turning point.
            if turning.changes:
                last = turning.at
            else:
                last = len(state.turns)
            for turn in state.turns[:last]:
                plays = [step for step in turn.steps if step.kind == cards.PLAY]
                if turn.seat == winner and plays:
                    turned = tuple(cards.cards_of(plays[0].argument))
        line = story.describe_round_turning_point(
            words, winner, turning, to_runs(words.play(turned))
        )
        miss: Runs = ()
        if words.viewer is not None and words.viewer not in outs:
            over = result.left[words.viewer] - min(result.left)
            miss = to_runs(
                words.texts.plural(
                    "You were {n} card from finishing", "You were {n} cards from finishing", over
                )
            )
        return match_model.TurningPoint(line, tuple([str(card) for card in turned]), miss)

    def describe_margin(self, words: SpringWords, winner: int, points: int) -> Runs:
        if not points:
            return ()
        line = words.texts.plural(
            "You took {n} trash more than {name}",
            "You took {n} trash more than {name}",
            points,
            name="{name}",
        )
        return words.choose_form(winner, "", line)

    def list_finished_rounds(self, match: Match) -> tuple[match_model.RoundWon, ...]:
        found = []
        for each in match.state.rounds:
            count = len(each.left)
            places = [str((seat - each.leader) % count + 1) for seat in range(count)]
            found.append(
                match_model.RoundWon(tuple(places), tuple(turn_words.list_out_seats(each)))
            )
        return tuple(found)

    def describe_round_categories(self, texts: Texts) -> match_model.RoundCategoryChart:
        labels = (
            texts.in_context("place", "led"),
            texts.in_context("place", "2nd"),
            texts.in_context("place", "3rd"),
            texts.in_context("place", "4th"),
            texts.in_context("place", "5th"),
        )
        shares = [
            match_model.RoundCategory(str(nth), label, symbol)
            for nth, (label, symbol) in enumerate(zip(labels, _SYMBOLS, strict=True), start=1)
        ]
        note = texts("your seat, counted from the player who led")
        return match_model.RoundCategoryChart(
            texts("Rounds won by turn order"), note, tuple(shares)
        )

    def build_round_tile(self, texts: Texts, gain: match_model.RoundGain) -> match_model.RoundTile:
        words = texts("{n} trash", n=gain.points)
        tone, square = _TRASH_SIGNS[min(gain.points, len(_TRASH_SIGNS) - 1)]
        return match_model.RoundTile(words, str(gain.points), tone=tone, square=square)

    def name_points(self, texts: Texts, n: int) -> str:
        return texts.in_context("count", "trash")

    def describe_row_of_rounds(self, texts: Texts) -> str:
        return texts("Your trash, round by round.")

    def find_feats(self, match: Match, seat: int) -> frozenset[str]:
        found: set[str] = set()
        result = match.game.result(match.state)
        if result is not None and seat in result.winners and result.scores[seat] == 0:
            found.add(SPOTLESS)
        for each in match.state.rounds:
            others = [left for other, left in enumerate(each.left) if other != seat]
            if each.left[seat] == 0 and min(others) >= MIN_RIVAL_CARDS:
                found.add(ALONE)
        return frozenset(found)

    def feats(self, texts: Texts) -> tuple[match_model.Feat, ...]:
        spotless = texts("Win a match without any trash.")
        alone = texts("Finish while everyone else has {n} cards or more.", n=MIN_RIVAL_CARDS)
        return (
            match_model.Feat(SPOTLESS, texts("Spotless"), spotless, "broom"),
            match_model.Feat(ALONE, texts("Home early"), alone, "house"),
        )

    # -- pages -------------------------------------------------------------------------------

    def spread_pile(
        self, words: SpringWords, seen: game.SpringObservation, zone: str
    ) -> match_model.Spread | None:
        texts = words.texts
        if zone == "trick":
            plays = turn_words.list_trick_plays(seen)
            if not plays[1:]:
                return None
            laid = [(seat, card) for seat, play in plays for card in cards.cards_of(play)]
            spread = [
                match_model.SpreadCard(str(card), to_runs(words.name(seat))) for seat, card in laid
            ]
            note = texts("Every play, starting with the lead.")
            seats = tuple([seat for seat, _ in laid])
            return match_model.Spread(texts("This trick"), note, tuple(spread), seats)
        if zone != "discard":
            return None
        # Count the unseen cards of each number; they matter more than the cards in the discard
        # pile.
        unseen = count_unseen(seen)
        spread = [
            match_model.SpreadCard(str(number), to_runs(texts("{n} of 7", n=unseen[number])))
            for number in range(1, cards.HIGHEST + 1)
        ]
        gone = words.cards(sorted(seen.position.discard))
        note = texts("How many of each are still hidden. Discarded: {cards}", cards=gone)
        return match_model.Spread(texts("Hidden cards"), note, tuple(spread))

    describe_goal = staticmethod(describe_goal)

    def summarise_match(self, texts: Texts, seen: game.SpringObservation) -> match_model.MatchLine:
        trash = seen.position.trash
        counts = " : ".join([str(each) for each in trash])
        standing = texts(
            "{counts} of {target} trash", counts=counts, target=TRASH_LIMITS[len(trash)]
        )
        head_start = phrases.describe_head_start(
            name_trash_handicap(texts), seen.options.head_start
        )
        rules = " · ".join(filter(None, (texts("Round {n}", n=seen.round_number), head_start)))
        return match_model.MatchLine(rules, standing, tuple(trash))

    def position_text(self, seen: game.SpringObservation) -> str:
        return str(seen.position)

    # -- reviews -----------------------------------------------------------------------------

    def find_reviewable_step(
        self, match: Match, revision: int, entry: Entry
    ) -> tuple[cards.Step, bool] | None:
        if match.state_at(revision).stage != TURN:
            return None
        step: cards.Step = match.game.parse_step(entry.step)
        if step.kind == cards.DRAW:
            return cards.Step(cards.DRAW, cards.UNKNOWN), True
        # A state contains the steps of the turn in progress. If the next state has none, the turn
        # has ended.
        return step, not match.state_at(revision + 1).steps

    def has_choice(self, seen: game.SpringObservation) -> bool:
        return len(seen.legal) > 1 or seen.position.phase == OWES_ORDER

    describe_plan = staticmethod(explanations.join_plan)

    def list_leaders(self, match: Match, number: int) -> Sequence[int | None]:
        leaders: list[int | None] = [None]
        for revision in range(match.revision + 1):
            state: rounds.MatchState = match.state_at(revision)
            if state.round_number != number:
                continue
            position = state.position
            # Append an entry for each new turn. There may be several at once: the first offers are
            # revealed together and count as a turn of every seat.
            while len(leaders) <= len(state.turns):
                left = (
                    [position.card_count(seat) for seat in range(position.seats)]
                    if state.stage == TURN
                    else state.rounds[-1].left
                )
                leaders.append(story.find_unique_index(left, min(left)))
        return leaders


def _describe_seat_trash(words: SpringWords, seat: int, result: rounds.RoundResult) -> Runs:
    texts = words.texts
    left = result.left[seat]
    given = result.trash[seat]
    if words.is_you(seat):
        line = texts.plural(
            "You have {n} card left: {given} trash",
            "You have {n} cards left: {given} trash",
            left,
            given=given,
        )
    else:
        line = texts.plural(
            "{name} has {n} card left: {given} trash",
            "{name} has {n} cards left: {given} trash",
            left,
            given=given,
            name=words.names[seat],
        )
    return to_runs(line)


def describe_hand(words: SpringWords, hand: Sequence[int]) -> str:
    """Describe a hand as sets, runs and single cards, left to right.

    For example, "Your hand, 6 cards: 3, run 4 5 6, pair of 2".
    """
    texts = words.texts
    if not hand:
        return texts("Your hand is empty")
    said = []
    for start, end in split_into_blocks(hand):
        block = words.cards(hand[start:end])
        if end - start == 1:
            said.append(block)
        elif hand[start] != hand[start + 1]:
            said.append(texts.in_context("block", "run {cards}", cards=block))
        else:
            said.append(words.combination(cards.combination_of(hand[start:end])))
    blocks = texts.in_context("cards", ", ").join(said)
    return texts.plural(
        "Your hand, {n} card: {blocks}", "Your hand, {n} cards: {blocks}", len(hand), blocks=blocks
    )
