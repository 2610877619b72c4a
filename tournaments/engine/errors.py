"""The one error of this engine: something the club can mend. Whatever else is raised is a fault of ours."""


class EventViolation(Exception):
    """What was asked makes no sense for an event; `code` is stable kebab-case, `sentence` is for people."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence

    def __str__(self) -> str:
        return f"{self.code}: {self.sentence}"
