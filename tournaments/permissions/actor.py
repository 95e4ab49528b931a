"""The actor of a request or command: a user, a device at a table or of a team, the system."""

from dataclasses import dataclass
from typing import Any

from games.problems import ValidationFailed


class NotPermitted(ValidationFailed):
    """The actor may not do this, but another actor may (HTTP 403)."""


@dataclass(frozen=True)
class Actor:
    """A signed-in user, a device that enters for a side of a table or for a team, or the system.

    Idempotency keys are unique within `idempotency_scope`, which differs from actor to actor. The
    scope of a table does not depend on the secret code in the table's URL. So if that code is
    replaced, a phone can still repeat a request that it sent with the old one. `contestant_number`
    is the contestant to whom the phone belongs, None for a shared phone.
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
        """Return the actor for a signed-in user."""
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
        """Return the actor for a device at a table.

        `side` is a line of the game, or empty if the device does not enter for a side.
        """
        scope = f"table:{table_id}"
        return cls(scope, None, table_id, device, side, contestant_number, is_shared)

    @classmethod
    def of_team(cls, contestant_id: int, device: str) -> "Actor":
        """Return the actor for a device that has opened the link of a team."""
        return cls(f"team:{contestant_id}", device=device)

    def audit_columns(self) -> dict[str, Any]:
        """Return the values of the columns that record the actor in a row."""
        return {
            "user_id": self.user_id,
            "table_id": self.table_id,
            "device": self.device,
            "side": self.side,
        }


# The installation, for commands that no user runs.
SYSTEM = Actor("system")
