# rule: hint_primitive
# scenario: float
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "number"}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:048f39ca440fdaeb7e83e56482a91a501d354922147a66e117524432aefcfcac

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: float):
    return None
