"""The API: the same actions and queries as the pages, as JSON under /api/v1/."""
