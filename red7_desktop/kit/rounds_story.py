"""A game that is played in rounds: its story (log, ends, turning points, reviews), its sounds.

All of it is told from what the game's observations say at the end of every round, so that nothing
can be in it that the seat may not know, however the match is kept.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import accumulate, pairwise
from typing import Any, ClassVar, Final, NamedTuple

from red7_desktop.kit import phrases, table_model
from red7_desktop.kit.game_view import Seen, StoryFacet, TableFacet, Talk
from red7_desktop.kit.match_model import (
    UNTOLD,
    CountedTally,
    End,
    LogLine,
    LogSection,
    RoundRow,
    RoundsTable,
    ScoreRow,
    Story,
    TurningStory,
)
from red7_desktop.kit.sound import cues as sounding
from red7_desktop.kit.texts import (
    Run,
    Runs,
    Texts,
    Tone,
    apply_tone,
    capitalize_runs,
    runs_of,
    to_plain,
    weave,
)
from red7_desktop.play import ai, session
from red7_desktop.tabletop import player, rounds
from red7_desktop.tabletop.game import TABLE, AnyGame, Note, Result
from red7_desktop.tabletop.match import Entry, Match, Replayed

MUCH: Final = 0.10
"""Losses beyond it decide rounds and matches."""


class RoundsStory(StoryFacet[Seen, Talk], ABC):
    """What both games tell alike, of what each of them says of its rounds, turns and points.

    Their observations have `rounds` (what each that is over came to), `round_number` from 1,
    `turns` and `steps` of the round, `stage`, `viewer` and `to_act`; steps of the table deal on.
    """

    record_form: ClassVar[type[rounds.MatchRecord]]
    """How a match is written down and read again."""

    gains: ClassVar[Tone] = Tone.GOOD
    """How more points are meant: `BAD` where who has least of them wins."""

    # -- what a game says --------------------------------------------------------------------

    @abstractmethod
    def count_turns(self, seen: Seen) -> int:
        """Return how many turns of the round are over."""

    def describe_opening(self, words: Talk, seen: Seen, dealt: Seen) -> Iterable[Runs]:
        """Return what a round began with. seen: at its end, dealt: at its beginning."""
        return self.describe_deal(words, dealt)

    @abstractmethod
    def list_lines(self, words: Talk, seen: Seen, notes: Sequence[Note]) -> Iterable[LogLine]:
        """Return a line for every turn of a round, the one going on last. notes: of the round."""

    @abstractmethod
    def close_section(self, words: Talk, section: LogSection, seen: Seen) -> LogSection:
        """Return the section of a round with how that ended."""

    @abstractmethod
    def describe_last_turn(
        self, words: Talk, change: session.Change, *, only_end: bool = False
    ) -> Runs:
        """Return the turn that a change has ended. only_end: only its last step."""

    @abstractmethod
    def describe_last_step(self, words: Talk, seen: Seen) -> Runs:
        """Return the last step of a turn that goes on, as something its player did."""

    @abstractmethod
    def describe_note(self, words: Talk, note: Note) -> Runs:
        """Return what a note means; () where that is part of a turn or a deal."""

    @abstractmethod
    def describe_deal(self, words: Talk, seen: Seen) -> Iterable[Runs]:
        """Return what a deal gave everyone, and who begins, as it is read aloud."""

    @abstractmethod
    def list_requests(self, words: Talk, seen: Seen) -> list[str]:
        """Return what is asked of the viewer, as it is read aloud."""

    def keeps_points(self, seen: Seen) -> bool:
        return True

    @abstractmethod
    def winners_of(self, result: Any) -> Sequence[int]:
        """Return who has won a round that is over."""

    @abstractmethod
    def points_in(self, result: Any, seats: int) -> Sequence[int]:
        """Return what a round brought each seat."""

    @abstractmethod
    def find_standing(self, seen: Seen) -> tuple[Sequence[int], int]:
        """Return everyone's points, and how many end the match."""

    @abstractmethod
    def name_round(self, words: Talk, seen: Seen, result: Any) -> Runs:
        """Return the title of a round's end."""

    @abstractmethod
    def tell_round(self, words: Talk, match: Match, seen: Seen, result: Any) -> Story:
        """Return how a round went."""

    @abstractmethod
    def count_cards(self, words: Talk, seen: Seen, result: Any) -> CountedTally | None:
        """Return the outcome of a round in cards, None for nothing to count."""

    @abstractmethod
    def name_columns(self, texts: Texts) -> tuple[str, str, str]:
        """Return what stands above a round's number, its winners and what decided it."""

    @abstractmethod
    def describe_row(self, words: Talk, result: Any) -> tuple[str, Runs, Sequence[int | None]]:
        """Return a round's winners, what decided it, and points by seat, None for none to get."""

    @abstractmethod
    def describe_round_turning(self, words: Talk, match: Match) -> TurningStory:
        """Return where the round that is over was decided."""

    def list_turning_cards(
        self, words: Talk, match: Match, number: int, winner: int
    ) -> tuple[Runs, tuple[str, ...]]:
        """Return the winner's cards of a round's turning point, in words and as faces."""
        return (), ()

    @abstractmethod
    def describe_margin(self, words: Talk, winner: int, points: int) -> Runs:
        """Return by how much the viewer has missed the win."""

    @abstractmethod
    def choose(self, match: Match, revision: int, entry: Entry) -> tuple[Any, bool] | None:
        """Return a step as it was chosen, and whether the moment ends with it.

        None for what is no part of a turn. No one knew yet which card a step would draw.
        """

    @abstractmethod
    def has_choice(self, seen: Seen) -> bool:
        """Whether there is more than one thing to do."""

    @abstractmethod
    def plan(self, words: Talk, seen: Seen, steps: Sequence[Any]) -> Runs:
        """Return a turn as something to do, as a part of a sentence."""

    @abstractmethod
    def list_leaders(self, match: Match, number: int) -> Sequence[int | None]:
        """Return who led a round, by its number from 1: after the deal, and after each turn."""

    # -- the log -----------------------------------------------------------------------------

    def sections(self, words: Talk, match: Match, viewer: int | None) -> Iterator[LogSection]:
        result = match.game.result(match.state)
        for first, last in list_spans(match):
            seen = match.game.observe(match.state_at(last), viewer)
            dealt = match.game.observe(match.state_at(first), viewer)
            notes = [note for each in match.outcomes_of(first, last) for note in each.notes]
            number = seen.round_number
            section = LogSection(
                words.texts("Round {n}", n=number),
                tuple(self.list_lines(words, seen, notes)),
                weave(words.texts("Round {n} is dealt", n=number)) if number > 1 else (),
                tuple(self.describe_opening(words, seen, dealt)),
            )
            if len(seen.rounds) == number:
                section = self.close_section(words, section, seen)
            if last == match.revision and result is not None and self.keeps_points(seen):
                won = words.match_won(result.winners, result.scores[result.winners[0]])
                section = replace(section, standing=(*section.standing, won))
            yield section

    def trouble_line(self, words: Talk, match: Match, trouble: ai.PlayerFailure) -> str:
        revision = min(trouble.revision, match.revision)  # what was undone since is no more
        seen = match.game.observe(match.state_at(revision), None)
        return words.texts(
            "Round {round}, turn {turn}: {name} stopped responding, and a simple AI took over",
            round=seen.round_number,
            turn=self.count_turns(seen) + 1,
            name=words.names[trouble.seat],
        )

    def record(self, match: Match, names: Sequence[str], players: Sequence[str], day: date) -> str:
        return str(self.record_form.of(match, names, players, day))

    def replay(self, text: str, game: AnyGame) -> Replayed:
        record = self.record_form.read(text)
        return Replayed(record.replay(), record.seats, record.date)

    # -- aloud -------------------------------------------------------------------------------

    def narrate(
        self,
        words: Talk,
        change: session.Change,
        winners: tuple[int, ...] = (),
        *,
        is_short: bool = False,
    ) -> tuple[str, ...]:
        before, after = change.before, change.after
        lines: list[Runs] = []
        is_own = change.is_step and change.seat == after.viewer
        if len(after.turns) > len(before.turns):
            # The other steps of one's own turn were told when they were taken.
            is_told = is_own and bool(before.steps)
            lines.append(self.describe_last_turn(words, change, only_end=is_told))
        elif is_own:
            lines.append(self.describe_last_step(words, after))
        lines += filter(None, [self.describe_note(words, note) for note in change.notes])
        if any(note.code == "dealt" for note in change.notes):
            lines += self.describe_deal(words, after)
        if winners and after.stage == rounds.MATCH_OVER:
            points = self.find_standing(after)[0][winners[0]] if self.keeps_points(after) else None
            lines.append(words.match_won(winners, points))
        said = [to_plain(capitalize_runs(line)) for line in lines if line]
        known = self._ask(words, before, is_short=is_short)
        said += [each for each in self._ask(words, after, is_short=is_short) if each not in known]
        return tuple(said)

    def narrate_opening(self, words: Talk, seen: Any, *, is_short: bool = False) -> tuple[str, ...]:
        is_new = not seen.turns and not seen.steps and seen.stage == rounds.TURN
        lines = self.describe_deal(words, seen) if is_new else ()
        said = [to_plain(capitalize_runs(line)) for line in lines if line]
        return (*said, *self._ask(words, seen, is_short=is_short))

    def _ask(self, words: Talk, seen: Seen, *, is_short: bool) -> Sequence[str]:
        """Return what is asked of the viewer, in short only the first sentence."""
        if not is_asked(seen):
            return ()
        requests = self.list_requests(words, seen)
        return requests[:1] if is_short else requests

    # -- the ends ----------------------------------------------------------------------------

    def end(self, words: Talk, match: Match, viewer: int | None) -> End | None:
        seen = match.game.observe(match.state, viewer)
        over = match.game.result(match.state)
        if len(seen.rounds) < seen.round_number:
            return None
        last, has_points = seen.rounds[-1], self.keeps_points(seen)
        winners, title = self.winners_of(last), self.name_round(words, seen, last)
        if over is not None:
            winners = over.winners
            points = over.scores[winners[0]] if has_points else None
            title = capitalize_runs(words.match_won(winners, points))
        return End(
            title=to_plain(title),
            winners=tuple([words.sign(seat) for seat in winners]),
            story=self.tell_round(words, match, seen, last)
            if over is None or not has_points
            else None,
            counted=self.count_cards(words, seen, last) if has_points else None,
            rounds=self._build_table(words, seen.rounds, over) if over and has_points else None,
            scores=self._list_scores(words, seen, winners, over) if has_points else (),
            gains=self.gains,
            told=self.describe_match_turning(words, match, over)
            if over is not None and has_points and len(seen.rounds) > 1
            else self.describe_round_turning(words, match),
        )

    def _list_scores(
        self, words: Talk, seen: Any, winners: Collection[int], over: Result | None
    ) -> tuple[ScoreRow, ...]:
        points, target = self.find_standing(seen)
        rows = [
            ScoreRow(words.sign(seat), points[seat] - gain, points[seat], target, seat in winners)
            for seat, gain in enumerate(self.points_in(seen.rounds[-1], len(points)))
        ]
        sign = -1 if self.gains is Tone.GOOD else 1
        # Of seats that are level at the end of a match, another rule may have chosen the winner.
        first = frozenset(winners if over else ())
        return tuple(sorted(rows, key=lambda row: (row.sign.seat not in first, sign * row.after)))

    def _build_table(self, words: Talk, rounds: Sequence[Any], result: Result) -> RoundsTable:
        rows = []
        for number, each in enumerate(rounds, start=1):
            names, by, points = self.describe_row(words, each)
            rows.append(RoundRow(number, tuple(self.winners_of(each)), names, by, tuple(points)))
        titles = self.name_columns(words.texts)
        return RoundsTable(words.signs(), titles, tuple(rows), result.scores)

    # -- where it turned ---------------------------------------------------------------------

    def describe_match_turning(self, words: Talk, match: Match, result: Result) -> TurningStory:
        """Return where a match that is over was decided; who is ahead by points has the lead."""
        if len(result.winners) > 1:
            return UNTOLD
        (winner,) = result.winners
        turning = self._find_match_turning(match, result)
        said: Runs = ()
        faces: tuple[str, ...] = ()
        if turning.at is not None:
            said, faces = self.list_turning_cards(words, match, turning.at + 1, winner)
        miss: Runs = ()
        if words.viewer is not None and words.viewer != winner:
            away = abs(result.scores[winner] - result.scores[words.viewer])
            miss = self.describe_margin(words, winner, away)
        line = describe_match_turning_point(words, winner, turning, said)
        return TurningStory(line, faces if turning.changes else (), miss)

    def _find_match_turning(self, match: Match, result: Result) -> Turning:
        """Find the round in which the first of a match's winners came to lead it for good."""
        gained = [self.points_in(each, len(result.scores)) for each in match.state.rounds]
        best = max if self.gains is Tone.GOOD else min
        totals = zip(*map(accumulate, zip(*gained, strict=True)), strict=True)
        leaders = [find_only(points, best(points)) for points in totals]
        return find_turning(leaders, result.winners[0])

    # -- reviews -----------------------------------------------------------------------------

    def moments(self, match: Match, seats: Collection[int]) -> tuple[ai.ReviewMoment, ...]:
        """List the choices that seats had in a match so far, leaving out turns not yet finished.

        A choice is had at the beginning of a turn, or after a draw in its middle. The steps taken
        go to the end of the turn, or up to such a draw.
        """
        found: list[ai.ReviewMoment] = []
        steps: list[Any] = []
        begin = 0
        for revision, entry in enumerate(match.log):
            chosen = self.choose(match, revision, entry) if entry.seat in seats else None
            if chosen is None:
                continue
            begin = begin if steps else revision
            step, is_end = chosen
            steps.append(step)
            if is_end:
                seen = match.game.observe(match.state_at(begin), entry.seat)
                if self.has_choice(seen):
                    found.append(
                        ai.ReviewMoment(entry.seat, begin, revision + 1, seen, tuple(steps))
                    )
                steps.clear()
        return tuple(found)

    def decision(self, match: Match) -> int:
        over, result = match.state.rounds, match.game.result(match.state)
        if not over:
            return match.revision
        at = None if result is None else self._find_match_turning(match, result).at
        number = len(over) if at is None else at + 1
        first, last = list(list_spans(match))[number - 1]
        winner = self.winners_of(over[number - 1])[0]
        turns = find_turning(self.list_leaders(match, number), winner).at or 0
        for revision in range(first + 1, last):
            if len(match.state_at(revision).turns) >= turns:
                return revision
        return last

    def review(
        self, words: Talk, moment: ai.ReviewMoment, appraisal: player.Appraisal
    ) -> tuple[Tone, Runs]:
        texts, seen, loss = words.texts, moment.observation, appraisal.loss
        if appraisal.is_same:
            line = texts("Exactly what the strongest opponent would do.")
            return Tone.GOOD, apply_tone(runs_of(line), Tone.GOOD)
        if not loss:
            line = texts("As good as the strongest opponent’s move.")
            return Tone.GOOD, apply_tone(runs_of(line), Tone.GOOD)
        taken = appraisal.taken.value
        value, other = [self.view.words.standing(words, each) for each in (taken + loss, taken)]
        line = texts("Better: {plan}, for {value} instead of {other}.")
        if value == other:
            line = texts("A little better: {plan}.")
        plan = self.plan(words, seen, appraisal.proposed.steps)
        tone = Tone.BAD if loss > MUCH else Tone.ACCENT
        return tone, weave(line, plan=plan, value=Run(value, tone=Tone.GOOD), other=other)


