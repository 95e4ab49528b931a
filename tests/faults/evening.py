"""An evening while things go wrong: phones enter, a director decides, others read; then it is
checked."""

import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from threading import Event
from time import monotonic, sleep
from typing import Any

from tests.faults.checker import (
    EntryCounts,
    entry_differences,
    expected_totals,
    outcome_text,
    shown_totals,
    stored_entries,
)
from tests.faults.installation import Installation
from tests.faults.phones import Browser, Phone, PhoneEntry, ResponseLog
from tests.scenes.evening import outcome

# Seconds after which an evening is aborted.
EVENING_TIMEOUT_SECONDS = 240

# Seconds within which the standings must be complete once every process runs again; the periodic
# catch-up runs every 30 s.
_SETTLING_SECONDS = 100


@dataclass
class Evening:
    """The tables of an event as they were laid, what is said in it and what its people were
    told."""

    installation: Installation
    laid: dict[str, Any]
    rng: random.Random
    # Seconds over which the phones spread their entries.
    seconds: float
    seen: ResponseLog = field(default_factory=ResponseLog)
    read: ResponseLog = field(default_factory=ResponseLog)
    decided: dict[int, dict[str, str]] = field(default_factory=dict)
    over: Event = field(default_factory=Event)
    phones: list[Phone] = field(default_factory=list)
    # Seconds until the standings were complete.
    settled: float = 0.0

    def play(self) -> None:
        """Until every phone was answered and every decision taken; meanwhile others read."""
        self.phones = list(self._phones())
        with ThreadPoolExecutor(len(self.phones) + 2) as pool:
            reading = pool.submit(self._read)
            speaking = [pool.submit(phone.run) for phone in self.phones]
            deciding = pool.submit(self._decide)
            until = monotonic() + EVENING_TIMEOUT_SECONDS
            while (
                not all(future.done() for future in (*speaking, deciding)) and monotonic() < until
            ):
                sleep(0.1)
            self.over.set()
            for future in (*speaking, deciding, reading):
                future.result()

    def _phones(self) -> Iterator[Phone]:
        for table in self.laid["tables"]:
            says = [self._said(play) for play in table["plays"]]
            for side in (0, 1):
                about = [entry[side] for entry in says]
                yield Phone(
                    self.installation.port,
                    table["code"],
                    about,
                    random.Random(self.rng.random()),
                    self.seconds / len(about),
                    self.seen,
                    self.over,
                )

    def _said(self, play: dict[str, Any]) -> tuple[PhoneEntry, PhoneEntry]:
        """What both sides say of a play; one in ten times it is not the same."""
        ours = {name: str(value) for name, value in outcome(self.rng).items()}
        theirs = (
            ours if self.rng.random() > 0.1 else {**ours, "ns_points": str(self.rng.randint(0, 72))}
        )
        said = [
            PhoneEntry(play["play"], play["board"], side, what, f"{side}{play['play']}")
            for side, what in (("ns", ours), ("ew", theirs))
        ]
        return said[0], said[1]

    def _decide(self) -> None:
        """Where the sides differ, and for one in ten of the others, as soon as both have spoken."""
        rng = random.Random(self.rng.random())
        open_plays = {said.play for phone in self.phones for said in phone.says}
        while open_plays and not self.over.wait(0.2):
            for play, both in self._spoken().items():
                if play not in open_plays or len(both) < 2:
                    continue
                open_plays.discard(play)
                if both[0].outcome != both[1].outcome or rng.random() < 0.1:
                    self._correct(play, {name: str(value) for name, value in outcome(rng).items()})

    def _spoken(self) -> dict[int, list[PhoneEntry]]:
        by_play = defaultdict[int, list[PhoneEntry]](list)
        for said in [said for phone in self.phones for said in list(phone.told.values())]:
            by_play[said.play].append(said)
        return by_play

    def _correct(self, play: int, what: dict[str, str]) -> None:
        """A correction over the two entries there are; were there a third, it would be refused."""
        body = {"kind": "correction", "outcome": what, "replaces": 2, "reason": "heard both"}
        named = {
            "Authorization": f"Token {self.laid['token']}",
            "Idempotency-Key": f"{play}-decision",
            "Content-Type": "application/json",
        }
        browser = Browser(self.installation.port, self.seen)
        while not self.over.is_set():
            answer = browser.ask(
                "POST", f"/api/v1/plays/{play}/decision/", json.dumps(body), **named
            )
            if answer and answer[0] < 500:
                assert answer[0] == 201, answer
                self.decided[play] = what
                return
            self.over.wait(1)

    def _read(self) -> None:
        browser = Browser(self.installation.port, self.read)
        standings, page = f"/api/v1/events/{self.laid['event']}/standings/", self.laid["page"]
        while not self.over.wait(0.3):
            for path in (page, standings, "/health"):
                browser.ask("GET", path)

    def wrong(self) -> list[str]:
        """What is not as it must be though everything runs again, each in a sentence."""
        refused = [f"refused: {text}" for phone in self.phones for text in phone.refused]
        unanswered = [
            f"never answered: {said}"
            for phone in self.phones
            for said in phone.says
            if said.key not in phone.told
        ]
        seen = self.seen.answers + self.read.answers
        broken = [f"500 was answered {seen['500']} times"] if seen["500"] else []
        differ = self._standings_differ()  # by then everything has been begun again
        lost = self.lost_or_doubled()
        return [*refused, *unanswered, *broken, *lost, *differ, *self._recount_differs()]

    def told(self) -> str:
        """What phones and readers have seen."""
        waits = sorted(self.seen.waits)
        asked = sum(len(phone.says) for phone in self.phones)
        phones, readers = (dict(sorted(log.answers.items())) for log in (self.seen, self.read))
        begun = {name: service.begun for name, service in self.installation.services.all.items()}
        longest, half = waits[-1], waits[len(waits) // 2]
        said = (
            f"{asked} results, waited {half} s, at most {longest}, counted {self.settled:.1f} s "
            f"later"
        )
        return f"{said}; {phones=} {readers=} {begun=}"

    def lost_or_doubled(self) -> list[str]:
        """Where what is stored is not, once each, what phones and director were told is stored."""
        return entry_differences(self._accepted(), stored_entries(self.installation.database))

    def _accepted(self) -> EntryCounts:
        said = [entry for phone in self.phones for entry in phone.told.values()]
        entries = Counter(
            (entry.play, "table", entry.side, outcome_text(entry.outcome)) for entry in said
        )
        return entries + Counter(
            (play, "correction", "", outcome_text(what)) for play, what in self.decided.items()
        )

    def _standings_differ(self) -> list[str]:
        """Nobody does anything: what was left behind must come by itself."""
        follow, begun, found = self._expected(), monotonic(), {}
        while self.settled < _SETTLING_SECONDS:
            answer = Browser(self.installation.port, self.read).ask(
                "GET", f"/api/v1/events/{self.laid['event']}/standings/"
            )
            found = shown_totals(json.loads(answer[1])) if answer and answer[0] == 200 else {}
            if found == follow:
                return []
            sleep(0.5)
            self.settled = monotonic() - begun
        return [f"{name}: {found.get(name)}, and follows {follow[name]}" for name in follow]

    def _expected(self) -> dict[str, tuple[Fraction, int]]:
        acts = defaultdict[int, list[tuple[str, str, dict[str, str]]]](list)
        for phone in self.phones:
            for said in phone.told.values():
                acts[said.play].append(("table", said.side, {**said.outcome, "renunci": ""}))
        for play, what in self.decided.items():
            acts[play].append(("correction", "", {**what, "renunci": ""}))
        return expected_totals(self.laid["tables"], acts)

    def _recount_differs(self) -> list[str]:
        (found,) = json.loads(self.installation.run("manage.py", "recount", "--json"))["events"]
        return [*found["differs"]]


def create_evening(
    installation: Installation, rng: random.Random, tables: int, boards: int, seconds: float
) -> Evening:
    """An event in its only round; each table plays so many boards, in so many seconds if all
    goes well."""
    told = installation.run("-m", "tests.faults.create_evening", str(tables), "1", str(boards))
    return Evening(installation, json.loads(told), rng, seconds)
