"""The sizes of the sections of a divided session, and their default names."""


def section_sizes(
    contestant_count: int, section_count: int, contestants_per_table: int = 2
) -> tuple[int, ...]:
    """Return the number of contestants in each of `section_count` sections.

    Tables, of `contestants_per_table` each, are distributed as evenly as possible. Contestants left
    over sit out in the last section, so there are no more sit-outs than in an undivided session.
    Raises `ValueError` if a section would have no table.
    """
    tables, contestants_left = divmod(contestant_count, contestants_per_table)
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
    """Return the name of a section, counted from 0: A to Z, then AA, AB …"""
    prefix, letter = divmod(number, 26)
    return (section_letters(prefix - 1) if prefix else "") + chr(ord("A") + letter)
