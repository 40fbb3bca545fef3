"""Inputs that nobody thought of: the reference against any number of implementations.

``oracle`` says what is right, ``questions`` what is asked, ``batch`` does both for many inputs,
``campaign`` goes on for as long as its ``plan`` says, ``triage`` makes a divergence small and says
what it touches, ``promotion`` makes a vector of it.
"""
