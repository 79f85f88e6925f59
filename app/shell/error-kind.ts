import { isRouteErrorResponse } from "@remix-run/react";

/** The texts of a failed page. */
export function errorKind(error: unknown): "login" | "forbidden" | "notFound" | "refused" | "failed" {
	const status = isRouteErrorResponse(error) ? error.status : 500;
	if (status === 401) return "login";
	if (status === 403) return "forbidden";
	if (status === 404) return "notFound";
	return status < 500 ? "refused" : "failed";
}
