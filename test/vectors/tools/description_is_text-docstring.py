# rule: description_is_text
# scenario: the first line of a docstring
# expect: accepted
# schema: {"name": "probe", "description": "Look it up.", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:42c3609ab503dc0f6573fc4e29df36011a7034fea1331da7efecc63cbcf58bbd

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    """
    Look it up.

    At length.
    """
    return None
