"""What companion, hardware and web all need, said once; it imports nothing of ours and touches no file or network."""
