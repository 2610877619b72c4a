"""Euchre once more, as plainly as can be, to hold the engine against. It calls nothing of the engine's rules.

Cards are texts ("JH", "JO"), hands lists of them, seats letters. Slow and obvious is the point.
"""

SAME_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}
RANKS = "789TJQKA"
SEATS = {2: "NS", 3: "NES", 4: "NESW"}


def pack(lowest, benny):
    ranks = RANKS[RANKS.index(str(lowest)) :]
    return [rank + suit for suit in "CDHS" for rank in ranks] + (["JO"] if benny else [])


def ladder(led, trump):
    """Every card that can take a trick to which this suit was led, the best first."""
    cards = []
    if trump:
        cards += ["JO", "J" + trump, "J" + SAME_COLOUR[trump]]
        cards += [rank + trump for rank in "AKQT987"]
    return cards + [card for card in (rank + led for rank in "AKQJT987") if card not in cards]


def suit_of(card, trump):
    if trump and card in ladder(trump, trump):
        return trump
    return card[1]


def may_play(hand, led, trump):
    if led is None:
        return list(hand)
    suit = suit_of(led, trump)
    return [card for card in hand if suit_of(card, trump) == suit] or list(hand)


def taker(played, trump):
    """Who takes a trick of (seat, card) pairs."""
    best_first = ladder(suit_of(played[0][1], trump), trump)
    in_contest = [(best_first.index(card), seat) for seat, card in played if card in best_first]
    return min(in_contest)[1]


def after(seats, seat, steps=1):
    return seats[(seats.index(seat) + steps) % len(seats)]


def ways(hands, trump, leader, played=()):
    """Count the ways to play hands out; `hands` by seat, in the order of the table."""
    seats = "".join(hands)
    if len(played) == len(seats):
        leader, played = taker(played, trump), ()
    seat = after(seats, leader, len(played))
    if not hands[seat]:
        return 1
    total = 0
    for card in may_play(hands[seat], played[0][1] if played else None, trump):
        rest = {**hands, seat: [one for one in hands[seat] if one != card]}
        total += ways(rest, trump, leader, (*played, (seat, card)))
    return total


class Table:
    """What the ruleset says, asked field by field, for one deal."""

    def __init__(self, rules, dealer, upcard, hands):
        self.rules, self.dealer, self.upcard, self.hands = rules, dealer, upcard, hands
        self.seats = SEATS[rules.players]
        self.eldest = after(self.seats, dealer)

    def partner(self, seat):
        return after(self.seats, seat, 2) if len(self.seats) == 4 else None

    def side(self, seat):
        return {seat, self.partner(seat)} if len(self.seats) == 4 else {seat}

    # --- calls: (what, suit), what being pass, accept or make; the suit "" is no trump

    def may_call(self, turn):
        """What whoever has this turn (counted from 0) may call."""
        n, rules = len(self.seats), self.rules
        seat = after(self.seats, self.eldest, turn)
        if self.upcard == "JO":
            return [("make", suit) for suit in "CDHS"]
        if turn < n:
            return [("pass", None)] + ([("accept", None)] if self.natural(seat, self.upcard[1]) else [])
        suits = [s for s in "CDHS" if rules.open_suits == "any" or s != self.upcard[1]]
        stuck = rules.all_pass == "dealer-must-make" and turn == 2 * n - 1
        calls = [("make", suit) for suit in suits if stuck or self.natural(seat, suit)]
        calls += [("make", "")] if rules.no_trump else []
        return calls if stuck else [("pass", None), *calls]

    def natural(self, seat, suit):
        return not self.rules.natural_trump or any(card[1] == suit for card in self.hands[seat])

    def caller(self, turn):
        return self.dealer if self.upcard == "JO" else after(self.seats, self.eldest, turn)

    def trump(self, what, suit):
        return self.upcard[1] if what == "accept" else suit

    # --- alone

    def must_be_alone(self, what, maker):
        rules = self.rules
        alone = rules.dealers_partner == "must-play-alone" and what == "accept"
        return alone and maker == self.partner(self.dealer)

    def lone_makers(self, what, maker, turn, scores):
        """Who of the makers may play alone after this call."""
        partner, by = self.partner(maker), self.rules.lone_by
        if len(self.seats) != 4 or by == "nobody":
            return set()
        may = {maker}
        if by in ("caller-or-partner", "any-player"):
            may = {maker, partner}
        elif by == "caller-or-unpassed-partner":
            spoken = [after(self.seats, self.eldest, earlier) for earlier in range(turn)]
            may = {maker} if partner in spoken and self.upcard != "JO" else {maker, partner}
        elif by == "by-call" and what == "accept":
            may = {self.dealer} if self.dealer in (maker, partner) else {maker, partner}
        return {seat for seat in may if not self.barred(seat, scores)}

    def lone_defenders(self, maker, maker_alone, scores):
        allowed = self.rules.lone_defender
        if allowed == "no" or (allowed == "against-a-lone-maker" and not maker_alone):
            return set()
        others = set(self.seats) - self.side(maker)
        return {seat for seat in others if not self.barred(seat, scores)}

    def barred(self, seat, scores):
        least = self.rules.no_lone_from
        return least is not None and scores[seat] >= least

    # --- the hands as the play begins

    def is_taken(self, what, maker):
        return self.upcard == "JO" or (what == "accept" and not self.must_be_alone(what, maker))

    def discards(self):
        own = list(self.hands[self.dealer])
        return own + ([self.upcard] if self.rules.discard_may_be_upcard else [])

    def after_discard(self, discard):
        hands = {seat: list(held) for seat, held in self.hands.items()}
        hands[self.dealer] = [c for c in [*hands[self.dealer], self.upcard] if c != discard]
        return hands

    def playing(self, alone):
        out = {self.partner(seat) for seat in alone} if len(self.seats) == 4 else set()
        return "".join(seat for seat in self.seats if seat not in out)

    def first_leader(self, maker, alone):
        playing, start = self.playing(alone), self.eldest
        if alone and self.rules.lone_lead == "left-of-the-lone-player":
            lone_defenders = [seat for seat in alone if seat not in self.side(maker)]
            if len(alone) == 2:
                return lone_defenders[0]
            start = after(self.seats, alone[0])
        while start not in playing:
            start = after(self.seats, start)
        return start

    # --- points

    def points(self, maker, alone, taken):
        """Points by side (its seats sorted), from the tricks each seat took."""
        rules, makers = self.rules, self.side(maker)
        sides = {"".join(sorted(self.side(seat))) for seat in self.seats}
        earned = dict.fromkeys(sides, 0)
        ours, tricks = "".join(sorted(makers)), sum(taken[seat] for seat in makers)
        lone = bool(set(alone) & makers) and len(self.seats) == 4
        against = bool(set(alone) - makers) and len(self.seats) == 4
        if tricks == 5:
            earned[ours] = rules.lone_march if lone and rules.lone_march is not None else rules.march
        elif tricks >= 3 and not (lone and rules.lone_must_take_five):
            earned[ours] = rules.lone_point if lone and rules.lone_point is not None else rules.point
        else:
            worth = rules.euchre
            if against and rules.lone_defender_euchre is not None:
                worth = rules.lone_defender_euchre
            elif lone and rules.lone_euchre is not None:
                worth = rules.lone_euchre
            if rules.euchre_pays == "makers-set-back":
                earned[ours] = -worth
            else:
                earned.update({side: worth for side in sides if side != ours})
        return earned
