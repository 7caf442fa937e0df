"""A module beside the vectors, for those that import one; no vector itself."""

from edgestudio.tools import edge_tool


@edge_tool
def theirs(value: int):
    return value


def plain(value: int):
    return value


def declared(function):
    return edge_tool(function)
