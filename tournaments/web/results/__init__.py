"""Results in forms and in words, wherever they are typed: on a phone, on the desk's pages, from
score slips.

It has no addresses of its own: the rooms of phone and desk show what is made here.
"""
