import { admins, everybody, type Row, row, users } from "./row";

export const rows: readonly Row[] = [
	row(
		"GET /scores/{dayId}/{registration.id}",
		"the score of a flight that was not evaluated",
		everybody(404),
	),
	row("GET /admin/scoring", "the list of desks", admins(200, "scoring")),
	row("GET /admin/scoring/2025-07-12/club", "the page", admins(200, "scoring")),
	row("POST /admin/scoring/2025-07-12/club", "hiding a class that was not scored", admins(303, "scoring"), {
		intent: "hide",
		reason: "Chyba v úloze",
	}),
	row(
		"POST /admin/scoring/2025-07-12/club",
		"the deposit of a protest that nobody filed",
		admins(303, "scoring"),
		{
			intent: "paid",
			protest: "nothing",
		},
	),
	row(
		"POST /admin/scoring/2025-07-12/club",
		"no penalty for findings of a class that was not scored",
		admins(303, "scoring"),
		{
			intent: "waiveAll",
			seen: "{absentId} startHigh/0/1/=5",
		},
	),
	row(
		"POST /admin/scoring/2025-07-12/club",
		"the exchange of logs of a class that was not scored",
		admins(303, "scoring"),
		{
			intent: "exchange",
			registrationId: "{absentId}",
			log: "{absentId}",
			shift: "0",
		},
	),
	row(
		"POST /admin/scoring/2025-07-12/club",
		"the logs of a class that was not scored are right",
		admins(303, "scoring"),
		{
			intent: "rightLogs",
			registrationId: "{absentId}",
			log: "{absentId}",
			shift: "0",
		},
	),
	row(
		"POST /admin/scoring/2025-07-12/club",
		"the clock of a log of a class that was not scored",
		admins(303, "scoring"),
		{
			intent: "setClock",
			registrationId: "{absentId}",
			log: "{absentId}",
			shift: "3600",
		},
	),
	row("GET /protests/2025-07-12/club", "the page of a competitor, for a class without scores", users(404)),
	row("GET /results/sheet/2025-07-12/club", "the sheet of a class without scores", everybody(404)),
	row("GET /results/sheet/total/club", "the total sheet of a class without scores", everybody(404)),
	row("GET /results/export/2025-07-12/club.csv", "the table of a class without scores", everybody(404)),
	row(
		"GET /results/export/soaring-spot/2025-07-12/club.csv",
		"the official table of a class without scores",
		everybody(404),
	),
	row("GET /results/export/total/club.csv", "the total of a class without scores", everybody(404)),
	row("GET /results/export/ranking/club.csv", "the ranking list of a class without scores", admins(404)),
	row("POST /admin/evaluation", "a step where nothing is evaluated", admins(303, "scoring"), {
		returnTo: "/admin",
	}),
	row("GET /api/scoring/{dayId}/{classId}", "the scores of a class on a day", everybody(200)),
	row("PATCH /api/scoring/{dayId}/{classId}", "hiding a class that was not scored", admins(404, "scoring"), {
		published: false,
		reason: "Chyba v úloze",
	}),
	row(
		"PATCH /api/scoring/{dayId}/{classId}/{registration.id}",
		"a decision about a class without a task",
		admins(404, "scoring"),
		{ guest: true, reason: "Mimo soutěž" },
	),
	row(
		"GET /api/scoring/{dayId}/{classId}/{registration.id}/analysis",
		"the analysis of a flight that was not evaluated",
		everybody(404),
	),
	row("GET /compare?a=nothing&b=nothing", "flights that nobody has sent", everybody(404)),
];
