# rule: output_schema_is_json
# scenario: the name of a type
# expect: refused invalid_output_schema
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(output_schema="object")
def probe():
    return None
