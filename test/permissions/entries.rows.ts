import { admins, everybody, type Row, row, those, users } from "./row";

const registrationApi: readonly Row[] = [
	row("GET /api/registration/form", "what the form offers", everybody(200)),
	row("GET /api/registration", "own entry", { ...users(200), ...those("overview", 404), admin: 404 }),
	row("POST /api/registration", "enter with nothing filled in", users(400), {}),
	row("PUT /api/registration", "change with nothing filled in", users(400), {}),
	row("GET /api/registration/{registration.id}", "an entry", admins(200)),
	row("GET /api/registration/{absentId}", "an entry there is none of", admins(404)),
	row("PUT /api/registration/{registration.id}", "change with nothing filled in", admins(400), {}),
	row("PUT /api/registration/{registration.id}/quick-actions", "mark paid", admins(200), { paid: true }),
	row("PUT /api/registration/{absentId}/quick-actions", "mark an entry there is none of", admins(404), {
		paid: true,
	}),
];

const startingListApi: readonly Row[] = [
	row("GET /api/starting-list", "accepted entries", everybody(200)),
	row("GET /api/starting-list?isFinal=true", "the list as it will be final", everybody(200)),
	row("GET /api/starting-list/all", "every entry", admins(200)),
	row("GET /api/starting-list/export", "every entry as CSV", admins(200)),
	row("GET /api/starting-list/export/seeyou/{classId}", "a class for SeeYou", admins(200)),
	row("GET /api/starting-list/export/seeyou/{absentId}", "a class there is none of", admins(404)),
];

const registrationPages: readonly Row[] = [
	row("GET /registration", "the page", users(200)),
	row("POST /registration", "enter with nothing filled in", users(400), { intent: "enter" }),
	row("GET /registration/{registration.id}", "an entry", admins(200)),
	row("GET /registration/{absentId}", "an entry there is none of", admins(404)),
	row("POST /registration/{registration.id}", "change with nothing filled in", admins(400), {
		intent: "update",
	}),
	row("POST /registration/{registration.id}", "disqualify from the competition", admins(303), {
		intent: "disqualify",
		from: "2025-07-15",
		reason: "Let v oblacích",
	}),
];

const startingListPages: readonly Row[] = [
	row("GET /starting-list?q=a&sort=name", "the page", everybody(200)),
	row("POST /starting-list", "mark paid", admins(303, "payments"), {
		intent: "flag",
		entry: "{registration.id}",
		paid: "true",
	}),
	row("POST /starting-list", "mark paid and accepted", admins(303), {
		intent: "flag",
		entry: "{registration.id}",
		paid: "true",
		accepted: "true",
	}),
	row("GET /starting-list?view=owing", "who owes what, or the list", everybody(200)),
	row("POST /starting-list", "agree to a change that nobody has asked for", admins(303), {
		intent: "accept-change",
		entry: "{registration.id}",
		version: "1",
	}),
	row("GET /starting-list/export", "every entry as CSV", admins(200)),
	row("GET /starting-list/export/seeyou/{classId}", "a class for SeeYou", admins(200)),
	row("GET /starting-list/export/seeyou/{absentId}", "a class there is none of", admins(404)),
	row("GET /admin/payments", "who has paid what", admins(200, "payments")),
	row("GET /admin/payments/{registration.id}", "the payments of an entry", admins(200, "payments")),
	row("POST /admin/payments/{registration.id}", "enter nothing", admins(400, "payments"), {}),
	row("GET /admin/payments/export", "balances as CSV", admins(200, "payments")),
	row("GET /registration/payment.png", "the code of the own payment", {
		...users(404),
		pilot: 200,
		otherPilot: 200,
	}),
	row("GET /admin/places", "the page", admins(200)),
	row("POST /admin/places", "let an entry wait", admins(303), {
		entry: "{registration.id}",
		place: "waits",
	}),
	row("POST /admin/places", "apply a list that nobody has seen", admins(303), { intent: "apply" }),
	row("GET /admin/ranking", "the page", admins(200)),
	row("POST /admin/ranking", "save positions that have changed", admins(303), { seen: "" }),
	row("GET /admin/ranking-numbers", "the page", admins(200)),
	row("POST /admin/ranking-numbers", "look up nobody", admins(303), { intent: "look-up" }),
	row("GET /admin/glider-types", "the page", admins(200)),
	row("POST /admin/glider-types", "import without a file", admins(400), () => new FormData()),
];

export const rows: readonly Row[] = [
	...registrationApi,
	...startingListApi,
	...registrationPages,
	...startingListPages,
];
