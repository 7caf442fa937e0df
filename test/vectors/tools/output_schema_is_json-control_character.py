# rule: output_schema_is_json
# scenario: a control character in a title is escaped wherever it is shown
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": {"type": "object", "properties": {"a": {"type": "string", "title": "\t"}}, "required": [], "additionalProperties": false}}
# schema_sha256: sha256:831c8a4a37a224b5b2bfe66d7cf152f09d68f75ab9c2b1df7c646596a4bbe598

from edgestudio.tools import edge_tool


@edge_tool(
    output_schema={
        "type": "object",
        "properties": {"a": {"type": "string", "title": "\t"}},
        "required": [],
        "additionalProperties": False,
    }
)
def probe():
    return None
