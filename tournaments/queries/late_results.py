"""Results that came after their round, as after an outage, and on which both sides of their table agree."""

from collections.abc import Collection, Iterator

from games.fields import Outcome
from tournaments.models import Entry, Play, Session
from tournaments.queries.settlement import waiting


def late_and_alike(session: Session) -> list[tuple[Play, Outcome]]:
    """The plays that wait for the director for nothing but that they are late, with what all sides said.

    What one device alone said for all sides he looks at by itself.
    """
    plays = Play.objects.filter(board__session=session, entries__late=True).distinct()
    lines = set(session.stage.event.game.lines)
    return list(_alike(plays.prefetch_related("entries").order_by("board__number", "pk"), lines))


def _alike(plays: Collection[Play], lines: set[str]) -> Iterator[tuple[Play, Outcome]]:
    for play in plays:
        said: list[Entry] = list(play.entries.all())
        decided = any(entry.kind != Entry.Kind.TABLE for entry in said)
        differ = any(entry.outcome != said[0].outcome or entry.contradicted for entry in said)
        both = {entry.side for entry in said} == lines and len({entry.device for entry in said}) > 1
        if waiting(said) and not decided and not differ and both:
            yield play, said[0].outcome
