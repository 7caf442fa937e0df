# rule: literal_one_type
# scenario: false stands before true
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "boolean", "enum": [false, true]}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:38ff247be50a04d4ff2f39395441a2883464fbe189f9bd1b1622c22c9111e498

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal[True, False]):
    return None
