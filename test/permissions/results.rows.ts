import { admins, everybody, type MatrixRow, row } from "./row";

function multipart(fields: Readonly<Record<string, string>>): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	return form;
}

export const rows: readonly MatrixRow[] = [
	row("GET", "routes/admin.results", "the page", "/admin/results", admins(200)),
	row("POST", "routes/admin.results", "fetching without keys", "/admin/results", admins(303), () =>
		multipart({ intent: "sync" }),
	),
	row(
		"POST",
		"routes/admin.results",
		"importing a file with a bad row",
		"/admin/results",
		admins(400),
		({ classId, dayId }) =>
			multipart({
				intent: "import",
				competitionClass: classId,
				day: dayId,
				status: "official",
				replaces: "none",
				text: "name,points\nAdam,many",
			}),
	),
	row(
		"POST",
		"routes/admin.results",
		"following SoaringSpot again",
		"/admin/results",
		admins(303),
		({ absentId }) => multipart({ intent: "follow", competitionClass: absentId, day: absentId }),
	),
	row(
		"POST",
		"routes/admin.results",
		"removing an import that is not there",
		"/admin/results",
		admins(303),
		({ absentId }) => multipart({ intent: "remove", competitionClass: absentId, day: absentId }),
	),
	row(
		"POST",
		"routes/admin.results",
		"an import for an absent class",
		"/admin/results",
		admins(400),
		({ absentId, dayId }) =>
			multipart({
				intent: "import",
				competitionClass: absentId,
				day: dayId,
				status: "official",
				replaces: "none",
				text: "name,points\nAdam,50",
			}),
	),
	row("GET", "routes/results", "the page", "/results", everybody(200)),
	row("GET", "routes/results", "an absent class", "/results?view=total&class={absentId}", everybody(404)),
	row("GET", "routes/api.results.top", "first three", "/api/results/top", everybody(200)),
	row(
		"GET",
		"routes/api.results.total.$classId",
		"a class without a scored day",
		"/api/results/total/{classId}",
		everybody(400),
	),
	row(
		"GET",
		"routes/api.results.total.$classId",
		"an absent class",
		"/api/results/total/{absentId}",
		everybody(404),
	),
	row("GET", "routes/api.results.daily.filters", "filters", "/api/results/daily/filters", everybody(200)),
	row(
		"GET",
		"routes/api.results.daily.$classId.$dayId",
		"a day",
		"/api/results/daily/{classId}/{dayId}",
		everybody(200),
	),
	row(
		"GET",
		"routes/api.results.daily.$classId.$dayId",
		"an absent day",
		"/api/results/daily/{classId}/{absentId}",
		everybody(404),
	),
	row(
		"POST",
		"routes/api.results.daily.$classId.$dayId",
		"another method",
		"/api/results/daily/{classId}/{dayId}",
		everybody(405),
	),
];
