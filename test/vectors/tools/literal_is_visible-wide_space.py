# rule: literal_is_visible
# scenario: one wide space between words
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "string", "enum": ["\u6771\u4eac\u3000\u99c5"]}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:464eafb8371c7d2e257df45cef225655c016352629845a23b0cf0fcfd1b9fe2c

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal["\u6771\u4eac\u3000\u99c5"]):
    return None
