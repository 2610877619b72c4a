"""Real published league tables, typed in as facts: results and the figures that were printed beside them.

The whole season is the Football League's of 1888-89: the first league table there was, two points for a
win, one for a draw, level clubs parted by goals for divided by goals against. Table: "Football League
1888-89", Final League Table, englandfootballonline.com; every result of the grid adds up to its columns,
home and away apart. Goals stand here for games.

The euchre league is the Sugar River Euchre League, Wisconsin, after the second week of the second half of
2021-22: "Sugar River Euchre", Post Messenger Recorder, January 2022 (postmessengerrecorder.com,
content/sugar-river-euchre-102). The report gives every result of that week and the standings after it. Who
won in the first week is worked back from those standings, so it is no proof of the level records.
"""

CLUBS = (
    "Accrington", "Aston Villa", "Blackburn Rovers", "Bolton Wanderers", "Burnley", "Derby County", "Everton",
    "Notts County", "Preston North End", "Stoke", "West Bromwich Albion", "Wolverhampton Wanderers",
)  # fmt: skip
# A line is a club at home, in the order of CLUBS; a column the visitors.
RESULTS_1888 = """
. 1-1 0-2 2-3 5-1 6-2 3-1 1-2 0-0 2-0 2-1 4-4
4-3 . 6-1 6-2 4-2 4-2 2-1 9-1 0-2 5-1 2-0 2-1
5-5 5-1 . 4-4 4-2 3-0 3-0 5-2 2-2 5-2 6-2 2-2
4-1 2-3 3-2 . 3-4 3-6 6-2 7-3 2-5 2-1 1-2 2-1
2-2 4-0 1-7 4-1 . 1-0 2-2 1-0 2-2 2-1 2-0 0-4
1-1 5-2 0-2 2-3 1-0 . 2-4 3-2 2-3 2-1 1-2 3-0
2-1 2-0 3-1 2-1 3-2 6-2 . 2-1 0-2 2-1 1-4 1-2
3-3 2-4 3-3 0-4 6-1 3-5 3-1 . 0-7 0-3 2-1 3-0
2-0 1-1 1-0 3-1 5-2 5-0 3-0 4-1 . 7-0 3-0 5-2
2-4 1-1 2-1 2-2 4-3 1-1 0-0 3-0 0-3 . 0-2 0-1
2-2 3-3 2-1 1-5 4-3 5-0 1-0 4-2 0-5 2-0 . 1-3
4-0 1-1 2-2 3-2 4-1 4-1 4-0 2-1 0-4 4-1 2-1 .
"""
# Club, played, then won, drawn, lost, for, against at home and away, and points; in the published order.
TABLE_1888 = """
Preston North End 22 10 1 0 39 7 8 3 0 35 8 40
Aston Villa 22 10 0 1 44 16 2 5 4 17 27 29
Wolverhampton Wanderers 22 8 2 1 30 14 4 2 5 20 23 28
Blackburn Rovers 22 7 4 0 44 22 3 2 6 22 23 26
Bolton Wanderers 22 6 0 5 35 30 4 2 5 28 29 22
West Bromwich Albion 22 6 2 3 25 24 4 0 7 15 22 22
Accrington 22 5 3 3 26 17 1 5 5 22 31 20
Everton 22 8 0 3 24 17 1 2 8 11 29 20
Burnley 22 6 3 2 21 19 1 0 10 21 43 17
Derby County 22 5 1 5 22 20 2 1 8 19 41 16
Notts County 22 4 2 5 25 32 1 0 10 15 41 12
Stoke 22 3 4 4 15 18 1 0 10 11 33 12
"""

# Team, matches won, matches lost; in the published order.
SUGAR_RIVER = (
    ("Kleeman's", 2, 0), ("Starlight Express", 2, 0),
    ("Pranksters", 1, 1), ("Shufflers", 1, 1), ("Cowboys", 1, 1),
    ("Jones Plumbing", 1, 1), ("Mounties", 1, 1), ("Sportsman's Bar", 1, 1),
    ("J&M Bar", 0, 2), ("Trolls", 0, 2),
)  # fmt: skip
# Winner, loser, by how many points; None is the season's first forfeit.
SUGAR_RIVER_WEEK_2 = (
    ("Starlight Express", "Cowboys", 7),
    ("Kleeman's", "Pranksters", 42),
    ("Jones Plumbing", "Shufflers", 28),
    ("Mounties", "J&M Bar", 29),
    ("Sportsman's Bar", "Trolls", None),
)
SUGAR_RIVER_WON_WEEK_1 = ("Kleeman's", "Starlight Express", "Pranksters", "Shufflers", "Cowboys")
SUGAR_RIVER_LOST_WEEK_1 = ("Jones Plumbing", "Mounties", "Sportsman's Bar", "J&M Bar", "Trolls")
