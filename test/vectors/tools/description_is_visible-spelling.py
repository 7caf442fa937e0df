# rule: description_is_visible
# scenario: a joiner in an emoji and a non-joiner in a word
# expect: accepted
# schema: {"name": "probe", "description": "Burns \u2764\ufe0f\u200d\ud83d\udd25 \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645.", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:0e262897024b8cab2dd1b8dd1a0540b1c07681cd2900827a8865ad37173d0b2a

from edgestudio.tools import edge_tool


@edge_tool(
    description="Burns \u2764\ufe0f\u200d\U0001f525 \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645."
)
def probe():
    return None
