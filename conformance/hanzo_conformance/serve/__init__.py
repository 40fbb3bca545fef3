"""``serve``: an implementation offered over HTTP."""
