from typing import Literal, Optional
from edgestudio.tools import edge_tool

Room = Literal["living room", "bedroom", "kitchen", "office"]


@edge_tool(intent_tags=["climate"])
def set_temperature(room: Room, celsius: float) -> dict:
    """Set the heating of a room to a temperature in degrees Celsius."""
    return {"room": room, "celsius": celsius}


@edge_tool(intent_tags=["light"])
def switch_light(room: Room, on: bool, brightness: Optional[int] = None) -> dict:
    """Switch the light of a room on or off, with a brightness in percent if one is wished."""
    return {"room": room, "on": on, "brightness": brightness}


@edge_tool(intent_tags=["sound"])
def play_radio(station: str) -> dict:
    """Play a radio station by its name."""
    return {"playing": station}


@edge_tool(intent_tags=["doors"])
def door_status(door: Literal["front", "garage", "garden"]) -> dict:
    """Tell whether a door of the house is open, closed or locked."""
    return {"door": door, "status": "locked"}
