"""Every kind of thing in the feed of changes: how it is read, and in which shape it is told."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework.serializers import BaseSerializer

from tournaments import models
from tournaments.api.shapes import cash, events, leagues, people, rounds


@dataclass(frozen=True, slots=True)
class Kind:
    """Rows with what their shape reads of others: `joined` by one query, `beside` by one each."""

    rows: QuerySet[Any]
    shape: type[BaseSerializer[Any]]

    def read(self, keys: Sequence[str]) -> dict[str, Any]:
        """What is there of these, by key; what is no more is left out. A fixed number of queries."""
        if not keys:
            return {}
        primary = self.rows.model._meta.pk
        uuids = primary is not None and primary.get_internal_type() == "UUIDField"
        wanted = [UUID(key) for key in keys] if uuids else [int(key) for key in keys]
        names = {str(one): key for one, key in zip(wanted, keys, strict=True)}
        found = self.rows.filter(pk__in=wanted)
        return {names[str(one.pk)]: self.shape(one).data for one in found}


def _kind(
    model: type[Any], shape: type[BaseSerializer[Any]], joined: Sequence[str] = (), beside: Sequence[str] = ()
) -> Kind:
    rows = model._default_manager.all()
    if joined:
        rows = rows.select_related(*joined)
    return Kind(rows.prefetch_related(*beside), shape)


KINDS: dict[str, Kind] = {
    "club": _kind(models.Club, people.ClubShape),
    "player": _kind(models.Player, people.WholePlayerShape, ["contact"], ["aliases"]),
    "pair": _kind(models.Pair, people.PairShape),
    "partnership": _kind(models.Partnership, people.PartnershipShape),
    "ruleset": _kind(models.ClubRuleset, people.RulesetShape, beside=["versions"]),
    "preset": _kind(models.EventPreset, people.PresetShape),
    "trophy": _kind(models.Trophy, people.TrophyShape, beside=["holders"]),
    "registration": _kind(models.Registration, people.RegistrationShape, beside=["payments"]),
    "event": _kind(models.Event, events.EventShape, ["partner_draw", "imported"]),
    "policy": _kind(models.EventPolicy, events.PolicyShape),
    "entry": _kind(models.Entry, events.EntryShape),
    "stage": _kind(models.Stage, events.StageShape),
    "wish": _kind(models.Wish, events.WishShape),
    "verdict": _kind(models.BracketVerdict, events.VerdictShape),
    "tie-word": _kind(models.TieWord, events.TieWordShape),
    "standings": _kind(models.PublishedStandings, events.StandingsShape),
    "series": _kind(models.Series, events.SeriesShape, beside=["nights"]),
    "round": _kind(models.Round, rounds.RoundShape, beside=["sit_outs"]),
    "match": _kind(
        models.Match, rounds.MatchShape, ["result", "forfeit"], ["seatings", "tallies", "extra_hands"]
    ),
    "pot": _kind(models.Pot, cash.PotShape, beside=["facts"]),
    "prize-list": _kind(models.PrizeList, cash.PrizeListShape, beside=["shares__payouts__handings"]),
    "venue": _kind(models.Venue, leagues.VenueShape),
    "season": _kind(models.Season, leagues.SeasonShape),
    "division": _kind(models.Division, leagues.DivisionShape),
    "team": _kind(models.Team, leagues.TeamShape, beside=["deductions"]),
    "squad-member": _kind(models.SquadMember, leagues.SquadMemberShape),
    "fixture": _kind(models.Fixture, leagues.FixtureShape, ["card"], ["card__games"]),
    "ladder": _kind(models.Ladder, leagues.LadderShape),
    "rung": _kind(models.LadderRung, leagues.RungShape),
    "challenge": _kind(models.LadderChallenge, leagues.ChallengeShape),
}
