# rule: output_schema_keywords
# scenario: the bounds there are
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": {"type": "object", "properties": {"a": {"type": "string", "minLength": 1, "maxLength": 9}, "b": {"type": "number", "minimum": 0, "exclusiveMaximum": 1}, "c": {"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 2}}, "required": [], "additionalProperties": false}}
# schema_sha256: sha256:3c19026c43b17443ac305e78d2fa15cf18f644629c6b56cc32c47f3aede9764f

from edgestudio.tools import edge_tool


@edge_tool(
    output_schema={
        "type": "object",
        "properties": {
            "a": {"type": "string", "minLength": 1, "maxLength": 9},
            "b": {"type": "number", "minimum": 0, "exclusiveMaximum": 1},
            "c": {
                "type": "array",
                "items": {"type": "integer"},
                "minItems": 1,
                "maxItems": 2,
            },
        },
        "required": [],
        "additionalProperties": False,
    }
)
def probe():
    return None
