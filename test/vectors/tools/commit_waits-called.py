# rule: commit_waits
# scenario: a valid call
# expect: refused tool_confirmation_required
# call: {"id": "7"}

from edgestudio.tools import edge_tool


@edge_tool(
    execution_level="commit",
    return_direct=True,
    output_schema={
        "type": "object",
        "properties": {"id": {"type": "string"}},
        "required": ["id"],
        "additionalProperties": False,
    },
)
def probe(id: str):
    raise AssertionError("it ran")
