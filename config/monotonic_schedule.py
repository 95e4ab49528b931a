"""Celery schedule that continues when the computer's clock is set back."""

from datetime import datetime

from celery.schedules import schedstate, schedule


class MonotonicSchedule(schedule):  # type: ignore[misc]  # Celery has no types
    """Interval schedule that runs a task at once if its last run lies in the future.

    Celery's own schedule would wait until the clock has caught up with the last run.
    """

    def is_due(self, last_run_at: datetime) -> schedstate:
        """Return that the task is due if its last run is in the future; else ask Celery."""
        if self.maybe_make_aware(last_run_at) > self.now():
            return schedstate(is_due=True, next=self.seconds)
        return super().is_due(last_run_at)
