import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { owingPath } from "~/lib/entries/entry-paths";
import { movedTo } from "~/lib/http/moved.server";
import { operationsPath } from "~/lib/operations/operations-path";
import { scoringDaysPath } from "~/lib/scoring/scoring-paths";

/** The pages that took addresses of before over, by the word after `/admin/`; `routes.ts` names the words too. */
const pages: Readonly<Record<string, string>> = {
	audit: operationsPath("audit"),
	erasures: operationsPath("erasures"),
	logs: "/igc",
	mail: operationsPath("mail"),
	missing: owingPath,
	results: scoringDaysPath,
};

export function loader({ request }: LoaderFunctionArgs) {
	const [, , word = ""] = new URL(request.url).pathname.toLowerCase().split("/");
	return movedTo(request, pages[word] ?? "/admin");
}
