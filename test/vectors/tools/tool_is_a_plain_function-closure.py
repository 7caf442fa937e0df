# rule: tool_is_a_plain_function
# scenario: a function that another function made
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "integer"}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:d6ea9e1b4030db26b728db76f0ffac51a79b34b5ea3025cde6106aaf0cd761b9
# call: {"value": 5}
# result: {"result": 15}

from edgestudio.tools import edge_tool


def make(rate: int):
    @edge_tool
    def probe(value: int):
        return value * rate

    return probe


probe = make(3)
