"""The build guide: a page a rung, its drawings and what draws them; the running companion uses none of it."""
