"""All code that changes the database: one function per action.

An action checks its input, writes rows, records an audit entry and queues the scoring. Views and
commands call actions and write nothing themselves. The modules beside the packages are shared by
all actions: the audit, idempotency keys, rate limits.
"""
