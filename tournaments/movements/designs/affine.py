"""Lines of an affine geometry over a prime: any two points share one, and a direction's lines
hold all."""

from itertools import product

from tournaments.movements.base.individual_movement import Tables

Point = tuple[int, ...]


def parallel_classes(dimension: int, prime: int) -> tuple[Tables, ...]:
    """For each direction its parallel lines, the points numbered from 1."""
    points = list(product(range(prime), repeat=dimension))
    numbers = {point: number for number, point in enumerate(points, 1)}
    return tuple(
        tuple(
            tuple(numbers[point] for point in line)
            for line in dict.fromkeys(_line(start, direction, prime) for start in points)
        )
        for direction in points
        if _is_normalized(direction)
    )


def _line(start: Point, direction: Point, prime: int) -> tuple[Point, ...]:
    """The points of the line in order, so that it is the same from wherever it starts."""
    return tuple(
        sorted(
            tuple((x + step * delta) % prime for x, delta in zip(start, direction, strict=True))
            for step in range(prime)
        )
    )


def _is_normalized(direction: Point) -> bool:
    """One of the multiples of each direction: its first coordinate other than 0 is 1."""
    return next((delta for delta in direction if delta), 0) == 1
