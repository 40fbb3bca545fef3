"""What is decided about holding a process, once for all who hold one: plain data, no calls.

Names are those of the manuals (syscalls(2), landlock(7)), so that every language can state them.
"""

from __future__ import annotations

# What holds by itself, the strongest first; each of them needs system calls to be refused, too.
BY_STRENGTH = ("namespaces", "landlock")

# Before it a file that may not be written can be cut to nothing all the same.
LEAST_LANDLOCK_ABI = 3

# What writes, of the rights that Landlock has: all that a process keeps only where it may write.
WRITING_RIGHTS = (
    "write_file", "remove_dir", "remove_file", "make_char", "make_dir", "make_reg", "make_sock",
    "make_fifo", "make_block", "make_sym", "refer", "truncate",
)  # fmt: skip

# What would lead out of namespaces, change their mounts, or reach into another process.
REFUSED_CALLS = (
    "bpf", "kexec_file_load", "kexec_load", "mount", "mount_setattr", "move_mount",
    "open_by_handle_at", "pivot_root", "process_vm_writev", "ptrace", "setns", "umount2", "unshare",
)  # fmt: skip

# The one file outside that a command may always write to.
ALWAYS_WRITABLE = "/dev/null"
