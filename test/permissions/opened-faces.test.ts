import { expect, onTestFinished, test, vi } from "vitest";
import { createApp, freshWorker } from "~test/support/app";
import { draftHost, draftOf, draftYear, keepDrafts, openDraft } from "~test/support/draft";
import { seedReference } from "~test/support/factories";
import { testEdition } from "~test/support/test-edition";
import { isRead, matrix } from "./ask";

/* A year is opened: an isolate that has kept all that strangers read answers five seconds later as one that has never known it as a draft. */

const clock = "2025-07-15T10:00:00Z";
const years = [testEdition.year, draftYear];
const hosts = ["localhost", ...years.flatMap((year) => [`${year}.localhost`, `api.${year}.localhost`])];
const paths = [
	...new Set(matrix.filter(isRead).flatMap(({ template }) => (template.includes("{") ? [] : [template]))),
];

keepDrafts(draftOf(draftYear));

interface Answer {
	readonly text: string;
	readonly isKept: boolean;
}

/** What strangers get, by host and path. */
async function readAll(worker?: ReturnType<typeof freshWorker>): Promise<Map<string, Answer>> {
	const answers = new Map<string, Answer>();
	for (const host of hosts) {
		const app = createApp({ clock, host, ...(worker && { worker }) });
		for (const path of paths) {
			const response = await app.get(path);
			const text = `${response.status} ${response.headers.get("Location")} ${await response.text()}`;
			answers.set(host + path, { text, isKept: response.headers.get("X-Edge-Cache") === "HIT" });
		}
	}
	return answers;
}

test("five seconds after a year is opened no page, call, feed or calendar that was kept says what was so before", {
	timeout: 240_000,
}, async () => {
	vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
	onTestFinished(() => void vi.useRealTimers());
	await seedReference();
	const worker = freshWorker();
	await readAll(worker);
	const before = await readAll(worker);
	await openDraft(new Date(clock));
	vi.advanceTimersByTime(5_000);
	const after = await readAll(worker);
	const anew = await readAll();
	const kept = [...before].flatMap(([address, { isKept }]) => (isKept ? [address] : []));
	expect(kept).toEqual(
		expect.arrayContaining([
			"localhost/",
			"localhost/archive",
			"localhost/news.atom",
			`${draftHost}/calendar.ics`,
		]),
	);
	expect(kept.length).toBeGreaterThan(60);
	expect(kept.filter((address) => after.get(address)?.text !== anew.get(address)?.text)).toEqual([]);
	const pages = kept.filter(
		(address) => /^localhost\/(?!api)/.test(address) && before.get(address)?.text.includes("<html"),
	);
	expect(pages.filter((address) => after.get(address)?.text === before.get(address)?.text)).toEqual([]);
});
