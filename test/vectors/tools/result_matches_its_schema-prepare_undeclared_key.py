# rule: result_matches_its_schema
# scenario: a key that is not declared (prepare)
# expect: refused tool_result_schema_mismatch
# call: {}

from edgestudio.tools import edge_tool


@edge_tool(
    execution_level="prepare",
    return_direct=True,
    output_schema={
        "type": "object",
        "properties": {"id": {"type": "string"}},
        "required": ["id"],
        "additionalProperties": False,
    },
)
def probe():
    return {"id": "7", "total": 1}
