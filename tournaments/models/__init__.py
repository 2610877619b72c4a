"""Every noun of the competition, one file each."""

from tournaments.models.accounts import MailedKey, RecoveryCode, SignIn
from tournaments.models.audit import AuditEntry
from tournaments.models.backups import Backup
from tournaments.models.cash import CashFact, Handing, Payout, Pot, PotShare, PrizeList
from tournaments.models.club_rules import ClubRuleset, EventPreset, RulesetVersion
from tournaments.models.clubs import Club, ClubRevision, Membership
from tournaments.models.events import Entry, Event, EventPolicy, EventRevision, FrozenRow
from tournaments.models.feed import Change, Touched
from tournaments.models.fixtures import CardGame, Fixture, MatchCard
from tournaments.models.history import ClubHistory, ClubRecord, KeptNight, PersonNight
from tournaments.models.invitations import Invitation, PlayerClaim
from tournaments.models.ladders import Ladder, LadderChallenge, LadderRung
from tournaments.models.leagues import Deduction, Division, Season, SquadMember, Team, Venue
from tournaments.models.links import TableLink
from tournaments.models.mail import MailSent, MailWish
from tournaments.models.partners import PartnerDraw
from tournaments.models.people import Contact, Pair, Partnership, Player, PlayerAlias, PlayerMerge
from tournaments.models.ratings import ClubRatings, PlayerRating, RatedEvent, RatingPoint
from tournaments.models.registrations import FeePayment, Registration
from tournaments.models.results import MatchResult, Tally
from tournaments.models.rounds import Forfeit, Match, Round, Seating, SitOut
from tournaments.models.series import Series, SeriesEvent, SeriesStanding
from tournaments.models.spreadsheets import ImportedEvent, SpreadsheetUpload
from tournaments.models.stages import BetterDraw, BracketVerdict, Stage, Wish
from tournaments.models.standings import PublishedStandings, StageStanding, Standing
from tournaments.models.tokens import ApiToken, IdempotencyKey
from tournaments.models.trophies import Trophy, TrophyHolder
from tournaments.models.webhooks import Webhook, WebhookDelivery
from tournaments.models.words import ExtraHand, TieWord

__all__ = [
    "ApiToken",
    "AuditEntry",
    "Backup",
    "BetterDraw",
    "BracketVerdict",
    "CardGame",
    "CashFact",
    "Change",
    "Club",
    "ClubHistory",
    "ClubRatings",
    "ClubRecord",
    "ClubRevision",
    "ClubRuleset",
    "Contact",
    "Deduction",
    "Division",
    "Entry",
    "Event",
    "EventPolicy",
    "EventPreset",
    "EventRevision",
    "ExtraHand",
    "FeePayment",
    "Fixture",
    "Forfeit",
    "FrozenRow",
    "Handing",
    "IdempotencyKey",
    "ImportedEvent",
    "Invitation",
    "KeptNight",
    "Ladder",
    "LadderChallenge",
    "LadderRung",
    "MailSent",
    "MailWish",
    "MailedKey",
    "Match",
    "MatchCard",
    "MatchResult",
    "Membership",
    "Pair",
    "PartnerDraw",
    "Partnership",
    "Payout",
    "PersonNight",
    "Player",
    "PlayerAlias",
    "PlayerClaim",
    "PlayerMerge",
    "PlayerRating",
    "Pot",
    "PotShare",
    "PrizeList",
    "PublishedStandings",
    "RatedEvent",
    "RatingPoint",
    "RecoveryCode",
    "Registration",
    "Round",
    "RulesetVersion",
    "Season",
    "Seating",
    "Series",
    "SeriesEvent",
    "SeriesStanding",
    "SignIn",
    "SitOut",
    "SpreadsheetUpload",
    "SquadMember",
    "Stage",
    "StageStanding",
    "Standing",
    "TableLink",
    "Tally",
    "Team",
    "TieWord",
    "Touched",
    "Trophy",
    "TrophyHolder",
    "Venue",
    "Webhook",
    "WebhookDelivery",
    "Wish",
]
