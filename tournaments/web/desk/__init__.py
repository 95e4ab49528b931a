"""The pages on which directors and scorers run one event, and what they print for it.

Making an event is in `new_event`; what outlives an event, as people and members, is in `club`.
"""
