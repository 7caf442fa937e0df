# rule: result_size
# scenario: exactly 65,536 bytes
# expect: accepted
# call: {}
# result_sha256: sha256:fa2572ba734c739461ed8456236d023550afbcd28b8ee8eb283c74e727a3a6d0

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return {"text": "x" * 65_525}
