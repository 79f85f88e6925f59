import { everybody, type MatrixRow, row } from "./row";

export const rows: readonly MatrixRow[] = [
	row("GET", "routes/api._index", "health", "/api", everybody(200)),
	row("POST", "routes/api._index", "another method", "/api", everybody(405)),
	row("GET", "routes/api.health", "health for a monitor", "/api/health", everybody(200)),
	row("GET", "routes/api.$", "a path there is none of", "/api/nothing", everybody(404)),
	row(
		"GET",
		"routes/api.openapi[.]json",
		"the description for programs",
		"/api/openapi.json",
		everybody(200),
	),
	row("GET", "routes/api.docs", "the description for people", "/api/docs", everybody(200)),
];
