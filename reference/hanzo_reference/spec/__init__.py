"""What every domain is made of: declaration, cases, requirements, promotion, calls by name.

Here lives no behaviour, so that every other folder beside this one is a domain. ``contract`` is the
door through which the rest of the project looks in.
"""
