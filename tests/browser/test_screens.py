"""The browser the other tests look through: it sees what the ORM wrote, and hears every complaint."""

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.urls import path

from tests.browser.browser_thread import expect

PAGE = """<!doctype html><html lang="en"><head><title>Members</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"></head>
<body><main><h1>Members</h1><p id="count">{count}</p>{more}</main></body></html>"""


def members(request):
    return HttpResponse(PAGE.format(count=User.objects.count(), more=request.GET.get("more", "")))


def join(request):
    User.objects.create(username=request.GET["name"])
    return members(request)


urlpatterns = [path("", members), path("join/", join)]
pytestmark = pytest.mark.urls(__name__)


def test_a_test_writes_what_the_page_shows_and_reads_what_the_page_wrote(laptop):
    User.objects.create(username="north")
    laptop.goto("/")
    expect(laptop.locator("#count")).to_have_text("1")
    laptop.goto("/join/?name=east")
    expect(laptop.locator("#count")).to_have_text("2")
    assert User.objects.filter(username="east").exists()


def test_a_phone_is_narrow_and_touched_and_each_is_its_own(phone):
    first, second = phone(), phone()
    for page in (first, second):
        page.goto("/")
    assert first.evaluate("innerWidth") == 320
    assert first.evaluate("navigator.maxTouchPoints") > 0
    first.evaluate("localStorage.setItem('seat', 'N')")
    assert second.evaluate("localStorage.getItem('seat')") is None


def test_a_page_without_scripts_can_be_asked_for(open_page):
    page = open_page(java_script_enabled=False)
    page.goto("/")
    expect(page.locator("h1")).to_be_visible()


def test_an_offline_phone_is_forgiven_when_it_is_meant(phone, forgive):
    forgive("ERR_INTERNET_DISCONNECTED")
    page = phone()
    page.goto("/")
    page.context.set_offline(True)
    said = page.evaluate("fetch('/join/?name=west').then(() => 'sent', () => 'kept')")
    assert said == "kept"
    assert not User.objects.filter(username="west").exists()


def test_a_broken_script_and_a_refused_style_are_noticed(laptop, complaints, forgive):
    forgive(".")
    laptop.goto("/?more=<b style='color:red'>no</b><script>nobody()</script>")
    laptop.evaluate("setTimeout(() => { throw new Error('a revoke') })")
    laptop.wait_for_timeout(100)
    told = "\n".join(complaints)
    assert "Content Security Policy" in told
    assert "a revoke" in told


def test_axe_names_what_shuts_somebody_out(laptop, axe):
    laptop.goto("/")
    assert axe(laptop) == []
    laptop.goto("/?more=<img src='data:,'>")
    assert any(sentence.startswith("image-alt") for sentence in axe(laptop))


def test_a_look_is_kept_as_a_picture(laptop, look):
    laptop.goto("/")
    place = look(laptop, "machinery")
    assert place.read_bytes().startswith(b"\x89PNG")
    place.unlink()
