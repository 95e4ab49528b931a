"""A Celery schedule that continues when the clock of the computer is set back."""

from datetime import datetime

from celery.schedules import schedstate, schedule


class MonotonicSchedule(schedule):  # type: ignore[misc]  # Celery has no types
    """Run at an interval; Celery's own schedule waits until the clock has caught up."""

    def is_due(self, last_run_at: datetime) -> schedstate:
        """Return due at once if the last run is in the future, otherwise as Celery does."""
        if self.maybe_make_aware(last_run_at) > self.now():
            return schedstate(is_due=True, next=self.seconds)
        return super().is_due(last_run_at)
