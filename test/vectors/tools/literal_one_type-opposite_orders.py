# rule: literal_one_type
# scenario: one set of words in two orders, a third in another file, is one enum
# expect: accepted
# schema: {"name": "first", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": ["string", "null"], "enum": ["basic", "pro", null]}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:2cedc40a3d66427c56bc5b740a947040a5210b6130be501f554b7136a22a697d
# schema: {"name": "second", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": ["string", "null"], "enum": ["basic", "pro", null]}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:f977d4c876ce5b0f7673f949dc68dba4317c5281bcc97d47da28ab48b1d54081

from typing import Literal, Optional

import _hints
from edgestudio.tools import edge_tool

assert _hints.Turned


@edge_tool
def first(value: Optional[Literal["pro", "basic"]]):
    return None


@edge_tool
def second(value: Optional[Literal["basic", "pro"]]):
    return None
