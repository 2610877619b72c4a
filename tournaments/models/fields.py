"""One column type of our own: text that both databases sort alike."""

from typing import Any

from django.db import models


class SortKeyField(models.CharField):
    """A key that sorts byte by byte, whatever collation the database was made with.

    PostgreSQL would sort names by the language of the machine it was installed on and SQLite by bytes; the
    same page must print the same order on both.
    """

    def db_parameters(self, connection: Any) -> Any:
        parameters = super().db_parameters(connection)
        parameters["collation"] = {"postgresql": "C", "sqlite": "BINARY"}[connection.vendor]
        return parameters
