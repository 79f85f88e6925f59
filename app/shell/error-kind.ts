/** The texts of a failed page, by its status. */
export function errorKind(status: number): "login" | "forbidden" | "notFound" | "refused" | "failed" {
	if (status === 401) return "login";
	if (status === 403) return "forbidden";
	if (status === 404) return "notFound";
	return status < 500 ? "refused" : "failed";
}
