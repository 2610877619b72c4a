"""What a line can meet besides a broken rule: another line in its place."""

from scoring.models import LedgerLine


class LineConflict(Exception):
    """The place is taken by other facts (409). `held` is the line that holds it, if it may be shown."""

    def __init__(self, code: str, sentence: str, held: LedgerLine | None = None) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence
        self.held = held
