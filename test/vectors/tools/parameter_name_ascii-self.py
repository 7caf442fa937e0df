# rule: parameter_name_ascii
# scenario: self is a name like any other in a plain function
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"self": {"type": "integer"}}, "required": ["self"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:8028b0f1288ac95cbe8d03669dc8164efb3f438a5c143f1f6d662978893dcd9f
# call: {"self": 1}
# result: {"result": null}

from edgestudio.tools import edge_tool


@edge_tool
def probe(self: int):
    return None
