"""Who may see what: the one home of every such decision, told in docs/developers/visibility.md and
played by its test.

Here belongs whatever withholds a card, a result, an award or a seed from somebody: boards that are
sealed, events that keep quiet, a director who plays, what a table may know of others, what the
standings may count. Whoever shows something asks here first. It reads the facts and nothing else of
`queries`.

Here does not belong how a thing is shown, who may act (`permissions/roles.py`), who makes up which
board (`queries/boards/making.py`), or the acts that open a sealed board and are written down
(`actions/boards/`, `actions/results/reveal_play.py`).
"""
