"""An adversary with one table code or account searches every response for hidden data.

`evening.py` plays a session with honest phones and an honest director, `people.py` defines the
adversary, `truth.py` what is hidden from them, and `worlds.py` changes what is hidden. `pages.py`
parses responses, `catalogue.py` lists URLs, and `explorer.py` sends requests. `attacks.py` contains
attacks step by step, and `attack.py` runs any number of them.
"""
