import { admins, everybody, type MatrixRow, users } from "./row";

const registrationApi: readonly MatrixRow[] = [
	{
		route: "routes/api.registration.form",
		what: "what the form offers",
		method: "GET",
		path: () => "/api/registration/form",
		expected: everybody(200),
	},
	{
		route: "routes/api.registration._index",
		what: "own entry",
		method: "GET",
		path: () => "/api/registration",
		expected: { ...users(200), admin: 404 },
	},
	{
		route: "routes/api.registration._index",
		what: "enter with nothing filled in",
		method: "POST",
		path: () => "/api/registration",
		body: () => ({}),
		expected: users(400),
	},
	{
		route: "routes/api.registration._index",
		what: "change with nothing filled in",
		method: "PUT",
		path: () => "/api/registration",
		body: () => ({}),
		expected: users(400),
	},
	{
		route: "routes/api.registration.$registrationId._index",
		what: "an entry",
		method: "GET",
		path: ({ registration }) => `/api/registration/${registration.id}`,
		expected: admins(200),
	},
	{
		route: "routes/api.registration.$registrationId._index",
		what: "an entry there is none of",
		method: "GET",
		path: ({ absentId }) => `/api/registration/${absentId}`,
		expected: admins(404),
	},
	{
		route: "routes/api.registration.$registrationId._index",
		what: "change with nothing filled in",
		method: "PUT",
		path: ({ registration }) => `/api/registration/${registration.id}`,
		body: () => ({}),
		expected: admins(400),
	},
	{
		route: "routes/api.registration.$registrationId.quick-actions",
		what: "mark paid",
		method: "PUT",
		path: ({ registration }) => `/api/registration/${registration.id}/quick-actions`,
		body: () => ({ paid: true }),
		expected: admins(200),
	},
	{
		route: "routes/api.registration.$registrationId.quick-actions",
		what: "mark an entry there is none of",
		method: "PUT",
		path: ({ absentId }) => `/api/registration/${absentId}/quick-actions`,
		body: () => ({ paid: true }),
		expected: admins(404),
	},
];

const startingListApi: readonly MatrixRow[] = [
	{
		route: "routes/api.starting-list._index",
		what: "accepted entries",
		method: "GET",
		path: () => "/api/starting-list",
		expected: everybody(200),
	},
	{
		route: "routes/api.starting-list.all",
		what: "every entry",
		method: "GET",
		path: () => "/api/starting-list/all",
		expected: admins(200),
	},
	{
		route: "routes/api.starting-list.export._index",
		what: "every entry as CSV",
		method: "GET",
		path: () => "/api/starting-list/export",
		expected: admins(200),
	},
	{
		route: "routes/api.starting-list.export.seeyou.$classId",
		what: "a class for SeeYou",
		method: "GET",
		path: ({ classId }) => `/api/starting-list/export/seeyou/${classId}`,
		expected: admins(200),
	},
	{
		route: "routes/api.starting-list.export.seeyou.$classId",
		what: "a class there is none of",
		method: "GET",
		path: ({ absentId }) => `/api/starting-list/export/seeyou/${absentId}`,
		expected: admins(404),
	},
];

const registrationPages: readonly MatrixRow[] = [
	{
		route: "routes/registration._index",
		what: "the page",
		method: "GET",
		path: () => "/registration",
		expected: users(200),
	},
	{
		route: "routes/registration._index",
		what: "enter with nothing filled in",
		method: "POST",
		path: () => "/registration",
		body: () => ({ intent: "enter" }),
		expected: users(400),
	},
	{
		route: "routes/registration.$registrationId",
		what: "an entry",
		method: "GET",
		path: ({ registration }) => `/registration/${registration.id}`,
		expected: admins(200),
	},
	{
		route: "routes/registration.$registrationId",
		what: "an entry there is none of",
		method: "GET",
		path: ({ absentId }) => `/registration/${absentId}`,
		expected: admins(404),
	},
	{
		route: "routes/registration.$registrationId",
		what: "change with nothing filled in",
		method: "POST",
		path: ({ registration }) => `/registration/${registration.id}`,
		body: () => ({ intent: "update" }),
		expected: admins(400),
	},
];

const startingListPages: readonly MatrixRow[] = [
	{
		route: "routes/starting-list",
		what: "the page",
		method: "GET",
		path: () => "/starting-list?q=a&sort=name",
		expected: everybody(200),
	},
	{
		route: "routes/starting-list",
		what: "mark paid",
		method: "POST",
		path: () => "/starting-list",
		body: ({ registration }) => ({ intent: "flag", entry: registration.id, paid: "true" }),
		expected: admins(303),
	},
	{
		route: "routes/starting-list",
		what: "agree to a change that nobody has asked for",
		method: "POST",
		path: () => "/starting-list",
		body: ({ registration }) => ({ intent: "accept-change", entry: registration.id, version: "1" }),
		expected: admins(303),
	},
	{
		route: "routes/starting-list_.export",
		what: "every entry as CSV",
		method: "GET",
		path: () => "/starting-list/export",
		expected: admins(200),
	},
	{
		route: "routes/starting-list_.export_.seeyou.$classId",
		what: "a class for SeeYou",
		method: "GET",
		path: ({ classId }) => `/starting-list/export/seeyou/${classId}`,
		expected: admins(200),
	},
	{
		route: "routes/starting-list_.export_.seeyou.$classId",
		what: "a class there is none of",
		method: "GET",
		path: ({ absentId }) => `/starting-list/export/seeyou/${absentId}`,
		expected: admins(404),
	},
	{
		route: "routes/admin_.glider-types",
		what: "the page",
		method: "GET",
		path: () => "/admin/glider-types",
		expected: admins(200),
	},
	{
		route: "routes/admin_.glider-types",
		what: "import without a file",
		method: "POST",
		path: () => "/admin/glider-types",
		body: () => new FormData(),
		expected: admins(400),
	},
];

export const rows: readonly MatrixRow[] = [
	...registrationApi,
	...startingListApi,
	...registrationPages,
	...startingListPages,
];
