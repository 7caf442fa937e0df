# rule: description_is_visible
# scenario: letters have their own direction
# expect: accepted
# schema: {"name": "probe", "description": "\u05e9\u05dc\u05d5\u05dd", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:73c6a75cde91ba767752f6996eae6108e9853a0b300c6bf670ad80365770bfaf

from edgestudio.tools import edge_tool


@edge_tool(description="\u05e9\u05dc\u05d5\u05dd")
def probe():
    return None
