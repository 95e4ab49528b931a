"""An adversary who begins with one code or one account and searches every answer for what they must
not see.

`evening.py` plays an evening with honest phones and an honest director, `people.py` says who the
adversary is, `truth.py` what is hidden from them, `worlds.py` changes what is hidden, `pages.py`
reads answers, `catalogue.py` lists addresses, and `explorer.py` asks. `attacks.py` are attacks step
by step, and `attack.py` plays any number of evenings. `known.py` lists the leaks that are there
today.
"""
