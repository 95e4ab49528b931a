"""Processes that are begun again when they end, as by compose or systemd, and end as in a power
cut."""

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock, Thread
from typing import IO

import psutil

ROOT = Path(__file__).parent.parent.parent

# Seconds after which a process that has ended is restarted.
RESTART_DELAY_SECONDS = 1.0

_POLL_SECONDS = 0.1
_STOP_TIMEOUT_SECONDS = 30


@dataclass
class Service:
    """One program: its command, environment and, where it must not be root, its user."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    log: IO[bytes]
    user: str | None = None
    process: subprocess.Popen[bytes] | None = None
    # How often the process was started.
    begun: int = 0
    # Whether the process is restarted when it ends.
    is_kept_up: bool = True

    def start(self) -> None:
        """Begin it, in a session of its own: Ctrl-C in the terminal of the tests does not reach
        it."""
        self.begun += 1
        self.process = subprocess.Popen(
            self.command,
            cwd=ROOT,
            env=self.environment,
            stdout=self.log,
            stderr=self.log,
            user=self.user,
            start_new_session=True,
        )

    @property
    def has_ended(self) -> bool:
        """Whether it ended, by itself or because it was killed."""
        return self.process is not None and self.process.poll() is not None

    def family(self) -> list[psutil.Process]:
        """The process and all that it began; none where it has ended."""
        if self.process is None or self.has_ended:
            return []
        try:
            parent = psutil.Process(self.process.pid)
            return [parent, *parent.children(recursive=True)]
        except psutil.NoSuchProcess:
            return []

    def send(self, number: int) -> None:
        """A signal to all of them."""
        for process in self.family():
            with suppress(psutil.NoSuchProcess):
                process.send_signal(number)

    def kill(self) -> None:
        """End it without a word of warning, with all it began."""
        family = self.family()
        self.send(signal.SIGKILL)
        if self.process:
            self.process.wait(_STOP_TIMEOUT_SECONDS)
        psutil.wait_procs(family[1:], _STOP_TIMEOUT_SECONDS)


@dataclass
class Services:
    """Those of an installation, in the order in which they are begun."""

    folder: Path
    all: dict[str, Service] = field(default_factory=dict)
    _over: Event = field(default_factory=Event)
    _changing: Lock = field(default_factory=Lock)

    def add(
        self,
        name: str,
        command: Sequence[str],
        environment: Mapping[str, str],
        user: str | None = None,
    ) -> None:
        """Begin another one; what it prints is kept in a file of its name."""
        log = (self.folder / f"{name}.log").open("ab")
        self.all[name] = Service(name, command, environment, log, user)
        self.all[name].start()

    def kill(self, name: str) -> None:
        """Kill one; somebody begins it again."""
        with self._changing:
            self.all[name].kill()

    def stop(self, name: str) -> None:
        """Kill one that nobody begins again."""
        with self._changing:
            self.all[name].is_kept_up = False
            self.all[name].kill()

    def keep_up(self) -> None:
        """From now on begin again whatever ends."""
        Thread(target=self._keep_up, name="services", daemon=True).start()

    def _keep_up(self) -> None:
        while not self._over.wait(_POLL_SECONDS):
            for service in self.all.values():
                if (
                    service.has_ended
                    and service.is_kept_up
                    and not self._over.wait(RESTART_DELAY_SECONDS)
                ):
                    self._begin_again(service)

    def _begin_again(self, service: Service) -> None:
        with self._changing:
            if service.is_kept_up and not self._over.is_set():
                service.start()

    def end(self) -> None:
        """Kill all of them for good."""
        self._over.set()
        with self._changing:
            for service in reversed(self.all.values()):
                service.send(signal.SIGCONT)
                service.kill()
                service.log.close()

    def told(self) -> str:
        """The last of what each has printed."""
        files = sorted(self.folder.glob("*.log"))
        return "\n".join(
            f"--- {file.name}\n{file.read_text(errors='replace')[-3_000:]}" for file in files
        )


def clean_environment() -> dict[str, str]:
    """The environment of the tests, without what it says about an installation."""
    ours = ("DATABASE_URL", "REDIS_URL", "MANILLA_", "TEST_", "DJANGO_")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)}
