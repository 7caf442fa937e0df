# rule: hint_is_resolved
# scenario: every hint of the file is postponed
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": ["array", "null"], "items": {"type": "integer"}, "default": null}}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:651e4bd4aabe84aa58ebbddcd27be90e5d4fca2a1f0978ac6d2af31e5af1ea17

from __future__ import annotations

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: list[int] | None = None):
    return None
