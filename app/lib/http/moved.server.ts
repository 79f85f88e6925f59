import { redirect } from "@remix-run/cloudflare";

/** Leads from an address of before to the page that took it over, with its query. @param to path of this site */
export function movedTo(request: Request, to: string) {
	const [path, own] = to.split("?");
	const query = new URLSearchParams([...new URLSearchParams(own), ...new URL(request.url).searchParams]);
	return redirect(query.size > 0 ? `${path}?${query}` : to, 301);
}
