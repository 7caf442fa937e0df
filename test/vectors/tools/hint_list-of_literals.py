# rule: hint_list
# scenario: a list of words
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:715a4c0d89a4f68fb50626fee2dcb3749f650ad7eb0298a300f62a2d0da8189a

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: list[Literal["a", "b"]]):
    return None
