"""Money in templates: `{{ amount|money:pot.currency }}`."""

from django import template

from tournaments.engine.money import money as printed

register = template.Library()


@register.filter
def money(amount: int, currency: str) -> str:
    """Minor units as people read them."""
    return printed(amount, currency)
