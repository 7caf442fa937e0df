# rule: literal_is_visible
# scenario: letters, spaces, quotes and an emoji
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "string", "enum": ["caf\u00e9 au lait", "say \"hi\" \\", "\ud83d\ude00"]}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:5aa9dabac76766032f1f3ef5cd6a021efe08b8668b2f0fe50e96197fc9e01b10

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal["café au lait", 'say "hi" \\', "😀"]):
    return None
