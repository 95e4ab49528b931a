"""How contestants are spread over rooms, and how the rooms are called."""


def shares(contestants: int, parts: int, at_a_table: int = 2) -> tuple[int, ...]:
    """How many contestants each of `parts` rooms gets; `at_a_table` of them meet at a table.

    Tables are spread as evenly as can be, so that nobody rests but in the last room, and there no
    more than would rest if all were in one. Raises ValueError where a room would have no table.
    """
    tables, left = divmod(contestants, at_a_table)
    if not 1 <= parts <= tables:
        raise ValueError(f"{tables} tables cannot be spread over {parts} rooms")
    each, more = divmod(tables, parts)
    sizes = [(each + (part < more)) * at_a_table for part in range(parts)]
    sizes[-1] += left
    return tuple(sizes)


def room_name(number: int) -> str:
    """The name of a room by its number from 0: A to Z, then AA, AB …"""
    rest, last = divmod(number, 26)
    return (room_name(rest - 1) if rest else "") + chr(ord("A") + last)
