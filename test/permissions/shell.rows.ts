import { everybody, type MatrixRow } from "./row";

export const rows: readonly MatrixRow[] = [
	{ route: "routes/_index", what: "home", method: "GET", path: () => "/", expected: everybody(200) },
	{
		route: "routes/$",
		what: "no page",
		method: "GET",
		path: () => "/nothing/here",
		expected: everybody(404),
	},
	{
		route: "routes/$",
		what: "a form sent to no page",
		method: "POST",
		path: () => "/nothing",
		expected: everybody(404),
	},
	{
		route: "routes/contacts",
		what: "the page",
		method: "GET",
		path: () => "/contacts",
		expected: everybody(200),
	},
	{
		route: "routes/archive",
		what: "the page",
		method: "GET",
		path: () => "/archive",
		expected: everybody(200),
	},
	{
		route: "routes/offline",
		what: "the page",
		method: "GET",
		path: () => "/offline",
		expected: everybody(200),
	},
	{
		route: "routes/manifest[.]webmanifest",
		what: "what an installed app needs",
		method: "GET",
		path: () => "/manifest.webmanifest",
		expected: everybody(200),
	},
];
