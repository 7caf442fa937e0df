# rule: description_is_visible
# scenario: two lines and a tab
# expect: accepted
# schema: {"name": "probe", "description": "One.\n\tTwo.", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:0138844cb6714c2f1166b65cfb45f2e8d359a6acdc87161990e6f15304d4a87a

from edgestudio.tools import edge_tool


@edge_tool(description="One.\n\tTwo.")
def probe():
    return None
