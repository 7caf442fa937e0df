# rule: literal_one_type
# scenario: words are in order of code points, not of UTF-16
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "string", "enum": ["a", "\uff5e", "\ud83d\ude00"]}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:7a26a72276846eba3f1d437ae2fe60dabe1894dd879db138beb798184a182cfe

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal["\U0001f600", "\uff5e", "a"]):
    return None
