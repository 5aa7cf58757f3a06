"""Tells when the screen has to pass from one person to another, and when nobody may look.

It reads a session and changes nothing. Where several people share a screen, the order is:
`is_shared` at the beginning (then nobody looks yet: `session.look_as(None)`), and after every
change `next_person`; while that gives a seat, or `is_common`, nobody looks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from red7_desktop.play.session import Session


def list_people(session: Session) -> tuple[int, ...]:
    """List the seats of people who play, in the order of play; a replay has none."""
    if session.is_replay:
        return ()
    return tuple([seat for seat, sitting in enumerate(session.seats) if sitting.is_person])


def is_shared(session: Session) -> bool:
    """Tell whether several people play on this screen."""
    return len(list_people(session)) > 1


def find_next_person(session: Session) -> int | None:
    """Give the person to whom the screen has to pass before the match goes on.

    None while it need not: the one who looks is asked, or an AI seat or the table, or nobody; or
    only one person plays.
    """
    if not is_shared(session) or session.is_viewers_turn:
        return None
    asked = [seat for seat in list_people(session) if seat in session.to_act]
    return asked[0] if asked else None


def is_common(session: Session) -> bool:
    """Tell whether the screen belongs to everybody now: between rounds, and after the match.

    With the next deal somebody's cards would lie open before all who have gathered to see how
    the round went.
    """
    return is_shared(session) and (session.is_waiting_for_table or not session.to_act)


def may_look(session: Session, seat: int | None) -> bool:
    """Tell whether a seat's hidden cards may be on the screen now.

    A person alone may always look at their own; of several, the one who has the screen, until it
    has to pass on. A spectator (None) sees nothing hidden.
    """
    if seat is None:
        return True
    if session.is_replay:
        return seat == session.viewer
    if not is_shared(session):
        return session.seats[seat].is_person
    return seat == session.viewer and not is_common(session) and find_next_person(session) is None
