import { everybody, type MatrixRow } from "./row";

export const rows: readonly MatrixRow[] = [
	{ route: "routes/api._index", what: "health", method: "GET", path: () => "/api", expected: everybody(200) },
	{
		route: "routes/api._index",
		what: "another method",
		method: "POST",
		path: () => "/api",
		expected: everybody(405),
	},
	{
		route: "routes/api.health",
		what: "health for a monitor",
		method: "GET",
		path: () => "/api/health",
		expected: everybody(200),
	},
	{
		route: "routes/api.$",
		what: "a path there is none of",
		method: "GET",
		path: () => "/api/nothing",
		expected: everybody(404),
	},
	{
		route: "routes/api.openapi[.]json",
		what: "the description for programs",
		method: "GET",
		path: () => "/api/openapi.json",
		expected: everybody(200),
	},
	{
		route: "routes/api.docs",
		what: "the description for people",
		method: "GET",
		path: () => "/api/docs",
		expected: everybody(200),
	},
];
