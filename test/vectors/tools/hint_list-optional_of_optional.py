# rule: hint_list
# scenario: null as the list, and in it
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": ["array", "null"], "items": {"type": ["integer", "null"]}}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:ce60e6c9efe2049d8c9868d8e7edd3a690da99a406407192156bc1f8a46be93d

from typing import Optional

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Optional[list[Optional[int]]]):
    return None
