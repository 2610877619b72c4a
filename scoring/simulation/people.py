"""Names for a night that nobody came to."""

_GIVEN = [
    "Ada",
    "Bert",
    "Clara",
    "Denzil",
    "Eva",
    "Fred",
    "Grace",
    "Hedley",
    "Ida",
    "Jory",
    "Kerensa",
    "Leslie",
    "Merryn",
    "Ned",
    "Oriel",
    "Petroc",
    "Queenie",
    "Reg",
    "Sybil",
    "Tristan",
]
_FAMILY = [
    "Angwin",
    "Bolitho",
    "Carlyon",
    "Dunstan",
    "Edyvean",
    "Ferris",
    "Goldsworthy",
    "Hosken",
    "Ivey",
    "Jewell",
    "Kneebone",
    "Laity",
    "Mably",
    "Nicholls",
    "Opie",
    "Polglase",
    "Quick",
    "Rescorla",
    "Spargo",
    "Tregenza",
    "Uren",
]

MOST_PEOPLE = len(_GIVEN) * len(_FAMILY)


def people(count: int) -> list[str]:
    """So many names, all of them different, the same ones every time: "Ada Angwin", "Bert Bolitho" ..."""
    if not 0 <= count <= MOST_PEOPLE:
        raise ValueError(f"there are {MOST_PEOPLE} names, not {count}")
    # 20 and 21 have no common divisor: going round both lists at once meets every pair of words once.
    return [f"{_GIVEN[at % len(_GIVEN)]} {_FAMILY[at % len(_FAMILY)]}" for at in range(count)]
