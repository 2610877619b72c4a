"""How every body is read: JSON of a bearable size that can be written again."""

import json
from typing import Any

from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser

MOST_BYTES = 1_000_000


class TooLarge(APIException):
    """More than is read at once."""

    status_code = 413
    default_code = "too_large"


class BoundedJSON(BaseParser):
    """No endless nesting, no halves of letters, no numbers that are none."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        """Read it whole. Raises ParseError, TooLarge."""
        body = stream.read(MOST_BYTES + 1)
        if len(body) > MOST_BYTES:
            raise TooLarge
        try:
            sent = json.loads(body)
            json.dumps(sent, ensure_ascii=False, allow_nan=False).encode()
        except (ValueError, RecursionError) as error:
            raise ParseError from error
        return sent
