"""The fixed subprocess in which tool files are imported and tools are called.

One process serves one request (protocol ``edge.runner.v1``): a JSON document on stdin, one
authenticated frame on file descriptor 3. Nothing here is meant to be imported by tool files.
"""
