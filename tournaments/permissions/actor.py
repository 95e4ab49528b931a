"""Who acts."""

from dataclasses import dataclass
from typing import Any

from games.problems import ValidationFailed


class NotPermitted(ValidationFailed):
    """What was asked is for somebody else to do (HTTP 403)."""


@dataclass(frozen=True)
class Actor:
    """A signed-in user, a device at a table speaking for a side, or one that speaks for a team.

    `idempotency_scope` names the actor where one-time keys are kept apart; a table keeps its own
    under another
    code, so that a phone may send again what it sent under the one before.
    """

    idempotency_scope: str
    user_id: int | None = None
    table_id: int | None = None
    device: str = ""
    side: str = ""
    contestant_number: int | None = None
    is_shared: bool = False

    @classmethod
    def of_user(cls, user_id: int) -> "Actor":
        """A member of the club."""
        return cls(f"user:{user_id}", user_id=user_id)

    @classmethod
    def of_table(
        cls,
        table_id: int,
        device: str,
        side: str,
        *,
        contestant_number: int | None = None,
        is_shared: bool = False,
    ) -> "Actor":
        """A device at a table; `side` is a line of the game, or blank when it does not speak for
        one."""
        scope = f"table:{table_id}"
        return cls(scope, None, table_id, device, side, contestant_number, is_shared)

    @classmethod
    def of_team(cls, contestant_id: int, device: str) -> "Actor":
        """A device that has opened the link of a team."""
        return cls(f"team:{contestant_id}", device=device)

    def columns(self) -> dict[str, Any]:
        """The columns of a row that records who acted."""
        return {
            "user_id": self.user_id,
            "table_id": self.table_id,
            "device": self.device,
            "side": self.side,
        }


SYSTEM = Actor("system")
"""The installation itself: a command without a user."""
