"""Create a running event in the database, and print what phones and director need."""

import json
import sys
from collections import defaultdict


def main(table_count: int, round_count: int, boards_per_round: int) -> None:
    """Create the event with results shown at once, and print its setup as JSON."""
    import django

    django.setup()
    from django.contrib.auth import get_user_model

    from tests.scenes.field import create_field
    from tournaments.api.tokens import api_token_of
    from tournaments.models import Play
    from tournaments.queries.phone.table_codes import code_of

    session = create_field(table_count, round_count, boards_per_round)
    event = session.stage.event
    plays = Play.objects.filter(board__session=session).order_by("board__number", "pk")
    by_table = defaultdict(list)
    for play in plays.select_related("board__session", "seating__table__section"):
        names = {
            seat_holder.seat: seat_holder.contestant.name
            for seat_holder in play.seating.places.all()
        }
        by_table[play.seating.table].append(
            {
                "play": play.pk,
                "board": play.board.number,
                "dealer": play.board.conditions.dealer,
                "who": {"ns": names["N"], "ew": names["E"]},
            }
        )
    setup = {
        "event": event.pk,
        "stage": session.stage_id,
        "page": f"/{event.club.slug}/{event.slug}/",
        "token": api_token_of(get_user_model().objects.get(memberships__club=event.club)),
        "tables": [
            {"code": code_of(table), "plays": table_plays}
            for table, table_plays in by_table.items()
        ],
    }
    print(json.dumps(setup))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
