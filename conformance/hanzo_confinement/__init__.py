"""How Linux is made to hold a process: what is decided, as plain data, and what does it.

The reference plans with these decisions and the harness holds adapters by them; neither knows the
other. Nothing here knows of vectors, domains or adapters, and only the standard library is imported.
"""
