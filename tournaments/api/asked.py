"""Fields of what programs send, alike at every address."""

from typing import Any

from rest_framework import serializers

LARGEST = 2**63 - 1


class Id(serializers.IntegerField):
    """A number of something, as it was told."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=LARGEST, **kwargs)


class Small(serializers.IntegerField):
    """A figure that a person might write."""

    def __init__(self, least: int = 0, most: int = 1000, **kwargs: Any) -> None:
        super().__init__(min_value=least, max_value=most, **kwargs)


class Words(serializers.CharField):
    """A line of text."""

    def __init__(self, most: int = 300, **kwargs: Any) -> None:
        super().__init__(max_length=most, **kwargs)


class Reason(Words):
    """Why; empty where nobody asks."""

    def __init__(self) -> None:
        super().__init__(300, required=False, allow_blank=True, default="")


class Said(serializers.Serializer[Any]):
    """What a write answers besides the thing itself: nothing but that it was done."""

    done = serializers.BooleanField(default=True)


DONE = {"done": True}
