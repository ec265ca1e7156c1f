"""Certificates that there is no solution, found and verified."""
