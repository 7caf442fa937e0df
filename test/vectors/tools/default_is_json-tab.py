# rule: default_is_json
# scenario: a control character in a value is escaped wherever it is shown
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "string", "default": "\t"}}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:7391f36f671f75a694e07c519e82745cd32b14eb3ee4e38105bdd2605246b571

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: str = "\t"):
    return None
