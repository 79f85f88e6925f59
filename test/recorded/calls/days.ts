import { further, type Input, type Plan, plan } from "../ask";
import type { World } from "../season";

const anonymous = { by: ["anonymous"] } as const;

/** An input for each day. */
const ofDays = ({ days }: World, rest: Partial<Input> = {}): Input[] =>
	days.map(({ id, name, date }) => ({ what: `${name}, ${date}`, params: [id], ...rest }));

export function reads(world: World): Plan[] {
	return [
		plan("GET /api/days", { what: "the days" }),
		plan("GET /api/competitorstatuses/{id}", ...ofDays(world)),
		plan("GET /api/tracking/{dayId}", ...ofDays(world)),
		plan("GET /api/desk/{dayId}", ...ofDays(world)),
	];
}

export function writes({ day, ids, statuses }: World): Plan[] {
	const by = ["organiser"] as const;
	const taskUrl = "https://tasks.example.com/anew.cup";
	return [
		plan("POST /api/days", { what: "a day", json: { name: "Den 10", date: "2025-07-21", task: "TASK" } }),
		further("POST /api/days", {
			what: "a date that is taken",
			json: { name: "Den 1", date: "2025-07-12" },
			by,
		}),
		plan("PUT /api/days/{dayId}", { what: "a task", params: [day(18)], json: { task: "TASK" } }),
		further(
			"PUT /api/days/{dayId}",
			{ what: "a mail to all", params: [day(18)], json: { task: "TASK", email: true }, by },
			{ what: "email a word", params: [day(18)], json: { task: "TASK", email: "x" }, by },
			{ what: "cancelled", params: [day(18)], json: { task: "TASK_CANCELLED" }, by },
			{ what: "a stale version", params: [day(18)], json: { task: "TASK", version: 1 }, by },
			{ what: "a day with official results", params: [day(14)], json: { task: "NO_TASK" }, by },
			{
				what: "days after the end",
				params: [day(18)],
				json: { task: "TASK" },
				clock: "2025-07-30T10:00:00Z",
				by,
			},
		),
		plan("POST /api/competitorstatuses", { what: "a day without any", json: { day: day(18) } }),
		further("POST /api/competitorstatuses", { what: "a day again", json: { day: day(17) }, by }),
		plan("PUT /api/competitorstatuses/{id}", {
			what: "home",
			params: [statuses[0] ?? ""],
			json: { status: "HOME" },
		}),
		further(
			"PUT /api/competitorstatuses/{id}",
			...["FLYING", "OUTLANDING", "DNF", "AWAY", "", null].map((status) => ({
				what: `the status ${JSON.stringify(status)}`,
				params: [statuses[1] ?? ""],
				json: { status },
				by,
			})),
		),
		further("GET /api/competitorstatuses/{id}", {
			what: "after the changes",
			params: [day(17)],
			...anonymous,
		}),
		plan("POST /api/tracking/{dayId}/{classId}", {
			what: "a new address",
			params: [day(18), ids.club],
			json: { taskUrl },
		}),
		further(
			"POST /api/tracking/{dayId}/{classId}",
			{ what: "another address", params: [day(18), ids.club], json: { taskUrl: `${taskUrl}?2` }, by },
			{
				what: "no address of the web",
				params: [day(18), ids.club],
				json: { taskUrl: "ftp://example.com" },
				by,
			},
		),
		further("GET /api/tracking/{dayId}", { what: "after the changes", params: [day(18)], ...anonymous }),
		plan("DELETE /api/tracking/{dayId}/{classId}", { what: "an address", params: [day(18), ids.club] }),
		further("DELETE /api/tracking/{dayId}/{classId}", {
			what: "the address again",
			params: [day(18), ids.club],
			by,
		}),
		further("GET /api/days", { what: "after the changes", ...anonymous }),
	];
}
