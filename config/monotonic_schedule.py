"""A rhythm that goes on when the clock of the computer is set back."""

from datetime import datetime

from celery.schedules import schedstate, schedule


class MonotonicSchedule(schedule):  # type: ignore[misc]
    """Every so many seconds. Celery's own would wait until the clock is again where it was."""

    def is_due(self, last_run_at: datetime) -> schedstate:
        """At once where the last time lies in the future, otherwise as Celery says."""
        if self.maybe_make_aware(last_run_at) > self.now():
            return schedstate(is_due=True, next=self.seconds)
        return super().is_due(last_run_at)
