"""What people see and touch: the small display and the one button."""
