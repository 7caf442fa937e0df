# rule: file_declares_its_tools
# scenario: tools of another file alone
# expect: refused no_tools_found

from _theirs import theirs

thers = theirs
