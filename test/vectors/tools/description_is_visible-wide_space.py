# rule: description_is_visible
# scenario: one wide space between words
# expect: accepted
# schema: {"name": "probe", "description": "\u898b\u7a4d\u3000\u6599\u91d1", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:110cde4d94613697456be97ff26908bf9f7bd11a8054a8d623acb1bafbfe36f5

from edgestudio.tools import edge_tool


@edge_tool(description="\u898b\u7a4d\u3000\u6599\u91d1")
def probe():
    return None
