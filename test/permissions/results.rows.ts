import { filledIn } from "~test/support/filled-in";
import { admins, everybody, type Row, row, type World } from "./row";

const multipart = (fields: Readonly<Record<string, string>>) => (world: World) => {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.set(name, filledIn(value, world));
	return form;
};

export const rows: readonly Row[] = [
	row("GET /admin/results", "the address of before", everybody(301)),
	row("POST /admin/scoring", "fetching without keys", admins(303, "scoring"), multipart({ intent: "sync" })),
	row(
		"POST /admin/scoring",
		"importing a file with a bad row",
		admins(400, "scoring"),
		multipart({
			intent: "import",
			competitionClass: "{classId}",
			day: "{dayId}",
			status: "official",
			replaces: "none",
			text: "name,points\nAdam,many",
		}),
	),
	row(
		"POST /admin/scoring",
		"following SoaringSpot again",
		admins(303, "scoring"),
		multipart({ intent: "follow", competitionClass: "{absentId}", day: "{absentId}" }),
	),
	row(
		"POST /admin/scoring",
		"removing an import that is not there",
		admins(303, "scoring"),
		multipart({ intent: "remove", competitionClass: "{absentId}", day: "{absentId}" }),
	),
	row(
		"POST /admin/scoring",
		"an import for an absent class",
		admins(400, "scoring"),
		multipart({
			intent: "import",
			competitionClass: "{absentId}",
			day: "{dayId}",
			status: "official",
			replaces: "none",
			text: "name,points\nAdam,50",
		}),
	),
	row("GET /results", "the page", everybody(200)),
	row("GET /results?view=total&class={absentId}", "an absent class", everybody(404)),
	row("GET /api/results/top", "first three", everybody(200)),
	row("GET /api/results/total/{classId}", "a class without a scored day", everybody(400)),
	row("GET /api/results/total/{absentId}", "an absent class", everybody(404)),
	row("GET /api/results/daily/filters", "filters", everybody(200)),
	row("GET /api/results/daily/{classId}/{dayId}", "a day", everybody(200)),
	row("GET /api/results/daily/{classId}/{absentId}", "an absent day", everybody(404)),
	row("POST /api/results/daily/{classId}/{dayId}", "another method", everybody(405)),
];
