"""How rounds and matches ended, as frozen values for the pages that say so; pure, no pygame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from red7_desktop.games.red7.face.words.turn_words import match_line
from red7_desktop.games.red7.rules.cards import LETTERS, texts_of, worth_of
from red7_desktop.games.red7.rules.scoring import points_of
from red7_desktop.games.red7.rules.state import MATCH_OVER
from red7_desktop.kit.language.rich_text import Runs, capped, plain

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.looking_back.match_history import RoundSeen
    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.games.red7.rules.state import RoundResult
    from red7_desktop.tabletop.game import Result


@dataclass(frozen=True, slots=True)
class ExitLine:
    """A seat that went out, in words."""

    seat: int
    line: Runs


@dataclass(frozen=True, slots=True)
class Story:
    """How a round went: who went out, in order, and that the winner stayed in under its last rule.

    letter: of that rule.
    """

    exits: tuple[ExitLine, ...]
    stayed: Runs
    letter: str


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One seat's points before and after the round, and how many end the match.

    level: the AI player's key, "" for a person.
    """

    seat: int
    initial: str
    name: str
    before: int
    after: int
    target: int
    is_winner: bool
    level: str = ""


@dataclass(frozen=True, slots=True)
class RoundEndModel:
    """The end of a round.

    taken: the faces that the winner takes, high first. scores: the highest first; () where nothing
    is scored. note: what there is to say where no card counts. is_last: no other round follows.
    level: the key of the AI player who has won, "" for a person.
    """

    winner: int
    initial: str
    title: str
    story: Story
    taken: tuple[str, ...]
    scores: tuple[ScoreRow, ...]
    note: str = ""
    is_last: bool = False
    level: str = ""


def round_end_model(
    words: Words, seen: RoundSeen, observation: Red7Observation
) -> RoundEndModel | None:
    """Give the end of a round that is over; None before that.

    observation: of the same moment; the score piles are those after the round.
    """
    result = seen.result
    if result is None:
        return None
    texts = words.texts
    won = words.say(
        result.winner,
        texts("You win round {round}"),
        texts("{name} wins round {round}"),
        round=seen.number,
    )
    is_scored = observation.options.rules.advanced
    note = texts("No card counts, so there are no points.") if not result.taken else ""
    return RoundEndModel(
        winner=result.winner,
        initial=words.initial(result.winner),
        title=plain(won),
        story=_story(words, seen, result),
        taken=tuple(texts_of(result.taken)),
        scores=_score_rows(words, observation, result) if is_scored else (),
        note=note if is_scored else "",
        is_last=observation.stage == MATCH_OVER,
        level=words.player(result.winner),
    )


def _story(words: Words, seen: RoundSeen, result: RoundResult) -> Story:
    texts = words.texts
    you, they = texts("You went out under {rule}"), texts("{name} went out under {rule}")
    exits = [
        ExitLine(each.seat, words.say(each.seat, you, they, rule=words.rule_mark(each.rule)))
        for each in seen.exits
    ]
    stayed = words.say(
        result.winner,
        texts("You stayed in under {rule}"),
        texts("{name} stayed in under {rule}"),
        rule=words.rule_mark(result.rule),
    )
    return Story(tuple(exits), stayed, LETTERS[result.rule])


def _score_rows(
    words: Words, observation: Red7Observation, result: RoundResult
) -> tuple[ScoreRow, ...]:
    points = points_of(observation.scores)
    gained = worth_of(result.taken)
    rows = [
        ScoreRow(
            seat=seat,
            initial=words.initial(seat),
            name=words.name(seat),
            before=points[seat] - (gained if seat == result.winner else 0),
            after=points[seat],
            target=observation.options.target,
            is_winner=seat == result.winner,
            level=words.player(seat),
        )
        for seat in range(len(points))
    ]
    return tuple(sorted(rows, key=lambda row: -row.after))


# -- the match -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundRow:
    """One round in the table: its winner, its rule, and the points that every seat got."""

    number: int
    winner: int
    winner_name: str
    rule: Runs
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchEndModel:
    """The end of a match.

    totals: one for each name; () where nothing is scored, and then there is the story of the one
    round in place of the table. levels: by seat the AI player's key, "" for a person.
    """

    title: str
    winners: tuple[int, ...]
    names: tuple[str, ...]
    rounds: tuple[RoundRow, ...]
    totals: tuple[int, ...]
    story: Story | None = None
    levels: tuple[str, ...] = ()


def match_end_model(
    words: Words, seen: RoundSeen, observation: Red7Observation, result: Result
) -> MatchEndModel:
    """Give the end of a match, with all its rounds. seen: the last one."""
    is_scored = observation.options.rules.advanced
    points = result.scores[result.winners[0]] if is_scored else None
    names = tuple([words.name(seat) for seat in range(len(result.scores))])
    rounds = [
        RoundRow(
            number=number,
            winner=each.winner,
            winner_name=names[each.winner],
            rule=(words.rule_mark(each.rule),),
            points=tuple(
                [worth_of(each.taken) if seat == each.winner else 0 for seat in range(len(names))]
            ),
        )
        for number, each in enumerate(observation.rounds, start=1)
    ]
    return MatchEndModel(
        title=plain(capped(match_line(words, result.winners, points))),
        winners=result.winners,
        names=names,
        rounds=tuple(rounds),
        totals=result.scores if is_scored else (),
        levels=tuple([words.player(seat) for seat in range(len(names))]),
        story=None if is_scored or seen.result is None else _story(words, seen, seen.result),
    )
