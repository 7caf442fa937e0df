# rule: hint_primitive
# scenario: bool
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "boolean"}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:89eb12925fe3e66653bf9e05135c4ee1daebd6ebe509c6c8ade736c753980455

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: bool):
    return None
