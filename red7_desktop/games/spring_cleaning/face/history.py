"""Log, narration, endings, reviews, what is counted.

It is built from the game's own observations at the end of every round, so that nothing can be in
it that the seat may not know, however the match is kept.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.face.explanations import (
    describe_figure,
    describe_plan,
    list_reasons_for,
)
from red7_desktop.games.spring_cleaning.face.present import TUCK
from red7_desktop.games.spring_cleaning.face.turn_words import (
    describe_deal,
    describe_first_offers,
    describe_out,
    describe_round_result,
    describe_standing,
    describe_turn,
    describe_turns,
    join_names,
    list_out_seats,
    note_line,
)
from red7_desktop.games.spring_cleaning.face.words import SpringWords, split_into_blocks
from red7_desktop.games.spring_cleaning.rules.cards import (
    DRAW,
    LAY,
    PLAY,
    UNKNOWN,
    Step,
    cards_of,
    combination_of,
    get_hand_size,
)
from red7_desktop.games.spring_cleaning.rules.position import (
    LIMITS,
    OWES_INSERT,
    OWES_ORDER,
    SEALED,
    START,
    find_next_leader,
)
from red7_desktop.games.spring_cleaning.rules.rounds import MatchState, RoundResult, TurnTaken
from red7_desktop.kit.match_model import (
    CountedCard,
    CountedTally,
    Feat,
    Finale,
    LogLine,
    LogSection,
    MatchEnd,
    MatchLine,
    Review,
    ReviewMoment,
    RoundCategory,
    RoundEnd,
    RoundRow,
    RoundsTable,
    RoundWon,
    ScoreRow,
    SeatShare,
    Spread,
    SpreadCard,
    Story,
    TurningStory,
    WeighedTurn,
    WonBy,
    collect_moments,
    compare_turn,
    describe_match_turning_point,
    describe_round_turning_point,
    find_turning,
)
from red7_desktop.kit.table_model import HistoryLine
from red7_desktop.kit.texts import (
    Runs,
    Texts,
    Tone,
    capitalize_runs,
    join_runs,
    runs_of,
    to_plain,
    weave,
)
from red7_desktop.tabletop.rounds import DEAL_ON, MATCH_OVER, TURN

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.rules.game import SpringObservation
    from red7_desktop.play.ai import PlayerFailure
    from red7_desktop.play.session import Change
    from red7_desktop.tabletop.game import Result
    from red7_desktop.tabletop.match import Entry, Match
    from red7_desktop.tabletop.player import Appraisal, Candidate

_SYMBOLS: Final = "54687"
"""Cards whose colours are told apart well, one for each place."""


SPOTLESS: Final = "spotless"


ALONE: Final = "alone"


MANY: Final = 8
"""Rivals that have so many cards left have hardly begun."""


def list_rounds_won(match: Match) -> tuple[RoundWon, ...]:
    """Return the rounds that are over; a seat's key is its place, "1" for the one that led."""
    found = []
    for each in match.state.rounds:
        count = len(each.left)
        places = [str((seat - each.leader) % count + 1) for seat in range(count)]
        found.append(RoundWon(tuple(places), tuple(list_out_seats(each))))
    return tuple(found)


def describe_won_by(texts: Texts) -> WonBy:
    """Tell rounds apart by the place in the order of play."""
    labels = (
        texts.within("place", "led"),
        texts.within("place", "2nd"),
        texts.within("place", "3rd"),
        texts.within("place", "4th"),
        texts.within("place", "5th"),
    )
    shares = [
        RoundCategory(str(nth), label, symbol)
        for nth, (label, symbol) in enumerate(zip(labels, _SYMBOLS, strict=True), start=1)
    ]
    note = texts("your place in the order of play, after who led the round")
    return WonBy(texts("Rounds won by place"), note, tuple(shares))


def find_feats(match: Match, seat: int) -> frozenset[str]:
    """Return the feats that a seat has done."""
    found: set[str] = set()
    result = match.game.result(match.state)
    if result is not None and seat in result.winners and result.scores[seat] == 0:
        found.add(SPOTLESS)
    for each in match.state.rounds:
        others = [left for other, left in enumerate(each.left) if other != seat]
        if each.left[seat] == 0 and min(others) >= MANY:
            found.add(ALONE)
    return frozenset(found)


def list_feats(texts: Texts) -> tuple[Feat, ...]:
    """Return what they are."""
    spotless = texts("Win a match without any trash.")
    alone = texts("Be out while everybody else has {n} cards or more.", n=MANY)
    return (
        Feat(SPOTLESS, texts("Spotless"), spotless, "broom"),
        Feat(ALONE, texts("Home early"), alone, "house"),
    )


