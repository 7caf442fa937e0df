# rule: hint_annotated
# scenario: a remark that has no hash
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "integer"}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:d6ea9e1b4030db26b728db76f0ffac51a79b34b5ea3025cde6106aaf0cd761b9

from typing import Annotated

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Annotated[int, ["remark"]]):
    return None