def list_spans(match: Match) -> Iterator[tuple[int, int]]:
    """Return for each round the revision after its deal and the last one that belongs to it."""
    deals = [nth for nth, entry in enumerate(match.log) if entry.seat == TABLE]
    for first, last in pairwise([-1, *deals, match.revision]):
        yield first + 1, last


LINES_KEPT: Final = 40
"""How many lines of history the table holds."""


def list_last_turns(
    texts: Texts,
    seen: Any,
    turns: Sequence[table_model.HistoryLine],
    results: Sequence[table_model.HistoryLine],
) -> table_model.HistoryModel:
    """Return the turns of a round among the results of all; lines without words are left out."""
    ended = len(seen.rounds) - (len(seen.rounds) == seen.round_number)
    told = [line for line in (*results[:ended], *turns, *results[ended:]) if line.line]
    return table_model.HistoryModel(texts("Last turns"), tuple(told[-LINES_KEPT:]))


def build_over_button(texts: Texts, stage: str) -> table_model.EndModel:
    """Return the large button once a round is over, or the match."""
    ask, title = table_model.RESULT, texts("Result")
    if stage == rounds.ROUND_OVER:
        ask, title = table_model.NEXT_ROUND, texts("Next round")
    return table_model.EndModel(ask, table_model.Mood.GO, title)


