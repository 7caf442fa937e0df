# rule: signature_is_visible
# scenario: our decorator above a wrapper
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "integer"}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:d6ea9e1b4030db26b728db76f0ffac51a79b34b5ea3025cde6106aaf0cd761b9
# call: {"value": 1}
# result: {"wrapped": 1}

import functools

from edgestudio.tools import edge_tool


def logged(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        return {"wrapped": function(*args, **kwargs)}

    return inner


@edge_tool
@logged
def probe(value: int):
    return value
