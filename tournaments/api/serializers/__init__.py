"""Serializers of requests and responses. They validate types and sizes, actions the rules."""
