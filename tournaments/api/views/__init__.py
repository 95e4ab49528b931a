"""The addresses of the API, by what they are about: each calls one act, or reads queries."""
