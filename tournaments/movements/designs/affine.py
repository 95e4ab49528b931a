"""Lines of an affine geometry over a prime: any two points share one, and a direction's lines
hold all."""

from itertools import product

from tournaments.movements.base.individual_movement import Tables

Point = tuple[int, ...]


def parallel_classes(dimension: int, prime: int) -> tuple[Tables, ...]:
    """For each direction its parallel lines, the points numbered from 1."""
    points = list(product(range(prime), repeat=dimension))
    number = {point: at for at, point in enumerate(points, 1)}
    return tuple(
        tuple(
            tuple(number[each] for each in line)
            for line in dict.fromkeys(_line(at, way, prime) for at in points)
        )
        for way in points
        if _first_is_one(way)
    )


def _line(at: Point, way: Point, prime: int) -> tuple[Point, ...]:
    """The points of the line in order, so that it is the same from wherever it starts."""
    return tuple(
        sorted(
            tuple((x + step * towards) % prime for x, towards in zip(at, way, strict=True))
            for step in range(prime)
        )
    )


def _first_is_one(way: Point) -> bool:
    """One of the multiples of each direction: its first coordinate other than 0 is 1."""
    return next((towards for towards in way if towards), 0) == 1