def log_of(words: SpringWords, match: Match, viewer: int | None) -> tuple[LogSection, ...]:
    """Return the log of a match as a seat, or a spectator (None), may know it."""
    deals = [nth for nth, entry in enumerate(match.log) if entry.step == str(DEAL_ON)]
    ends = [*deals, match.revision]
    seen = [match.game.observe(match.state_at(end), viewer) for end in ends]
    sections = [_build_section(words, each) for each in seen]
    result = match.game.result(match.state)
    if result is not None:
        won = words.match_won(result.winners, result.scores[result.winners[0]])
        sections[-1] = replace(sections[-1], standing=(*sections[-1].standing, won))
    return tuple(sections)


def _build_section(words: SpringWords, seen: SpringObservation) -> LogSection:
    texts, number, seats = words.texts, seen.round_number, len(seen.seen)
    opening = describe_deal(words, get_hand_size(seats), seen.leader)
    offers = describe_first_offers(words, seen.first_offers)
    section = LogSection(
        texts("Round {n}", n=number),
        tuple(_build_lines(words, seen)),
        weave(texts("Round {n} is dealt", n=number)) if number > 1 else (),
        (*opening, offers) if offers else tuple(opening),
    )
    if len(seen.rounds) < number:
        return section
    result = seen.rounds[-1]
    named = texts.within("points", "{name} {n}")
    left = [named.format(name=words.name(seat), n=n) for seat, n in enumerate(result.left)]
    cards = texts("Cards left: {counts}", counts=texts.within("cards", ", ").join(left))
    return replace(
        section,
        ending=describe_round_result(words, number, result),
        winners=tuple(list_out_seats(result)),
        detail=weave(cards),
        standing=(describe_standing(words, seen.position.trash),),
    )


def _build_lines(words: SpringWords, seen: SpringObservation) -> list[LogLine]:
    """Return a line for every turn after the first offers, and one for every trick that was won."""
    turns = seen.turns_played
    told = describe_turns(words, turns, seen.leader)
    holder = -1
    lines: list[LogLine] = []
    for nth, turn in enumerate(turns):
        if turn.seat == holder:
            lines.append(LogLine(0, None, _describe_trick(words, holder)))
        if any(step.kind == PLAY for step in turn.steps):
            holder = turn.seat
        if told[nth]:
            lines.append(LogLine(nth + 1, turn.seat, told[nth]))
    if seen.steps:
        mover = seen.position.mover
        going_on = describe_turn(words, TurnTaken(mover, seen.steps), leads=holder in {-1, mover})
        if going_on:
            line = weave(words.texts("{turn} …"), turn=going_on)
            lines.append(LogLine(len(turns) + 1, mover, line))
    return lines


def _describe_trick(words: SpringWords, seat: int) -> Runs:
    you, they = words.texts("You win the trick"), words.texts("{name} wins the trick")
    return words.say(seat, you, they)


def describe_failure(words: SpringWords, match: Match, trouble: PlayerFailure) -> str:
    """Return where in the match an AI player has failed."""
    revision = min(trouble.revision, match.revision)  # what was undone since is no more
    seen = match.game.observe(match.state_at(revision), None)
    return words.texts(
        "Round {round}, turn {turn}: {name} has failed and a simple player has stepped in",
        round=seen.round_number,
        turn=len(seen.turns_played) + 1,
        name=words.names[trouble.seat],
    )


def build_review(words: SpringWords, seen: SpringObservation, appraisal: Appraisal) -> Review:
    """Return how a turn compares. seen: what the seat knew."""

    def weighed(candidate: Candidate, figure: str) -> WeighedTurn:
        return WeighedTurn(describe_plan(words, seen, candidate.steps), candidate.value, figure)

    def why() -> str:
        return to_plain(join_runs(list_reasons_for(words, seen, appraisal.proposed.steps), ". "))

    def figure(candidate: Candidate) -> str:
        return describe_figure(words, candidate, len(seen.seen))

    return compare_turn(words.texts, appraisal, weighed, figure, why)


# -- the moments ---------------------------------------------------------------------------


def list_moments(
    match: Match, seats: Collection[int], last_round_only: bool
) -> tuple[ReviewMoment, ...]:
    """List the choices that seats had in a match so far, leaving out turns not yet finished.

    A choice is had at the beginning of a turn, or after a draw from the deck in its middle. The
    steps taken go to the end of the turn, or up to such a draw; drawn cards are unknown.
    """

    def chosen(revision: int, entry: Entry) -> tuple[Step, bool] | None:
        if match.state_at(revision).stage != TURN:
            return None
        step: Step = match.game.parse_step(entry.step)
        if step.kind == DRAW:
            return Step(DRAW, UNKNOWN), True
        # The steps of a turn are forgotten when it ends.
        return step, not match.state_at(revision + 1).steps

    return collect_moments(
        match, seats, chosen, partial(_build_moment, match), last_round_only=last_round_only
    )


