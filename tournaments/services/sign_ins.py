"""Where an account is signed in: noted at every sign-in, ended from any other."""

import re

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction

from tournaments.models import SignIn

# The first that matches; a browser names the ones it wants to be taken for, too.
BROWSERS = ("Edg", "OPR", "Firefox", "FxiOS", "SamsungBrowser", "CriOS", "Chrome", "Safari")
CALLED = {"Edg": "Edge", "OPR": "Opera", "FxiOS": "Firefox", "CriOS": "Chrome", "SamsungBrowser": "Samsung"}
SYSTEMS = ("iPhone", "iPad", "Android", "Windows", "CrOS", "Macintosh", "Linux")
MOST_KEPT = 50


def browser_words(agent: str) -> str:
    """A browser's header in two words, such as "Firefox, Android"; the rest of it is not kept."""
    found = [
        next((one for one in names if re.search(rf"\b{one}\b", agent)), "") for names in (BROWSERS, SYSTEMS)
    ]
    named = [CALLED.get(one, one).replace("Macintosh", "Mac") for one in found if one]
    return ", ".join(named) or "unknown browser"


@transaction.atomic
def note_sign_in(*, user: User, session_key: str, agent: str, place: str | None) -> SignIn:
    """Note a new session. The oldest notes of ended ones go."""
    noted, _ = SignIn.objects.update_or_create(
        session_key=session_key, defaults={"user": user, "browser": browser_words(agent), "address": place}
    )
    old = SignIn.objects.filter(user=user).order_by("-at", "-pk").values_list("pk", flat=True)[MOST_KEPT:]
    end_sign_ins(user=user, only=list(old))
    return noted


@transaction.atomic
def follow_session(*, old: str, new: str) -> None:
    """A session got another key, as it does with a new password."""
    SignIn.objects.filter(session_key=old).update(session_key=new)


@transaction.atomic
def end_sign_ins(*, user: User, only: list[int] | None = None, spare: str = "") -> int:
    """Sign an account out: everywhere but in the session `spare`, or only in the sign-ins named; how many."""
    ended = SignIn.objects.filter(user=user).exclude(session_key=spare)
    if only is not None:
        ended = ended.filter(pk__in=only)
    keys = list(ended.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    SignIn.objects.filter(session_key__in=keys).delete()
    return len(keys)