def build_seat(
    words: phrases.SeatWords, seen: Any, around: table_model.ViewOptions, seat: int, place: int
) -> table_model.SeatModel:
    """Return what any game shows of a seat; its cards and whether it leads are left to the game."""
    level, is_acting = words.player(seat), seat in seen.to_act
    return table_model.SeatModel(
        seat=seat,
        place=place,
        initial=words.initial(seat),
        name=words.name_tag(seat),
        kind=phrases.kind_of(words.texts, level, around.kinds, is_asked=is_acting),
        hand_count=0,
        is_you=words.is_you(seat),
        is_acting=is_acting,
        level=level,
        portrait=words.portrait(seat),
    )


def is_asked(seen: Any) -> bool:
    """Whether a turn is asked of the viewer."""
    return seen.stage == rounds.TURN and seen.viewer in seen.to_act


def find_only(values: Sequence[int], wanted: int) -> int | None:
    """Return the place of a value, None where several have it."""
    return values.index(wanted) if values.count(wanted) == 1 else None


class Turning(NamedTuple):
    """Since when the winner has led, as a place in the list of leaders; how often the lead changed.

    at: None for who never led.
    """

    at: int | None
    changes: int


def find_turning(leaders: Sequence[int | None], winner: int) -> Turning:
    """Find where a winner took the lead for good. leaders: a seat or None by turn.

    That no one leads for a while changes nothing.

    >>> find_turning([0, 1, None, 0, 0], 0)
    Turning(at=3, changes=2)
    >>> find_turning([0, 0], 1)
    Turning(at=None, changes=0)
    """
    at: int | None = None
    changes, last = 0, None
    for place, leader in enumerate(leaders):
        if leader is None or leader == last:
            continue
        changes += last is not None
        at, last = place, leader
    return Turning(at if last == winner else None, changes)


