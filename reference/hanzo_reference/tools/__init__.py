"""The tools of HIP-0300: one room each, and in this hall what they share.

A tool is its actions by name, each with typed models of its parameters and of its data, and each an
operation of the tool's domain: ``fs.read`` is the action ``read`` of the tool ``fs``. What is about
finding an action is asked as ``tools.call``. ``declaring`` makes tool and domain of the actions,
``calling`` answers calls, ``workspace`` keeps every path inside, ``context`` holds what outlives a
call. How an answer looks and how a call finds its action is the business of
``hanzo_reference.envelope``.
"""

from hanzo_reference.tools.calling import CALL

__all__ = ["OPERATIONS"]

OPERATIONS = (CALL,)
