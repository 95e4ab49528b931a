"""The rounds of a session in which who plays may still change."""

from tournaments.models import Round, Session
from tournaments.movements.frame.two_tables import match_round_of


def rounds_to_come(session: Session) -> list[Round]:
    """Those that have not begun, by number; of teams none of a match whose first half has begun."""
    rounds = list(
        Round.objects.filter(section__session=session).order_by("number", "section__number")
    )
    halves = session.stage.halves
    turns = [(each.section_id, match_round_of(each.number, halves)) for each in rounds]
    begun = {turn for each, turn in zip(rounds, turns, strict=True) if each.started_at}
    return [each for each, turn in zip(rounds, turns, strict=True) if turn not in begun]
