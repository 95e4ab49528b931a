"""The one form from which an event is made, its fields by what they ask for.

What is changed about an event afterwards is at the `desk`.
"""
