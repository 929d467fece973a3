"""Counting pieces of about equal size on any fairly even table, without the mat; it never touches a device."""
