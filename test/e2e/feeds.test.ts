import { expect, test } from "@playwright/test";
import ICAL from "ical.js";
import Parser from "rss-parser";
import { addDays } from "~/lib/editions/prague-time";
import { newestEdition } from "~editions/index";
import { sentAgain } from "./requests";
import { textIn } from "./texts";

/* What the site serves, read by parsers that are not ours. */

const {
	title,
	competition: { from, signupSince },
} = newestEdition();

test.skip(({ javaScriptEnabled }) => javaScriptEnabled !== false, "no browser is needed");

for (const language of ["cs", "en"] as const) {
	test(`a feed reader reads the news: ${language}`, async ({ request }) => {
		const response = await request.get(`/news.atom?lng=${language}`, sentAgain);
		expect(response.headers()["content-type"]).toBe("application/atom+xml; charset=utf-8");
		const feed = await new Parser().parseString(await response.text());
		expect(feed.title).toContain(textIn(language, "news.title"));
		expect(feed.items.length).toBeGreaterThan(4);
		expect(new Set(feed.items.map(({ id }) => id)).size).toBe(feed.items.length);
		for (const { title: headline, link, author, isoDate, content } of feed.items) {
			expect([headline, link, author, isoDate, content]).not.toContain(undefined);
			expect(Date.parse(isoDate ?? "")).toBeGreaterThanOrEqual(Date.parse(signupSince));
			expect((await request.get(link ?? "", sentAgain)).ok()).toBe(true);
		}
	});

	test(`a calendar reads the competition days: ${language}`, async ({ request }) => {
		const response = await request.get(`/calendar.ics?lng=${language}`, sentAgain);
		expect(response.headers()["content-type"]).toBe("text/calendar; charset=utf-8");
		const calendar = new ICAL.Component(ICAL.parse(await response.text()));
		const events = calendar.getAllSubcomponents("vevent").map((event) => new ICAL.Event(event));
		// Another journey adds days of training before the first.
		const days = events.filter(({ startDate }) => startDate.toString() >= from);
		expect(days.map(({ startDate }) => startDate.toString())).toEqual(
			Array.from({ length: 9 }, (_, index) => addDays(from, index)),
		);
		expect(new Set(days.map(({ uid }) => uid)).size).toBe(9);
		const day = textIn(language, "competitionDay.name", { number: "1" });
		expect(days[0]?.summary).toBe(`${title}: ${day}`);
		expect(days[0]?.duration.toSeconds()).toBe(86_400);
	});
}
