from typing import Literal, Optional
from edgestudio.tools import edge_tool

Currency = Literal["EUR", "USD", "GBP", "JPY"]
RATES = {"EUR": 1.0, "USD": 1.1, "GBP": 0.85, "JPY": 160.0}


@edge_tool
def train_times(from_city: str, to_city: str, after: Optional[str] = None) -> dict:
    """Find trains between two cities, after a time of day like 14:30 if one is given."""
    return {"from": from_city, "to": to_city, "trains": ["09:12", "14:40"], "after": after}


@edge_tool
def exchange(amount: float, from_currency: Currency, to_currency: Currency) -> dict:
    """Convert an amount of money from one currency to another."""
    return {"amount": round(amount / RATES[from_currency] * RATES[to_currency], 2)}


@edge_tool
def distance_km(from_city: str, to_city: str) -> dict:
    """Tell the distance between two cities in kilometers."""
    return {"from": from_city, "to": to_city, "km": 412}


@edge_tool
def order_taxi(address: str, passengers: int, shared: bool = False) -> dict:
    """Quote a taxi to an address for a number of passengers."""
    return {"address": address, "passengers": passengers, "shared": shared, "minutes": 8}
