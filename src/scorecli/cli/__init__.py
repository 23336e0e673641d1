"""The commands: options and exit codes, no rules. Each command is one short module."""
