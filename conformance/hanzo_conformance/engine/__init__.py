"""The only place where vectors, sessions and transports meet; emits one stream of events."""
