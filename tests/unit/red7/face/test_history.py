"""What Red7 tells of what was: the log, narration, endings in one sentence, reviews."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest

from red7_desktop.games.red7.face.history import Red7Story
from red7_desktop.games.red7.face.view import RED7_VIEW
from red7_desktop.games.red7.players.levels import PLAYERS
from red7_desktop.games.red7.rules import cards, game, notation
from red7_desktop.games.red7.rules.rounds import TurnTaken, points_of
from red7_desktop.games.red7.rules.turns import build_turns, list_all_turns, sort_as_listed
from red7_desktop.kit import match_model
from red7_desktop.kit.present import story
from red7_desktop.kit.texts import Tone, capitalize_runs, to_plain
from red7_desktop.play import ai, session
from red7_desktop.tabletop import player, rounds
from red7_desktop.tabletop.match import Match
from tests.matches import MODES, begin, play_on, played
from tests.unit.red7.face.seen import words_of

STORY = Red7Story(RED7_VIEW)

# == chronicle =============================================================================

SAID = {
    cards.PLAY: "played ",
    cards.DISCARD: "discarded ",
    cards.DRAW: "drew a card",
    cards.FETCH: "drew a card",
    cards.TAKE: " away",
    cards.SHED: " to the canvas",
    cards.BURY: " on the deck",
    cards.PASS: "dropped out",
}
"""A piece of the sentence of every kind of step that is told."""


def scripted(*steps: str, rules: str = "advanced@1.3", seats: int = 2, seed: int = 4) -> Match:
    """Play the given steps, each by the seat to act; `any` is the first legal one."""
    match = begin(rules, seats, seed, target=100)
    for text in steps:
        seat = match.game.to_act(match.state)[0]
        step = match.game.legal_steps(match.state, seat)[0] if text == "any" else None
        if step is None:
            match.take_text(seat, text)
        else:
            match.take(seat, step)
    return match


def log(match: Match, viewer: int | None = 0) -> tuple[match_model.LogSection, ...]:
    count = match.state.options.seats
    return story.build_log(RED7_VIEW, words_of(count, viewer), match, viewer)


def rounds_of(match: Match, viewer: int | None) -> list[game.Red7Observation]:
    """Return what a seat sees at the end of each round."""
    return [
        match.game.observe(match.state_at(last), viewer)
        for _, last in story.list_round_spans(match)
    ]


@pytest.mark.parametrize(("rules", "seats"), MODES)
def test_history_has_every_turn_in_its_round(rules: str, seats: int) -> None:
    match = played(rules, seats, seed=3)
    sections = log(match, None)
    ends = sum(entry.step in {"end", "pass"} for entry in match.log)
    assert sum(len(each.lines) for each in sections) == ends
    assert [each.title for each in sections] == [
        f"Round {n}" for n in range(1, len(match.state.rounds) + 1)
    ]
    assert [each.winner for each in sections] == [each.winner for each in match.state.rounds]


@pytest.mark.parametrize(("rules", "seats"), MODES)
def test_history_names_who_dropped_out_and_the_rule(rules: str, seats: int) -> None:
    match = played(rules, seats, seed=5)
    words = words_of(seats, None)
    told = [line for each in log(match, None) for line in each.lines]
    outs = [
        (line.seat, said.rpartition(" under ")[2])
        for line in told
        if "dropped out under" in (said := to_plain(line.line))
    ]
    passed = [
        (entry.seat, words.rules[match.state_at(nth).position.rule].name)
        for nth, entry in enumerate(match.log)
        if entry.step == "pass"
    ]
    assert passed
    assert outs == passed


# -- the log -------------------------------------------------------------------------------


def test_history_marks_the_unfinished_turn() -> None:
    match = scripted("any")
    (line,) = log(match)[0].lines
    assert to_plain(line.line).endswith("…")


def test_history_ends_a_round_with_winner_and_cards() -> None:
    match = scripted("pass")
    (section,) = log(match, None)
    result = match.state.rounds[0]
    assert section.winner == result.winner
    name = words_of(2).names[result.winner]
    assert to_plain(section.ending).startswith(f"Round 1: {name} won under Highest card, ")
    assert to_plain(section.detail)


def test_copied_match_log_has_a_line_for_every_turn() -> None:
    match = played("advanced@1.3", 2, seed=8)
    text = match_model.to_text(log(match))
    rounds = match.state.rounds
    turns = sum(len(each.lines) for each in log(match))
    taken = sum(bool(each.taken) for each in rounds)
    # A heading, two lines of the deal, the ending, the points, an empty line; once, who won.
    assert text.count("\n") == turns + taken + 6 * len(rounds)
    assert text.startswith("Round 1\nEveryone gets 7 cards and one face up (You: ")
    assert text.endswith("Bo wins the match with 20 points\n")


@pytest.mark.parametrize(("rules", "seats"), MODES)
def test_match_log_lists_deals_draws_actions_drop_outs_and_points(rules: str, seats: int) -> None:
    """Every step of a match but the ends of turns has its words in the log, in any mode."""
    match = played(rules, seats, seed=3)
    text = match_model.to_text(log(match, None))
    steps = [step for each in rounds_of(match, None) for turn in each.turns for step in turn.steps]
    for kind, word in SAID.items():
        assert text.count(word) >= sum(step.kind == kind for step in steps), word
    rounds = rounds_of(match, None)
    assert text.count("Everyone gets 7 cards") == len(rounds)
    for first, _ in story.list_round_spans(match):
        dealt = match.game.observe(match.state_at(first), None)
        cards = ", ".join(
            f"{words_of(seats, None).names[seat]}: {words_of().card(row[0]).spoken}"
            for seat, row in enumerate(dealt.rows)
        )
        assert cards in text
    if match.state.options.rules.advanced:
        assert text.count("Points: ") == len(rounds)
        assert points_of(rounds[-1].scores) == match.game.result(match.state).scores  # type: ignore[union-attr]


@pytest.mark.parametrize("seed", range(4))
def test_match_log_contains_public_information_only(seed: int) -> None:
    match = played("advanced+actions@1.3", 3, seed)
    public = match_model.to_text(log(match, None))
    for viewer in range(3):
        own = story.build_log(RED7_VIEW, words_of(3, None), match, viewer)
        assert match_model.to_text(own) == public


# -- the recap -----------------------------------------------------------------------------


def told(match: Match, seat: int) -> list[str]:
    count = match.state.options.seats
    found = match_model.build_recap(
        story.build_log(RED7_VIEW, words_of(count, seat), match, None), seat
    )
    return [to_plain(each.line) for each in found.lines]


def test_recap_begins_after_the_seats_last_turn() -> None:
    match = scripted("pass", "any", seats=4)
    first, second = match.log[0].seat, match.log[1].seat
    names = words_of(4).names
    assert told(match, second) == []
    (line,) = told(match, first)
    assert line.startswith(names[second])


def test_recap_includes_the_end_of_a_round_and_the_next_deal() -> None:
    match = scripted("pass", "deal")
    loser = match.log[0].seat
    ending, dealt = told(match, loser)
    assert ending.startswith("Round 1: ")
    assert dealt == "Round 2 is dealt"


def in_turns(*turns: TurnTaken) -> game.Red7Observation:
    """Return what is seen of a round that begins with these turns."""
    match = begin("advanced@1.3", 2, seed=1)
    seen: game.Red7Observation = match.game.observe(match.state, 0)
    return replace(seen, turns=turns)


def test_long_recap_keeps_its_last_lines_and_counts_the_rest() -> None:
    turns = tuple(
        TurnTaken(1, notation.parse_turn(f"@{face}"))
        for face in cards.texts_of((1 << match_model.MAX_RECAP_LINES + 3) - 1)
    )
    lines = tuple(STORY.list_lines(words_of(2, 0), in_turns(*turns), ()))
    found = match_model.build_recap([match_model.LogSection("Round 1", lines)], 0)
    whole = [to_plain(line.line) for line in lines]
    assert [to_plain(each.line) for each in found.lines] == whole[-match_model.MAX_RECAP_LINES :]
    assert found.left_out == 3


def test_recap_addresses_the_seat_as_you() -> None:
    turn = TurnTaken(1, notation.parse_turn("R1(A:G4)"))
    lines = tuple(STORY.list_lines(words_of(2, 0), in_turns(turn), ()))
    found = match_model.build_recap([match_model.LogSection("Round 1", lines)], 0)
    assert [to_plain(each.line) for each in found.lines] == [
        "Bo played red 1, took your green 4 away"
    ]


# == Spoken log sentences contain only what the listener may know.


class Table:
    """A session between people, with all its changes."""

    def __init__(self, rules: str, seats: int, viewer: int | None, seed: int = 3) -> None:
        match = begin(rules, seats, seed, target=20)
        people = tuple(ai.Seat(f"P{n}", None) for n in range(seats))
        self.session = session.Session(match, people, {}, ai.Thinker())
        self.viewer = viewer
        self.words = words_of(seats, viewer)
        self.said: list[str] = []
        self.by_seat: list[tuple[int | None, tuple[str, ...]]] = []
        self.session.add_listener(self.heard)
        self.session.set_viewer(viewer)

    def heard(self, change: session.Change) -> None:
        if not change.is_step:
            return
        match = self.session.match
        result = match.game.result(match.state)
        told = story.narrate(RED7_VIEW, self.words, change, result.winners if result else ())
        self.said += told
        self.by_seat.append((change.seat, told))

    def play(self) -> None:
        """Play to the end for every viewer."""
        session, match = self.session, self.session.match
        while session.to_act:
            seat = session.to_act[0]
            legal = match.game.legal_steps(match.state, seat)
            going = [step for step in legal if step != cards.PASS_STEP] or list(legal)
            session._take(seat, going[match.revision % len(going)])


def sentences(table: Table) -> Iterable[str]:
    """Return the lines of the log that are read aloud."""
    match = table.session.match
    for section in story.build_log(RED7_VIEW, table.words, match, table.viewer):
        yield from (to_plain(capitalize_runs(line)) for line in section.opening)
        # One's own turns are told step by step.
        yield from (
            to_plain(capitalize_runs(line.line))
            for line in section.lines
            if line.seat is None or line.seat != table.viewer
        )


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize(("rules", "seats"), MODES)
def test_match_log_sentences_are_announced_in_order(
    rules: str, seats: int, viewer: int | None
) -> None:
    table = Table(rules, seats, viewer)
    opening = story.narrate_opening(RED7_VIEW, table.words, table.session.observe())
    table.play()
    heard = [*opening, *table.said]
    wanted = list(sentences(table))
    rest = iter(heard)
    assert all(line in rest for line in wanted), "something is missing or out of order"


@pytest.mark.parametrize(("rules", "seats"), MODES)
def test_last_announcement_names_the_winners_of_the_match(rules: str, seats: int) -> None:
    table = Table(rules, seats, viewer=None)
    table.play()
    assert "wins the" in table.said[-1] or "share the win" in table.said[-1]


def test_viewers_turn_is_announced_once_per_turn() -> None:
    table = Table("advanced@1.3", 2, viewer=0)
    opening = story.narrate_opening(RED7_VIEW, table.words, table.session.observe())
    table.play()
    asked = [*opening, *table.said].count("It’s your turn")
    own = sum(turn.seat == 0 for seen in rounds_of(table.session.match, 0) for turn in seen.turns)
    assert asked == own


@pytest.mark.parametrize("seed", range(4))
def test_announcements_of_rivals_turns_contain_public_facts_only(seed: int) -> None:
    tables = []
    for viewer in (0, 1, 2, None):
        table = Table("advanced+actions@1.3", 3, viewer, seed)
        table.words = words_of(3, None)
        table.play()
        tables.append(table)
    *players, spectator = tables
    for table in players:
        for (seat, heard), (_, public) in zip(table.by_seat, spectator.by_seat, strict=True):
            if seat != table.viewer:
                asked = {"It’s your turn"} if table.viewer is not None else set()
                assert [line for line in heard if line not in asked] == list(public)


# == endings ===============================================================================


def at_round_end(seats: int = 3, seed: int = 2, rules: str = "advanced@1.3") -> Match:
    match = begin(rules, seats, seed, target=100)
    rng = random.Random(seed)
    while match.state.stage not in {rounds.ROUND_OVER, rounds.MATCH_OVER}:
        play_on(match, rng, 1)
    return match


def end_of(match: Match, viewer: int | None = 0) -> match_model.EndModel:
    model = story.build_end(RED7_VIEW, words_of(match.state.options.seats, viewer), match, viewer)
    assert model is not None
    return model


def test_running_round_has_no_end_page() -> None:
    match = begin("advanced@1.3", 2, seed=1)
    assert story.build_end(RED7_VIEW, words_of(2), match, 0) is None


@pytest.mark.parametrize("seed", range(5))
def test_round_end_page_lists_who_dropped_out_and_then_the_winner(seed: int) -> None:
    match = at_round_end(4, seed)
    model = end_of(match, None)
    (winner,) = model.winners
    assert model.story is not None
    out = [each.seat for each in model.story.lines if each.seat is not None]
    assert set(out) == set(range(4)) - {winner.seat}
    names = words_of(4).names
    said = [to_plain(each.line).split(" dropped out under ")[0] for each in model.story.lines]
    assert said == [names[seat] for seat in out]
    assert to_plain(model.story.last).startswith(names[winner.seat])


def test_end_page_title_names_the_winner_or_you() -> None:
    match = at_round_end()
    winner = match.state.rounds[0].winner
    assert end_of(match, winner).title == "You win round 1"
    other = (winner + 1) % 3
    assert end_of(match, other).title == f"{words_of(3).names[winner]} wins round 1"


@pytest.mark.parametrize("seed", range(5))
def test_end_page_adds_the_points_of_taken_cards(seed: int) -> None:
    match = at_round_end(3, seed)
    model = end_of(match)
    result = match.state.rounds[-1]
    assert model.counted is not None
    assert [each.face for each in model.counted.cards] == cards.texts_of(result.taken)
    assert sum(each.points for each in model.counted.cards) == cards.sum_points(result.taken)
    gains = {row.label.seat: row.after - row.before for row in model.scores}
    assert gains == {
        seat: cards.sum_points(result.taken) if seat == result.winner else 0 for seat in range(3)
    }
    after = {row.label.seat: row.after for row in model.scores}
    assert after == dict(enumerate(points_of(match.state.position.scores)))


def test_winner_without_counting_cards_gets_no_points() -> None:
    match = at_round_end(2)
    seen, bare = rounds_of(match, 0)[-1], replace(match.state.rounds[-1], taken=0)
    counted = STORY.build_counted_tally(words_of(2), seen, bare)
    assert counted.cards == ()
    assert counted.note == "No card counts: no points."


# -- matches -------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_score_table_adds_up_to_the_totals(seats: int) -> None:
    match = played("advanced@1.3", seats, seed=seats)
    model = end_of(match)
    assert model.rounds is not None
    rows = model.rounds.rows
    assert [row.number for row in rows] == list(range(1, len(match.state.rounds) + 1))
    sums = tuple(sum(row.points[seat] or 0 for row in rows) for seat in range(seats))
    assert sums == model.rounds.totals
    assert model.story is None


def test_score_table_names_winner_and_rule_of_every_round() -> None:
    match = played("advanced@1.3", 3, seed=7)
    model = end_of(match, 1)
    words = words_of(3, 1)
    assert model.rounds is not None
    for row, result in zip(model.rounds.rows, match.state.rounds, strict=True):
        assert (row.winners, row.names) == ((result.winner,), words.name(result.winner))
        assert to_plain(row.by) == words.rules[result.rule].name


def test_match_end_page_title_states_winner_and_points() -> None:
    match = played("advanced@1.3", 2, seed=3)
    result = match.game.result(match.state)
    assert result is not None
    (winner,) = result.winners
    points = result.scores[winner]
    assert end_of(match, winner).title == f"You win the match with {points} points"


def test_basic_game_end_page_lists_drop_outs_and_no_score_table() -> None:
    match = played("basic@1.3", 3, seed=3)
    model = end_of(match, None)
    assert model.rounds is None
    assert model.story is not None
    assert len(model.story.lines) == 2
    assert model.title.endswith("wins the match")


# == Sentences about ends, and near misses.


def test_decisive_turn_of_a_round_is_the_winners_last() -> None:
    match = at_round_end(3, 0)
    told = end_of(match, 0).turning_point
    assert (
        to_plain(told.line)
        == "You pulled ahead for good with yellow 2, green 7 (the lead changed 11 times)"
    )
    assert told.cards == ("Y2", "G7")
    assert told.miss == ()
    told = end_of(match, 1).turning_point
    assert to_plain(told.line).startswith("Ann pulled ahead for good with yellow 2")
    assert to_plain(told.miss) == "1 more card would have kept you in (Evens)"


def test_one_round_match_has_the_decisive_turn_of_its_round() -> None:
    match = played("advanced@1.3", 3, seed=0, target=1)
    assert len(match.state.rounds) == 1
    assert end_of(match, 0).turning_point == STORY.describe_round_turning(words_of(3), match)


def test_decisive_round_is_where_the_winner_took_the_lead() -> None:
    match = played("advanced@1.3", 3, seed=0)
    assert [each.winner for each in match.state.rounds] == [0, 2, 1]
    told = end_of(match, 0).turning_point
    assert (
        to_plain(told.line)
        == "Bo pulled ahead for good in round 3 with green 3 (the lead changed once in the match)"
    )
    assert told.cards == ("G3",)
    assert to_plain(told.miss) == "You were 7 points behind Bo"
    match = played("advanced@1.3", 3, seed=1)
    assert to_plain(end_of(match, 2).turning_point.line) == "You were ahead from round 1 to the end"


# == Review moments and their words; nothing hidden is shown.


@pytest.mark.parametrize("mode", MODES[::5], ids=str)
def test_review_contains_only_turns_with_a_choice(mode: tuple[str, int]) -> None:
    match = played(*mode, 4)
    found = story.list_review_moments(RED7_VIEW, match, {1})
    assert len(found) > 1
    for moment in found:
        turns = build_turns(game.position_of(moment.observation))
        assert moment.observation.viewer == moment.seat == 1
        assert turns.count > 1
        assert (
            sort_as_listed(moment.taken) in list_all_turns(turns)
            or moment.taken[-1].kind == cards.PASS
        )


def test_review_contains_every_turn_with_a_choice() -> None:
    match = played("advanced+actions@1.3", 2, 6)
    found = story.list_review_moments(RED7_VIEW, match, {0, 1})
    turns = {
        (each.seat, each.observation.round_number, len(each.observation.turns) + 1)
        for each in found
    }
    had_choice = set()
    for revision, entry in enumerate(match.log):
        state = match.state_at(revision)
        if state.stage == "turn" and not state.steps:
            seen = game.observe(state, entry.seat)
            if build_turns(game.position_of(seen)).count > 1:
                had_choice.add((entry.seat, seen.round_number, len(seen.turns) + 1))
    assert had_choice <= turns


def test_review_leaves_out_an_unfinished_turn() -> None:
    match = begin("advanced@1.3", 2, 3)
    rng = random.Random(1)
    for _ in range(30):
        before = story.list_review_moments(RED7_VIEW, match, {0, 1})
        play_on(match, rng, 1)
        now = story.list_review_moments(RED7_VIEW, match, {0, 1})
        is_between_turns = match.log[-1].step in {"end", "pass", "(+)"}
        assert (len(now) > len(before)) <= is_between_turns


def test_review_does_not_name_the_drawn_card_of_a_turn() -> None:
    for seed in range(4):
        for moment in story.list_review_moments(
            RED7_VIEW, played("advanced+actions@1.3", 2, seed), {0, 1}
        ):
            drawn = [step for step in moment.taken if step.kind in {cards.DRAW, cards.FETCH}]
            assert all(step.card == -1 for step in drawn)


def candidate(
    turn: str,
    value: float,
    win_chance: float = 0.4,
    feared: str = "",
    error: float = 0.001,
    points: float = 0.0,
) -> player.Candidate:
    steps = tuple(cards.parse_step(word) for word in turn.split())
    fear: tuple[cards.Step, ...] = tuple(cards.parse_step(word) for word in feared.split())
    return player.Candidate(steps, value, win_chance, 400, fear, 1 if fear else -1, error, points)


def review(appraisal: player.Appraisal) -> tuple[Tone, str]:
    match = begin("basic@1.3", 2, seed=1)
    moment = ai.ReviewMoment(0, 0, 1, match.game.observe(match.state, 0), appraisal.played.steps)
    tone, line = story.describe_review(RED7_VIEW, words_of(2), moment, appraisal)
    return tone, to_plain(line)


@pytest.mark.parametrize(
    ("value", "tone", "said"),
    [
        (0.491, Tone.GOOD, "As good as the strongest opponent’s move."),  # within its error
        (0.4, Tone.ACCENT, "Chosen: play green 2 (40%). Better: play red 1 (50%)"),
        (0.399, Tone.BAD, "Chosen: play green 2 (40%). Better: play red 1 (50%)"),
    ],
)
def test_review_says_what_would_have_been_better(value: float, tone: Tone, said: str) -> None:
    own = candidate("G2 end", value, error=0.001)
    assert review(player.Appraisal(candidate("R1 end", 0.5), own)) == (tone, said)


def test_review_suggests_ending_the_turn() -> None:
    appraisal = player.Appraisal(candidate("end", 0.9), candidate("R1 end", 0.2))
    assert review(appraisal)[1] == "Chosen: play red 1 (20%). Better: end the turn (90%)"


def test_review_praises_a_turn_equal_to_the_proposed_one() -> None:
    same = candidate("R1 end", 0.5)
    said = "Exactly what the strongest opponent would do."
    assert review(player.Appraisal(same, same)) == (Tone.GOOD, said)


def test_reviewer_returns_the_request_number_and_drops_cancelled_ones() -> None:
    moment = story.list_review_moments(RED7_VIEW, played("basic@1.3", 2, 8), {0, 1})[0]
    reviewer = ai.Reviewer(PLAYERS, ai.Thinker(), budget=player.AdviceBudget(60, 12))
    reviewer.request(3, moment)
    found = reviewer.poll()
    assert found is not None
    number, appraisal = found
    assert number == 3
    assert appraisal is not None
    assert appraisal.played.steps == moment.taken
    assert not reviewer.is_busy
    reviewer.request(4, moment)
    reviewer.cancel()
    assert reviewer.poll() is None
