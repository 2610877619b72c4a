"""Match cards: pairs named by each captain, results entered, signed or disputed by both sides, decided."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils import timezone

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.league_cards import GamePlayed, Side, empty_card, settled
from tournaments.models import CardGame, Fixture, MatchCard, Player
from tournaments.services.leagues import locked_division
from tournaments.services.revisions import raise_club_revision

PairNamed = tuple[int | None, int | None]
"""Two players of the club by id; None where nobody is named."""


@transaction.atomic
def name_pairs(
    *, fixture: Fixture, side: Side, pairs: Sequence[PairNamed], cup: Sequence[PairNamed] = ()
) -> MatchCard:
    """Name one side's pairs, in their order, and its pair of each cup game. Signatures fall if one changes.

    Nobody need be named; who is named twice is refused. Whether they may play is told on the page.
    """
    one, card = _locked_card(fixture)
    policy = one.division.league
    if len(pairs) != policy.pairs or len(cup) != policy.cup_games:
        raise EventViolation(
            "pairs-miscounted", f"A side names {policy.pairs} pairs and {policy.cup_games} for the cup."
        )
    _check_people(one, pairs, cup)
    games = {game.number: game for game in card.games.all()}
    changed = []
    for line in empty_card(policy):
        at = (line.home_pair if side is Side.HOME else line.visitor_pair) if not line.cup else None
        pair = pairs[at - 1] if at is not None else cup[line.number - policy.league_games - 1]
        if _name(games[line.number], side, pair):
            changed.append(games[line.number])
    if changed:
        CardGame.objects.bulk_update(changed, [f"{side}_first", f"{side}_second"])
        _sign_anew(card)
        raise_club_revision(one.division.season.club_id)
    return card


def _check_people(fixture: Fixture, pairs: Sequence[PairNamed], cup: Sequence[PairNamed]) -> None:
    for group in (pairs, cup):
        named = [player for pair in group for player in pair if player is not None]
        if group is pairs and len(set(named)) < len(named):
            raise EventViolation("named-twice", "Somebody is named in two places of this side.")
    if any(pair[0] is not None and pair[0] == pair[1] for pair in (*pairs, *cup)):
        raise EventViolation("named-twice", "Somebody is named in two places of this side.")
    ids = {player for pair in (*pairs, *cup) for player in pair if player is not None}
    if Player.objects.filter(club=fixture.division.season.club_id, pk__in=ids).count() != len(ids):
        raise EventViolation("player-unknown", "One of these people is not on the club's list.")


def _name(game: CardGame, side: Side, pair: PairNamed) -> bool:
    """Write a pair into a game; whether that changes anything."""
    before = (getattr(game, f"{side}_first_id"), getattr(game, f"{side}_second_id"))
    setattr(game, f"{side}_first_id", pair[0])
    setattr(game, f"{side}_second_id", pair[1])
    return before != pair


@transaction.atomic
def enter_card(*, fixture: Fixture, results: Mapping[int, GamePlayed], actor: Actor) -> MatchCard:
    """Enter results by the number of the game; games not given stay. The match is then played.

    Raises EventViolation for a number not on the card, for a game that contradicts itself, and where nothing
    was played at all. The same card again changes nothing; a changed one is signed anew.
    """
    one, card = _locked_card(fixture)
    games = {game.number: game for game in card.games.all()}
    if strange := sorted(set(results) - set(games)):
        raise EventViolation("game-unknown", f"There is no game {strange[0]} on this card.")
    changed = [games[number] for number, played in results.items() if _write(games[number], settled(played))]
    if not any(game.winner or game.home_points is not None for game in games.values()):
        raise EventViolation("card-empty", "No game has a result yet.")
    if not changed and one.state == Fixture.State.PLAYED:
        return card
    CardGame.objects.bulk_update(changed, ["home_points", "visitor_points", "winner"])
    card.entered_by = actor.code
    card.handed_in_at = card.handed_in_at or timezone.now()
    _sign_anew(card, "entered_by", "handed_in_at")
    if one.state != Fixture.State.PLAYED:
        Fixture.objects.filter(pk=one.pk).update(
            state=Fixture.State.PLAYED,
            absent=Fixture.Absent.NOBODY,
            sequence=one.sequence + 1,
            changed_at=timezone.now(),
        )
    raise_club_revision(one.division.season.club_id)
    return card


def _write(game: CardGame, played: GamePlayed) -> bool:
    """Write a result into a game; whether that changes anything."""
    before = (game.home_points, game.visitor_points, game.winner)
    game.home_points, game.visitor_points = played.home_points, played.visitor_points
    game.winner = played.winner or CardGame.Winner.NOBODY
    return before != (game.home_points, game.visitor_points, game.winner)


@transaction.atomic
def sign_card(*, fixture: Fixture, side: Side, actor: Actor) -> MatchCard:
    """One side signs what is on the card; its own dispute is over with that."""
    one, card = _played_card(fixture)
    setattr(card, f"{side}_signed_by", actor.code)
    setattr(card, f"{side}_disputed", "")
    card.save(update_fields=[f"{side}_signed_by", f"{side}_disputed", "changed_at"])
    raise_club_revision(one.division.season.club_id)
    return card


@transaction.atomic
def dispute_card(*, fixture: Fixture, side: Side, reason: str) -> MatchCard:
    """One side says what is wrong. The card counts as it stands until the director has decided."""
    one, card = _played_card(fixture)
    if not reason.strip():
        raise EventViolation("reason-missing", "Say what is wrong with the card.")
    setattr(card, f"{side}_disputed", reason.strip()[:300])
    setattr(card, f"{side}_signed_by", "")
    card.decided = ""
    card.save(update_fields=[f"{side}_disputed", f"{side}_signed_by", "decided", "changed_at"])
    raise_club_revision(one.division.season.club_id)
    return card


@transaction.atomic
def decide_dispute(*, fixture: Fixture, word: str) -> MatchCard:
    """The director's word on a dispute; what is on the card then stands, whoever signed it."""
    one, card = _played_card(fixture)
    if not (card.home_disputed or card.visitor_disputed):
        raise EventViolation("nothing-disputed", "Nobody disputes this card.")
    if not word.strip():
        raise EventViolation("reason-missing", "Say what you decide, and why.")
    card.decided = word.strip()[:300]
    card.save(update_fields=["decided", "changed_at"])
    raise_club_revision(one.division.season.club_id)
    return card


