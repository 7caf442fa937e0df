# rule: literal_one_type
# scenario: a word written twice
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "string", "enum": ["a", "b"]}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:087ba48ce4588af9ad0f4356d28d819ca6b8300243cc51039dfd98934aa1c9a7

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal["a", "a", "b"]):
    return None
