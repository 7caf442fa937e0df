# rule: default_in_literal
# scenario: a value of the Literal
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "integer", "enum": [1, 2], "default": 2}}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:1a558e7852e0fb0914f18604a690a9fd862760387838cd404c67c832686cd747
# call: {}
# result: {"result": 2}

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal[1, 2] = 2):
    return value