@transaction.atomic
def mark_late(*, fixture: Fixture, late: bool) -> MatchCard:
    """Say that a card was handed in late, or that it was not. What that costs, the league's policy says."""
    one, card = _played_card(fixture)
    card.late = late
    card.save(update_fields=["late", "changed_at"])
    raise_club_revision(one.division.season.club_id)
    return card


def _locked_card(fixture: Fixture) -> tuple[Fixture, MatchCard]:
    """The match and its card, made where there is none, under the division's lock."""
    division = locked_division(fixture.division)
    one = Fixture.objects.get(pk=fixture.pk)
    one.division = division
    if one.state == Fixture.State.WITHDRAWN:
        raise EventViolation("match-withdrawn", "This match is withdrawn with its team.")
    card, made = MatchCard.objects.get_or_create(fixture=one)
    if made:
        CardGame.objects.bulk_create(
            CardGame(card=card, number=line.number, cup=line.cup) for line in empty_card(division.league)
        )
    return one, card


def _played_card(fixture: Fixture) -> tuple[Fixture, MatchCard]:
    one, card = _locked_card(fixture)
    if one.state != Fixture.State.PLAYED:
        raise EventViolation("card-empty", "This match has no result yet.")
    return one, card


def _sign_anew(card: MatchCard, *fields: str) -> None:
    """Nobody has signed a card that has changed since; a dispute and its decision stay to be read."""
    card.home_signed_by = card.visitor_signed_by = ""
    card.save(update_fields=["home_signed_by", "visitor_signed_by", "changed_at", *fields])
