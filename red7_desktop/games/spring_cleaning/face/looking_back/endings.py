"""How rounds and matches ended, for the pages that say so; pure, no pygame."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.face.looking_back.turned import (
    describe_match_turning,
    describe_round_turning,
)
from red7_desktop.games.spring_cleaning.face.table.sound_cues import TUCK
from red7_desktop.games.spring_cleaning.face.words.turn_words import (
    describe_out,
    join_names,
    list_out_seats,
)
from red7_desktop.games.spring_cleaning.rules.ranking import LIMITS, find_next_leader
from red7_desktop.games.spring_cleaning.rules.state import MATCH_OVER, TURN
from red7_desktop.kit.hud.model import HistoryLine
from red7_desktop.kit.language.rich_text import Tone, capitalize_runs, runs_of, to_plain, weave
from red7_desktop.kit.models.cards import Spread, SpreadCard
from red7_desktop.kit.models.endings import (
    CountedCard,
    CountedTally,
    MatchEnd,
    MatchLine,
    RoundEnd,
    RoundRow,
    RoundsTable,
    ScoreRow,
    Story,
)

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.face.words.words import SpringWords
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation
    from red7_desktop.games.spring_cleaning.rules.state import RoundResult
    from red7_desktop.kit.language.rich_text import Runs
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.kit.models.finale import Finale, SeatShare
    from red7_desktop.tabletop.game import Result
    from red7_desktop.tabletop.match import Match


def build_round_end(words: SpringWords, seen: SpringObservation, match: Match) -> RoundEnd | None:
    """Give the end of a round that is over; None before that."""
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
    """Give the trash out, from the fewest cards to the most, and say who leads next."""
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
    """Say how many cards a seat had left, and the trash that it takes."""
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
    """Give the end of a match: who has won, and the trash of all its rounds."""
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
    """Say which round this is, and the trash in the order of the seats."""
    trash = seen.position.trash
    counts = " : ".join([str(each) for each in trash])
    standing = texts("{counts} of {target} trash", counts=counts, target=LIMITS[len(trash)])
    return MatchLine(texts("Round {n}", n=seen.round_number), standing)


def spread_of(words: SpringWords, seen: SpringObservation, zone: str) -> Spread | None:
    """Give the discarded cards by their numbers; None for any other zone."""
    if zone != "discard" or not seen.position.discard:
        return None
    texts = words.texts
    cards = [SpreadCard(str(card)) for card in sorted(seen.position.discard)]
    note = texts("Cards of tricks that are over. They become the deck when that is empty.")
    return Spread(texts("The discard"), note, tuple(cards))
