"""The adversary's requests: prefer what was requested least, search responses for secrets."""

import json
import logging
import random
import re
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import NamedTuple

import time_machine
from django.core.cache import cache, caches
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from config.security import TableCodeFilter
from games.playout import playout
from tests.adversary.catalogue import NOT_ASKED, all_addresses, name_of
from tests.adversary.evening import SEED, Evening
from tests.adversary.pages import (
    Form,
    addresses_in,
    copied,
    deals_face_up,
    read_page,
    text_of,
    without_chance,
)
from tests.adversary.people import Adversary, Device
from tests.adversary.truth import Truth
from tests.adversary.worlds import WORLDS, deals_noted
from tournaments.models import AuditEntry, Objection, Play, Table
from tournaments.queries.phone.table_codes import code_of

# Values for form fields that no page has shown yet.
GUESSES: Mapping[str, str] = {
    "side": "ns",
    "way": "runs",
    "check": "yes",
    "boards": "1-8",
    "kind": "correction",
    "sure": "yes",
    "replaces": "0",
    "reason": "both sides agree",
    "words": "it was otherwise",
    "which": "all",
    "revision": "1",
}

# Probability that a request follows a link or form of the last response.
_FIRST_NEXT = 0.7

# Form fields that are listed in the report of a leak.
_TOLD = {"holder", "side", "kind", "way", "code", "replaces", "revision"}

# Pages of ranks and totals: they include hidden boards unless an award reveals X
# (docs/developers/permissions.md).
_COUNTED = {
    *(
        "standings",
        "standings_fragment",
        "embedded_standings",
        "rank_history",
        "rank_history_chart",
        "event_share_picture",
        "charts",
        "methods",
    ),
    *("screen_standings", "api_standings"),
}

# Pages that say whether the rows of a step are unchanged; in another world they always differ.
_UNDOING = {"history", "undo_step", "restore_to_step", "restore_before_step"}

_LINES = re.compile(r"[\n,]")


class Request(NamedTuple):
    """A request of the adversary."""

    device: int
    method: str
    address: str
    sent: Mapping[str, str] = {}

    @property
    def name(self) -> str:
        """The URL name of the request."""
        return name_of(self.address)


@dataclass(frozen=True)
class Finding:
    """A secret found in a response: its kind, where, by what means, and how it came about."""

    kind: str
    where: str
    means: str
    phase: str = field(compare=False)
    device: str = field(compare=False)
    request: Request = field(compare=False)
    evidence: str = field(compare=False)

    @property
    def leak(self) -> tuple[str, str, str]:
        """The name of the leak in a list of known leaks."""
        return self.kind, self.where, self.means

    def __str__(self) -> str:
        fields = {name: text for name, text in self.request.sent.items() if text and name in _TOLD}
        fields_text = " ".join(f"{name}={text}" for name, text in fields.items())
        return (
            f"{self.kind} at {self.where} by {self.means} from {self.device}, {self.phase}: "
            f"{self.request.method} {self.request.address} {fields_text} | {self.evidence[:200]}"
        )


class Answered(NamedTuple):
    """The text of a response and of the page it redirects to.

    `shown_at` is the URL name of the last page, and `derived` are the boards whose cards were
    derived.
    """

    status: int
    text: str
    shown_at: str
    derived: frozenset[int]


