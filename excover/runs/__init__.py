"""Runs that outlive a process: journals of the parts of a search tree, workers, coordinators, audits."""
