"""What is kept of a merge when a club is restored elsewhere, where the same numbers are somebody else's."""

import pytest

from tests import factories as make
from tests.desk import DIRECTOR
from tests.tournaments.test_people_merged import merge
from tournaments.engine.errors import EventViolation
from tournaments.models import Club, Contact, Entry, Pair, PartnerDraw, PlayerMerge
from tournaments.services.archive_tables import IDS, renumbered
from tournaments.services.people_merged import undo_merge

pytestmark = pytest.mark.django_db


def test_what_is_kept_of_a_merge_moves_with_the_rows_it_is_about(club):
    """As when the club is restored beside others: every table's numbers go up by an amount of its own."""
    one, other, third = (make.make_player(club, name) for name in ("Ann A", "Beth B", "Cora C"))
    mine, theirs = (Pair.objects.create(club=club, first=each, second=third) for each in (one, other))
    event, alone = make.make_event(club, "Pairs"), make.make_event(club, "Singles")
    entry = Entry.objects.create(event=event, number=1, pair=theirs)
    single = make.make_entry(alone, other)
    Contact.objects.create(player=other, phone="2")
    singles = [{"player": other.pk, "number": 1, "categories": [], "filler": False}]
    PartnerDraw.objects.create(event=alone, seed="7", singles=singles, drawn_by="x")
    merged = merge(one, other)
    up = {"player": 100, "pair": 2_000, "entry": 30_000, "event": 400_000, "playeralias": 5_000_000}

    def shift(label: str, number: int) -> int:
        return number + up[label.removeprefix("tournaments.")]

    moved = renumbered(merged.moved, IDS["tournaments.playermerge.moved"], shift)
    a, b = one.pk + 100, other.pk + 100
    assert sorted(moved) == sorted(
        [
            ["tournaments.entry", "pair", [entry.pk + 30_000], theirs.pk + 2_000, mine.pk + 2_000],
            ["tournaments.entry", "player", [single.pk + 30_000], b, a],
            ["tournaments.partnerdraw", "", [alone.pk + 400_000], b, a],
            ["tournaments.contact", "player", [a], b, a],
        ]
    )
    gone = renumbered(merged.gone, IDS["tournaments.playermerge.gone"], shift)
    assert gone["player"]["id"] == b
    assert gone["pairs"] == [[theirs.pk + 2_000, b, third.pk + 100]]
    assert gone["alias"] == merged.gone["alias"] + 5_000_000


def test_a_merge_of_another_server_takes_nothing_from_anybody_here(club):
    merged = merge(make.make_player(club), make.make_player(club, "Bob Rowe"))
    stranger = make.make_player(Club.objects.get(name="Looe Euchre"), "Eve Spy")
    PlayerMerge.objects.filter(pk=merged.pk).update(gone_id=stranger.pk)
    with pytest.raises(EventViolation) as why:
        undo_merge(merge=merged, actor=DIRECTOR)
    assert why.value.code == "merge-elsewhere"
