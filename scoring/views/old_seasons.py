"""Bringing a spreadsheet in: the file, its columns, its names, a look at what will be made, the word."""

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from scoring.engine.catalogue import RULESETS
from scoring.forms_old_seasons import RULES, ColumnsForm, KindForm, PeopleForm, SpreadsheetForm
from scoring.services.old_seasons import Imported, import_entries, import_old_events, import_players
from tournaments.actors import Actor
from tournaments.engine import sheet_columns as roles
from tournaments.engine.errors import EventViolation
from tournaments.engine.old_hands import read_sheet
from tournaments.engine.old_tables import Reading, TableRead
from tournaments.engine.spreadsheets import Grid
from tournaments.models import Club, Event, SpreadsheetUpload
from tournaments.selectors.old_people import Asked, people_asked
from tournaments.selectors.old_seasons import (
    PlannedEvent,
    imported_events,
    planned_events,
    upload_at,
    uploads_of,
)
from tournaments.services.old_events import Source
from tournaments.services.spreadsheets import (
    drop_spreadsheet,
    keep_spreadsheet,
    reading_of,
    rows_of,
    say_kind,
    say_of_spreadsheet,
)
from tournaments.services.workbooks import MOST_BYTES
from tournaments.views.doors import club_crumbs, directed_club

SHOWN_ROWS = 8
SHOWN_CELLS = 3


