# rule: hint_optional
# scenario: a remark between two Optionals
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": ["string", "null"]}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:58e51e7352b65a5e15d60afaa279fed49683bc72d264cb88da9b4c8d3974484b

from typing import Annotated, Optional

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Optional[Annotated[Optional[str], "remark"]]):
    return None
