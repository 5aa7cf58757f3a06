"""Checks the log, the ends of rounds and matches, and the moments of a review, of a whole match."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

from red7_desktop.games.spring_cleaning.face.history import build_finale
from red7_desktop.games.spring_cleaning.face.view import SPRING_VIEW
from red7_desktop.games.spring_cleaning.face.words import SpringWords
from red7_desktop.games.spring_cleaning.rules.cards import DRAW, INSERT, Step
from red7_desktop.games.spring_cleaning.rules.position import LIMITS
from red7_desktop.games.spring_cleaning.rules.rounds import TURN
from red7_desktop.kit.match_model import text_of
from red7_desktop.kit.texts import Texts, Tone, to_plain
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.player import Appraisal, Candidate
from tests.unit.spring_cleaning.rules.playing import GAME, play

WORDS = SpringWords(Texts(), ("Ann", "Bo", "Cleo"), 0)


@cache
def played() -> Match:
    """Give a match of three that is over."""
    match = Match(GAME, {"seats": 3}, 4)
    play(match, Random(4))
    return match


def first_round() -> Match:
    """Give the same match at the end of its first round."""
    match = Match(GAME, {"seats": 3}, 4)
    chance = Random(4)
    while match.state.stage == TURN:
        play(match, chance, 1)
    return match


def test_the_log_has_a_section_for_every_round_with_its_tricks() -> None:
    log = SPRING_VIEW.history(WORDS, played(), 0)
    rounds = played().state.rounds
    assert [section.title for section in log] == [f"Round {n}" for n in range(1, len(rounds) + 1)]
    text = text_of(log)
    assert "First offers: You " in text
    assert "wins the trick" in text
    assert "1. " in text
    last = log[-1]
    assert to_plain(last.standing[0]).startswith("Trash: You ")
    assert "with" in to_plain(last.standing[-1])
    assert last.winners == tuple([n for n, given in enumerate(rounds[-1].trash) if not given])


def test_nobody_reads_in_the_log_what_others_drew() -> None:
    draws = [
        step.what
        for turn in GAME.observe(played().state, 0).turns
        for step in turn.steps
        if step.kind == DRAW and turn.seat != 0
    ]
    assert draws
    assert set(draws) == {0}


def test_the_end_of_a_round_gives_trash_from_the_fewest_cards_on() -> None:
    match = first_round()
    end, result = SPRING_VIEW.round_end(WORDS, match, 0), match.state.rounds[0]
    assert end is not None
    assert end.gains is Tone.BAD
    assert [line.seat for line in end.story.lines] == sorted(
        [seat for seat in range(3) if result.trash[seat]], key=result.trash.__getitem__
    )
    assert end.counted is not None
    assert len(end.counted.cards) == result.left[0]
    assert [row.after - row.before for row in end.scores] == sorted(result.trash)
    assert "leads the next round" in to_plain(end.story.last) or "lead the" in to_plain(
        end.story.last
    )
    assert SPRING_VIEW.round_end(WORDS, Match(GAME, {"seats": 3}, 4), 0) is None


def test_the_end_of_a_match_lists_its_rounds() -> None:
    match = played()
    end, trash = SPRING_VIEW.match_end(WORDS, match, 0), match.state.position.trash
    assert end is not None
    assert end.rounds is not None
    assert end.rounds.totals == trash
    assert max(trash) >= LIMITS[3]
    assert "trash" in end.title
    line = SPRING_VIEW.match_line(Texts(), match.game.observe(match.state, None))
    assert line.standing == f"{' : '.join(map(str, trash))} of 5 trash"


def test_a_review_goes_through_choices_up_to_each_unknown_draw() -> None:
    found = SPRING_VIEW.moments(played(), {0}, last_round_only=False)
    assert {moment.seat for moment in found} == {0}
    kinds = [[step.kind for step in moment.taken] for moment in found]
    assert [DRAW] in kinds
    assert all(DRAW not in each[:-1] for each in kinds)
    after = [each for each in kinds if each[0] == INSERT]
    assert after, "a drawn card is a choice of its own"
    last = SPRING_VIEW.moments(played(), {0}, last_round_only=True)
    assert {moment.round for moment in last} == {len(played().state.rounds)}


def test_a_look_back_says_what_would_have_been_better() -> None:
    moment = next(each for each in SPRING_VIEW.moments(played(), {0}, last_round_only=False))
    taken = Candidate(moment.taken, 0.4, 0.3, 300, error=0.01)
    best = Candidate((Step(moment.taken[0].kind, 12),), 0.6, 0.5, 300, error=0.01)
    review = SPRING_VIEW.review(WORDS, moment, Appraisal(best, taken))
    assert review.tone is Tone.BAD
    assert review.proposed is not None
    assert review.proposed.figure == "Out first in about 50 of 100 cases, 0.8 trash on average"
    assert to_plain(review.taken.plan).startswith("Offer the ")


def test_a_sentence_tells_with_which_play_a_round_turned() -> None:
    told = [SPRING_VIEW.round_end(_words(seat), first_round(), seat).told for seat in (0, 1)]  # type: ignore[union-attr]
    assert to_plain(told[0].line) == "Bo turned it with 9 9: the lead changed 6 times"
    assert to_plain(told[0].miss) == "You were 2 cards from being out"
    assert to_plain(told[1].line).startswith("You turned it with 9 9")
    assert told[1].cards == ("9", "9")
    assert told[1].miss == ()


def test_a_round_that_one_seat_has_led_all_the_way_is_told_by_its_last_play() -> None:
    match, chance = Match(GAME, {"seats": 2}, 7), Random(7)
    while match.state.stage == TURN:
        play(match, chance, 1)
    told = SPRING_VIEW.round_end(SpringWords(Texts(), ("Ann", "Bo"), 0), match, 0).told  # type: ignore[union-attr]
    assert to_plain(told.line) == "Bo led all the way, in the end with 2 2"
    assert told.cards == ("2", "2")


def test_a_match_turned_in_the_round_since_which_its_winner_had_least_trash() -> None:
    end = SPRING_VIEW.match_end(_words(1), played(), 1)
    assert end is not None
    assert to_plain(end.told.line) == "Cleo turned it in round 2: the lead changed once"
    assert to_plain(end.told.miss) == "5 trash less would have brought you level with Cleo"


def test_the_bin_hands_out_trash_from_the_fewest_cards_to_the_most() -> None:
    finale = SPRING_VIEW.finale(_words(0), first_round(), 0)
    assert finale is not None
    assert [share.after - share.before for share in finale.shares] == [0, 1, 2]
    assert [share.sign.seat for share in finale.shares] == [1, 2, 0]
    assert [len(share.cards) for share in finale.shares] == [0, 2, 2]
    assert finale.crowned == {1}


def test_at_the_end_of_a_match_seats_stand_by_all_their_trash() -> None:
    match = played()
    finale = SPRING_VIEW.finale(_words(0), match, 0)
    assert finale is not None
    otherwise = tuple([replace(share, before=2 * share.after - 10) for share in finale.shares])
    told = build_finale(replace(finale, shares=otherwise), match.game.observe(match.state, 0))
    assert told is not None
    assert [share.after - share.before for share in told.shares] == [9, 5, 4]
    assert [share.after for share in told.shares] == [1, 5, 6]


def _words(viewer: int) -> SpringWords:
    return SpringWords(Texts(), ("Ann", "Bo", "Cleo"), viewer)
