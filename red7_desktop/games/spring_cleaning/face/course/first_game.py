"""The first game of Spring Cleaning: a deal whose first round is won in eight turns, and why.

Each turn shows something new, and leaves the row tidier than it was.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.face.words.hint_words import build_hint
from red7_desktop.games.spring_cleaning.players.simple import HeuristicPlayer
from red7_desktop.games.spring_cleaning.rules.steps import parse_step
from red7_desktop.kit.language.rich_text import Runs, runs_of
from red7_desktop.kit.models.course import Beat, Counsel, LessonProgress, find_next_beat
from red7_desktop.tabletop.player import Choice

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.face.words.words import SpringWords
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation
    from red7_desktop.tabletop.match import Match


def coach_first_game(words: SpringWords, match: Match, seat: int) -> Counsel:
    """Say what to do now: the next thing of the story, or, beside it, what a tidy player would.

    The coach leaves with the first round.
    """
    state = match.state
    if state.rounds:
        is_won = not state.rounds[0].trash[seat]
        return Counsel(None, LessonProgress.REACHED if is_won else LessonProgress.MISSED)
    if seat not in match.game.to_act(state):
        return Counsel(None)
    seen: SpringObservation = match.game.observe(state, seat)
    beat = find_next_beat(list_beats(words), match, seat)
    if beat is None:
        choice = HeuristicPlayer().choose(seen, 0, 0)
        return Counsel(build_hint(words, seen, choice), step=choice.steps[0])
    step = parse_step(beat.step)
    shown = build_hint(words, seen, Choice((step,)))
    return Counsel(replace(shown, title=beat.title, why=beat.why), step=step)


def list_beats(words: SpringWords) -> tuple[Beat, ...]:
    """Tell the story, step by step."""
    texts, name = words.texts, words.names[1]

    def said(*lines: str) -> tuple[Runs, ...]:
        return tuple([runs_of(line) for line in lines])

    def play(cards: str) -> Runs:
        return runs_of(texts("Play {cards}", cards=cards))

    return (
        Beat(
            "offer 5",
            runs_of(texts("Offer the {card}", card=4)),
            said(
                texts("Be the first without cards. Your row stays in the order it was dealt in."),
                texts("Pick the 4 and seal it, as everybody does: your 6 and 7 become neighbours."),
            ),
        ),
        Beat(
            "6 @7",
            play("6"),
            said(
                texts("You lead: play cards that are neighbours, or a single one."),
                texts("Pick it, then press Play. Without it two of your 9s come together."),
            ),
        ),
        Beat(
            "6 6(B) @8",
            play("6 6"),
            said(
                texts("{name} beat your 6 with an 8. One card more beats it as well.", name=name),
                texts("Offers may be used by everybody: take the 6 of {name} to yours.", name=name),
            ),
        ),
        Beat(
            "draw",
            runs_of(texts("Draw from the deck")),
            said(
                texts("You have nothing above 6 7 8, and no four cards that go together."),
                texts("Then you draw a card, and offer one."),
            ),
        ),
        Beat(
            "insert 4",
            runs_of(texts("Put the {card} before your 6 and 7", card=5)),
            said(texts("A drawn card may go anywhere in your row: 5 6 7 can be played together.")),
        ),
        Beat(
            "offer 3",
            runs_of(texts("Offer the {card}", card=8)),
            said(texts("It fits nowhere. Pick it and end your turn: it is still yours to play.")),
        ),
        Beat(
            "8 8(A) @9",
            play("8 8"),
            said(
                texts("{name} leads a 2. Beat it with a pair: one card more.", name=name),
                texts("Your own offer goes with your hand, too."),
            ),
        ),
        Beat(
            "9 9 9 @6",
            play("9 9 9"),
            said(texts("As many of a kind, and higher: that beats the 4s.")),
        ),
        Beat(
            "1 1 @1",
            play("1 1"),
            said(
                texts("{name} could not beat your 9s: you lead again.", name=name),
                texts("Keep 5 6 7 for the end, and get rid of the 1s first."),
            ),
        ),
        Beat(
            "5 6 7 @1",
            play("5 6 7"),
            said(
                texts("Three cards beat any two, and they are your last: you are out first."),
                texts("Whoever is out first gets no trash."),
            ),
        ),
    )
