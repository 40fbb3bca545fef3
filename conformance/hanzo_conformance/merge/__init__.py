"""``merge``: the record of a whole run from the records of its parts."""
