"""The search and the solver: worlds, lines, turns that win, a budget, stopping when told."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest

from red7_desktop.games.red7.players import evaluation, rollout, search
from red7_desktop.games.red7.players.levels import LEVELS, PLAYERS
from red7_desktop.games.red7.rules import advance, game, notation, open_round, position, standings
from red7_desktop.games.red7.rules.cards import (
    ALL_CARDS,
    CARD_BY_TEXT,
    PASS,
    PASS_STEP,
    RED,
    cards_in,
    set_of,
)
from red7_desktop.games.red7.rules.turns import Turns, build_turns, list_steps
from red7_desktop.lab.red7.workbench import observe_position, reach_positions
from red7_desktop.tabletop.player import Choice, Level, ShouldStop, never_stop
from tests.matches import MODES, seen_last
from tests.unit.red7.rules.laid import SEARCHERS, laid, observations, of_all_modes, row

# == The search: best turns, reasons, budget and stopping.

HERE: Final = Path(__file__).parent
ENDGAMES: Final = [
    line.split(" => ")
    for line in (HERE / "endgames.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def text_of(choice: Choice) -> str:
    return notation.text_of_turn(choice.steps)


@pytest.mark.sampled
@pytest.mark.no_cover  # many samples of what the other tests go through too
@pytest.mark.parametrize(("position", "turn"), ENDGAMES)
def test_search_always_finds_the_only_winning_turn(position: str, turn: str) -> None:
    seen = seen_last(position)
    for seed in range(3):
        assert text_of(PLAYERS.player_of("expert").choose(seen, 24_000, seed)) == turn


def test_search_values_an_immediate_win_as_certain() -> None:
    position, turn = ENDGAMES[0]
    seen = seen_last(position)
    best = PLAYERS.player_of("expert").choose(seen, 3_000, 1)
    assert text_of(best) == turn
    assert best.candidates[0].win_chance == 1.0
    assert best.candidates[0].expected_replies == ()


def middle_game() -> game.Red7Observation:
    return observe_position(
        laid(
            "A> R5 G4 : V3 Y7 B2 O4 I6",
            "B R6 Y2 : ?5",
            rules="advanced@1.3",
            canvas="V6 O1 R2",
            deck="?31",
        )
    )


def test_search_returns_candidates_best_first_with_chances() -> None:
    choice = PLAYERS.player_of("expert").choose(middle_game(), 6_000, 1)
    assert choice.steps == choice.candidates[0].steps
    assert len(choice.candidates) > 3
    for each in choice.candidates:
        assert 0.0 <= each.win_chance <= 1.0
        assert 0.0 <= each.value <= 1.0
        assert each.samples > 0
    best = choice.candidates[0]
    others = [each for each in choice.candidates if each.samples == best.samples]
    assert best.value == max(each.value for each in others)
    assert best.samples == max(each.samples for each in choice.candidates)


def test_feared_reply_is_possible_for_the_rival() -> None:
    choice = PLAYERS.player_of("expert").choose(middle_game(), 6_000, 1)
    seen = {"R5", "G4", "V3", "Y7", "B2", "O4", "I6", "R6", "Y2", "V6", "O1", "R2"}
    fears = [each for each in choice.candidates if each.expected_replies]
    assert fears
    for each in fears:
        assert each.feared_seat == 1
        named = {str(step).strip("@") for step in each.expected_replies} - {"end", "+"}
        assert named
        assert not named & seen


def test_search_drops_out_of_a_hopeless_round() -> None:
    # B holds two more cards and leads almost everywhere; now it would take a single 1.
    seen = observe_position(
        laid(
            "A> G3 I2 : B1 V1",
            "B O1 V7 Y7 R7 B7 : ?6",
            rules="advanced@1.3",
            canvas="V3 O2 Y3 I4",
            deck="?25",
        )
    )
    best = PLAYERS.player_of("expert").choose(seen, 6_000, 1).candidates[0]
    assert best.steps == (PASS_STEP,) or best.win_chance > 0.2


FAR_AHEAD: Final = {
    "37 to 5": "red7 advanced / canvas / deck ?20 / A> R2 : O7 Y6 O5 Y2 G2 Y1 G1"
    " : Y3 I3 O6 R7 O2 I2 I5 I4 V3 O1 R1 / B R6 : ?7 : B2 R3",
    "39 to 18": "red7 advanced / canvas G4 / deck ?17 / A I1 B6 : ?6 : G2 G7 G3 V6"
    " / B> V1 Y4 : G6 Y5 B5 V5 B3 O1 : R6 Y7 I2 V2 Y3 O2 B2 O6 R4 R3 Y2",
}
"""By points, hands that are worth playing on with."""


@pytest.mark.no_cover
@pytest.mark.parametrize("points", FAR_AHEAD)
def test_search_far_ahead_keeps_fighting_for_a_round(points: str) -> None:
    seen = observe_position(notation.parse_position(FAR_AHEAD[points]))
    for seed in range(2):
        assert PLAYERS.player_of("expert").choose(seen, 24_000, seed).steps != (PASS_STEP,)


@pytest.mark.no_cover
def test_search_finds_a_good_turn_that_the_greedy_score_ranks_low() -> None:
    # Greed likes more than ten of the twenty turns better, and none of them is worth so much.
    seats = "A O6 : ?7 : O7 O3 O4", "B> V6 : G7 Y5 I4 G3 I3 B2 I2 : R4 Y3 B6 V5 O2 G6"
    seen = observe_position(laid(*seats, rules="advanced", deck="?24"))
    for seed in range(2):
        assert text_of(PLAYERS.player_of("expert").choose(seen, 24_000, seed)) == "Y5 @I3+"


def test_search_never_drops_out_of_a_basic_round_if_it_can_stay() -> None:
    for seed, seen in enumerate(of_all_modes(3, seed=4)):
        if seen.options.rules.advanced or len(seen.legal) == 1:
            continue
        assert PLAYERS.player_of("expert").choose(seen, 100, seed).steps != (PASS_STEP,)


def test_search_stops_when_told() -> None:
    for patience in (0, 1, 50, 400):
        polls = 0

        def should_stop(patience: int = patience) -> bool:
            nonlocal polls
            polls += 1
            return polls > patience

        choice = PLAYERS.player_of("expert").choose(middle_game(), 10**9, 1, should_stop)
        assert choice.steps
        # Once a line and once a world: told once, it looks no more than once a stage.
        assert polls <= patience + 8


def test_search_stopped_at_once_takes_the_greedy_choice() -> None:
    at_once = PLAYERS.player_of("expert").choose(middle_game(), 10**6, 1, lambda: True)
    assert text_of(at_once) == text_of(PLAYERS.player_of("greedy").choose(middle_game(), 0, 1))


def test_search_width_limits_the_candidates() -> None:
    narrow = search.SearchPlayer(2).choose(middle_game(), 500, 1)
    wide = search.SearchPlayer(9).choose(middle_game(), 500, 1)
    assert len(narrow.candidates) == 3  # two turns, and going out
    assert len(wide.candidates) == 10


# == Value of a line.

TURN = notation.parse_turn("R5")
STRONG, WEAK = 1 | 6 << rollout.OPENING_COUNT_SHIFT, 2 | 1 << rollout.OPENING_COUNT_SHIFT
"""Replies of a hand that the rival would fight on with, for it has six, and of another."""


def line_with(conceded: float, *samples: tuple[float, int]) -> search.Line:
    line = search.Line(TURN, conceded, next_seat=1)
    for value, reply in samples:
        line.record_round(value, value > 0.5, 0, reply)
    return line


def test_samples_are_counted_by_rival_hand_group_and_reply() -> None:
    line = search.Line(TURN)
    for turns in (1, 2, 3, 4, 7, 8, 40):
        line.record_round(0.5, False, 9, 5 | turns << rollout.OPENING_COUNT_SHIFT)
    none = line.to_candidate(line)
    assert (none.win_chance, none.points) == (0.0, 0.0)
    for points in (9, 4):
        line.record_round(1.0, True, points, rollout.DROPS_OUT)
    assert line.hand_groups == [1, 2, 2, 3, 3, 4, 4, 0, 0]
    assert line.values_by_reply == {5: [0.5] * 7}
    assert (line.samples, line.wins, line.points, line.mean) == (9, 2, 13, 5.5 / 9)
    assert line.sort_key == (line.estimate, 2 / 9)
    assert search.Line(TURN).sort_key == (0.0, 0.0)
    found = line.to_candidate(line)
    assert (found.win_chance, found.points, found.samples) == (2 / 9, 6.5, 9)


def test_feared_reply_has_the_highest_total_cost() -> None:
    line = line_with(1.0, *[(0.4, WEAK)] * 2, (0.3, STRONG), *[(1.0, rollout.DROPS_OUT)] * 2)
    found = line.to_candidate(line)
    assert (found.expected_replies, found.feared_seat) == (rollout.decode_opening(2), 1)
    found = line_with(1.0, (0.5, rollout.DROPS_OUT), (0.5, STRONG)).to_candidate(line)
    assert (found.expected_replies, found.feared_seat) == ((), -1)


def test_turn_value_is_the_sample_mean_when_no_rival_drops_out() -> None:
    line = line_with(1.0, (0.2, STRONG), (0.9, WEAK), (0.7, rollout.DROPS_OUT))
    assert line.estimate == pytest.approx(line.mean) == pytest.approx(0.6)
    assert search.Line(TURN).estimate == 0.0


def test_turn_value_assumes_that_a_rival_with_a_bad_hand_drops_out() -> None:
    line = line_with(0.6, *[(0.9, WEAK)] * 50, *[(0.3, STRONG)] * 50)
    assert line.mean == pytest.approx(0.6)
    assert line.estimate == pytest.approx((0.6 + 0.3) / 2)
    assert line.to_candidate(line).value == line.estimate


def test_reply_seen_once_is_shrunk_towards_the_others() -> None:
    line = line_with(0.6, *[(0.3, STRONG)] * 50, (0.9, WEAK))
    assert line.estimate == pytest.approx(line.mean)


def made(position: str, turn: str) -> tuple[search.Line, evaluation.RoundValues, int]:
    seen = observe_position(notation.parse_position(position))
    at = game.position_of(seen)
    stakes = evaluation.RoundValues(seen.options, at.scores, at.mover)
    steps = (PASS_STEP,) if turn == "pass" else notation.parse_turn(turn)
    policy = rollout.Policy(evaluation.GREEDY_WEIGHTS, 0.3)
    line = search.RolloutSimulator(at, policy, stakes, random.Random(1)).make_line(steps)
    return (
        line,
        stakes,
        standings.measure_best_takings(RED, at.palettes[at.mover] | set_of([CARD_BY_TEXT["R5"]])),
    )


SEATS = "A> R4 : R5 Y7 B2 O1 G2 : / B R3 : ?5 :"
TABLE = f"/ canvas / deck ?33 / {SEATS}"


def test_conceded_value_of_a_turn_follows_from_the_points_it_scores() -> None:
    line, stakes, takings = made(f"red7 advanced {TABLE}", "R5")
    assert line.conceded == stakes.value(0, takings)
    assert 0.5 < line.conceded < 1.0


@pytest.mark.parametrize(
    ("position", "turn"),
    [
        (f"red7 basic {TABLE}", "R5"),
        (f"red7 advanced {TABLE}", "pass"),
        (f"red7 advanced / canvas / deck ?27 / {SEATS} / C R1 : ?5 :", "R5"),
    ],
    ids=["no points", "going out", "three seats"],
)
def test_conceded_value_is_1_without_points_when_passing_or_with_3_seats(
    position: str, turn: str
) -> None:
    line, _, _ = made(position, turn)
    assert line.conceded == 1.0
    assert line.goes_out == (line.steps[-1].kind == PASS)
    assert search.Line(notation.parse_turn("O3(+) pass")).goes_out


# == Worlds: all consistent deals, equally likely.


def worlds_of(position: position.Position, seed: int = 1) -> search.Determinizations:
    return search.Determinizations(position, random.Random(seed).random)


def test_sampled_deal_keeps_known_cards_and_deals_the_rest_once() -> None:
    for seed, seen in enumerate(of_all_modes(2, seed=5)):
        position = game.position_of(seen)
        if position.is_over:
            continue
        worlds = worlds_of(position, seed)
        for _ in range(5):
            hands, deck = worlds.deal()
            assert len(deck) == seen.deck_count
            assert tuple(deck[::-1][: len(seen.known_deck)]) == seen.known_deck
            for seat, hand in enumerate(hands):
                assert hand.bit_count() == seen.hand_counts[seat]
                assert hand & position.hands[seat] == position.hands[seat]
            dealt = [card for hand in hands for card in cards_in(hand)] + deck
            public = [card for row in (seen.canvas, *seen.rows, *seen.scores) for card in row]
            assert sorted(dealt + public) == list(range(49))


def test_known_deck_cards_are_on_top_of_the_sampled_deck() -> None:
    position = laid("A> R7 : V1 V2", "B O7 : ?3", deck="G1 V3 G2 ?3")
    _, deck = worlds_of(position).deal()
    assert (len(deck), tuple(deck[:-4:-1])) == (6, row("G1 V3 G2"))


def test_sampled_hidden_cards_are_uniform_over_hand_and_deck() -> None:
    position = laid("A> R7 : V1 V2", "B O7 : ?3", "C Y7 : ?4", deck="?4")
    worlds = worlds_of(position)
    hidden = ALL_CARDS & ~set_of([48, 47, 46, 0, 7])
    in_hand: Counter[int] = Counter()
    on_top: Counter[int] = Counter()
    for _ in range(4000):
        hands, deck = worlds.deal()
        in_hand.update(cards_in(hands[1]))
        on_top[deck[-1]] += 1
    many = hidden.bit_count()
    assert set(in_hand) == set(on_top) == set(cards_in(hidden))
    for card in cards_in(hidden):
        assert abs(in_hand[card] - 4000 * 3 / many) < 5 * (4000 * 3 / many) ** 0.5
        assert abs(on_top[card] - 4000 / many) < 5 * (4000 / many) ** 0.5


def test_sampled_deals_enumerate_every_hand_of_two_hidden_cards() -> None:
    position = laid("A> R7 G7 : V1", "B O7 : ?2", deck="?20")
    worlds = worlds_of(position)
    hidden = [card for card in range(49) if card not in {48, 45, 0, 47}]
    pairs = {set_of(pair) for pair in combinations(hidden, 2)}
    for _ in range(2):
        assert {worlds.deal()[0][1] for _ in pairs} == pairs


def test_sampled_deals_enumerate_small_hands_despite_seats_that_are_out() -> None:
    position = laid("A> R7 : V1", "Bx O7 : ?4", "C Y7 : ?1", deck="?20")
    worlds = worlds_of(position)
    hidden = 49 - 4
    dealt = [worlds.deal()[0] for _ in range(hidden)]
    assert len({hands[2] for hands in dealt}) == hidden
    assert all(hands[1].bit_count() == 4 and not hands[1] & hands[2] for hands in dealt)


# == The solver of open rounds agrees with exhaustive search.


@cache
def mover_wins(position: position.Position) -> bool:
    turns = build_turns(position)
    if turns.count == 1:
        return False
    return any(not mover_wins(advance.apply_turn(turns, index)) for index in range(turns.count - 1))


def small_position(rng: random.Random) -> position.Position:
    cards = [f"{colour}{number}" for colour in "VIBGYOR" for number in range(1, 8)]
    rng.shuffle(cards)
    sizes = [
        rng.randrange(1, 4),
        rng.randrange(5),
        rng.randrange(1, 4),
        rng.randrange(5),
    ]
    taken = [" ".join(cards.pop() for _ in range(size)) for size in sizes]
    return laid(f"A> {taken[0]} : {taken[1]}", f"B {taken[2]} : {taken[3]}", canvas=cards.pop())


def test_solver_solves_small_rounds() -> None:
    rng = random.Random(2)
    results = []
    for _ in range(300):
        position = small_position(rng)
        hands, palettes = position.hands, position.palettes
        solver = search.Solver(10**6)
        found = solver.wins(hands[0], palettes[0], position.rule, hands[1], palettes[1])
        assert found == mover_wins(position), str(position)
        results.append(found)
    assert 30 < sum(results) < 270


def test_solver_turns_equal_the_engines_turns() -> None:
    rng = random.Random(3)
    for _ in range(200):
        position = small_position(rng)
        hands, palettes = position.hands, position.palettes
        turns = build_turns(position)
        after = [advance.apply_turn(turns, index) for index in range(turns.count - 1)]
        expected = sorted((p.hands[0], p.palettes[0], p.rule) for p in after)
        assert (
            sorted(search.list_winning_rests(hands[0], palettes[0], position.rule, palettes[1]))
            == expected
        )


def test_solver_reuses_its_table() -> None:
    position = laid("A> R5 : V1 V3 B6 G4", "B R7 : O2 O5 Y3 I6")
    hands, palettes = position.hands, position.palettes
    solver = search.Solver(10**6)
    first = solver.wins(hands[0], palettes[0], position.rule, hands[1], palettes[1])
    work = solver.work
    assert solver.wins(hands[0], palettes[0], position.rule, hands[1], palettes[1]) == first
    assert solver.work - work < work


def test_solver_stops_at_its_work_limit() -> None:
    position = laid("A> R5 : V1 V3 B6 G4 I5", "B R7 : O2 O5 Y3 I6 G2")
    hands, palettes = position.hands, position.palettes
    with pytest.raises(search.WorkLimitReached):
        search.Solver(1).wins(hands[0], palettes[0], position.rule, hands[1], palettes[1])


# == A search stops at once on request.
#
# Counted in work, not in seconds: on a slow machine a simulated turn takes some 0.1 ms, so that the
# limit below lies under a twentieth of a second.

Mode = tuple[str, int]
MOST = 400
"""Work between two questions: a small round is solved, then played on to its end."""


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: f"{mode[0]} {mode[1]}")
@pytest.mark.parametrize("key", SEARCHERS)
def test_search_checks_should_stop_before_every_sample(key: str, mode: Mode) -> None:
    for seed, seen in enumerate(observations(*mode, 4, seed=9)):
        for patience in (1, 7, 40):
            asked = 0

            def should_stop(patience: int = patience) -> bool:
                nonlocal asked
                asked += 1
                return asked > patience

            choice = PLAYERS.level_of(key).create().choose(seen, 10**9, seed, should_stop)
            assert sum(each.samples for each in choice.candidates) <= patience


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: f"{mode[0]} {mode[1]}")
def test_one_search_sample_stays_within_the_work_limit_in_every_mode(mode: Mode) -> None:
    for seed, seen in enumerate(observations(*mode, 12, seed=9)):
        turns = game.find_turns_or_choice(seen)
        if isinstance(turns, Turns):
            assert max(works_of_samples(seen, turns, seed)) <= MOST


def test_samples_with_the_solver_stay_within_the_work_limit() -> None:
    assert search.MAX_SOLVER_WORK < MOST
    solved = 0
    for seed, seen in enumerate(observations("basic@1.3", 2, 120, seed=9)):
        turns = game.find_turns_or_choice(seen)
        if isinstance(turns, Turns) and sum(seen.hand_counts) <= search.MAX_SOLVED_CARDS:
            works = works_of_samples(seen, turns, seed)
            solved += max(works) > 8
            assert max(works) <= MOST
    assert solved


def test_solver_checks_should_stop_and_ends_at_once() -> None:
    at = laid("A> B2 B7 R1 : G5 Y2 Y4 V1", "B B4 R5 Y5 : O3 O2 G1 Y6")
    (hand, other_hand), (palette, other) = at.hands, at.palettes
    opened: list[int] = []

    def should_stop() -> bool:
        opened.append(solver.work)
        return len(opened) == patience

    patience = 0
    solver = search.Solver(10**6, should_stop)
    found = solver.wins(hand, palette, at.rule, other_hand, other)
    assert opened == list(
        range(search.SOLVER_STOP_INTERVAL, solver.work + 1, search.SOLVER_STOP_INTERVAL)
    )
    assert len(opened) > 3
    assert found == search.Solver(10**6).wins(hand, palette, at.rule, other_hand, other)
    opened, patience = [], 2
    solver = search.Solver(10**6, should_stop)
    with pytest.raises(search.WorkLimitReached):
        solver.wins(hand, palette, at.rule, other_hand, other)
    assert solver.work == 2 * search.SOLVER_STOP_INTERVAL


def test_rollout_with_actions_checks_should_stop_every_turn() -> None:
    for start in reach_positions("advanced+actions", 4, 5):
        chances = [0.5] * search.RANDOM_NUMBERS
        table = open_round.make_open_round(start)

        winner, turns, _ = rollout.play_out_with_actions(
            rollout.Policy(evaluation.GREEDY_WEIGHTS, 0.3), table, chances, lambda: True
        )

        assert (winner, turns) == (position.NOBODY, 1)


MANY_FIVES = (
    "red7 advanced+actions@1.3 / canvas V4 / deck V2 ?19 / A> R6 : R5 O5 Y5 G5 B5 I5 R7 : / "
    "B Y6 G6 G2 : ?4 : / C I6 V6 : ?4 : / D Y4 O4 : ?4 :"
)


def test_ranking_checks_should_stop() -> None:
    turns = build_turns(notation.parse_position(MANY_FIVES))
    asked = 0

    def count() -> bool:
        nonlocal asked
        asked += 1
        return False

    search.sort_by_greedy_score(turns, count)
    assert asked == (turns.count - 1) // evaluation.STOP_INTERVAL > 5


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.key)
def test_player_stopped_while_ranking_chooses_among_ranked_turns(level: Level) -> None:
    position = notation.parse_position(MANY_FIVES)
    ranked = search.sort_by_greedy_score(build_turns(position), lambda: True)
    assert 0 < len(ranked) <= evaluation.STOP_INTERVAL
    seen = observe_position(position)
    assert level.create().choose(seen, 1000, 1, lambda: True).steps


def works_of_samples(
    seen: game.Red7Observation, turns: Turns, seed: int, should_stop: ShouldStop = never_stop
) -> list[int]:
    """Play each promising turn on in two worlds; give the work of each time."""
    rng = random.Random(seed)
    position = turns.position
    stakes = evaluation.RoundValues(seen.options, position.scores, position.mover)
    policy = rollout.Policy(evaluation.GREEDY_WEIGHTS, 0.3)
    forecast = search.RolloutSimulator(position, policy, stakes, rng, should_stop)
    works = [0]
    for index in search.sort_by_greedy_score(turns)[:8]:
        for _ in range(2):
            works.append(forecast.simulate_once([search.Line(list_steps(turns, index))]))
    return works
