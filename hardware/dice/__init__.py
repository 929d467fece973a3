"""Reading what dice show in a picture of the mat, from faces that were shown before; it never touches a device."""
