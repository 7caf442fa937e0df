from typing import Literal
from edgestudio.tools import edge_tool


@edge_tool
def find_books(query: str, limit: int = 5) -> dict:
    """Search the library's catalogue by author, title or subject."""
    return {"query": query, "books": [], "limit": limit}


@edge_tool
def renew_loan(card_number: str, book_id: str) -> dict:
    """Renew the loan of a borrowed book."""
    return {"card_number": card_number, "book_id": book_id, "renewed": True}


@edge_tool
def late_fee(days: int, items: int = 1) -> dict:
    """Compute the fee for items that are returned some days late."""
    return {"fee": round(0.25 * days * items, 2)}


@edge_tool
def opening_hours(
    branch: Literal["central", "north", "harbor"],
    day: Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
) -> dict:
    """Tell when a branch of the library is open on a day of the week."""
    return {"branch": branch, "day": day, "hours": "10:00-18:00"}
