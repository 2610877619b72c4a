"""A match card to look at and to fill in: pairs, games, what looks wrong, and who might not have played."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from tournaments.engine.league_cards import (
    CardScore,
    GamePlayed,
    Side,
    card_faults,
    empty_card,
    score_of,
)
from tournaments.engine.league_eligibility import Appearance, Breach, Registration, SideNamed, breaches_of
from tournaments.engine.league_policies import LeaguePolicy
from tournaments.models import CardGame, Fixture, Player, Season, SquadMember

SEATS = ("home_first", "home_second", "visitor_first", "visitor_second")


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game of the card: who met whom, as far as they are named, and how it ended."""

    game: GamePlayed
    home: str
    visitor: str
    home_pair: int | None
    visitor_pair: int | None


@dataclass(frozen=True, slots=True)
class SideShown:
    """One side of the card: its pairs by number and for the cup, and the rules it did not keep."""

    side: Side
    pairs: list[tuple[Player | None, Player | None]]
    cup: list[tuple[Player | None, Player | None]]
    breaches: list[Breach]

    @property
    def named(self) -> bool:
        """Whether anybody is named."""
        return any(player for pair in (*self.pairs, *self.cup) for player in pair)


@dataclass(frozen=True, slots=True)
class CardShown:
    """The whole card. `faults` are what looks wrong on it, once something is entered."""

    policy: LeaguePolicy
    lines: list[GameLine]
    cup_lines: list[GameLine]
    score: CardScore
    faults: list[str]
    home: SideShown
    visitor: SideShown


def card_shown(fixture: Fixture) -> CardShown:
    """A match's card, empty where nothing was written yet. At most three queries."""
    policy, season = fixture.division.league, fixture.division.season
    games = {one.number: one for one in _games_of(fixture)}
    lines = []
    for line in empty_card(policy):
        kept = games.get(line.number)
        game = played_of(kept) if kept else GamePlayed(line.number, cup=line.cup)
        names = [_pair_name(kept, side) if kept else "" for side in Side]
        lines.append(GameLine(game, names[0], names[1], line.home_pair, line.visitor_pair))
    played = [line.game for line in lines]
    entered = any(game.winner is not None or game.home_points is not None for game in played)
    home, visitor = (_side(fixture, season, policy, side, games) for side in Side)
    return CardShown(
        policy=policy,
        lines=[line for line in lines if not line.game.cup],
        cup_lines=[line for line in lines if line.game.cup],
        score=score_of(played),
        faults=card_faults(policy, played) if entered else [],
        home=home,
        visitor=visitor,
    )


def _games_of(fixture: Fixture) -> list[CardGame]:
    if not hasattr(fixture, "card"):
        return []
    return list(fixture.card.games.select_related(*SEATS))


def played_of(game: CardGame) -> GamePlayed:
    """The engine's value of a stored game."""
    winner = Side(game.winner) if game.winner else None
    return GamePlayed(game.number, game.home_points, game.visitor_points, winner, game.cup)


def _pair_name(game: CardGame, side: Side) -> str:
    people = [getattr(game, f"{side}_first"), getattr(game, f"{side}_second")]
    return " & ".join(str(player) for player in people if player is not None)


def _side(
    fixture: Fixture, season: Season, policy: LeaguePolicy, side: Side, games: Mapping[int, CardGame]
) -> SideShown:
    pairs: dict[int, tuple[Player | None, Player | None]] = {}
    cup = []
    for line in empty_card(policy):
        game = games.get(line.number)
        pair = (getattr(game, f"{side}_first"), getattr(game, f"{side}_second")) if game else (None, None)
        if line.cup:
            cup.append(pair)
        else:
            pairs.setdefault((line.home_pair if side is Side.HOME else line.visitor_pair) or 0, pair)
    shown = SideShown(side, [pairs[at] for at in sorted(pairs)], cup, [])
    if not shown.named:
        return shown
    return SideShown(side, shown.pairs, cup, _breaches(fixture, season, policy, shown))


def _breaches(fixture: Fixture, season: Season, policy: LeaguePolicy, shown: SideShown) -> list[Breach]:
    """What a named side did not keep. Two queries."""
    team = fixture.home_id if shown.side is Side.HOME else fixture.visitor_id
    people = {player.pk: str(player) for pair in (*shown.pairs, *shown.cup) for player in pair if player}
    by = fixture.division.policy["registered_by"]
    squads = SquadMember.objects.filter(team__division__season=season)
    squads = squads.filter(Q(player__in=list(people)) | Q(team=team))
    return breaches_of(
        policy.eligibility,
        SideNamed(
            team,
            fixture.day,
            [player.pk for pair in shown.pairs for player in pair if player],
            [player.pk for pair in shown.cup for player in pair if player],
        ),
        registrations=registrations_of(squads),
        before=appearances(season, people, before=fixture.day),
        names=people,
        starts_on=season.starts_on,
        registered_by=date.fromisoformat(by) if by else None,
    )


def registrations_of(members: Iterable[SquadMember]) -> list[Registration]:
    """Squad members as the engine takes them."""
    return [Registration(one.player_id, one.team_id, one.registered_on, one.left_on) for one in members]


def appearances(season: Season, people: Iterable[int], *, before: date) -> list[Appearance]:
    """Where these people have played in this season before a day. One query."""
    wanted = set(people)
    anybody = Q()
    for seat in SEATS:
        anybody |= Q(**{f"{seat}__in": wanted})
    rows = CardGame.objects.filter(
        anybody,
        card__fixture__division__season=season,
        card__fixture__day__lt=before,
        card__fixture__state=Fixture.State.PLAYED,
    ).values_list(
        "card__fixture__home_id",
        "card__fixture__visitor_id",
        "card__fixture__day",
        "cup",
        *(f"{seat}_id" for seat in SEATS),
    )
    seen = {
        Appearance(player, home if at < 2 else visitor, day, cup)
        for home, visitor, day, cup, *seats in rows
        for at, player in enumerate(seats)
        if player in wanted
    }
    return sorted(seen, key=lambda one: (one.day, one.player, one.team, one.cup))
