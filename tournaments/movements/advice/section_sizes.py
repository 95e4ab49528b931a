"""How contestants are spread over rooms, and how the rooms are called."""


def section_sizes(
    contestants: int, section_count: int, contestants_per_table: int = 2
) -> tuple[int, ...]:
    """How many contestants each of `section_count` rooms gets; `contestants_per_table` of them meet at a table.

    Tables are spread as evenly as can be, so that nobody rests but in the last room, and there no
    more than would rest if all were in one. Raises ValueError where a room would have no table.
    """
    tables, contestants_left = divmod(contestants, contestants_per_table)
    if not 1 <= section_count <= tables:
        raise ValueError(f"{tables} tables cannot be spread over {section_count} sections")
    tables_per_section, extra_tables = divmod(tables, section_count)
    sizes = [
        (tables_per_section + (section < extra_tables)) * contestants_per_table
        for section in range(section_count)
    ]
    sizes[-1] += contestants_left
    return tuple(sizes)


def section_letters(number: int) -> str:
    """The name of a room by its number from 0: A to Z, then AA, AB …"""
    prefix, letter = divmod(number, 26)
    return (section_letters(prefix - 1) if prefix else "") + chr(ord("A") + letter)
