"""The result of an audit, shown: as text for people, as JSON for programs."""
