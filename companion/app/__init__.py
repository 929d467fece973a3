"""The running companion: the one place where table, devices and pages are put together.

`start.py` is the story of a start, `start_plan.py` what it starts with, `conductor.py` the thread between devices and
table, `device_setup/` what the host may see and set of each device. The commands that start it are in `companion.cli`.
"""
