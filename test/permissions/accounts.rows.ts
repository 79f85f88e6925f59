import { everybody, type MatrixRow } from "./row";

/** Login, accounts and the local mailbox. */
export const rows: readonly MatrixRow[] = [
	{ route: "routes/login", what: "the page", method: "GET", path: () => "/login", expected: everybody(200) },
	{
		route: "routes/dev.mail",
		what: "the local mailbox",
		method: "GET",
		path: () => "/dev/mail",
		expected: everybody(200),
	},
	{
		route: "routes/dev.mail[.]json",
		what: "the local mailbox for tests",
		method: "GET",
		path: () => "/dev/mail.json",
		expected: everybody(200),
	},
];
