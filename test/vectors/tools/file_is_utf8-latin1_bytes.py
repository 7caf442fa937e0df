# rule: file_is_utf8
# scenario: bytes that are not UTF-8
# expect: refused tools_file_import_failed

from edgestudio.tools import edge_tool


@edge_tool
def probe(word: str = "café"):
    return None
