# rule: literal_one_type
# scenario: integers stay integers
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "integer", "enum": [60, 1440]}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:387913ac1f0bf033dd708be75e2d5806b199b475dff8ba592a3b59ae465eb1ab

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal[60, 1440]):
    return None
