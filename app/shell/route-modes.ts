/**
 * How each page reaches the browser. A reading page is plain HTML for visitors, cached at the edge and without
 * React; an interactive one hydrates. What visitors see of a page with a form hydrates when they begin to use it. For somebody
 * logged in every page is interactive and none is cached. Keys are route ids without "routes/".
 */
export const routeModes = {
	_index: "reading",
	news: "reading",
	"starting-list": "reading",
	statuses: "reading",
	results: "reading",
	documents: "reading",
	contacts: "reading",
	archive: "reading",
	$: "reading",
	offline: "reading",
	login: "form",
	signup: "form",
	"password-reset": "form",
	"user-profile": "form",
	"user-profile_.erase": "interactive",
	"change-password": "form",
	"registration._index": "form",
	"registration.$registrationId": "interactive",
	"igc._index": "interactive",
	"igc.$igcFileId": "reading",
	"competition-days": "interactive",
	users: "interactive",
	"admin._index": "interactive",
	"admin.mail": "interactive",
	"admin.audit": "interactive",
	"admin.results": "interactive",
} as const satisfies Record<string, "reading" | "form" | "interactive">;

export type RouteMode = (typeof routeModes)[keyof typeof routeModes];

/** The mode of a page by the id of its route; what is not in the table hydrates. */
export function modeOf(routeId: string): RouteMode {
	const modes: Readonly<Record<string, RouteMode>> = routeModes;
	return modes[routeId.replace(/^routes\//, "")] ?? "interactive";
}
