"""The least unevenness (SS) that long searches found by people and rounds: what rotations are held against.

SS is the sum over couples of m(m - 1)/2 for m meetings. A line: people, then rounds:SS. The first table is of
searches on one core for minutes, most of them proven to be the least there can be; the second of two runs of
seven seconds each.
"""

_SEARCHED = """
8 4:24 6:60 7:84
9 4:18 6:45 8:84 9:108
10 4:12 6:32 8:62 10:105
12 4:18 6:45 8:90 10:162 11:198
13 4:12 6:30 8:68 10:126 12:198 13:234
16 4:0 6:24 8:72 10:120 12:216 15:360
18 4:0 6:6 8:39 10:87 12:142 18:405
20 4:0 6:6 8:50 10:110 12:177 19:570
22 4:0 6:1 8:22 10:69 12:129 22:665
24 4:0 6:0 8:18 10:84 12:156 23:828
28 4:0 6:0 8:0 10:42 12:126 27:1134
30 4:0 6:0 8:3 10:26 12:75 30:1310
32 4:0 6:0 8:0 10:16 12:80 31:1488
40 4:0 6:0 8:0 10:0 12:0 39:2340
48 4:0 6:0 8:0 10:0 12:2 47:3384
64 4:0 6:0 8:0 10:0 12:0 63:6048
100 4:0 6:0 8:0 10:0 12:0 99:14850
"""

_REFERENCE = """
4 3:18
5 3:9
7 7:28
12 7:63
13 3:6 7:48 9:94
18 13:176
21 5:0 9:60
22 9:42
23 6:0
24 3:0
25 2:0 4:0
28 9:26
32 13:129
33 10:16
35 4:0
36 3:0 8:0
37 7:0
38 5:0
39 2:0 3:0
40 13:49
44 2:0
45 5:0 8:0
46 6:0
48 11:0
51 4:0
53 6:0
54 9:0
55 5:0
56 11:0
57 12:0
60 3:0
63 3:0 6:0
64 9:0
67 10:0
71 8:0
72 10:0
83 12:0
96 4:0
99 12:0
121 6:0 10:0
155 5:0 9:0
165 9:0
177 10:0
195 4:0 8:0
"""


def _cells(table: str) -> dict[tuple[int, int], int]:
    lines = [line.split() for line in table.strip().splitlines()]
    return {
        (int(people), int(rounds)): int(least)
        for people, *cells in lines
        for rounds, least in (cell.split(":") for cell in cells)
    }


SEARCHED = _cells(_SEARCHED)
REFERENCE = _cells(_REFERENCE)
BESTS = SEARCHED | REFERENCE


def bar(least: int) -> int:
    """How uneven a rotation may be that is drawn at once."""
    return max(least * 11 // 10, least + 6)
