import { everybody, type Row, row } from "./row";

export const rows: readonly Row[] = [
	row("GET /api", "health", everybody(200)),
	row("POST /api", "another method", everybody(405)),
	row("GET /api/health", "health for a monitor", everybody(200)),
	row("GET /api/nothing", "a path there is none of", everybody(404)),
	row("GET /api/openapi.json", "the description for programs", everybody(200)),
	row("GET /api/docs", "the description for people", everybody(200)),
];
