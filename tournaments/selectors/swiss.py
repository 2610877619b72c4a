"""What a Swiss draw had to give up: told of the newest round, found again from the results."""

from collections.abc import Mapping

from tournaments.engine.formats.swiss import swiss_notices, swiss_scores
from tournaments.models import Event, Round
from tournaments.selectors.played import drawn_of, played_of
from tournaments.selectors.results import results_of
from tournaments.selectors.stages import entrants_of

SWISS = "swiss"


def swiss_words(event: Event, names: Mapping[int, str]) -> list[str]:
    """A sentence for everything that the newest Swiss round could not keep, the first round apart."""
    newest = event.rounds.filter(format=SWISS).select_related("stage").order_by("-number").first()
    if newest is None:
        return []
    earlier = Round.objects.filter(stage=newest.stage, number__lt=newest.number).order_by("number")
    played = played_of(earlier)
    if not played:
        return []
    numbers = {one.number for one in played}
    results = [one for one in results_of(event.pk) if one.round in numbers]
    drawn = drawn_of(newest)
    there = {*drawn.sitting_out, *(entry for table in drawn.tables for entry in table.seated)}
    scores = swiss_scores(there | set(entrants_of(newest.stage)), played, results)
    return [
        notice.sentence
        for notice in swiss_notices(
            {entry: scores[entry] for entry in there}, drawn, played=played, names=names
        )
    ]
