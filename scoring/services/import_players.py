"""Which entry of the event a name in a file is: an exact name, folded, or nobody. Nothing is guessed."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scoring.engine.egn import EgnPlayer
from scoring.services.import_files import Complaint, EgnFile
from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.names import fold, name_of
from tournaments.models import Entry, Event, Player
from tournaments.services.entrants import Entrant, enter_players


class _Unclear(Exception):
    """Why a name is nobody's."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(code)
        self.code, self.sentence = code, sentence


@dataclass(slots=True)
class NamesInFiles:
    """The names of the files, the entries they are, and whom `enter_wanted` has to bring in first.

    `renamed` says whom the club calls otherwise: the name in the file (folded) → the club's name. With
    `create` a person the club knows is entered, and one it does not know becomes a player.
    """

    event: Event
    create: bool
    renamed: Mapping[str, str]
    entries: dict[str, Entry] = field(default_factory=dict)
    wanted: dict[str, Entrant] = field(default_factory=dict)
    _people: list[Player] = field(default_factory=list)
    _entered: dict[int, Entry] = field(default_factory=dict)
    _by_name: dict[str, list[Player]] = field(default_factory=lambda: defaultdict(list))

    def load(self) -> None:
        """Read the club's people and the event's entries. Two queries."""
        entries = Entry.objects.filter(event=self.event, player__isnull=False)
        self._entered = {one.player_id: one for one in entries if one.player_id is not None}
        self._people = list(Player.objects.filter(club=self.event.club_id).order_by("pk"))
        for player in self._people:
            for name in {fold(player.name), fold(str(player))}:
                self._by_name[name].append(player)

    def complaints(self, files: Sequence[EgnFile]) -> list[Complaint]:
        """Find everybody of these files; what is said against any of them, at its place."""
        found: list[Complaint] = []
        for file in files:
            there: dict[object, EgnPlayer] = {}
            for player in file.game.players:
                try:
                    person = self._person(player.name)
                except _Unclear as why:
                    found.append(Complaint.at(file, player, why.code, why.sentence))
                    continue
                if (twin := there.setdefault(person, player)) is not player:
                    sentence = f"“{player.name}” and “{twin.name}” are the same person."
                    found.append(Complaint.at(file, player, "player-twice", sentence))
        return found

    def unused(self, files: Sequence[EgnFile]) -> list[Complaint]:
        """Mapped names that stand in none of these files: most likely misspelt."""
        names = {_key(player.name) for file in files for player in file.game.players}
        return [
            Complaint("map-unused", f"No player of these files is called as the one mapped to “{called}”.")
            for name, called in self.renamed.items()
            if name not in names
        ]

    def enter_wanted(self, actor: Actor) -> None:
        """Enter whom `create` brings in. Raises EventViolation where the event takes nobody any more."""
        if not self.wanted:
            return
        made = enter_players(event=self.event, entrants=list(self.wanted.values()), actor=actor)
        for key, entry in zip(self.wanted, made, strict=True):
            self.entries[key] = entry

    def seated(self, file: EgnFile) -> list[Entry]:
        """The entries of a file's players, clockwise from N; after `enter_wanted`."""
        return [self.entries[_key(player.name)] for player in file.game.players]

    def _person(self, name: str) -> object:
        """Something equal for equal people; the name is then in `entries` or in `wanted`."""
        key = _key(name)
        if key in self.entries:
            return self.entries[key].player_id
        if key in self.wanted:
            return self.wanted[key].player_id or key
        called = self.renamed.get(key)
        people = self._called(name) if called is None else self._mapped_to(called)
        entered = [one for one in people if one.pk in self._entered]
        if len(entered) == 1:
            self.entries[key] = self._entered[entered[0].pk]
            return entered[0].pk
        if len(entered or people) > 1:
            which = ", ".join(f"{one} (player {one.pk})" for one in entered or people)
            sentence = f"“{called or name}” may be {which}: give one of them a note, or map the name to one."
            raise _Unclear("player-ambiguous", sentence)
        return self._want(key, name, called, people)

    def _want(self, key: str, name: str, called: str | None, people: Sequence[Player]) -> object:
        if not self.create:
            known = "is on the club's list, but not entered" if people else "is not on the club's list"
            raise _Unclear("player-unknown", f"“{called or name}” {known}.")
        if people:
            player = people[0]
            self._refuse_wanted_twice(player)
            self.wanted[key] = Entrant(name=player.name, sort_key=player.sort_key, player_id=player.pk)
            return player.pk
        if called is not None:
            sentence = f"“{called}”, whom a name is mapped to, is not on the club's list."
            raise _Unclear("player-unknown", sentence)
        try:
            read = name_of(name)
        except EventViolation as error:
            raise _Unclear(error.code, error.sentence) from None
        self.wanted[key] = Entrant(name=read.display, sort_key=read.sort_key)
        return key

    def _refuse_wanted_twice(self, player: Player) -> None:
        if any(one.player_id == player.pk for one in self.wanted.values()):
            sentence = f"{player} stands in these files under two names; only one can be."
            raise _Unclear("player-two-names", sentence)

    def _called(self, name: str) -> list[Player]:
        """Whom the club calls so, with or without the note."""
        same = {one.pk: one for key in {fold(name), _key(name)} if key for one in self._by_name.get(key, ())}
        return list(same.values())

    def _mapped_to(self, name: str) -> list[Player]:
        """Whom a person meant: the one shown exactly so, note and all, before others of that name."""
        people = self._called(name)
        exact = [one for one in people if fold(str(one)) in {fold(name), _key(name)}]
        return exact if len(exact) == 1 else people


def _key(name: str) -> str:
    """A name folded, given name first however it was written; names that are none fold as they stand."""
    try:
        return fold(name_of(name).display)
    except EventViolation:
        return fold(name) or name


def read_mapping(texts: Sequence[str]) -> tuple[dict[str, str], list[Complaint]]:
    """Read “Name in file=Club player”, one a text."""
    renamed: dict[str, str] = {}
    wrong: list[Complaint] = []
    for text in texts:
        name, equals, called = (part.strip() for part in text.partition("="))
        if not (name and equals and called):
            sentence = f"“{text}” is not of the form “Name in file=Club player”."
            wrong.append(Complaint("map-unreadable", sentence))
        elif renamed.setdefault(_key(name), called) != called:
            wrong.append(Complaint("map-twice", f"“{name}” is mapped to two people."))
    return renamed, wrong
