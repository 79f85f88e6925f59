/** The routes by which somebody comes in: on the host of a draft they answer everybody. */
const doors: ReadonlySet<string> = new Set([
	"/invitation/:invitationId",
	"/login",
	"/login/code",
	"/logout",
	"/second-factor",
	"/second-factor/passkeys",
	"/api/auth",
]);

/** @param route pattern of a route, or path of a call of the API */
export function isDoor(route: string): boolean {
	return doors.has(route);
}
