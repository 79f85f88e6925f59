import { admins, everybody, type MatrixRow, row, users } from "./row";

const registrationApi: readonly MatrixRow[] = [
	row(
		"GET",
		"routes/api.registration.form",
		"what the form offers",
		"/api/registration/form",
		everybody(200),
	),
	row("GET", "routes/api.registration._index", "own entry", "/api/registration", {
		...users(200),
		admin: 404,
	}),
	row(
		"POST",
		"routes/api.registration._index",
		"enter with nothing filled in",
		"/api/registration",
		users(400),
		{},
	),
	row(
		"PUT",
		"routes/api.registration._index",
		"change with nothing filled in",
		"/api/registration",
		users(400),
		{},
	),
	row(
		"GET",
		"routes/api.registration.$registrationId._index",
		"an entry",
		"/api/registration/{registration.id}",
		admins(200),
	),
	row(
		"GET",
		"routes/api.registration.$registrationId._index",
		"an entry there is none of",
		"/api/registration/{absentId}",
		admins(404),
	),
	row(
		"PUT",
		"routes/api.registration.$registrationId._index",
		"change with nothing filled in",
		"/api/registration/{registration.id}",
		admins(400),
		{},
	),
	row(
		"PUT",
		"routes/api.registration.$registrationId.quick-actions",
		"mark paid",
		"/api/registration/{registration.id}/quick-actions",
		admins(200),
		{ paid: true },
	),
	row(
		"PUT",
		"routes/api.registration.$registrationId.quick-actions",
		"mark an entry there is none of",
		"/api/registration/{absentId}/quick-actions",
		admins(404),
		{ paid: true },
	),
];

const startingListApi: readonly MatrixRow[] = [
	row("GET", "routes/api.starting-list._index", "accepted entries", "/api/starting-list", everybody(200)),
	row("GET", "routes/api.starting-list.all", "every entry", "/api/starting-list/all", admins(200)),
	row(
		"GET",
		"routes/api.starting-list.export._index",
		"every entry as CSV",
		"/api/starting-list/export",
		admins(200),
	),
	row(
		"GET",
		"routes/api.starting-list.export.seeyou.$classId",
		"a class for SeeYou",
		"/api/starting-list/export/seeyou/{classId}",
		admins(200),
	),
	row(
		"GET",
		"routes/api.starting-list.export.seeyou.$classId",
		"a class there is none of",
		"/api/starting-list/export/seeyou/{absentId}",
		admins(404),
	),
];

const registrationPages: readonly MatrixRow[] = [
	row("GET", "routes/registration._index", "the page", "/registration", users(200)),
	row("POST", "routes/registration._index", "enter with nothing filled in", "/registration", users(400), {
		intent: "enter",
	}),
	row(
		"GET",
		"routes/registration.$registrationId",
		"an entry",
		"/registration/{registration.id}",
		admins(200),
	),
	row(
		"GET",
		"routes/registration.$registrationId",
		"an entry there is none of",
		"/registration/{absentId}",
		admins(404),
	),
	row(
		"POST",
		"routes/registration.$registrationId",
		"change with nothing filled in",
		"/registration/{registration.id}",
		admins(400),
		{ intent: "update" },
	),
];

const startingListPages: readonly MatrixRow[] = [
	row("GET", "routes/starting-list", "the page", "/starting-list?q=a&sort=name", everybody(200)),
	row("POST", "routes/starting-list", "mark paid", "/starting-list", admins(303), ({ registration }) => ({
		intent: "flag",
		entry: registration.id,
		paid: "true",
	})),
	row(
		"POST",
		"routes/starting-list",
		"agree to a change that nobody has asked for",
		"/starting-list",
		admins(303),
		({ registration }) => ({ intent: "accept-change", entry: registration.id, version: "1" }),
	),
	row("GET", "routes/starting-list_.export", "every entry as CSV", "/starting-list/export", admins(200)),
	row(
		"GET",
		"routes/starting-list_.export_.seeyou.$classId",
		"a class for SeeYou",
		"/starting-list/export/seeyou/{classId}",
		admins(200),
	),
	row(
		"GET",
		"routes/starting-list_.export_.seeyou.$classId",
		"a class there is none of",
		"/starting-list/export/seeyou/{absentId}",
		admins(404),
	),
	row("GET", "routes/admin_.glider-types", "the page", "/admin/glider-types", admins(200)),
	row(
		"POST",
		"routes/admin_.glider-types",
		"import without a file",
		"/admin/glider-types",
		admins(400),
		() => new FormData(),
	),
];

export const rows: readonly MatrixRow[] = [
	...registrationApi,
	...startingListApi,
	...registrationPages,
	...startingListPages,
];
