"""Processes that are restarted when they end, and can be killed without warning."""

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
    """A process: its command, its environment, and the user it runs as if it must not be root."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    log: IO[bytes]
    user: str | None = None
    process: subprocess.Popen[bytes] | None = None
    # How often the process was started.
    start_count: int = 0
    # Whether the process is restarted when it ends.
    restarts: bool = True

    def start(self) -> None:
        """Start the process in its own session, which Ctrl-C in the terminal does not reach."""
        self.start_count += 1
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
        """Whether the process has ended or was killed."""
        return self.process is not None and self.process.poll() is not None

    def family(self) -> list[psutil.Process]:
        """Return the process and its descendants; empty if it has ended."""
        if self.process is None or self.has_ended:
            return []
        try:
            parent = psutil.Process(self.process.pid)
            return [parent, *parent.children(recursive=True)]
        except psutil.NoSuchProcess:
            return []

    def send(self, number: int) -> None:
        """Send a signal to the process and its descendants."""
        for process in self.family():
            with suppress(psutil.NoSuchProcess):
                process.send_signal(number)

    def kill(self) -> None:
        """Kill the process and its descendants without warning."""
        family = self.family()
        self.send(signal.SIGKILL)
        if self.process:
            self.process.wait(_STOP_TIMEOUT_SECONDS)
        psutil.wait_procs(family[1:], _STOP_TIMEOUT_SECONDS)


@dataclass
class Services:
    """The services of an installation, in the order in which they were started."""

    folder: Path
    all: dict[str, Service] = field(default_factory=dict)
    _stopped: Event = field(default_factory=Event)
    _lock: Lock = field(default_factory=Lock)

    def add(
        self,
        name: str,
        command: Sequence[str],
        environment: Mapping[str, str],
        user: str | None = None,
    ) -> None:
        """Start another service; its output goes to a file with its name."""
        log = (self.folder / f"{name}.log").open("ab")
        self.all[name] = Service(name, command, environment, log, user)
        self.all[name].start()

    def kill(self, name: str) -> None:
        """Kill a service; it is restarted."""
        with self._lock:
            self.all[name].kill()

    def stop(self, name: str) -> None:
        """Kill a service for good."""
        with self._lock:
            self.all[name].restarts = False
            self.all[name].kill()

    def restart_ended_services(self) -> None:
        """Restart services whenever they end, in a background thread."""
        Thread(target=self._restart_ended, name="services", daemon=True).start()

    def _restart_ended(self) -> None:
        while not self._stopped.wait(_POLL_SECONDS):
            for service in self.all.values():
                if (
                    service.has_ended
                    and service.restarts
                    and not self._stopped.wait(RESTART_DELAY_SECONDS)
                ):
                    self._restart(service)

    def _restart(self, service: Service) -> None:
        with self._lock:
            if service.restarts and not self._stopped.is_set():
                service.start()

    def stop_all(self) -> None:
        """Kill all services for good."""
        self._stopped.set()
        with self._lock:
            for service in reversed(self.all.values()):
                service.send(signal.SIGCONT)
                service.kill()
                service.log.close()

    def log_tails(self) -> str:
        """Return the end of each service's log."""
        files = sorted(self.folder.glob("*.log"))
        return "\n".join(
            f"--- {file.name}\n{file.read_text(errors='replace')[-3_000:]}" for file in files
        )


def clean_environment() -> dict[str, str]:
    """Return the environment of the tests without variables that configure an installation."""
    own_prefixes = ("DATABASE_URL", "REDIS_URL", "MANILLA_", "TEST_", "DJANGO_")
    return {name: value for name, value in os.environ.items() if not name.startswith(own_prefixes)}
