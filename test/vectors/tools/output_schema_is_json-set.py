# rule: output_schema_is_json
# scenario: a set of types
# expect: refused invalid_output_schema
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(output_schema={"type": {"object"}})
def probe():
    return None