def _build_moment(
    match: Match, seat: int, revision: int, taken: tuple[Step, ...]
) -> ReviewMoment | None:
    """Return a moment, None where there was nothing to choose."""
    seen: SpringObservation = match.game.observe(match.state_at(revision), seat)
    if len(seen.legal) < 2 and seen.position.phase != OWES_ORDER:
        return None
    turn = len(seen.turns_played) + 1
    return ReviewMoment(seat, seen.round_number, turn, seen, taken)


def describe_round_turning(words: SpringWords, match: Match) -> TurningStory:
    """Return the round that is over; who has fewest cards, alone, has the lead."""
    state: MatchState = match.state
    result = state.rounds[-1]
    outs = list_out_seats(result)
    winner = words.viewer if words.viewer in outs else outs[0]
    leaders = _list_leaders(match)
    turning = find_turning(leaders, winner)
    cards: tuple[int, ...] = ()
    if turning.at is not None:
        # Who has led all the way is told by how it ended, not by how it began.
        last = turning.at + 1 if turning.changes else len(state.turns)
        for turn in state.turns[:last]:
            plays = [step for step in turn.steps if step.kind == PLAY]
            if turn.seat == winner and plays:
                cards = tuple(cards_of(plays[0].what))
    line = describe_round_turning_point(words, winner, turning, runs_of(words.cards(cards)))
    miss: Runs = ()
    if words.viewer is not None and words.viewer not in outs:
        over = result.left[words.viewer] - min(result.left)
        miss = runs_of(
            words.texts.plural(
                "You were {n} card from being out", "You were {n} cards from being out", over
            )
        )
    return TurningStory(line, tuple([str(card) for card in cards]), miss)


def _list_leaders(match: Match) -> list[int | None]:
    number = match.state.round_number
    leaders: list[int | None] = []
    for revision in range(match.revision + 1):
        state: MatchState = match.state_at(revision)
        if state.round_number != number:
            continue
        position = state.position
        # The first offers come open together, and count as a turn of every seat.
        while len(leaders) < len(state.turns):
            seats = range(position.seats)
            left = (
                [position.card_count(seat) for seat in seats]
                if state.stage == TURN
                else state.rounds[-1].left
            )
            leaders.append(_find_fewest(left))
    return leaders


def _find_fewest(counts: Sequence[int]) -> int | None:
    """Return the seat with the smallest number, None for several."""
    least = min(counts)
    return list(counts).index(least) if list(counts).count(least) == 1 else None


def describe_match_turning(words: SpringWords, match: Match, result: Result) -> TurningStory:
    """Tell a match that is over; who has least trash, alone, has the lead."""
    if len(result.winners) > 1:
        return TurningStory()
    (winner,) = result.winners
    rounds = match.state.rounds
    given = [[each.trash[seat] for each in rounds] for seat in range(len(result.scores))]
    leaders = [_find_fewest(trash) for trash in zip(*map(accumulate, given), strict=True)]
    miss: Runs = ()
    if words.viewer is not None and words.viewer != winner:
        more = result.scores[words.viewer] - result.scores[winner]
        if more:
            miss = words.say(
                winner,
                "",
                words.texts.plural(
                    "{n} trash less would have brought you level with {name}",
                    "{n} trash less would have brought you level with {name}",
                    more,
                    name="{name}",
                ),
            )
    return TurningStory(
        describe_match_turning_point(words, winner, find_turning(leaders, winner)), (), miss
    )


def build_round_end(words: SpringWords, seen: SpringObservation, match: Match) -> RoundEnd | None:
    """Return the end of a round that is over; None before that."""
    if seen.stage == TURN or not seen.rounds:
        return None
    result = seen.rounds[-1]
    out = list_out_seats(result)
    said = describe_out(words, out, was_stopped=result.stopped)
    number = seen.round_number
    return RoundEnd(
        title=to_plain(weave(words.texts("Round {number}: {said}"), number=number, said=said)),
        winners=tuple([words.sign(seat) for seat in out]),
        story=_tell_story(words, seen, result),
        counted=_count_cards(words, seen, result),
        scores=_build_score_rows(words, seen, result),
        gains=Tone.BAD,
        told=describe_round_turning(words, match),
    )


