"""`manage.py examine`: each fault by file and hand, the counts, and what becomes of files that are none."""

import io
import sys
import tracemalloc

import pytest
from django.core.management import CommandError, call_command

from scoring.management.commands import examine
from tests.scoring.hand_texts import LEGAL, REVOKE, egn_text

TAGS, HAND = LEGAL.split("\n", 1)


@pytest.fixture
def run(tmp_path):
    """Write files, examine them, and return the exit code and what was said, paths by name only."""

    def run(*contents, **options):
        paths = []
        for number, content in enumerate(contents):
            paths.append(tmp_path / f"file-{number}.txt")
            paths[-1].write_bytes(content if isinstance(content, bytes) else content.encode())
        return run_on(*paths, **options)

    def run_on(*paths, **options):
        said = io.StringIO()
        code = 0
        try:
            call_command("examine", *map(str, paths), stdout=said, **options)
        except SystemExit as end:
            code = end.code
        return code, said.getvalue().replace(f"{tmp_path}/", "")

    run.on = run_on
    return run


def test_sound_hands_are_counted_and_the_exit_is_0(run):
    code, said = run(LEGAL, "1. N -- | ? | ?H@S | ? | ~5-0 NS+2")
    assert code == 0
    assert said == "2 hands: 1 legal, 0 illegal, 1 unproven; 0 faults, 0 unreadable, 0 warnings.\n"


def test_a_fault_is_told_by_file_and_hand_and_the_exit_is_1(run):
    code, said = run(f"{LEGAL}\n{REVOKE}\n")
    assert code == 1
    first, counts = said.splitlines()
    assert first == "file-0.txt:2: revoke N did not follow clubs in trick 1: KC came later."
    assert counts.startswith("2 hands: 1 legal, 1 illegal, 0 unproven; 1 faults")


def test_an_egn_file_is_seen_by_its_first_letters(run):
    code, said = run(egn_text("has-a-revoke.egn"))
    assert code == 1
    assert "file-0.txt:2: revoke N did not follow clubs in trick 1" in said


def test_quiet_says_the_counts_only(run):
    assert len(run(REVOKE, quiet=True)[1].splitlines()) == 1


def test_a_ruleset_may_be_named_and_must_be_known(run):
    assert run("1. S JC | ? | p p p o x-- | ? | 5-0 EW+2", ruleset="cut-throat")[0] == 1
    with pytest.raises(CommandError, match="There is no ruleset"):
        run(LEGAL, ruleset="none")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"\xff\xfe\x00" * 100, "not-utf-8"),
        ('{"a": [1, 2]}', "not-egn"),
        ('{"a": ' + "[" * 100_000, "too-deep"),
        ('{"fileType": 1', "broken"),
        ("", "no-hand"),
        ("\n\n", "no-hand"),
        ("what is this", "line-unreadable"),
        ("x" * 100_000, "line-too-long"),
        ("x\n" * 5_000, "too-many-problems"),
    ],
)
def test_a_file_that_is_none_is_a_sentence_and_exit_1(run, monkeypatch, content, code):
    monkeypatch.setattr(examine, "MOST_IN_A_PIECE", 1_000)
    monkeypatch.setattr(examine, "MOST_PROBLEMS", 500)
    ended, said = run(content)
    assert ended == 1
    told = said.splitlines()
    assert any(f" {code} " in line for line in told) or code == "broken"
    assert len(told) > 1
    assert "0 hands" in told[-1]


def test_a_file_that_is_not_there_does_not_stop_the_others(run, tmp_path):
    (tmp_path / "there.txt").write_text(LEGAL)
    code, said = run.on(tmp_path / "missing.txt", tmp_path, tmp_path / "there.txt")
    assert code == 1
    assert "missing.txt:1:1: file-unreadable No such file or directory." in said
    assert "1 hands: 1 legal" in said


def test_what_is_printed_rules_no_terminal(run):
    assert "\x1b" not in run("1. S \x1b[31mKC | ? | \x1b[2J | ? | ?\x07")[1]


def test_a_long_game_is_judged_in_pieces_under_its_own_tags(run, monkeypatch):
    monkeypatch.setattr(examine, "MOST_IN_A_PIECE", 1_000)
    head, rules = TAGS.split("] ", 1)
    other = REVOKE.replace("| ?", "|", 1)
    code, said = run(f"{head}]\n{rules}\n{HAND * 50}zz\n\n{other}\n{head}]\n{rules}\n{HAND * 20}")
    assert "71 hands: 70 legal, 1 illegal, 0 unproven" in said
    assert "file-0.txt:51: revoke" in said
    assert "file-0.txt:53:1: line-unreadable" in said
    assert code == 1


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_large_file_shows_how_far_it_is_and_takes_little_memory(run, monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(examine, "MOST_IN_A_PIECE", 25_000)
    monkeypatch.setattr(examine, "SHOWS_PROGRESS_FROM", 100_000)
    monkeypatch.setattr(sys, "stderr", terminal)
    content = (f"{TAGS}\n" + HAND * 1_500).encode()
    tracemalloc.start()
    code, said = run(content)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert code == 0
    assert "1500 hands: 1500 legal" in said
    assert "100 %" in terminal.getvalue()
    assert most < 2_500_000


def test_nobody_looks_at_a_bar_in_a_pipe(run, capsys, monkeypatch):
    monkeypatch.setattr(examine, "SHOWS_PROGRESS_FROM", 1)
    run(LEGAL)
    assert capsys.readouterr().err == ""
