import { everybody, type Row, row } from "./row";

export const rows: readonly Row[] = [
	row("GET /", "home", everybody(200)),
	row("GET /nothing/here", "no page", everybody(404)),
	row("POST /nothing", "a form sent to no page", everybody(404)),
	row("GET /contacts", "the page", everybody(200)),
	row("GET /privacy", "the page", everybody(200)),
	row("GET /archive", "the page", everybody(200)),
	row("GET /offline", "the page", everybody(200)),
	row("GET /manifest.webmanifest", "what an installed app needs", everybody(200)),
];
