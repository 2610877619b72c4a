"""Errors the people at the table can mend. Anything else that is raised here is a fault of the program."""

from __future__ import annotations


class RuleViolation(Exception):
    """Something a rule forbids: a code for machines (stable, kebab-case) and a sentence for people."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence


class RulesetError(RuleViolation):
    """A ruleset that makes no sense, or cannot be read; it is refused before it exists."""
