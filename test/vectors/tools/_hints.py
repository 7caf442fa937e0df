"""Hints of another file, which typing keeps for the whole process; no vector itself."""

from typing import List, Literal, Optional, get_type_hints

Turned = Optional[Literal["pro", "basic"]]
Tier = int


def plain(tiers: List["Tier"]):
    return tiers


get_type_hints(plain)
