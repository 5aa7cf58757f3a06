"""Finds what is new: accounts of what somebody has done, from a box of games and a profile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.app.achievements.rules import (
    FEAT,
    GOT,
    KIND,
    Account,
    GameLore,
    list_newly_reached,
    list_newly_won_looks,
)
from red7_desktop.app.looks import LOOK
from red7_desktop.app.profile.facts import ProfileEvent

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import date

    from red7_desktop.app.profile.facts import MatchFacts
    from red7_desktop.app.profile.sums import GameSums
    from red7_desktop.games.registry import Box
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.tabletop.match import Match


def build_account(
    box: Box, sums: Mapping[str, GameSums], deeds: tuple[ProfileEvent, ...], texts: Texts
) -> Account:
    """Put together what the rules ask for."""
    lore = {}
    for name, row in box.items():
        face, won_by = row.face(), row.face().won_by(texts)
        ways = () if won_by is None else tuple([share.key for share in won_by.shares])
        levels = tuple([level.key for level in row.players().levels])
        feats = tuple([feat.key for feat in face.feats(texts)])
        lore[name] = GameLore(levels, face.seats[-1], ways, feats)
    return Account(sums, deeds, lore)


def find_new_events(account: Account, day: date) -> tuple[ProfileEvent, ...]:
    """Give what is to be kept of achievements and looks that are earned and were not before."""
    found = [(KIND, key) for key in list_newly_reached(account)]
    found += [(LOOK, look) for look in list_newly_won_looks(account)]
    return tuple([ProfileEvent(kind, "", key, day, GOT) for kind, key in found])


def find_feats(
    box: Box, match: Match, facts: MatchFacts, name: str, deeds: Collection[ProfileEvent], day: date
) -> tuple[ProfileEvent, ...]:
    """Give what is to be kept of feats that the person of a name did in a match, each once."""
    people = [seat for seat, each in enumerate(facts.seats) if each.is_person]
    own = [seat for seat in people if facts.seats[seat].name.casefold() == name.casefold()]
    seat = next(iter(own or (people if len(people) == 1 else [])), None)
    if seat is None or not facts.is_over:
        return ()
    game = match.game.name
    had = {deed.key for deed in deeds if (deed.kind, deed.game) == (FEAT, game)}
    found = box[game].face().feats_of(match, seat)
    return tuple([ProfileEvent(FEAT, game, key, day, GOT) for key in sorted(set(found) - had)])
