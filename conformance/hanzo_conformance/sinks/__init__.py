"""Reports, each made from the one stream of events."""
