# rule: literal_safe_integer
# scenario: the ends of the range
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "integer", "enum": [-9007199254740991, 9007199254740991]}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:2f2a590a125c3089ae1698f4c9f79884a69667daad529a71d5169da75d7eacbe

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal[9007199254740991, -9007199254740991]):
    return None
