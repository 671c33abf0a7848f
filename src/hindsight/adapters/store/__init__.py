"""Stores: the source of truth."""
