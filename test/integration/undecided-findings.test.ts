import { expect, test } from "vitest";
import { resultsPath } from "~/lib/results/results-address";
import { scoringDeskPath } from "~/lib/scoring/scoring-paths";
import { flightResults, tasks } from "~db/schema";
import { databaseOf } from "~test/support/factories";
import { elementsIn, hiddenIn, plain, sourceOf, textsIn } from "~test/support/html";
import { runScheduleAt } from "~test/support/igc";
import { scoredTask } from "~test/support/scored-class";
import { scoredPair } from "~test/support/scored-pair";

/* What a finding proposes is seen before it matters: by visitors beside the points, by organisers first of all. */

const db = databaseOf();
const pair = scoredPair();
const { scored } = pair;

async function textOf(path: string, as?: typeof pair.admin): Promise<string> {
	const html = await sourceOf(await scored.app.get(path, { language: "en", ...(as ? { as } : {}) }));
	return plain(elementsIn(html, "main")[0]?.textContent ?? "");
}

test("points that a finding proposes stand beside the points and on the overview, until they are decided", async () => {
	const { id: dayId, date } = scored.day;
	const results = resultsPath({ view: "daily", classId: scored.club, dayId });
	const desk = scoringDeskPath(date, "club");
	await db.update(tasks).set({ rules: { ...scoredTask.rules, finishAltitudeM: 2000 } });
	await db.delete(flightResults);
	await runScheduleAt("2025-07-15T18:01:00Z");
	const marked = "141 points proposed";
	const counted = "1 flight with an undecided finding";
	for (const path of [results, "/days/4"]) expect(await textOf(path), path).toContain(marked);
	expect(await textOf("/admin", pair.admin)).toContain(counted);

	const html = await sourceOf(await scored.app.get(desk, { as: pair.admin, language: "en" }));
	expect(textsIn(html, ".results-note .chip-warning")).toEqual(["Undecided findings: 1"]);
	const give = elementsIn(html, "form").find((form) =>
		plain(form.textContent).includes("Give a penalty of 141 points"),
	);
	await scored.app.post(desk, { ...(give ? hiddenIn(give) : {}), intent: "give" }, { as: pair.admin });
	for (const path of [results, "/days/4"]) expect(await textOf(path), path).not.toContain("proposed");
	expect(await textOf(results)).toContain("141: ");
	expect(await textOf("/admin", pair.admin)).not.toContain("undecided");
});
