"""Queries about accounts: usernames, passwords, second factors and login sessions."""
