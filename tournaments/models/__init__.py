"""Every noun of the competition, one file each."""

from tournaments.models.cash import CashFact, Handing, Payout, Pot, PotShare, PrizeList
from tournaments.models.clubs import Club, ClubRevision, Membership
from tournaments.models.events import Entry, Event, EventPolicy, EventRevision, FrozenRow
from tournaments.models.links import TableLink
from tournaments.models.people import Pair, Player
from tournaments.models.results import MatchResult, Tally
from tournaments.models.rounds import Forfeit, Match, Round, Seating, SitOut
from tournaments.models.stages import BetterDraw, BracketVerdict, Stage, Wish
from tournaments.models.standings import PublishedStandings, StageStanding, Standing

__all__ = [
    "BetterDraw",
    "BracketVerdict",
    "CashFact",
    "Club",
    "ClubRevision",
    "Entry",
    "Event",
    "EventPolicy",
    "EventRevision",
    "Forfeit",
    "FrozenRow",
    "Handing",
    "Match",
    "MatchResult",
    "Membership",
    "Pair",
    "Payout",
    "Player",
    "Pot",
    "PotShare",
    "PrizeList",
    "PublishedStandings",
    "Round",
    "Seating",
    "SitOut",
    "Stage",
    "StageStanding",
    "Standing",
    "TableLink",
    "Tally",
    "Wish",
]
