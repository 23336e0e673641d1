"""What happens at any table: seats, tricks, legality, piles."""
