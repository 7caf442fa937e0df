# rule: result_matches_its_schema
# scenario: a draft keeps its contract
# expect: accepted
# call: {}
# result: {"id": "7"}

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
    return {"id": "7"}
