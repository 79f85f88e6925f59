import { rows as accounts } from "./visible-changes/accounts.rows";
import type { VisibleChange } from "./visible-changes/changed-world";
import { rows as content } from "./visible-changes/content.rows";
import { rows as days } from "./visible-changes/days.rows";
import { rows as entries } from "./visible-changes/entries.rows";
import { rows as flights } from "./visible-changes/flights.rows";
import { rows as results } from "./visible-changes/results.rows";
import { rows as tasks } from "./visible-changes/tasks.rows";

/** All kinds of visible changes, in an order in which each finds what it needs. */
export const visibleChanges: readonly VisibleChange[] = [
	...entries,
	...content,
	...days,
	...tasks,
	...flights,
	...results,
	...accounts,
];
