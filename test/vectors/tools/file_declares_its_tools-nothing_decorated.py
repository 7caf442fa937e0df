# rule: file_declares_its_tools
# scenario: a function that nobody declared
# expect: refused no_tools_found

def probe(value: int):
    return value
