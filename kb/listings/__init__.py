"""What the commands about ties list: for people, for programs and for spreadsheets."""

from kb.listings.citations import cites, ties_of
from kb.listings.effects import repeals
from kb.listings.listing import Listing
from kb.listings.problems import audit
from kb.listings.stories import status, trace
from kb.listings.terms import define

__all__ = ["Listing", "audit", "cites", "define", "repeals", "status", "ties_of", "trace"]
