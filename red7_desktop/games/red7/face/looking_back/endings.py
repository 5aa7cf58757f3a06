"""How rounds and matches ended, for the pages that say so; pure, no pygame."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.face.looking_back.turned import (
    describe_match_turning,
    describe_round_turning,
)
from red7_desktop.games.red7.face.table.present import describe_rules
from red7_desktop.games.red7.face.table.sound_cues import RULE_CHIMES
from red7_desktop.games.red7.rules.cards import BY_TEXT, LETTERS, number_of, texts_of, worth_of
from red7_desktop.games.red7.rules.match_steps import TakeScore
from red7_desktop.games.red7.rules.scoring import points_of
from red7_desktop.games.red7.rules.state import SCORE
from red7_desktop.kit.hud.model import HistoryLine
from red7_desktop.kit.language.rich_text import capitalize_runs, to_plain
from red7_desktop.kit.models.cards import CardChoice, CardOption
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
from red7_desktop.kit.models.finale import Finale, RingLight
from red7_desktop.kit.sound.sounds import Sound

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.looking_back.match_history import RoundSeen
    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.games.red7.rules.state import RoundResult
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.tabletop.game import Result
    from red7_desktop.tabletop.match import Match

_MOST: Final = 6
"""So many choices are shown; the rest are worth no more and differ in a colour only."""


def build_round_end(
    words: Words, seen: RoundSeen, observation: Red7Observation, match: Match
) -> RoundEnd | None:
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
    return RoundEnd(
        title=to_plain(won),
        winners=(words.sign(result.winner),),
        story=_tell_story(words, seen, result),
        counted=_count_cards(words, result) if seen.keeps_points else None,
        scores=_build_score_rows(words, observation, result) if seen.keeps_points else (),
        told=describe_round_turning(words, match),
    )


def _tell_story(words: Words, seen: RoundSeen, result: RoundResult) -> Story:
    """Say who went out, in order, and that the winner stayed in under its last rule."""
    texts = words.texts
    you, they = texts("You went out under {rule}"), texts("{name} went out under {rule}")
    exits = [
        HistoryLine(each.seat, words.say(each.seat, you, they, rule=words.rule_mark(each.rule)))
        for each in seen.exits
    ]
    stayed = words.say(
        result.winner,
        texts("You stayed in under {rule}"),
        texts("{name} stayed in under {rule}"),
        rule=words.rule_mark(result.rule),
    )
    return Story(tuple(exits), stayed, LETTERS[result.rule])


def _count_cards(words: Words, result: RoundResult) -> CountedTally:
    """Give the cards that the winner takes, high first."""
    texts = words.texts
    cards = [CountedCard(face, number_of(BY_TEXT[face])) for face in texts_of(result.taken)]
    return CountedTally(
        texts("Into the score pile"),
        tuple(cards),
        texts.plural_within("sum", "point", "points", worth_of(result.taken)),
        "" if cards else texts("No card counts, so there are no points."),
    )


def _build_score_rows(
    words: Words, observation: Red7Observation, result: RoundResult
) -> tuple[ScoreRow, ...]:
    points = points_of(observation.scores)
    gained = worth_of(result.taken)
    rows = [
        ScoreRow(
            sign=words.sign(seat),
            before=points[seat] - (gained if seat == result.winner else 0),
            after=points[seat],
            target=observation.options.target,
            is_winner=seat == result.winner,
        )
        for seat in range(len(points))
    ]
    return tuple(sorted(rows, key=lambda row: -row.after))


def build_match_end(
    words: Words, seen: RoundSeen, observation: Red7Observation, match: Match, result: Result
) -> MatchEnd:
    """Give the end of a match: all its rounds, or how the only one went. seen: the last one."""
    points = result.scores[result.winners[0]] if seen.keeps_points else None
    return MatchEnd(
        title=to_plain(capitalize_runs(words.match_won(result.winners, points))),
        winners=tuple([words.sign(seat) for seat in result.winners]),
        rounds=_build_rounds_table(words, observation, result) if seen.keeps_points else None,
        story=_tell_story(words, seen, seen.result)
        if seen.result and not seen.keeps_points
        else None,
        scores=_list_match_scores(words, seen, observation, result),
        told=describe_match_turning(words, match, result),
    )


def _list_match_scores(
    words: Words, seen: RoundSeen, observation: Red7Observation, result: Result
) -> tuple[ScoreRow, ...]:
    """Give everybody's points after the last round; () where none are kept."""
    if seen.result is None or not seen.keeps_points:
        return ()
    rows = _build_score_rows(words, observation, seen.result)
    return tuple([replace(row, is_winner=row.sign.seat in result.winners) for row in rows])


def build_finale(
    words: Words, finale: Finale | None, match: Match, viewer: int | None
) -> Finale | None:
    """Let the ring of rules light up as a round or match ends, Red first, each with its note."""
    if finale is None:
        return None
    observation: Red7Observation = match.game.observe(match.state, viewer)
    rule = observation.rounds[-1].rule
    texts = words.texts
    return replace(
        finale,
        lights=tuple(
            [
                RingLight(LETTERS[each], chime, each == rule)
                for each, chime in reversed(list(enumerate(RULE_CHIMES)))
            ]
        ),
        unit=texts("of {target} points", target=observation.options.target),
        sound=Sound.PLACE,
    )


def _build_rounds_table(words: Words, observation: Red7Observation, result: Result) -> RoundsTable:
    """Give winner, rule and points of every round."""
    texts, seats = words.texts, range(len(result.scores))
    rows = [
        RoundRow(
            number=number,
            winners=(each.winner,),
            names=words.name(each.winner),
            by=(words.rule_mark(each.rule),),
            points=tuple([worth_of(each.taken) if seat == each.winner else None for seat in seats]),
        )
        for number, each in enumerate(observation.rounds, start=1)
    ]
    titles = texts("Round"), texts("Winner"), texts("Rule")
    return RoundsTable(words.signs(), titles, tuple(rows), result.scores)


def build_score_choice(words: Words, seen: Red7Observation) -> CardChoice | None:
    """Let the winner of a round choose which cards to take, where the rules leave a choice."""
    if seen.stage != SCORE or not seen.legal:
        return None
    options = [
        CardOption(
            tuple(texts_of(step.cards)),
            words.texts.plural("Take {n} point", "Take {n} points", worth_of(step.cards)),
            step,
        )
        for step in seen.legal[:_MOST]
        if isinstance(step, TakeScore)
    ]
    return CardChoice(words.texts("Which cards do you take?"), tuple(options))


def build_match_line(texts: Texts, seen: Red7Observation) -> MatchLine:
    """Say which round of which match this is, and the points in the order of the seats."""
    rules = describe_rules(texts, seen)
    if not seen.keeps_points:
        return MatchLine(rules)
    points = " : ".join(map(str, points_of(seen.scores)))
    standing = texts("{points} of {target} points", points=points, target=seen.options.target)
    return MatchLine(rules, standing)
