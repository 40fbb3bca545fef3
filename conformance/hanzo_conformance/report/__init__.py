"""``report``, and every format of reports, each made from the one stream of events."""
