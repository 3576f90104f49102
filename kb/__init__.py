"""Articulado: legal texts as articles with addresses, statuses and evidence, in a store, an index and a site."""

__version__ = "0.1.0"
