# rule: literal_is_visible
# scenario: the empty text is a word
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "string", "enum": [""]}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:22e4a5d69763d93310e2333eef49e929cd064bbb1d8eeab67e701f77b0dda9f5

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal[""]):
    return None
