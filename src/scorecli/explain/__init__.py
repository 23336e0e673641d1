"""What each finding code means: a catalogue with an example and a near miss for each."""
