"""Report on an installation after an update, in a process of its own on its own data.

`python -m tests.installation_report standings recount_differences` prints one JSON object with the
reports that are named, from `REPORTS`. MANILLA_DATA is the folder of the installation.
"""

import json
import os
import re
import sys
from collections import Counter, deque
from collections.abc import Container
from html import unescape
from random import Random
from urllib.parse import parse_qs, urljoin, urlsplit

import django

# By event, stage, audience and line: rank, contestant, total and boards of every row.
Standings = dict[str, dict[str, dict[str, dict[str, list[list[object]]]]]]

LINK = re.compile(r'\s(?:href|src|hx-get)="([^"#]+)')
PASSWORD = "correct horse battery"

# Pages with the same URL name and event that are visited; which ones is random.
MAX_PAGES_OF_A_KIND = 1


def standings() -> Standings:
    """Return the latest standings of every stage of every event, with exact numbers."""
    from tournaments.models import Event

    return {
        _address(event): standings_of_event(event)
        for event in Event.objects.select_related("club").order_by("pk")
    }


def standings_of_event(event: object) -> dict[str, dict[str, dict[str, list[list[object]]]]]:
    """Return the latest standings of the stages of an event, by audience and line."""
    from tournaments.models import Snapshot

    standings_by_stage: dict[str, dict[str, dict[str, list[list[object]]]]] = {}
    for stage in event.stages.order_by("number"):
        for audience in Snapshot.Audience.values:
            if last := stage.snapshots.filter(audience=audience).order_by("pk").last():
                standings_by_stage.setdefault(str(stage.number), {})[audience] = _by_line(
                    last.standings
                )
    return standings_by_stage


def desk_standings(event: object) -> dict[str, dict[str, list[list[object]]]]:
    """Return the standings of the desk, which include every result, by stage and line."""
    return {stage: audiences["desk"] for stage, audiences in standings_of_event(event).items()}


def _by_line(stored: dict) -> dict[str, list[list[object]]]:
    return {
        line["line"]: [
            [row[key] for key in ("rank", "contestant", "total", "boards")] for row in line["rows"]
        ]
        for line in stored["lines"]
    }


def _address(event: object) -> str:
    return f"{event.club.slug}/{event.slug}"


def reimport_problems() -> dict[str, str]:
    """Return what is wrong with each event after exporting and importing it again."""
    from django.db import transaction

    from games.problems import ValidationFailed
    from tournaments.actions.event_file.importing import import_event
    from tournaments.models import Event
    from tournaments.permissions.actor import SYSTEM
    from tournaments.queries.events.event_file import event_file
    from tournaments.tasks import catch_up

    problems = {}
    for event in list(Event.objects.select_related("club").order_by("pk")):
        with transaction.atomic():
            values = json.loads(json.dumps(event_file(event)))
            values["event"]["slug"] += "-again"
            try:
                imported_event = import_event(values, SYSTEM)
            except ValidationFailed as refused:
                problems[_address(event)] = str([problem.message for problem in refused.problems])
                continue
        catch_up()
        if (standings_before := desk_standings(event)) and desk_standings(
            imported_event
        ) != standings_before:
            problems[_address(event)] = "other standings"
    return problems


class Crawler:
    """A client that follows the links of the site within a path."""

    def __init__(self, starts: list[str], within: str = "/") -> None:
        from django.test import Client

        self.client, self.within = Client(SERVER_NAME="localhost"), within
        self.queue, self.met, self.kinds = deque(starts), set(starts), Counter[tuple[str, ...]]()
        self.chance, self.wrong = Random(os.environ["MANILLA_DATA"].rpartition("/")[2]), list[str]()

    def go(self) -> None:
        """Follow links until there are no new ones, a few for each kind of page."""
        while self.queue:
            address = self.queue.popleft()
            answer = self.client.get(address)
            content = b"".join(answer) if answer.streaming else answer.content
            if answer.status_code >= 400 and answer.status_code != 405:
                self.wrong.append(f"{answer.status_code} {address}")
            elif answer.status_code in (301, 302):
                self._meet(urljoin(address, answer.headers["Location"]))
            elif answer.headers.get("Content-Type", "").startswith("text/html"):
                links = sorted(
                    {urljoin(address, unescape(link)) for link in LINK.findall(content.decode())}
                )
                for link in self.chance.sample(links, len(links)):
                    self._meet(link)

    def _meet(self, link: str) -> None:
        parts = urlsplit(link)
        if (
            parts.netloc
            or not parts.path.startswith(self.within)
            or parts.path.startswith("/static/")
        ):
            return
        asked = "&".join(sorted(parse_qs(parts.query, keep_blank_values=True)))
        kind = (*_page_kind(parts.path), asked)
        if f"{parts.path}?{asked}" not in self.met and self.kinds[kind] < MAX_PAGES_OF_A_KIND:
            self.met.add(f"{parts.path}?{asked}")
            self.kinds[kind] += 1
            self.queue.append(f"{parts.path}?{parts.query}" if parts.query else parts.path)


def _page_kind(path: str) -> tuple[str, ...]:
    """Return the URL name, and the event or table that a page is about."""
    from django.urls import Resolver404, resolve

    try:
        match = resolve(path)
    except Resolver404:
        return (path,)
    parameters = ("club", "event", "session_number", "code")
    return (str(match.view_name), *(str(match.kwargs.get(name, "")) for name in parameters))


def crawl_site() -> dict[str, object]:
    """Return how many pages an anonymous reader, the owner and the tables got, and errors."""
    crawlers = {"nobody": Crawler(["/"]), "owner": _owner_crawler(), "table": _table_crawler()}
    for crawler in crawlers.values():
        crawler.go()
    return {
        visitor: {"pages": len(crawler.met), "wrong": crawler.wrong}
        for visitor, crawler in crawlers.items()
    }


def _owner_crawler() -> Crawler:
    from django.contrib.auth import get_user_model
    from django.urls import reverse

    user = get_user_model().objects.get(username="director")
    user.set_password(PASSWORD)
    user.save()
    walk = Crawler(["/", "/desk/"])
    response = walk.client.post(
        reverse("sign_in"), {"username": user.username, "password": PASSWORD}
    )
    assert response.status_code == 302, response.status_code
    return walk


def _table_crawler() -> Crawler:
    """Return a crawler with the phones of all tables of running sessions."""
    from tournaments.models import Session, Table
    from tournaments.queries.phone.table_codes import code_of

    tables = Table.objects.filter(section__session__state=Session.State.RUNNING).select_related(
        "section"
    )
    codes = [code_of(table) for table in tables.order_by("pk")]
    walk = Crawler([f"/t/{code}/" for code in codes], within="/t/")
    for code in codes:
        assert walk.client.post(f"/t/{code}/side/", {"holder": "table"}).status_code == 302
    return walk


def recount_differences() -> list[str]:
    """Return stored values that do not follow from the entries of their event."""
    from tournaments import scoring_pipeline
    from tournaments.models import Event

    return [
        difference
        for event in Event.objects.order_by("pk")
        for difference in scoring_pipeline.recount(event)
    ]


# All reports, ordered so that none changes what a later one reports.
REPORTS = {
    report.__name__: report
    for report in (standings, recount_differences, crawl_site, reimport_problems)
}


def build_report(names: Container[str]) -> dict[str, object]:
    """Return the named reports, after scoring everything."""
    from tournaments.tasks import catch_up

    catch_up()
    return {name: report() for name, report in REPORTS.items() if name in names}


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    print(json.dumps(build_report(sys.argv[1:])))
