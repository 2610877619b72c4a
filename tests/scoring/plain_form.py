"""The table's page without a script: its forms filled in and sent as a browser would."""

import re
from typing import Any

from django.test import Client

from scoring.models import LedgerLine


def fields_of(html: str, form: str = "hand-form") -> dict[str, str]:
    """The hidden fields of a form, as a browser would send them."""
    within = html.split(f'id="{form}"')[1].split("</form>")[0]
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', within))


def page(client: Client, at: str) -> str:
    return client.get(at).content.decode()


def press(client: Client, at: str, do: str, form: str = "hand-form", **facts: Any) -> Any:
    """Fill in the form as the page shows it now, and press one of its buttons."""
    return client.post(at, {**fields_of(page(client, at), form), "do": do, **facts})


def play(client: Client, at: str, maker: str, tricks: int, alone: str = "") -> Any:
    """Both steps of one hand."""
    shown = press(client, at, "hand", maker=maker, tricks=tricks, alone=list(alone))
    assert shown.status_code == 200, shown.content.decode()
    html = shown.content.decode()
    sent = {**fields_of(html, "table_confirm"), "alone": list(alone), "do": "record"}
    return client.post(at, sent)


def kinds() -> list[str]:
    return list(LedgerLine.objects.order_by("position").values_list("kind", flat=True))
