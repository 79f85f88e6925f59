import { goodPassword } from "~test/support/accounts";
import { entryBody } from "~test/support/entries";
import { uploadBody } from "~test/support/igc";
import { further, type Input, type Plan } from "../ask";
import type { World } from "../season";

const host = "2024.localhost";
const at = (call: string, ...inputs: readonly Input[]) =>
	further(
		call,
		...inputs.map((input) => ({ host, by: ["anonymous", "pilot", "other edition"] as const, ...input })),
	);

/** An edition that is over, on a host of its own. */
export function reads({ before: { dayId, classId, registrationId } }: World): Plan[] {
	const what = "the year before";
	return [
		...[
			"GET /api/auth/user",
			"GET /api/users",
			"GET /api/days",
			"GET /api/news",
			"GET /api/documents",
			"GET /api/starting-list",
			"GET /api/starting-list/all",
			"GET /api/igc/form",
			"GET /api/results/top",
			"GET /api/results/daily/filters",
		].map((call) => at(call, { what })),
		at("GET /api/results/total/{classId}", { what, params: [classId] }),
		at("GET /api/results/daily/{classId}/{dayId}", { what, params: [classId, dayId] }),
		at("GET /api/scoring/{dayId}/{classId}", { what, params: [dayId, classId] }),
		at("GET /api/competitorstatuses/{id}", { what, params: [dayId] }),
		at("GET /api/registration/{registrationId}", { what, params: [registrationId] }),
	];
}

export function writes({ before: { dayId, registrationId }, ids }: World): Plan[] {
	const what = "the year before";
	const account = { name: "Hana", surname: "Loňská", email: "hana@example.com", password: goodPassword };
	return [
		at("POST /api/users", { what, json: account }),
		at("POST /api/registration", { what, json: entryBody(ids) }),
		at("PUT /api/days/{dayId}", { what, params: [dayId], json: { task: "NO_TASK" } }),
		at("POST /api/igc", { what, form: () => uploadBody(registrationId, dayId) }),
	];
}
