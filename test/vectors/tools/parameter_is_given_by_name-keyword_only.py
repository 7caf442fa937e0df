# rule: parameter_is_given_by_name
# scenario: keyword-only parameters, one with a default
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "integer"}, "note": {"type": "string", "default": ""}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:34f1baef277d3070f370aee6afc1225250b847fcc85d7840f77d0a82395cff07
# call: {"value": 2}
# result: {"result": 2}

from edgestudio.tools import edge_tool


@edge_tool
def probe(*, value: int, note: str = ""):
    return value
