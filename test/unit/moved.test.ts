import { expect, test } from "vitest";
import { movedTo } from "~/lib/http/moved.server";
import { operationsPath } from "~/lib/operations/operations-path";
import { scoringDaysPath } from "~/lib/scoring/scoring-paths";

test.each([
	["/admin/mail", operationsPath("mail"), "/admin/operations?view=mail"],
	["/admin/mail?state=failed", operationsPath("mail"), "/admin/operations?view=mail&state=failed"],
	[
		"/admin/audit?action=news.add&date=2025-07-12",
		operationsPath("audit"),
		"/admin/operations?view=audit&action=news.add&date=2025-07-12",
	],
	["/admin/results", scoringDaysPath, "/admin/scoring"],
	["/admin/results?lng=en", scoringDaysPath, "/admin/scoring?lng=en"],
])("the address of before %s leads on with its query", (from, to, address) => {
	const { status, headers } = movedTo(new Request(`https://example.com${from}`), to);
	expect([status, headers.get("Location")]).toEqual([301, address]);
});
