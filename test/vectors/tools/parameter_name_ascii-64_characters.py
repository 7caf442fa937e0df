# rule: parameter_name_ascii
# scenario: 64 characters
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": {"type": "integer"}}, "required": ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:46422e6bff280bb94f091ec2464ca5f67aa180e52cda54f8798d9a8cfa3aaab9

from edgestudio.tools import edge_tool


@edge_tool
def probe(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: int):
    return None
