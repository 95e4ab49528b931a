"""What both sides of a table have made in a round so far, so that a swapped side is seen."""

from collections import Counter

from games.x import X
from tournaments.models import Play, Seating
from tournaments.queries.made import HAS_OUTCOME


def made_this_round(play: Play, seating: Seating | None) -> dict[str, X]:
    """By line, what the other boards of the play's table and round make together; empty while none
    counts.

    So it is for those who sit at the table now by another `seating`: they may have those boards yet
    to play.
    """
    if seating is None or seating.pk != play.seating_id:
        return {}
    others = Play.objects.filter(HAS_OUTCOME, seating=play.seating_id).exclude(pk=play.pk)
    counted = others.select_related("entry", "board").order_by("board__number")
    game = play.board.session.stage.event.game
    total: Counter[str] = Counter()
    for each in counted:
        if each.entry:
            total.update(game.made(each.entry.outcome, game.board(each.board.number)))
    return {line: total[line] for line in game.lines} if counted else {}
