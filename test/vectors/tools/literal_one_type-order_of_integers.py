# rule: literal_one_type
# scenario: integers are in order of value, not of their digits
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "integer", "enum": [-1, 9, 10]}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:2786c39a1345327cc9b3c2fe8888cdb8ba0e5b46e7b16828375fc5e95dcf89e7

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal[10, 9, -1]):
    return None
