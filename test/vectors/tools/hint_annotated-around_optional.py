# rule: hint_annotated
# scenario: the remark around an Optional
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": ["string", "null"], "default": null}}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:faa56f8b39b523f62ca432057bdc6896cf9be85baea5e7e19e6151b602060173

from typing import Annotated, Optional

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Annotated[Optional[str], "remark"] = None):
    return None
