# rule: output_schema_is_json
# scenario: a key that is no text
# expect: refused invalid_output_schema
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(output_schema={1: 2})
def probe():
    return None
