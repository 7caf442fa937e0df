"""Custom tools: ``keryx.tools.custom``."""
