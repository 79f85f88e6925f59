import { everybody, type MatrixRow, row } from "./row";

export const rows: readonly MatrixRow[] = [
	row("GET", "routes/_index", "home", "/", everybody(200)),
	row("GET", "routes/$", "no page", "/nothing/here", everybody(404)),
	row("POST", "routes/$", "a form sent to no page", "/nothing", everybody(404)),
	row("GET", "routes/contacts", "the page", "/contacts", everybody(200)),
	row("GET", "routes/archive", "the page", "/archive", everybody(200)),
	row("GET", "routes/offline", "the page", "/offline", everybody(200)),
	row(
		"GET",
		"routes/manifest[.]webmanifest",
		"what an installed app needs",
		"/manifest.webmanifest",
		everybody(200),
	),
];
