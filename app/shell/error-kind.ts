import { isRouteErrorResponse } from "@remix-run/react";
import type { LostConnection } from "~/browser/lost-links";

/** By name: a page loads the class after React. */
const lostConnection: LostConnection["name"] = "LostConnection";

/** The texts of a failed page. */
export function errorKind(
	error: unknown,
): "login" | "forbidden" | "notFound" | "refused" | "offline" | "failed" {
	if (error instanceof Error && error.name === lostConnection) return "offline";
	const status = isRouteErrorResponse(error) ? error.status : 500;
	if (status === 401) return "login";
	if (status === 403) return "forbidden";
	if (status === 404) return "notFound";
	return status < 500 ? "refused" : "failed";
}
