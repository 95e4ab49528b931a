"""An evening with faults: phones enter, a director decides, others read, data is checked."""

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
    """The tables of an event, its phones, and what director, phones and readers were answered."""

    installation: Installation
    setup: dict[str, Any]
    rng: random.Random
    # Seconds over which the phones spread their entries.
    seconds: float
    phone_log: ResponseLog = field(default_factory=ResponseLog)
    reader_log: ResponseLog = field(default_factory=ResponseLog)
    corrections: dict[int, dict[str, str]] = field(default_factory=dict)
    stop: Event = field(default_factory=Event)
    phones: list[Phone] = field(default_factory=list)
    # Seconds until the standings were complete.
    settled_seconds: float = 0.0

    def play(self) -> None:
        """Run until every phone was answered and every decision made, while others read."""
        self.phones = list(self._phones())
        with ThreadPoolExecutor(len(self.phones) + 2) as pool:
            reading = pool.submit(self._read)
            speaking = [pool.submit(phone.run) for phone in self.phones]
            deciding = pool.submit(self._decide)
            deadline = monotonic() + EVENING_TIMEOUT_SECONDS
            while (
                not all(future.done() for future in (*speaking, deciding))
                and monotonic() < deadline
            ):
                sleep(0.1)
            self.stop.set()
            for future in (*speaking, deciding, reading):
                future.result()

    def _phones(self) -> Iterator[Phone]:
        for table in self.setup["tables"]:
            pairs = [self._entries_of_both_sides(play) for play in table["plays"]]
            for side in (0, 1):
                entries = [pair[side] for pair in pairs]
                yield Phone(
                    self.installation.port,
                    table["code"],
                    entries,
                    random.Random(self.rng.random()),
                    self.seconds / len(entries),
                    self.phone_log,
                    self.stop,
                )

    def _entries_of_both_sides(self, play: dict[str, Any]) -> tuple[PhoneEntry, PhoneEntry]:
        """Return an entry of each side; about one in ten pairs differs."""
        first_fields = {name: str(value) for name, value in outcome(self.rng).items()}
        second_fields = (
            first_fields
            if self.rng.random() > 0.1
            else {**first_fields, "ns_points": str(self.rng.randint(0, 72))}
        )
        entries = [
            PhoneEntry(play["play"], play["board"], side, fields, f"{side}{play['play']}")
            for side, fields in (("ns", first_fields), ("ew", second_fields))
        ]
        return entries[0], entries[1]

    def _decide(self) -> None:
        """Correct plays that both sides have entered: all that differ, one in ten of the others."""
        rng = random.Random(self.rng.random())
        open_plays = {entry.play for phone in self.phones for entry in phone.entries}
        while open_plays and not self.stop.wait(0.2):
            for play, both in self._accepted_by_play().items():
                if play not in open_plays or len(both) < 2:
                    continue
                open_plays.discard(play)
                if both[0].outcome != both[1].outcome or rng.random() < 0.1:
                    self._correct(play, {name: str(value) for name, value in outcome(rng).items()})

    def _accepted_by_play(self) -> dict[int, list[PhoneEntry]]:
        by_play = defaultdict[int, list[PhoneEntry]](list)
        for phone in self.phones:
            for entry in list(phone.accepted.values()):
                by_play[entry.play].append(entry)
        return by_play

    def _correct(self, play_id: int, fields: dict[str, str]) -> None:
        """Correct a play with two entries; a third entry would make it a conflict."""
        body = {"kind": "correction", "outcome": fields, "replaces": 2, "reason": "heard both"}
        headers = {
            "Authorization": f"Token {self.setup['token']}",
            "Idempotency-Key": f"{play_id}-decision",
            "Content-Type": "application/json",
        }
        browser = Browser(self.installation.port, self.phone_log)
        while not self.stop.is_set():
            response = browser.request(
                "POST", f"/api/v1/plays/{play_id}/decision/", json.dumps(body), **headers
            )
            if response and response[0] < 500:
                assert response[0] == 201, response
                self.corrections[play_id] = fields
                return
            self.stop.wait(1)

    def _read(self) -> None:
        browser = Browser(self.installation.port, self.reader_log)
        standings, page = f"/api/v1/events/{self.setup['event']}/standings/", self.setup["page"]
        while not self.stop.wait(0.3):
            for path in (page, standings, "/health"):
                browser.request("GET", path)

    def problems(self) -> list[str]:
        """Return everything that is wrong although all processes run again."""
        refused = [f"refused: {text}" for phone in self.phones for text in phone.refused]
        unanswered = [
            f"never answered: {entry}"
            for phone in self.phones
            for entry in phone.entries
            if entry.key not in phone.accepted
        ]
        answers = self.phone_log.answers + self.reader_log.answers
        broken = [f"500 was answered {answers['500']} times"] if answers["500"] else []
        differ = self._standings_problems()  # by then everything has been begun again
        lost = self.lost_or_duplicated()
        return [*refused, *unanswered, *broken, *lost, *differ, *self._recount_problems()]

    def summary(self) -> str:
        """Return a line about answers, waiting times and restarts."""
        waits = sorted(self.phone_log.waits)
        entry_count = sum(len(phone.entries) for phone in self.phones)
        phones, readers = (
            dict(sorted(log.answers.items())) for log in (self.phone_log, self.reader_log)
        )
        starts = {
            name: service.start_count for name, service in self.installation.services.all.items()
        }
        longest, median = waits[-1], waits[len(waits) // 2]
        results = (
            f"{entry_count} results, waited {median} s, at most {longest}, "
            f"counted {self.settled_seconds:.1f} s later"
        )
        return f"{results}; {phones=} {readers=} {starts=}"

    def lost_or_duplicated(self) -> list[str]:
        """Return accepted entries that are not stored exactly once."""
        return entry_differences(
            self._accepted_counts(), stored_entries(self.installation.database)
        )

    def _accepted_counts(self) -> EntryCounts:
        accepted = [entry for phone in self.phones for entry in phone.accepted.values()]
        entries = Counter(
            (entry.play, "table", entry.side, outcome_text(entry.outcome)) for entry in accepted
        )
        return entries + Counter(
            (play, "correction", "", outcome_text(fields))
            for play, fields in self.corrections.items()
        )

    def _standings_problems(self) -> list[str]:
        """Return rows that are still wrong after the time of a catch-up."""
        expected, started_at, totals = self._expected(), monotonic(), {}
        while self.settled_seconds < _SETTLING_SECONDS:
            response = Browser(self.installation.port, self.reader_log).request(
                "GET", f"/api/v1/events/{self.setup['event']}/standings/"
            )
            totals = (
                shown_totals(json.loads(response[1])) if response and response[0] == 200 else {}
            )
            if totals == expected:
                return []
            sleep(0.5)
            self.settled_seconds = monotonic() - started_at
        return [f"{name}: {totals.get(name)} instead of {expected[name]}" for name in expected]

    def _expected(self) -> dict[str, tuple[Fraction, int]]:
        entries = defaultdict[int, list[tuple[str, str, dict[str, str]]]](list)
        for phone in self.phones:
            for entry in phone.accepted.values():
                entries[entry.play].append(("table", entry.side, {**entry.outcome, "renunci": ""}))
        for play, fields in self.corrections.items():
            entries[play].append(("correction", "", {**fields, "renunci": ""}))
        return expected_totals(self.setup["tables"], entries)

    def _recount_problems(self) -> list[str]:
        (report,) = json.loads(self.installation.run("manage.py", "recount", "--json"))["events"]
        return [*report["differs"]]


def create_evening(
    installation: Installation, rng: random.Random, table_count: int, boards: int, seconds: float
) -> Evening:
    """Create an event of one round, whose tables play the boards within the given seconds."""
    output = installation.run(
        "-m", "tests.faults.create_evening", str(table_count), "1", str(boards)
    )
    return Evening(installation, json.loads(output), rng, seconds)
