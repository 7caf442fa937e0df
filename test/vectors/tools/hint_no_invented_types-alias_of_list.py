# rule: hint_no_invented_types
# scenario: a name for a list
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "array", "items": {"type": "number"}}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:7bb30673424bb9adac1a71ec94538359d8879f7aeff9db632bb3996a05041c0d

from edgestudio.tools import edge_tool

Amounts = list[float]


@edge_tool
def probe(value: Amounts):
    return None
