# rule: result_size
# scenario: 65,536 bytes that take three times as much in ASCII
# expect: accepted
# call: {}
# result_sha256: sha256:647ad859df2f7db505ef669a39d73b916d17319a53f9181eaa0712fb30af8997

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return {"text": "é" * 32_762 + "x"}
