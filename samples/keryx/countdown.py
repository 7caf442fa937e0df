"""How many days until the dates in countdown.toml, beside this file."""

import datetime as dt
import tomllib
from pathlib import Path

from keryx.tools.custom import custom_tool

DATES = Path(__file__).with_suffix(".toml")


@custom_tool(
    description=(
        "How many days until one of the owner's dates: a trip, a deadline, a birthday. "
        "Use it when they ask how long it is until one of them. Say the number of days "
        "in one sentence; do not read the date back unless they ask for it."
    ),
    parameters={
        "type": "object",
        "properties": {
            "event": {
                "type": "string",
                "description": "The date they asked about, in their words, e.g. 'the trip'.",
            },
        },
        "required": ["event"],
    },
)
def days_until(ctx, args):
    dates = tomllib.loads(DATES.read_text(encoding="utf-8"))
    wanted = str(args.get("event", "")).strip().lower()
    for name, day in dates.items():
        if wanted and (name.lower() in wanted or wanted in name.lower()):
            return {"event": name, "days": (day - dt.date.today()).days}
    return {"error": f"There is no date called {wanted}. I know: {', '.join(dates)}."}