def describe_round_turning_point(
    words: phrases.SeatWords, winner: int, turning: Turning, cards: Runs
) -> Runs:
    """Return with which cards a round turned; () where there is nothing to say.

    cards: of the turn since which the winner has led, () where there was no such turn.
    """
    texts, n = words.texts, turning.changes
    if turning.at is None or not cards:
        return ()
    you = texts("You were ahead from start to finish, ending with {cards}")
    they = texts("{name} was ahead from start to finish, ending with {cards}")
    if n == 1:
        you = texts("You turned the tables with {cards}")
        they = texts("{name} turned the tables with {cards}")
    elif n:
        you = texts.plural(
            "You pulled ahead for good with {cards} (the lead changed once)",
            "You pulled ahead for good with {cards} (the lead changed {n} times)",
            n,
            cards="{cards}",
        )
        they = texts.plural(
            "{name} pulled ahead for good with {cards} (the lead changed once)",
            "{name} pulled ahead for good with {cards} (the lead changed {n} times)",
            n,
            name="{name}",
            cards="{cards}",
        )
    return words.say(winner, you, they, cards=cards)


def describe_match_turning_point(
    words: phrases.SeatWords, winner: int, turning: Turning, cards: Runs = ()
) -> Runs:
    """Return in which round a match turned; turning: by rounds. cards: of its turn, if known."""
    texts, n = words.texts, turning.changes
    if turning.at is None:
        return ()
    kept = {"round": turning.at + 1, "name": "{name}", "cards": "{cards}"}
    if not n:
        you = texts("You were ahead from round {round} to the end", **kept)
        they = texts("{name} was ahead from round {round} to the end", **kept)
    elif cards:
        you = texts.plural(
            "You pulled ahead for good in round {round} with {cards} "
            "(the lead changed once in the match)",
            "You pulled ahead for good in round {round} with {cards} "
            "(the lead changed {n} times in the match)",
            n,
            **kept,
        )
        they = texts.plural(
            "{name} pulled ahead for good in round {round} with {cards} "
            "(the lead changed once in the match)",
            "{name} pulled ahead for good in round {round} with {cards} "
            "(the lead changed {n} times in the match)",
            n,
            **kept,
        )
    else:
        you = texts.plural(
            "You pulled ahead for good in round {round} (the lead changed once in the match)",
            "You pulled ahead for good in round {round} (the lead changed {n} times in the match)",
            n,
            **kept,
        )
        they = texts.plural(
            "{name} pulled ahead for good in round {round} (the lead changed once in the match)",
            "{name} pulled ahead for good in round {round} "
            "(the lead changed {n} times in the match)",
            n,
            **kept,
        )
    return words.say(winner, you, they, cards=cards)


