"""waitress with budgets: connections that belong to somebody, threads that seats have first, streams without one."""
