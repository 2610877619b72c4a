"""The forms of a match card: each side's pairs, and the results of its games."""

from collections.abc import Sequence
from typing import Any

from django import forms

from tournaments.engine.league_cards import CardLine, GamePlayed, Side, empty_card
from tournaments.engine.league_policies import LeaguePolicy
from tournaments.selectors.leagues_cards import CardShown, SideShown
from tournaments.selectors.leagues_people import Choice


class PairsForm(forms.Form):
    """One side's pairs, each of two selects; then its pairs of the cup games."""

    def __init__(self, shown: SideShown, choices: Sequence[Choice], typed: Any = None) -> None:
        super().__init__(typed)
        own = [(str(one.player.pk), str(one.player)) for one in choices if one.own]
        others = [(str(one.player.pk), str(one.player)) for one in choices if not one.own]
        listed = {str(one.player.pk) for one in choices}
        groups: list[Any] = [("", "nobody yet"), ("The squad", own)]
        strange = {
            str(player.pk): str(player)
            for pair in (*shown.pairs, *shown.cup)
            for player in pair
            if player is not None and str(player.pk) not in listed
        }
        groups += [("Other teams", [*others, *strange.items()])] if others or strange else []
        self.rows: list[tuple[str, list[str]]] = []
        for title, pairs in (("Pair", shown.pairs), ("Cup game", shown.cup)):
            for at, pair in enumerate(pairs, start=1):
                names = [f"{'cup' if title != 'Pair' else 'pair'}_{at}_{seat}" for seat in (1, 2)]
                for name, player in zip(names, pair, strict=True):
                    self.fields[name] = forms.ChoiceField(
                        label=f"{title} {at}, player {name[-1]}",
                        choices=groups,
                        required=False,
                        initial=str(player.pk) if player else "",
                    )
                self.rows.append((f"{title} {at}", names))

    @property
    def fieldsets(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Each pair's name and its two selects."""
        return [(title, [self[name] for name in names]) for title, names in self.rows]

    def named(self, kind: str) -> list[tuple[int | None, int | None]]:
        """The pairs (`pair`) or cup pairs (`cup`) chosen, in their order."""
        chosen = [
            [int(self.cleaned_data[name]) if self.cleaned_data[name] else None for name in names]
            for _, names in self.rows
            if names[0].startswith(kind)
        ]
        return [(first, second) for first, second in chosen]


class CardForm(forms.Form):
    """The results of a card: points of both sides, or who won, a row a game."""

    def __init__(self, policy: LeaguePolicy, shown: CardShown, typed: Any = None) -> None:
        super().__init__(typed)
        self.lines = empty_card(policy)
        games = {line.game.number: line for line in (*shown.lines, *shown.cup_lines)}
        self.shown = games
        for line in self.lines:
            game = games[line.number].game
            for side in Side:
                self.fields[f"{side}_{line.number}"] = forms.IntegerField(
                    label=f"Game {line.number}, {'home' if side is Side.HOME else 'visitors'}",
                    min_value=0,
                    max_value=250,
                    required=False,
                    initial=getattr(game, f"{side}_points"),
                    widget=forms.TextInput(
                        attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": "3"}
                    ),
                )
            self.fields[f"winner_{line.number}"] = forms.ChoiceField(
                label=f"Game {line.number}, won by",
                required=False,
                choices=[("", "by points"), ("home", "home"), ("visitor", "visitors")],
                initial=game.winner if game.winner and game.home_points is None else "",
            )

    @property
    def rows(self) -> list[tuple[CardLine, Any, list[forms.BoundField]]]:
        """Each game's place on the card, who met, and its three fields: home, visitors, winner."""
        return [
            (
                line,
                self.shown[line.number],
                [self[f"{name}_{line.number}"] for name in ("home", "visitor", "winner")],
            )
            for line in self.lines
        ]

    def results(self) -> dict[int, GamePlayed]:
        """What was typed, by game."""
        clean = self.cleaned_data
        return {
            line.number: GamePlayed(
                line.number,
                clean[f"home_{line.number}"],
                clean[f"visitor_{line.number}"],
                Side(clean[f"winner_{line.number}"]) if clean[f"winner_{line.number}"] else None,
                line.cup,
            )
            for line in self.lines
        }