class RoundsTableFacet(TableFacet[Seen, Talk], ABC):
    """The table of a game with rounds and turns, by what it sounds like.

    voices: as for `cues.list_moving_cues`. finders: what a change may bring about besides, each
    with its sound. Whoever is asked for anything but a turn is not called. Where AI seats play
    alone, any win is one.
    """

    voices: Mapping[tuple[str, str], sounding.MoveSound]
    finders: tuple[sounding.Finder[Seen], ...]
    dealing: tuple[sounding.Cue, ...] = sounding.DEALING

    def cues(
        self,
        change: session.Change,
        people: Iterable[int] = (),
        tempo: sounding.Tempo = sounding.USUAL,
    ) -> tuple[sounding.Cue, ...]:
        event: sounding.Event[Seen] = sounding.Event(change, frozenset(people), tempo)
        moved = sounding.list_moving_cues(change, tempo, self.voices)
        found = [find(event) for find in self.finders]
        called = sounding.call(change, tempo) if change.after.stage == rounds.TURN else None
        return sounding.thin_out((*moved, sounding.find_undo_cue(change), *found, called))

    def cues_at_opening(self, seen: Any) -> tuple[sounding.Cue, ...]:
        """Return the sounds of a table that is opened: dealing at a fresh round, and the call."""
        dealing = self.dealing if self.is_dealt(seen) else ()
        turn = sounding.Cue(sounding.CALLED if dealing else 0.0, sounding.Sound.TURN)
        return (
            (*dealing, turn) if seen.stage == rounds.TURN and sounding.is_called(seen) else dealing
        )

    def is_dealt(self, seen: Any) -> bool:
        return seen.stage == rounds.TURN and not (seen.turns or seen.steps)