class Explorer:
    """An adversary with their devices in one session.

    `doubt` is the share of responses that are compared in all other worlds although no secret was
    recognised in them.
    """

    def __init__(
        self, evening: Evening, adversary: Adversary, seed: int, doubt: float = 0.0
    ) -> None:
        self.evening, self.adversary = evening, adversary
        self.rng, self.focus, self.doubt = random.Random(seed), re.compile(""), doubt
        self.findings: dict[Finding, Finding] = {}
        self.phase, self.asked, self.keys = "", 0, 0
        self.learned: dict[str, Table] = {}
        self.crawled: dict[str, set[str]] = {}
        self.forms: dict[str, Form] = {}
        self.next: deque[Request] = deque()
        self.tried: Counter[object] = Counter()
        self.shown: set[tuple[int, str, str]] = set()
        self.refused: set[tuple[str, str]] = set()

    def explore(self, requests: int, focus: str = "") -> None:
        """Send some requests at one step of the session, to URLs whose names match `focus`."""
        self.focus = re.compile(focus)
        self._look_again()
        for _number in range(requests):
            self.ask(self._choose())

    def arrive(self, phase: str) -> None:
        """Start again at another step of the session, with what is known by then."""
        self.phase = phase
        self.tried.clear()
        self.next.clear()
        self.shown.clear()
        self._look_again()

    def ask(self, request: Request) -> Answered:
        """Send a request with clocks stopped, and record every secret in the response."""
        self.asked += 1
        with time_machine.travel(timezone.now(), tick=False):
            return self._ask(request)

    def _ask(self, request: Request) -> Answered:
        device, before = self.adversary.devices[request.device], self.truth
        cookies, moment = copied(device.client.cookies), transaction.savepoint()
        audit, objections = AuditEntry.objects.count(), Objection.objects.count()
        answered = self._answer(request)
        writes = request.method == "POST"
        stored = writes and answered.status < HTTPStatus.BAD_REQUEST
        after = Truth(before.person, self.evening) if stored else before
        known_values = [
            part for text in (request.address, *request.sent.values()) for part in text.split("/")
        ]
        secrets = before.also_hidden(after, known_values)
        written_down = writes and AuditEntry.objects.count() > audit
        self._note_spoken_for(request, objections)
        kinds = self._suspected(request, answered, secrets)
        if written_down and before.person.staff:
            kinds -= {"code"}  # showing a code is audited
        transaction.savepoint_rollback(moment) if kinds else None
        for kind in sorted(kinds):
            self._compare(request, kind, answered, secrets, cookies)
        if kinds:
            device.client.cookies = copied(cookies)
            moment = transaction.savepoint()
            answered = self._answer(request)
        if writes and (device.is_account or after.hides_less_than(before)):
            transaction.savepoint_rollback(moment)
            device.client.cookies = copied(cookies)
        else:
            transaction.savepoint_commit(moment)
            self.truth = after
        self._learn(request, answered)
        return answered

    def _answer(self, request: Request) -> Answered:
        """Return the response, the page it redirects to, and what was logged."""
        device = self.adversary.devices[request.device]
        cache.clear()  # a world that was rolled back leaves no wrong guesses that were counted
        caches["template_fragments"].clear()
        with deals_noted() as derived, _logged() as logged:
            response = self._send(device, request)
            text, shown_at = text_of(response), request.name
            if response.status_code in (301, 302) and not device.is_program:
                target = response.headers["Location"]
                following = device.client.get(target, headers=device.headers)
                text += "\n" + text_of(following)
                shown_at = name_of(target) or shown_at
        content = "\n".join([text, *logged])
        return Answered(response.status_code, content, shown_at, frozenset(derived.numbers))

    def _send(self, device: Device, request: Request):
        device.client.raise_request_exception = False
        headers = {**device.headers}
        if (
            device.is_program
            and "Authorization" not in headers
            and (code := self._code_for(request))
        ):
            headers["Authorization"] = f"Table {code}"
        if request.method == "GET":
            return device.client.get(request.address, headers=headers)
        if request.address.startswith("/api/"):
            headers["Idempotency-Key"] = request.sent.get("key", "key")
            body = json.dumps(self._body(request.sent))
            return device.client.post(
                request.address, body, content_type="application/json", headers=headers
            )
        return device.client.post(request.address, dict(request.sent), headers=headers)

    def _code_for(self, request: Request) -> str:
        """Return the code that a program sends: its own, or a learned one."""
        return request.sent.get("code") or next(iter(self._codes()), "")

    def _body(self, form_data: Mapping[str, str]) -> Mapping[str, object]:
        fields = {field.name for field in self.evening.event.game.fields}
        outcome = {name: text for name, text in form_data.items() if name in fields}
        others = {
            name: int(text) if text.isdecimal() else text
            for name, text in form_data.items()
            if name not in fields
        }
        return {**others, "outcome": outcome, "sure": True}

    # Guessed requests

    def _suspected(self, request: Request, answered: Answered, truth: Truth) -> set[str]:
        """Return the kinds of secrets to check: those recognised, or sometimes all."""
        if self.rng.random() < self.doubt:
            return {kind for kind in WORLDS if not self._is_found(kind, request, answered.shown_at)}
        kinds = {
            kind
            for kind, pattern in truth.markers.items()
            if pattern and pattern.search(answered.text)
        }
        if answered.derived & truth.hands:
            kinds.add("hand")
        if SEED in answered.text and not truth.is_over:
            self._note("seed", request, answered.shown_at, SEED)
        if answered.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            self._note("error", request, answered.shown_at, str(answered.status))
        return {kind for kind in kinds if not self._is_found(kind, request, answered.shown_at)}

    def _compare(
        self, request: Request, kind: str, answered: Answered, truth: Truth, cookies: object
    ) -> None:
        """Repeat the request in a world with another secret; lines missing there reveal it."""
        repeated = self._in_world(request, cookies)
        fields = {field.name for field in self.evening.event.game.fields}
        form_data = {name: text for name, text in request.sent.items() if name in fields}
        with transaction.atomic():
            with WORLDS[kind](truth, form_data):
                other = self._in_world(request, cookies)
            transaction.set_rollback(True)
        stable, other_lines = set(_lines(repeated.text)), set(_lines(other.text))
        missing = [
            line for line in _lines(answered.text) if line in stable and line not in other_lines
        ]
        if missing and not self._is_promised(request, kind, answered, truth):
            self._note(
                kind, request, answered.shown_at, " / ".join(line.strip() for line in missing[:4])
            )

    def _in_world(self, request: Request, cookies: object) -> Answered:
        """Return the response to a request that is rolled back."""
        device = self.adversary.devices[request.device]
        device.client.cookies = copied(cookies)
        with transaction.atomic():
            answered = self._answer(request)
            transaction.set_rollback(True)
        return answered

    def _is_promised(self, request: Request, kind: str, answered: Answered, truth: Truth) -> bool:
        """Return whether a response may depend on a secret (docs/developers/permissions.md)."""
        if kind in ("result", "award") and answered.shown_at in _COUNTED and truth.counts_hidden:
            return True
        return answered.shown_at in _UNDOING or self._is_own_board_preparation(
            request, kind, answered, truth
        )

    def _is_own_board_preparation(
        self, request: Request, kind: str, answered: Answered, truth: Truth
    ) -> bool:
        """Return whether the person's own table prepares the board, face down if it plays it."""
        if (
            kind != "hand"
            or request.name != "table_prepare_board"
            or self._is_learned(request.address)
        ):
            return False
        number = int(request.address.rstrip("/").rpartition("/")[2])
        return not (truth.is_due(number) and deals_face_up(answered.text))

    def _note_spoken_for(self, request: Request, before: int) -> None:
        if Objection.objects.count() == before or self.adversary.person.staff:
            return
        last = Objection.objects.latest("pk")
        if last.contestant_id not in self.adversary.person.contestants:
            self._note(
                "objection filed for others",
                request,
                request.name,
                f"contestant {last.contestant.number}",
            )

    def _note(self, kind: str, request: Request, where: str, evidence: str) -> None:
        device = self.adversary.devices[request.device]
        finding = Finding(
            kind, where, self._means(device, request), self.phase, device.name, request, evidence
        )
        self.findings.setdefault(finding, finding)

    def _is_found(self, kind: str, request: Request, where: str) -> bool:
        """Whether the same leak was found before."""
        leak = kind, where, self._means(self.adversary.devices[request.device], request)
        return leak in {finding.leak for finding in self.findings}

    def _means(self, device: Device, request: Request) -> str:
        if self._is_learned(request.address) or request.sent.get("code"):
            return "learned code"
        if device.is_account:
            return "account"
        return "code" if self.adversary.has_code else "nothing"

    def _is_learned(self, address: str) -> bool:
        return any(f"/t/{code}/" in address for code in self.learned)

    # What is known

    def _look_again(self) -> None:
        self.truth = Truth(self.adversary.person, self.evening)
        self.addresses = all_addresses(self.evening, self._codes())
        for name, crawled in self.crawled.items():
            known_addresses = self.addresses.setdefault(name, [])
            known_addresses += sorted(crawled.difference(known_addresses))
        holders = [str(number) for number in range(1, self.evening.event.contestants.count() + 1)]
        self.classes = [
            (device, method, name, learned, holder)
            for name in sorted(self.addresses)
            if self.focus.search(name)
            for learned in (False, True)
            if any(self._is_learned(address) == learned for address in self.addresses[name])
            for device, browser in enumerate(self.adversary.devices)
            if not browser.is_program or name.startswith("api")
            for method in ("GET", "POST")
            if (name, method) not in self.refused
            for holder in (
                [*holders, "table"] if (name, method) == ("table_side", "POST") else [""]
            )
        ]

    def _codes(self) -> list[str]:
        own_addresses = (
            [code_of(table) for table in self.truth.own_tables()] if self.adversary.has_code else []
        )
        return [*own_addresses, *self.learned]

    def _learn(self, request: Request, answered: Answered) -> None:
        """Remember links, forms and codes of a response, and refused methods."""
        if answered.status == HTTPStatus.METHOD_NOT_ALLOWED:
            self.refused.add((request.name, request.method))
            self.classes = [
                class_name
                for class_name in self.classes
                if class_name[1:3] != (request.method, request.name)
            ]
        learned_tables = {
            code_of(table): table
            for code, table in self.truth.codes.items()
            if code in answered.text
        }
        if learned_tables.keys() - self.learned.keys():
            self.learned |= learned_tables
            self._look_again()
        self._follow_page(request, answered)
        if (
            request.method == "POST"
            and request.name == "table_side"
            and answered.status == HTTPStatus.FOUND
        ):
            self._follow_claim(request)

    def _follow_page(self, request: Request, answered: Answered) -> None:
        """Remember the links and forms of a page, to be requested soon."""
        page = read_page(answered.text, request.address)
        self.forms.update({form.action: form for form in page.forms if form.method == "post"})
        for link in sorted({*page.links, *addresses_in(answered.text)}):
            if (name := name_of(link)) and "?" in link:
                self.crawled.setdefault(name, set()).add(link)
            self._follow(Request(request.device, "GET", link))
        for form in page.forms:
            self._follow(Request(request.device, form.method.upper(), form.action))

    def _follow(self, request: Request) -> None:
        """Request soon what a page has shown, once from each device at each step."""
        request_key = (request.device, request.method, request.address)
        if (
            request_key not in self.shown
            and self.focus.search(request.name)
            and request.name not in NOT_ASKED
        ):
            self.shown.add(request_key)
            self.next.insert(self.rng.randint(0, len(self.next)), request)

    def _follow_claim(self, request: Request) -> None:
        """Open the contestant's pages after a phone has claimed them."""
        holder = request.sent.get("holder", "")
        contestants = self.evening.event.contestants.filter(
            number=holder if holder.isdecimal() else 0
        ).first()
        if not contestants:
            return
        club, event = self.evening.event.club.slug, self.evening.event.slug
        device = request.device
        self.next.append(
            Request(device, "GET", reverse("scorecard", args=[club, event, contestants.number]))
        )
        plays = (
            Play.objects.filter(seating__places__contestant=contestants)
            .exclude(state=Play.State.DUE)
            .distinct()
        )
        for play in list(plays.order_by("-pk"))[:2]:
            address = reverse("objection", args=[club, event, contestants.number, play.pk])
            self.next += [Request(device, method, address) for method in ("GET", "POST")]

    # Choice of the next request

    def _choose(self) -> Request:
        """Return what follows from the last responses, or the kind of request tried least."""
        if self.next and self.rng.random() < _FIRST_NEXT:
            request = self.next.popleft()
            return (
                request
                if request.method == "GET"
                else request._replace(sent=self.guessed(request.address))
            )
        least = min(self.tried[class_] for class_ in self.classes)
        kind = self.rng.choice([class_ for class_ in self.classes if self.tried[class_] == least])
        self.tried[kind] += 1
        device, method, name, learned, holder = kind
        candidates = [
            address for address in self.addresses[name] if self._is_learned(address) == learned
        ]
        fewest = min(self.tried[address] for address in candidates)
        address = self.rng.choice(
            [address for address in candidates if self.tried[address] == fewest]
        )
        self.tried[address] += 1
        form_data = self.guessed(address) if method == "POST" else {}
        return Request(
            device, method, address, {**form_data, "holder": holder} if holder else form_data
        )

    def guessed(self, address: str) -> Mapping[str, str]:
        """Return values for the fields of a form, one of them not offered."""
        self.keys += 1
        form = self.forms.get(address)
        fields = {field.name for field in self.evening.event.game.fields}
        form_fields = (form.fields if form else {}).items()
        sent = {
            name: text
            for name, text in form_fields
            if name not in fields and not name.startswith("one-of")
        }
        for name, choices in (form.choices if form else {}).items():
            if name not in fields and self.rng.random() < 0.1:
                sent[name] = self.rng.choice(choices)
        sent |= {name: text for name, text in GUESSES.items() if not sent.get(name)}
        sent |= {
            "key": f"adversary{self.keys}",
            "side": self.rng.choice(list(self.evening.event.game.lines)),
        }
        sent |= {**self._outcome(), "words": f"wrong {self.keys}"}
        play = (
            Play.objects.filter(pk=int(play_match[1])).first()
            if (play_match := _PLAY.search(address))
            else None
        )
        if play:
            sent |= {"replaces": str(play.revision), "revision": str(play.revision)}
        if self.learned and address.startswith("/api/"):
            sent["code"] = self.rng.choice(["", *self.learned])
        sent.pop("so_far", None) if self.rng.random() < 0.7 else None
        return sent

    def _outcome(self) -> Mapping[str, str]:
        """Return a possible result of some deal of the game."""
        game = self.evening.event.game
        if game.key == "botifarra":
            trump = self.rng.choice(["oros", "copes", "espases", "bastos"])
            return {
                "trump": trump,
                "delegated": "no",
                "contro": "none",
                "ns_points": str(self.rng.randint(0, 72)),
            }
        outcome = playout(game, game.deal(f"{self.rng.getrandbits(256):064x}", "", 1), self.rng)[
            "outcome"
        ]
        claims = [field.name for field in game.fields if field.kind == "flag"]
        claim = {self.rng.choice(claims): "yes"} if claims and self.rng.random() < 0.5 else {}
        return {
            name: _form_value(value) for name, value in outcome.items() if value is not None
        } | claim


_PLAY = re.compile(r"/plays/(\d+)/")


def _form_value(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _lines(text: str) -> list[str]:
    return _LINES.split(without_chance(text))


@contextmanager
def _logged() -> Iterator[list[str]]:
    """Yield a list of what is logged meanwhile."""
    lines: list[str] = []

    class Collect(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(record.getMessage())

    handler, root = Collect(), logging.getLogger()
    handler.addFilter(TableCodeFilter())
    root.addHandler(handler)
    try:
        yield lines
    finally:
        root.removeHandler(handler)
