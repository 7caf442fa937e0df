# rule: tool_returns_normally
# scenario: an exit that says success
# expect: refused tool_execution_failed
# call: {}

import sys

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    sys.exit(0)
