"""The hand record: its shape, its reader and its canonical writer."""
