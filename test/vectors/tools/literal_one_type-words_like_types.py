# rule: literal_one_type
# scenario: a word that is also the name of a type
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "string", "enum": ["int"]}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:4095574df24b24dd679dc6b1f644be604f5b88314aa4b7501fb089754d963a42

from __future__ import annotations

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal["int"]):
    return None
