"""The contract: what a vector file is and means.

Strict JSON, places in it, equality, fixtures, scenarios. Whoever makes vectors and whoever judges by
them stands on this; it knows neither, and no behaviour.
"""
