# rule: file_is_utf8
# scenario: a byte order mark in front
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"word": {"type": "string", "default": "caf\u00e9"}}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:2731e46c65d91f20594b3f3bcf25562189767c2a5fd1c5d570165c6213b07e26

from edgestudio.tools import edge_tool


@edge_tool
def probe(word: str = "café"):
    return None