@dataclass(frozen=True, slots=True)
class Looked:
    """A spreadsheet on the table: whose, its rows, and how it is read by what was said so far."""

    club: Club
    upload: SpreadsheetUpload
    grid: Grid
    reading: Reading


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def imports(request: HttpRequest, club: str) -> HttpResponse:
    """Choose a file; what waits, and what was brought in."""
    found = directed_club(request, club)
    form = SpreadsheetForm(request.POST, request.FILES) if request.method == "POST" else SpreadsheetForm()
    fault = ""
    if request.method == "POST":
        if form.is_valid():
            file = form.cleaned_data["file"]
            try:
                if file.size > MOST_BYTES:
                    raise EventViolation("file-too-large", f"A file has at most {MOST_BYTES // 1024**2} MB.")
                upload = keep_spreadsheet(
                    club=found, name=file.name, content=file.read(), actor=Actor.of(request)
                )
            except EventViolation as refused:
                fault = refused.sentence
            else:
                return redirect("scoring:import_columns", found.slug, upload.pk)
        else:
            fault = str(next(iter(form.errors.values()))[0])
    context = {
        "club": found,
        "here": "sheets",
        "crumbs": club_crumbs(found),
        "form": form,
        "fault": fault,
        "uploads": uploads_of(found),
        "imported": imported_events(found),
    }
    return render(request, "scoring/imports/start.html", context, status=422 if fault else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_columns(request: HttpRequest, club: str, upload: int) -> HttpResponse:
    """What kind of list it is, and what its columns are."""
    looked = _looked(request, club, upload)
    if request.method == "POST" and request.POST.get("do") == "kind":
        kind = KindForm(request.POST)
        if kind.is_valid():
            say_kind(upload=looked.upload, kind=kind.cleaned_data["kind"])
            return redirect("scoring:import_columns", club, upload)
    events = list(Event.objects.filter(club=looked.club, state=Event.State.SETUP))
    sent = request.POST if request.method == "POST" and request.POST.get("do") != "kind" else None
    form = ColumnsForm(looked.upload, looked.reading, events, sent)
    fault = ""
    if sent is not None:
        fault = "Some of this cannot be; look at the fields that are marked."
        if form.is_valid():
            say_of_spreadsheet(upload=looked.upload, said=form.said)
            again = _looked(request, club, upload)
            fault = _faults(again)
            if not fault:
                return redirect("scoring:import_people", club, upload)
            looked = again
    return _columns_page(request, looked, form, fault)


def _faults(looked: Looked) -> str:
    """Why the file cannot be read so, empty where it can."""
    try:
        read = read_sheet(looked.grid, looked.reading)
    except EventViolation as refused:
        return refused.sentence
    return "\n".join(str(one) for one in read.faults)


def _columns_page(request: HttpRequest, looked: Looked, form: ColumnsForm, fault: str) -> HttpResponse:
    reading, grid = looked.reading, looked.grid
    body = grid[reading.heading :]
    columns = [
        {
            "column": one,
            "cells": [row[one.number - 1] for row in body if row[one.number - 1]][:SHOWN_CELLS],
            "fields": form.fields_of(one.number),
        }
        for one in reading.columns
    ]
    context = _context(looked) | {
        "form": form,
        "kind": KindForm(initial={"kind": reading.kind}),
        "columns": columns,
        "rows": list(enumerate(grid[:SHOWN_ROWS], start=1)),
        "faults": fault.splitlines(),
        "more": len(grid) - SHOWN_ROWS,
    }
    return render(request, "scoring/imports/columns.html", context, status=422 if fault else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_people(request: HttpRequest, club: str, upload: int) -> HttpResponse:
    """Who the doubtful names are; straight on where there are none."""
    looked = _looked(request, club, upload)
    try:
        read = _read(looked)
        asked = people_asked(looked.club, read.people, looked.upload.choices["people"])
    except EventViolation:
        return redirect("scoring:import_columns", club, upload)
    form = PeopleForm(asked, request.POST if request.method == "POST" else None)
    if not form.asked:
        return redirect("scoring:import_preview", club, upload)
    if request.method == "POST" and form.is_valid():
        say_of_spreadsheet(upload=looked.upload, said={"people": form.said})
        return redirect("scoring:import_preview", club, upload)
    context = _context(looked) | {"form": form, "certain": len(asked) - len(form.asked)}
    return render(request, "scoring/imports/people.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_preview(request: HttpRequest, club: str, upload: int) -> HttpResponse:
    """Exactly what will be made; making it."""
    looked = _looked(request, club, upload)
    fault = ""
    if request.method == "POST":
        try:
            made = _import(looked, Actor.of(request))
        except EventViolation as refused:
            fault = refused.sentence
        else:
            drop_spreadsheet(upload=looked.upload)
            messages.success(request, _told(made))
            return redirect("scoring:imports", club)
    try:
        read = _read(looked)
        asked = people_asked(looked.club, read.people, looked.upload.choices["people"])
        planned = [] if _is_list(looked) else planned_events(looked.club, looked.reading.kind, read)
    except EventViolation as refused:
        return _columns_page(request, looked, _columns_form(looked), refused.sentence)
    if any(not one.word for one in asked):
        return redirect("scoring:import_people", club, upload)
    context = _context(looked) | _preview(asked, planned, read) | {"fault": fault}
    return render(request, "scoring/imports/preview.html", context, status=422 if fault else 200)


def _preview(asked: list[Asked], planned: list[PlannedEvent], read: TableRead) -> dict[str, object]:
    fresh = [one for one in planned if one.there is None]
    needed = {key for one in fresh for line in one.old.lines for key in (line.who, line.partner)}
    needed = needed if planned else set(read.people)
    return {
        "fresh": fresh,
        "known": [one for one in planned if one.there is not None],
        "new_people": [one.spelling for one in asked if one.word == "new" and one.spelling.key in needed],
        "left_out": read.left_out,
        "lines": sum(len(one.lines) for one in read.events),
    }


@login_required
@require_POST
def import_drop(request: HttpRequest, club: str, upload: int) -> HttpResponse:
    """Forget a file that waits."""
    looked = _looked(request, club, upload)
    drop_spreadsheet(upload=looked.upload)
    messages.success(request, f"{looked.upload.name} is forgotten; nothing was made of it.")
    return redirect("scoring:imports", club)


def _looked(request: HttpRequest, club: str, upload: int) -> Looked:
    found = directed_club(request, club)
    waiting = upload_at(found, upload) if upload < 2**63 else None
    if waiting is None:
        raise Http404
    grid = rows_of(waiting)
    return Looked(found, waiting, grid, reading_of(waiting, grid))


def _read(looked: Looked) -> TableRead:
    """The file as it is read now; EventViolation where it cannot be."""
    if fault := _faults(looked):
        raise EventViolation("spreadsheet-faults", fault)
    return read_sheet(looked.grid, looked.reading)


def _columns_form(looked: Looked) -> ColumnsForm:
    events = list(Event.objects.filter(club=looked.club, state=Event.State.SETUP))
    return ColumnsForm(looked.upload, looked.reading, events)


def _is_list(looked: Looked) -> bool:
    return looked.reading.kind in {roles.PLAYERS, roles.ENTRIES}


def _import(looked: Looked, actor: Actor) -> Imported:
    read, said = _read(looked), looked.upload.choices
    if looked.reading.kind == roles.PLAYERS:
        return import_players(club=looked.club, read=read, said=said["people"], actor=actor)
    if looked.reading.kind == roles.ENTRIES:
        event = Event.objects.filter(club=looked.club, slug=said["event"]).select_related("club").first()
        if event is None:
            raise EventViolation("event-missing", "Say into which event they come.")
        return import_entries(event=event, read=read, said=said["people"], actor=actor)
    source = Source(
        file=looked.upload.name,
        digest=looked.upload.digest,
        ruleset=RULESETS.get(said["ruleset"], RULESETS[RULES]),
        public=said["public"],
    )
    return import_old_events(
        club=looked.club,
        kind=looked.reading.kind,
        read=read,
        said=said["people"],
        source=source,
        actor=actor,
    )


def _told(made: Imported) -> str:
    """What was done, in a sentence."""
    events = f"{len(made.events)} event{'' if len(made.events) == 1 else 's'}"
    people = f"{made.people} {'person' if made.people == 1 else 'people'}"
    if not made.events and not made.people:
        return "Everything in this file is here already; nothing was changed."
    return f"Brought in: {events}, and {people} new to the club."


def _context(looked: Looked) -> dict[str, object]:
    return {
        "club": looked.club,
        "here": "sheets",
        "crumbs": club_crumbs(looked.club),
        "upload": looked.upload,
        "reading": looked.reading,
        "kind_words": roles.KINDS[looked.reading.kind],
    }
