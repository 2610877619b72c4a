"""Addresses of the API that belong to competitions. Every one is in docs/api.md's table and in the schema."""

from django.urls import path
from django.views import View
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from tournaments.api import (
    bracket_desk,
    changes,
    clubs,
    draws,
    entries,
    events,
    fixtures,
    hooks,
    ladders,
    matches,
    money,
    players,
    rounds,
    seasons,
    series,
    stages,
    teams,
)
from tournaments.api.brackets import BracketView
from tournaments.api.standings import StandingsView

CLUB = "clubs/<slug:club>"
EVENT = "events/<int:event>"
ENTRY = f"{EVENT}/entries/<int:entry>"
ROUND = f"{EVENT}/rounds/<int:number>"
MATCH = f"{EVENT}/matches/<int:match>"
POT = f"{EVENT}/pots/<int:pot>"
DIVISION = "divisions/<int:division>"
TEAM = "teams/<int:team>"
FIXTURE = "fixtures/<int:fixture>"
LADDER = "ladders/<int:ladder>"

_ADDRESSES: list[tuple[str, type[View], str]] = [
    ("changes", changes.ChangesView, "changes"),
    ("clubs", clubs.ClubsView, "api-clubs"),
    (CLUB, clubs.ClubView, "api-club"),
    (f"{CLUB}/pairs", clubs.PairsView, "api-pairs"),
    (f"{CLUB}/players", players.PlayersView, "api-players"),
    (f"{CLUB}/players/<int:player>", players.PlayerView, "api-player"),
    (f"{CLUB}/events", events.EventsView, "api-events"),
    (f"{CLUB}/seasons", seasons.SeasonsView, "api-seasons"),
    (f"{CLUB}/venues", seasons.VenuesView, "api-venues"),
    (f"{CLUB}/venues/<int:venue>", seasons.VenueView, "api-venue"),
    (f"{CLUB}/ladders", ladders.LaddersView, "api-ladders"),
    (f"{CLUB}/series", series.SeriesListView, "api-series-list"),
    (f"{CLUB}/tokens", hooks.TokensView, "api-tokens"),
    (f"{CLUB}/tokens/<int:token>", hooks.TokenView, "api-token"),
    (f"{CLUB}/webhooks", hooks.WebhooksView, "api-webhooks"),
    (f"{CLUB}/webhooks/<int:webhook>", hooks.WebhookView, "api-webhook"),
    (f"{CLUB}/webhooks/<int:webhook>/deliveries", hooks.DeliveriesView, "api-deliveries"),
    (EVENT, events.EventView, "api-event"),
    (f"{EVENT}/terms", events.TermsView, "api-terms"),
    (f"{EVENT}/state", events.StateView, "api-state"),
    (f"{EVENT}/message", events.MessageView, "api-message"),
    (f"{EVENT}/entries", entries.EntriesView, "api-entries"),
    (ENTRY, entries.EntryView, "api-entry"),
    (f"{ENTRY}/withdraw", entries.WithdrawView, "api-withdraw"),
    (f"{ENTRY}/return", entries.ReturnView, "api-return"),
    (f"{ENTRY}/categories", entries.CategoriesView, "api-categories"),
    (f"{EVENT}/wishes", entries.WishesView, "api-wishes"),
    (f"{EVENT}/wishes/<int:wish>", entries.WishView, "api-wish"),
    (f"{EVENT}/rounds", rounds.RoundsView, "api-rounds"),
    (ROUND, rounds.RoundView, "api-round"),
    (f"{ROUND}/close", rounds.CloseView, "api-close"),
    (f"{ROUND}/open", rounds.OpenView, "api-open"),
    (f"{ROUND}/clock", rounds.ClockView, "api-clock"),
    (f"{ROUND}/call", rounds.CallView, "api-call"),
    (f"{ROUND}/take-back", rounds.TakeBackView, "api-take-back"),
    (f"{ROUND}/keep", rounds.KeepView, "api-keep"),
    (f"{ROUND}/redraw", rounds.RedrawView, "api-redraw"),
    (f"{ROUND}/swap", matches.SwapView, "api-swap"),
    (f"{EVENT}/matches", matches.MatchesView, "api-matches"),
    (MATCH, matches.MatchView, "api-match"),
    (f"{MATCH}/forfeit", matches.ForfeitView, "api-forfeit"),
    (f"{MATCH}/seats", matches.SeatsView, "api-seats"),
    (f"{EVENT}/pots", money.PotsView, "api-pots"),
    (POT, money.PotView, "api-pot"),
    (f"{POT}/plan", money.PlanView, "api-plan"),
    (f"{EVENT}/prizes", money.PrizesView, "api-prizes"),
    (f"{EVENT}/prizes/proposal", money.PrizesProposedView, "api-prizes-proposed"),
    (f"{EVENT}/prizes/<int:number>", money.PrizeListView, "api-prize-list"),
    (f"{EVENT}/bracket", BracketView, "event-bracket"),
    (f"{EVENT}/bracket/propose", bracket_desk.ProposeBracketView, "api-bracket-propose"),
    (f"{EVENT}/bracket/accept", bracket_desk.AcceptBracketView, "api-bracket-accept"),
    (f"{EVENT}/bracket/undo", bracket_desk.UndoBracketView, "api-bracket-undo"),
    (f"{EVENT}/bracket/call", bracket_desk.CallMatchesView, "api-bracket-call"),
    (f"{EVENT}/bracket/matches/<int:number>", bracket_desk.BracketMatchView, "api-bracket-match"),
    (f"{EVENT}/stages", stages.StagesView, "api-stages"),
    (f"{EVENT}/partners", stages.PartnersView, "api-partners"),
    (f"{EVENT}/tie-words", stages.TieWordsView, "api-tie-words"),
    (f"{EVENT}/links", stages.LinksView, "api-links"),
    (f"{EVENT}/draw", draws.DrawView, "event-draw"),
    (f"{EVENT}/draw/propose", draws.ProposeView, "propose-draw"),
    (f"{EVENT}/draw/accept", draws.AcceptView, "accept-draw"),
    (f"{EVENT}/draw/discard", draws.DiscardView, "discard-draw"),
    (f"{EVENT}/standings", StandingsView, "event-standings"),
    ("seasons/<int:season>", seasons.SeasonView, "api-season"),
    ("seasons/<int:season>/state", seasons.SeasonStateView, "api-season-state"),
    ("seasons/<int:season>/next", seasons.NextSeasonView, "api-season-next"),
    ("seasons/<int:season>/divisions", seasons.DivisionsView, "api-divisions"),
    (DIVISION, seasons.DivisionView, "api-division"),
    (f"{DIVISION}/table", seasons.DivisionTableView, "api-division-table"),
    (f"{DIVISION}/teams", teams.TeamsView, "api-teams"),
    (f"{DIVISION}/fixtures", fixtures.FixturesView, "api-fixtures"),
    (f"{DIVISION}/fixtures/propose", fixtures.ProposeFixturesView, "api-fixtures-propose"),
    (f"{DIVISION}/fixtures/accept", fixtures.AcceptFixturesView, "api-fixtures-accept"),
    (f"{DIVISION}/fixtures/undo", fixtures.UndoFixturesView, "api-fixtures-undo"),
    (TEAM, teams.TeamView, "api-team"),
    (f"{TEAM}/withdraw", teams.WithdrawTeamView, "api-team-withdraw"),
    (f"{TEAM}/deductions", teams.DeductionsView, "api-deductions"),
    (f"{TEAM}/deductions/<int:deduction>", teams.DeductionView, "api-deduction"),
    (f"{TEAM}/squad", teams.SquadView, "api-squad"),
    (f"{TEAM}/squad/<int:member>", teams.MemberView, "api-member"),
    (FIXTURE, fixtures.FixtureView, "api-fixture"),
    (f"{FIXTURE}/card", fixtures.CardView, "api-card"),
    (f"{FIXTURE}/pairs", fixtures.PairsView, "api-fixture-pairs"),
    (f"{FIXTURE}/sign", fixtures.SignView, "api-sign"),
    (f"{LADDER}/rungs", ladders.RungsView, "api-rungs"),
    (f"{LADDER}/rungs/<int:rung>", ladders.RungView, "api-rung"),
    (f"{LADDER}/challenges", ladders.ChallengesView, "api-challenges"),
    (f"{LADDER}/challenges/<int:challenge>", ladders.ChallengeView, "api-challenge"),
    ("series/<int:series>/events", series.SeriesEventsView, "api-series-events"),
    ("series/<int:series>/standings", series.SeriesStandingsView, "api-series-standings"),
]

urlpatterns = [
    path("schema", SpectacularAPIView.as_view(), name="schema"),
    # A page of the house's own around it: no style and no script stands in it.
    path(
        "docs",
        SpectacularSwaggerSplitView.as_view(url_name="schema", template_name="api_docs.html"),
        name="api-docs",
    ),
    *(path(address, view.as_view(), name=name) for address, view, name in _ADDRESSES),
]
