"""The name of the variable that every process has which a run starts, with the run's own value."""

RUN_MARK = "HANZO_CONFORMANCE_RUN"
