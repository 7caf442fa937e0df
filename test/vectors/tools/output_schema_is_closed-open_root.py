# rule: output_schema_is_closed
# scenario: a read tool's contract is closed as well
# expect: refused invalid_output_schema
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(output_schema={"type": "object"})
def probe():
    return None
