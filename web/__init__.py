"""The pages for phones, table screen and host; they read table and rig, and play only through the table's door."""
