# -*- coding: latin-1 -*-
# rule: file_is_utf8
# scenario: a declaration under which a reviewer reads another text than Python
# expect: refused tools_file_import_failed

from edgestudio.tools import edge_tool


@edge_tool
def probe(word: str):
    return None
