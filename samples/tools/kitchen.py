from typing import Literal, Optional
from edgestudio.tools import edge_tool

Unit = Literal["g", "oz", "ml", "cup", "tbsp"]
GRAMS = {"g": 1.0, "oz": 28.35, "ml": 1.0, "cup": 240.0, "tbsp": 15.0}


@edge_tool
def start_timer(minutes: int, label: Optional[str] = None) -> dict:
    """Start a kitchen timer that rings after some minutes."""
    return {"minutes": minutes, "label": label}


@edge_tool
def convert_amount(value: float, from_unit: Unit, to_unit: Unit) -> dict:
    """Convert an amount of an ingredient from one kitchen unit to another."""
    return {"value": round(value * GRAMS[from_unit] / GRAMS[to_unit], 2), "unit": to_unit}


@edge_tool
def add_to_shopping_list(items: list[str]) -> dict:
    """Put items on the shopping list."""
    return {"added": items}


@edge_tool
def oven_temperature(dish: str) -> dict:
    """Look up the oven temperature for a dish."""
    return {"dish": dish, "celsius": 180}
