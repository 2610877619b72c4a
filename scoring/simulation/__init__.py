"""A night that plays itself, for practice and for load: what happens, and the phones that send it."""
