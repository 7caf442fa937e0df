# rule: output_schema_is_closed
# scenario: an object that can only be empty
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}}
# schema_sha256: sha256:ad34bfc992451dcf4eabfead37c63f3934830abd967606f4fffeb7cb8998f58c

from edgestudio.tools import edge_tool


@edge_tool(
    output_schema={
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": False,
    }
)
def probe():
    return None
