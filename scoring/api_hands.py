"""The hand checker for programs: a text or a hand comes in, a verdict on each hand goes out.

Nothing is written and nobody signs in. The body, the depth of what is in it and the number of tries are
bounded, since anybody may send anything.
"""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from scoring.engine.errors import RulesetError
from scoring.selectors.hand_sent import NotAWord, line_of
from scoring.selectors.hand_words import examined_dict, problem_dict
from scoring.selectors.hands import MOST_LETTERS, Rules, examine_text, rules_named
from tournaments.api.errors import refusal

MOST_WORDS = 64


class ExamineThrottle(SimpleRateThrottle):
    """So many texts a minute from one address, whoever is signed in there."""

    scope = "examine-hands"
    rate = "60/min"

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """Count by address."""
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


class WordList(serializers.ListField):
    """Some words of the native form."""

    child = serializers.CharField(max_length=120)

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=MOST_WORDS, **options)


class TrickSerializer(serializers.Serializer[Any]):
    """Cards in the order of play; leader and winner only where they were written down."""

    cards = WordList(allow_empty=True)
    leader = serializers.CharField(required=False, allow_null=True, max_length=1)
    winner = serializers.CharField(required=False, allow_null=True, max_length=1)


class PointsField(serializers.DictField):
    """Points by side: {"NS": 1}."""

    child = serializers.IntegerField(min_value=-10_000, max_value=10_000)


class SaidSerializer(serializers.Serializer[Any]):
    """The result as people wrote it."""

    makers_tricks = serializers.IntegerField(required=False, allow_null=True, min_value=-99, max_value=99)
    others_tricks = serializers.IntegerField(required=False, allow_null=True, min_value=-99, max_value=99)
    points = PointsField(required=False, allow_null=True)


class HandSerializer(serializers.Serializer[Any]):
    """A hand in parts, each word as in the native form; what is absent or null is not known."""

    number = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=100_000)
    dealer = serializers.CharField(required=False, allow_null=True, max_length=1)
    upcard = serializers.CharField(required=False, allow_null=True, max_length=3)
    scores = PointsField(required=False, allow_null=True)
    cuts = WordList(required=False, allow_null=True)
    packets = serializers.ListField(
        required=False, allow_null=True, max_length=32, child=serializers.IntegerField(max_value=99)
    )
    held = serializers.DictField(required=False, allow_null=True, child=WordList())
    calls = WordList(required=False, allow_null=True)
    discard = serializers.CharField(required=False, allow_null=True, max_length=3)
    alone = WordList(required=False, allow_null=True)
    exchanges = WordList(required=False, allow_null=True)
    kings = WordList(required=False, allow_null=True)
    tricks = serializers.ListField(child=TrickSerializer(), required=False, allow_null=True, max_length=16)
    claims = WordList(required=False, allow_null=True)
    stopped = serializers.BooleanField(required=False)
    said = SaidSerializer(required=False, allow_null=True)
    thrown_in = serializers.BooleanField(required=False)
    redeal = serializers.CharField(required=False, allow_blank=True, max_length=40)
    penalties = WordList(required=False, allow_null=True)


class RulesetField(serializers.JSONField):
    """The key of a shipped ruleset, or a whole ruleset as the service itself writes it."""


class ExamineSerializer(serializers.Serializer[Any]):
    """A text in native notation or EGN, or one hand in parts."""

    ruleset = RulesetField(required=False, allow_null=True)
    text = serializers.CharField(required=False, allow_null=True, max_length=MOST_LETTERS)
    hand = HandSerializer(required=False, allow_null=True)


class LawSerializer(serializers.Serializer[Any]):
    """The rule that a fault breaks: a field of the ruleset, or a word for what every euchre has."""

    rule = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]  # a field here, no attribute of the field
    source_name = serializers.CharField()
    sentence = serializers.CharField()


class FaultSerializer(serializers.Serializer[Any]):
    """One fault: what, who, where it was done, where it was proved, by which cards, against which law."""

    code = serializers.CharField()
    seat = serializers.CharField(allow_null=True)
    step = serializers.DictField()
    proved_at = serializers.DictField()
    cards = serializers.ListField(child=serializers.CharField())
    law = LawSerializer()
    sentence = serializers.CharField()


class VerdictSerializer(serializers.Serializer[Any]):
    """Legal, illegal or unproven, with every reason."""

    status = serializers.ChoiceField(choices=["legal", "illegal", "unproven"])
    faults = FaultSerializer(many=True)
    derived = serializers.DictField()
    unknown = serializers.ListField(child=serializers.CharField())
    claims = serializers.ListField(child=serializers.CharField(allow_null=True))


class ExaminedSerializer(serializers.Serializer[Any]):
    """One hand, as it was understood, with its verdict."""

    number = serializers.IntegerField(allow_null=True)
    ruleset = serializers.CharField()
    verdict = VerdictSerializer()
    hand = serializers.CharField()
    problems = serializers.ListField(child=serializers.DictField())


class AnswerSerializer(serializers.Serializer[Any]):
    """All hands of the text, all problems of reading it, and how many hands were left out."""

    hands = ExaminedSerializer(many=True)
    problems = serializers.ListField(child=serializers.DictField())
    left_out = serializers.IntegerField()


class ExamineView(APIView):
    """Is each hand of a text legal?"""

    authentication_classes = ()
    throttle_classes = (ExamineThrottle,)

    @extend_schema(
        operation_id="examine_hands", request=ExamineSerializer, responses={200: AnswerSerializer, 422: dict}
    )
    def post(self, request: Request) -> Response:
        """A verdict on each hand; 422 where there is nothing that can be judged. Nothing is kept."""
        sent = ExamineSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        named, text, hand = (sent.validated_data.get(part) for part in ("ruleset", "text", "hand"))
        if (text is None) == (hand is None):
            return refusal(422, "text-or-hand", "Send a text, or one hand in parts: one of the two.")
        try:
            rules = None if named is None else rules_named(named)
            text = text if hand is None else line_of(hand)
        except RulesetError as error:
            return refusal(422, error.code, error.sentence)
        except NotAWord as error:
            return refusal(422, "word-unreadable", f"{error.where} cannot stand in a hand.")
        return _answer(text, rules)


def _answer(text: str, rules: Rules | None) -> Response:
    read = examine_text(text, rules)
    answer: Mapping[str, object] = {
        "hands": [examined_dict(one) for one in read.hands],
        "problems": [problem_dict(problem) for problem in read.problems],
        "left_out": read.left_out,
    }
    if not read.hands:
        sentence = "There is no hand in this text that can be read."
        return refusal(422, "no-hand", sentence, {"problems": answer["problems"]})
    return Response(answer)
