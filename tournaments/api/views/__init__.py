"""Views of the API, by subject: each calls one action, or reads queries."""
