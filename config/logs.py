"""What a line of the log carries: which request it belongs to, and whose."""

import logging

from tournaments.asking import asking


class WhoAsks(logging.Filter):
    """Puts the request's number and the actor's code on every line."""

    def filter(self, record: logging.LogRecord) -> bool:
        one = asking()
        record.request_id = one.request_id if one else ""
        record.actor = one.code if one else ""
        return True