def _tell_story(words: SpringWords, seen: SpringObservation, result: RoundResult) -> Story:
    texts = words.texts
    taking = sorted(range(len(result.left)), key=result.trash.__getitem__)
    lines = [
        HistoryLine(seat, _describe_seat_trash(words, seat, result))
        for seat in taking
        if result.trash[seat]
    ]
    trash = seen.position.trash
    if max(trash) >= LIMITS[len(trash)]:
        full = [seat for seat, each in enumerate(trash) if each >= LIMITS[len(trash)]]
        names = join_names(words, full)
        return Story(tuple(lines), weave(texts("The bin is full: {names}"), names=names))
    leader = find_next_leader(trash, seen.leader)
    leads = words.say(
        leader,
        texts("You have most trash and lead the next round"),
        texts("{name} has most trash and leads the next round"),
    )
    return Story(tuple(lines), leads)


def _describe_seat_trash(words: SpringWords, seat: int, result: RoundResult) -> Runs:
    texts, left, given = words.texts, result.left[seat], result.trash[seat]
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
    return runs_of(line)


def _count_cards(
    words: SpringWords, seen: SpringObservation, result: RoundResult
) -> CountedTally | None:
    """Turn up the viewer's cards that are left, hand and offer; None for a spectator."""
    texts, seat = words.texts, seen.viewer
    if seat is None:
        return None
    position = seen.position
    left = (*position.hands[seat], *position.offers[seat])
    return CountedTally(
        texts("What you have left"),
        tuple([CountedCard(str(card), 1) for card in left]),
        texts.plural_within("sum", "card", "cards", result.left[seat]),
        "" if left else texts("Your hand and your offer are empty."),
    )


def _build_score_rows(
    words: SpringWords, seen: SpringObservation, result: RoundResult
) -> tuple[ScoreRow, ...]:
    trash = seen.position.trash
    rows = [
        ScoreRow(
            sign=words.sign(seat),
            before=trash[seat] - result.trash[seat],
            after=trash[seat],
            target=LIMITS[len(trash)],
            is_winner=not result.trash[seat],
        )
        for seat in range(len(trash))
    ]
    return tuple(sorted(rows, key=lambda row: row.after))


def build_match_end(
    words: SpringWords, seen: SpringObservation, match: Match, result: Result
) -> MatchEnd:
    """Return the end of a match: who has won, and the trash of all its rounds."""
    texts = words.texts
    rows = [
        RoundRow(
            number=number,
            winners=tuple(list_out_seats(each)),
            names=to_plain(join_names(words, list_out_seats(each))),
            by=runs_of(" : ".join([str(count) for count in each.left])),
            points=tuple([given or None for given in each.trash]),
        )
        for number, each in enumerate(seen.rounds, start=1)
    ]
    titles = texts("Round"), texts("Out first"), texts("Cards left")
    points = result.scores[result.winners[0]]
    scores = [
        replace(row, is_winner=row.sign.seat in result.winners)
        for row in _build_score_rows(words, seen, seen.rounds[-1])
    ]
    return MatchEnd(
        title=to_plain(capitalize_runs(words.match_won(result.winners, points))),
        winners=tuple([words.sign(seat) for seat in result.winners]),
        rounds=RoundsTable(words.signs(), titles, tuple(rows), result.scores),
        scores=tuple(sorted(scores, key=lambda row: not row.is_winner)),
        gains=Tone.BAD,
        told=describe_match_turning(words, match, result),
    )


def build_finale(finale: Finale | None, seen: SpringObservation) -> Finale | None:
    """Let seats count their trash, the fewest first, each with the cards that it has left.

    That is the trash of the round; once the match is over, all of it, with the winners in front.
    """
    if finale is None:
        return None
    position, is_over = seen.position, seen.stage == MATCH_OVER

    def place_of(share: SeatShare) -> tuple[bool, int]:
        had = 0 if is_over else share.before
        return share.sign.seat not in finale.crowned, share.after - had

    shares = [
        replace(share, cards=tuple([str(card) for card in cards]))
        for share in sorted(finale.shares, key=place_of)
        for cards in [(*position.hands[share.sign.seat], *position.offers[share.sign.seat])]
    ]
    return replace(finale, shares=tuple(shares), rising=(), sound=TUCK)


def build_match_line(texts: Texts, seen: SpringObservation) -> MatchLine:
    """Return which round this is, and the trash in the order of the seats."""
    trash = seen.position.trash
    counts = " : ".join([str(each) for each in trash])
    standing = texts("{counts} of {target} trash", counts=counts, target=LIMITS[len(trash)])
    return MatchLine(texts("Round {n}", n=seen.round_number), standing)


