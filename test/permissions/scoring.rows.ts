import { admins, everybody, type MatrixRow, users, type World } from "./row";

const place = ({ dayId, classId }: World) => `/api/scoring/${dayId}/${classId}`;

export const rows: readonly MatrixRow[] = [
	{
		route: "routes/scores.$dayId.$registrationId",
		what: "the score of a flight that was not evaluated",
		method: "GET",
		path: ({ dayId, registration }) => `/scores/${dayId}/${registration.id}`,
		expected: everybody(404),
	},
	{
		route: "routes/admin_.scoring.$day.$class",
		what: "the page",
		method: "GET",
		path: () => "/admin/scoring/2025-07-12/club",
		expected: admins(200),
	},
	{
		route: "routes/admin_.scoring.$day.$class",
		what: "hiding a class that was not scored",
		method: "POST",
		path: () => "/admin/scoring/2025-07-12/club",
		body: () => ({ intent: "hide", reason: "Chyba v úloze" }),
		expected: admins(303),
	},
	{
		route: "routes/protests.$date.$class",
		what: "the page of a competitor, for a class without scores",
		method: "GET",
		path: () => "/protests/2025-07-12/club",
		expected: users(404),
	},
	{
		route: "routes/results_.sheet.$date.$class",
		what: "the sheet of a class without scores",
		method: "GET",
		path: () => "/results/sheet/2025-07-12/club",
		expected: everybody(404),
	},
	{
		route: "routes/results_.sheet.total.$class",
		what: "the total sheet of a class without scores",
		method: "GET",
		path: () => "/results/sheet/total/club",
		expected: everybody(404),
	},
	{
		route: "routes/results_.export.$date.$class[.]csv",
		what: "the table of a class without scores",
		method: "GET",
		path: () => "/results/export/2025-07-12/club.csv",
		expected: everybody(404),
	},
	{
		route: "routes/admin.evaluation",
		what: "a step where nothing is evaluated",
		method: "POST",
		path: () => "/admin/evaluation",
		body: () => ({ returnTo: "/admin" }),
		expected: admins(303),
	},
	{
		route: "routes/api.scoring.$dayId.$classId._index",
		what: "the scores of a class on a day",
		method: "GET",
		path: place,
		expected: everybody(200),
	},
	{
		route: "routes/api.scoring.$dayId.$classId._index",
		what: "hiding a class that was not scored",
		method: "PATCH",
		path: place,
		body: () => ({ published: false, reason: "Chyba v úloze" }),
		expected: admins(404),
	},
	{
		route: "routes/api.scoring.$dayId.$classId.$registrationId",
		what: "a decision about a class without a task",
		method: "PATCH",
		path: (world) => `${place(world)}/${world.registration.id}`,
		body: () => ({ guest: true, reason: "Mimo soutěž" }),
		expected: admins(404),
	},
	{
		route: "routes/api.scoring.$dayId.$classId.$registrationId.analysis",
		what: "the analysis of a flight that was not evaluated",
		method: "GET",
		path: (world) => `${place(world)}/${world.registration.id}/analysis`,
		expected: everybody(404),
	},
];
