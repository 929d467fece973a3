"""The pages for phones, table screen and host; it reads the table and the rig, and plays only through the table's door."""
