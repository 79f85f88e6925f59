import { admins, everybody, type MatrixRow } from "./row";

function multipart(fields: Readonly<Record<string, string>>): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	return form;
}

export const rows: readonly MatrixRow[] = [
	{
		route: "routes/admin.results",
		what: "the page",
		method: "GET",
		path: () => "/admin/results",
		expected: admins(200),
	},
	{
		route: "routes/admin.results",
		what: "fetching without keys",
		method: "POST",
		path: () => "/admin/results",
		body: () => multipart({ intent: "sync" }),
		expected: admins(303),
	},
	{
		route: "routes/admin.results",
		what: "importing a file with a bad row",
		method: "POST",
		path: () => "/admin/results",
		body: ({ classId, dayId }) =>
			multipart({
				intent: "import",
				competitionClass: classId,
				day: dayId,
				status: "official",
				replaces: "none",
				text: "name,points\nAdam,many",
			}),
		expected: admins(400),
	},
	{
		route: "routes/admin.results",
		what: "following SoaringSpot again",
		method: "POST",
		path: () => "/admin/results",
		body: ({ absentId }) => multipart({ intent: "follow", competitionClass: absentId, day: absentId }),
		expected: admins(303),
	},
	{
		route: "routes/admin.results",
		what: "an import for an absent class",
		method: "POST",
		path: () => "/admin/results",
		body: ({ absentId, dayId }) =>
			multipart({
				intent: "import",
				competitionClass: absentId,
				day: dayId,
				status: "official",
				replaces: "none",
				text: "name,points\nAdam,50",
			}),
		expected: admins(400),
	},
	{
		route: "routes/results",
		what: "the page",
		method: "GET",
		path: () => "/results",
		expected: everybody(200),
	},
	{
		route: "routes/results",
		what: "an absent class",
		method: "GET",
		path: ({ absentId }) => `/results?view=total&class=${absentId}`,
		expected: everybody(404),
	},
	{
		route: "routes/api.results.top",
		what: "first three",
		method: "GET",
		path: () => "/api/results/top",
		expected: everybody(200),
	},
	{
		route: "routes/api.results.total.$classId",
		what: "a class without a scored day",
		method: "GET",
		path: ({ classId }) => `/api/results/total/${classId}`,
		expected: everybody(400),
	},
	{
		route: "routes/api.results.total.$classId",
		what: "an absent class",
		method: "GET",
		path: ({ absentId }) => `/api/results/total/${absentId}`,
		expected: everybody(404),
	},
	{
		route: "routes/api.results.daily.filters",
		what: "filters",
		method: "GET",
		path: () => "/api/results/daily/filters",
		expected: everybody(200),
	},
	{
		route: "routes/api.results.daily.$classId.$dayId",
		what: "a day",
		method: "GET",
		path: ({ classId, dayId }) => `/api/results/daily/${classId}/${dayId}`,
		expected: everybody(200),
	},
	{
		route: "routes/api.results.daily.$classId.$dayId",
		what: "an absent day",
		method: "GET",
		path: ({ classId, absentId }) => `/api/results/daily/${classId}/${absentId}`,
		expected: everybody(404),
	},
	{
		route: "routes/api.results.daily.$classId.$dayId",
		what: "another method",
		method: "POST",
		path: ({ classId, dayId }) => `/api/results/daily/${classId}/${dayId}`,
		expected: everybody(405),
	},
];
