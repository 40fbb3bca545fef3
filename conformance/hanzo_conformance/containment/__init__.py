"""How the system is made to hold a process, and what does it: namespaces, Landlock, seccomp.

The modules here import the standard library alone: the launcher that runs them starts in a moment,
and knows nothing of vectors and manifests.
"""
