import { accountCalls } from "~/lib/accounts/api.server";
import { contentCalls } from "~/lib/content/api.server";
import { dayCalls } from "~/lib/days/api.server";
import { deskCalls } from "~/lib/desk/api.server";
import { entryCalls } from "~/lib/entries/api.server";
import { flightCalls } from "~/lib/flights/api.server";
import type { Call } from "~/lib/http/api-call.server";
import { healthCalls } from "~/lib/operations/api.server";
import { resultCalls } from "~/lib/results/api.server";
import { taskCalls } from "~/lib/tasks/api.server";

/** As they stand in the rooms: each declares its own. */
const declared: readonly Call[] = [
	...healthCalls,
	...accountCalls,
	...contentCalls,
	...entryCalls,
	...dayCalls,
	...taskCalls,
	...flightCalls,
	...deskCalls,
	...resultCalls,
];

/** Every call of the API, by path. */
export const apiCalls: readonly Call[] = [...declared].sort(
	(a, b) => a.path.localeCompare(b.path, "en") || a.method.localeCompare(b.method, "en"),
);

/** A path of the API, as routes write it. */
export interface ApiPath {
	readonly path: string;
	readonly calls: readonly Call[];
}

/** Every path of the API. Of two that fit an address, the one with fewer parameters comes first and holds, as among routes. */
export const apiPaths: readonly ApiPath[] = [...new Set(declared.map(({ route }) => route))]
	.map((path) => ({ path, calls: declared.filter(({ route }) => route === path) }))
	.sort((a, b) => a.path.split(":").length - b.path.split(":").length);
