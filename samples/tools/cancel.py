from pathlib import Path
from edgestudio.tools import edge_tool

@edge_tool(
    description="Cancel an order for good.",
    execution_level="commit",
    return_direct=True,
    output_schema={
        "type": "object",
        "properties": {
            "order_id": {"type": "string"},
            "status": {"type": "string", "enum": ["cancelled"]},
        },
        "required": ["order_id", "status"],
        "additionalProperties": False,
    },
)
def cancel_order(order_id: str) -> dict:
    with Path("cancelled.txt").open("a") as record:
        record.write(f"{order_id}\n")
    return {"order_id": order_id, "status": "cancelled"}
