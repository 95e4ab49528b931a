"""Check that a movement suits an event."""

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from tournaments.models import Event
from tournaments.movements.base.movement import Movement


def check_movement_suits(movement: Movement, event: Event, boards_per_round: int) -> None:
    """Raise `ValidationFailed` if the movement does not suit the event.

    The movement must suit the game, the kind of contestants, the method and the number of boards. A
    team is seated like a pair. In a knock-out of pairs or single players a match must be one board:
    several boards are awarded one by one, so that the contestant with more points in all may win
    fewer of them. A match of teams is scored as a
    whole, so it may have several boards.
    """
    problems, at_two_tables = [], event.at_two_tables
    if movement.lines != event.game.lines or (movement.players_each == 1) != (
        event.players_each == 1
    ):
        template = _("This movement does not seat the players of this game: choose another.")
        problems.append(Problem("wrong_movement", template, field="movement"))
    if at_two_tables and not movement.supports_teams:
        template = _("This movement does not seat teams at two tables: choose another.")
        problems.append(Problem("not_for_teams", template, field="movement"))
    if movement.needs_winners and event.method.compares_tables and not at_two_tables:
        template = _(
            "In a knock-out a table’s own result decides: choose a method that does not compare "
            "tables, "
            "such as matches won."
        )
        problems.append(Problem("method_compares", template, field="method"))
    if movement.needs_winners and boards_per_round != 1 and not at_two_tables:
        template = _("In a knock-out a round is one match: play one board a round.")
        problems.append(Problem("one_match", template, field="boards_per_round"))
    raise_if_any(problems)
