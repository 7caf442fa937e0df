# rule: return_direct_is_bool
# scenario: 1 counts as True in Python
# expect: refused invalid_tool_definition
# line: 19
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(
    return_direct=1,
    output_schema={
        "type": "object",
        "properties": {"id": {"type": "string"}},
        "required": ["id"],
        "additionalProperties": False,
    },
)
def probe():
    return None
