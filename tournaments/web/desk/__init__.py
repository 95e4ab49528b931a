"""Pages on which directors and scorers run one event.

Creating an event is in `web.events`; the people and members of a club are in `web.clubs` and
`web.contestants`.
"""
