"""``replay``: one vector against one implementation, with what goes over the wire."""
