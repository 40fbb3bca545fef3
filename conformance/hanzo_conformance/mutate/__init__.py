"""Mutation of the reference: whether the vectors notice when a rule is changed.

``operators`` changes syntax trees, ``sites`` finds where, ``rooms`` knows a domain's modules and
loads a changed one, ``questions`` puts vectors in process, ``trial`` does both in a process of its
own, ``survey`` goes through all mutants of a domain, ``cover`` finds the few vectors that suffice, ``excuses`` reads which survivors are explained.
"""
