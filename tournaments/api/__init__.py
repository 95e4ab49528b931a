"""The JSON API under /api/v1/, with the same actions and queries as the pages."""