def spread_of(words: SpringWords, seen: SpringObservation, zone: str) -> Spread | None:
    """Return the discarded cards by their numbers; None for any other zone."""
    if zone != "discard" or not seen.position.discard:
        return None
    texts = words.texts
    cards = [SpreadCard(str(card)) for card in sorted(seen.position.discard)]
    note = texts("Cards of tricks that are over. They become the deck when that is empty.")
    return Spread(texts("The discard"), note, tuple(cards))


_TOLD: Final = ("reshuffled", "trick_won", "picked_up", "round_over", "round_stopped", "trash")
"""The notes with sentences of their own; what the others say is part of a turn or a deal."""


def narrate(words: SpringWords, change: Change, winners: tuple[int, ...] = ()) -> tuple[str, ...]:
    """Return the sentences of a change, as its viewer may hear them.

    winners: of the match, where this change ended it.
    """
    before, after = change.before, change.after
    lines: list[Runs] = []
    if len(after.turns) > len(before.turns):
        played = after.turns_played
        said = (
            _narrate_last_turn(words, after)
            if played
            else describe_first_offers(words, after.turns)
        )
        lines.append(said)
    lines += [note_line(words, note) for note in change.notes if note.code in _TOLD]
    if any(note.code == "dealt" for note in change.notes):
        lines += _narrate_deal(words, after)
    if winners and after.stage == MATCH_OVER:
        lines.append(words.match_won(winners, after.position.trash[winners[0]]))
    return _speak(words, lines, after, asks=not _is_asked(before) or bool(lines))


def narrate_opening(words: SpringWords, seen: SpringObservation) -> tuple[str, ...]:
    """Return the sentences for a table that is opened: a deal, or whose turn it is."""
    is_new = not seen.turns and not seen.steps and seen.stage == TURN
    return _speak(words, _narrate_deal(words, seen) if is_new else [], seen, asks=True)


def describe_hand(words: SpringWords, hand: Sequence[int]) -> str:
    """Read a row out, block by block: "Your hand, 6 cards: 3, run 4 5 6, pair of 2"."""
    texts = words.texts
    said = []
    for start, end in split_into_blocks(hand):
        cards = words.cards(hand[start:end])
        if end - start == 1:
            said.append(cards)
        elif hand[start] != hand[start + 1]:
            said.append(texts.within("block", "run {cards}", cards=cards))
        else:
            said.append(words.combination(combination_of(hand[start:end])))
    blocks = texts.within("cards", ", ").join(said)
    return texts.plural(
        "Your hand, {n} card: {blocks}", "Your hand, {n} cards: {blocks}", len(hand), blocks=blocks
    )


def _narrate_last_turn(words: SpringWords, seen: SpringObservation) -> Runs:
    """Return the last turn; where several people listen, without what only one of them saw."""
    *before, last = seen.turns_played
    if words.is_shared:
        covered = [Step(step.kind) if step.kind in {DRAW, LAY} else step for step in last.steps]
        last = replace(last, steps=tuple(covered))
    return describe_turns(words, (*before, last), seen.leader)[-1]


def _speak(
    words: SpringWords, lines: list[Runs], seen: SpringObservation, *, asks: bool
) -> tuple[str, ...]:
    said = [to_plain(capitalize_runs(line)) for line in lines if line]
    if asks and _is_asked(seen):
        said += _say_asked(words, seen)
    return tuple(said)


def _say_asked(words: SpringWords, seen: SpringObservation) -> list[str]:
    """Return what is asked of the viewer, and what they hold unless others listen."""
    texts, position = words.texts, seen.position
    mine = position.hands[seen.viewer or 0]
    hand = [] if words.is_shared else [describe_hand(words, mine)]
    if position.phase == SEALED:
        return [*hand, texts("Pick one card of your hand as your first offer")]
    if position.phase == OWES_INSERT and words.is_shared:
        return [texts("Put the drawn card in your row, then offer one card")]
    if position.phase == OWES_INSERT:
        return [texts("Put the {card} in your row, then offer one card", card=position.drawn)]
    if position.phase != START:
        return []
    line = texts("You lead: neighbours in your hand only")
    if position.trick:
        line = texts("Beat it with {answer}", answer=words.answer(position.table))
    return [texts("It is your turn"), line, *hand]


def _narrate_deal(words: SpringWords, seen: SpringObservation) -> list[Runs]:
    return describe_deal(words, len(seen.position.hands[0]), seen.position.mover)


def _is_asked(seen: SpringObservation) -> bool:
    return seen.stage == TURN and seen.viewer in seen.to_act
