# rule: output_schema_is_json
# scenario: a small object whose copy would have no end
# expect: refused invalid_output_schema
# line: 22
# tool: probe

from edgestudio.tools import edge_tool

many = ["a"]
for _ in range(28):
    many = [many, many]


@edge_tool(
    output_schema={
        "type": "object",
        "properties": {"a": {"enum": many}},
        "required": [],
        "additionalProperties": False,
    }
)
def probe():
    return None
