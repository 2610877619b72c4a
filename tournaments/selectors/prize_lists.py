"""The prize list that was accepted: what each pot pays, what is handed over, and whether it balances."""

from collections import defaultdict
from dataclasses import dataclass

from tournaments.models import Event, Payout, PotShare, PrizeList
from tournaments.selectors.prizes import CLUB, Proposal


@dataclass(frozen=True, slots=True)
class ShareShown:
    """One pot of an accepted list, with its payouts."""

    share: PotShare
    payouts: list[Payout]

    @property
    def paid(self) -> int:
        """What people and the club get from it."""
        return sum(one.amount for one in self.payouts)

    @property
    def balances(self) -> bool:
        """Whether payouts and what is carried make the pot."""
        return self.paid + self.share.carried == self.share.amount


@dataclass(frozen=True, slots=True)
class ListShown:
    """An accepted list. `amount` is what was to be shared, `handed` what was given out so far."""

    prize_list: PrizeList
    shares: list[ShareShown]

    @property
    def amount(self) -> int:
        """What lay in the pots."""
        return sum(one.share.amount for one in self.shares)

    @property
    def paid(self) -> int:
        """What is to be paid out."""
        return sum(one.paid for one in self.shares)

    @property
    def carried(self) -> int:
        """What stays for next time."""
        return sum(one.share.carried for one in self.shares)

    @property
    def handed(self) -> int:
        """What is handed over."""
        return sum(pay.amount for one in self.shares for pay in one.payouts if pay.paid_at is not None)

    @property
    def balances(self) -> bool:
        """Whether every pot does."""
        return all(one.balances for one in self.shares)

    @property
    def currency(self) -> str:
        """The pots' currency."""
        return self.shares[0].share.pot.currency if self.shares else ""


@dataclass(frozen=True, slots=True)
class Envelope:
    """What one entry gets from all pots together."""

    name: str
    number: int
    amount: int
    payouts: list[Payout]


@dataclass(frozen=True, slots=True)
class Change:
    """Somebody whom the standings of now would pay otherwise."""

    name: str
    then: int
    now: int


def list_shown(event: Event, *, published: bool = False) -> ListShown | None:
    """The list in force, or only if it is published. Three queries."""
    found = PrizeList.objects.filter(event=event, withdrawn_at=None)
    prize_list = (found.exclude(published_at=None) if published else found).first()
    if prize_list is None:
        return None
    shares = list(
        PotShare.objects.filter(prize_list=prize_list).select_related("pot").order_by("pot__number")
    )
    payouts: dict[int, list[Payout]] = defaultdict(list)
    given = Payout.objects.filter(share__in=shares).select_related(
        "entry__player", "entry__pair__first", "entry__pair__second"
    )
    for payout in given.order_by("share", "number"):
        payouts[payout.share_id].append(payout)
    return ListShown(prize_list, [ShareShown(share, payouts[share.pk]) for share in shares])


def lists_withdrawn(event: Event) -> list[PrizeList]:
    """Lists that were accepted and taken back, the newest first. One query."""
    return list(PrizeList.objects.filter(event=event).exclude(withdrawn_at=None).order_by("-number"))


def envelopes_of(shown: ListShown) -> list[Envelope]:
    """One envelope for each entry that gets something, by entry number. No query."""
    by_entry: dict[int, list[Payout]] = defaultdict(list)
    for one in shown.shares:
        for payout in one.payouts:
            if payout.entry_id is not None:
                by_entry[payout.entry_id].append(payout)
    made = []
    for payouts in by_entry.values():
        entry = payouts[0].entry
        assert entry is not None
        made.append(Envelope(str(entry), entry.number, sum(one.amount for one in payouts), payouts))
    return sorted(made, key=lambda one: one.number)


def changes_since(shown: ListShown, proposal: Proposal) -> list[Change]:
    """What the standings of now would pay otherwise than the list in force, by name. No query."""
    then: dict[str, int] = defaultdict(int)
    now: dict[str, int] = defaultdict(int)
    for one in shown.shares:
        for payout in one.payouts:
            then[str(payout.entry) if payout.entry else CLUB] += payout.amount
    for pot in proposal.pots:
        for pay in pot.payments:
            now[pay.name] += pay.amount
    names = sorted(then.keys() | now.keys())
    return [Change(name, then[name], now[name]) for name in names if then[name] != now[name]]
