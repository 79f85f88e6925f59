import ICAL from "ical.js";
import Parser from "rss-parser";
import { expect, test } from "vitest";
import { type AtomFeed, atomFeed } from "~/lib/content/atom";
import { type Calendar, calendarIcs } from "~/lib/days/calendar.server";

/* What parsers that are not ours make of the feed and the calendar. */

const nastyText = 'Úloha č. 1; „AAT“, <b>2</b> & "3" C:\\nový ]]> \u202e\u0007 😀';
const secondLine = "Druhý řádek";
const readableText = nastyText.replace("\u0007", "");

const feedIn = (language: "cs" | "en"): AtomFeed => ({
	selfUrl: `https://glidercup.example/news.atom?lng=${language}`,
	pageUrl: `https://glidercup.example/news?lng=${language}`,
	title: nastyText,
	language,
	emptySince: new Date("2025-03-01T11:00:00Z"),
	items: ["first", "second"].map((id) => ({
		id,
		title: nastyText,
		body: `${nastyText}\n${secondLine}`,
		author: { name: "Žofie", surname: "O’Příhodová" },
		createdAt: new Date("2025-07-12T06:00:00Z"),
		updatedAt: new Date("2025-07-12T07:00:00Z"),
	})),
});

const calendar: Calendar = {
	name: nastyText,
	host: "2025.glidercup.example",
	location: nastyText,
	events: [
		{
			id: "day-1",
			date: "2025-07-31",
			summary: nastyText,
			description: `${"ž".repeat(100)}\n${nastyText}`,
			updatedAt: new Date("2025-07-12T07:00:00.123Z"),
			url: "https://2025.glidercup.example/?lng=cs&day=1",
		},
	],
};

for (const language of ["cs", "en"] as const) {
	test(`a feed reader reads every text of the feed as it was written: ${language}`, async () => {
		const { feedUrl, link, title, items } = await new Parser().parseString(atomFeed(feedIn(language)));
		expect({ feedUrl, link, title }).toEqual({
			feedUrl: `https://glidercup.example/news.atom?lng=${language}`,
			link: `https://glidercup.example/news?lng=${language}`,
			title: readableText,
		});
		expect(items).toHaveLength(2);
		expect(items[0]).toMatchObject({
			id: `https://glidercup.example/news?lng=${language}#first`,
			link: `https://glidercup.example/news?lng=${language}#first`,
			title: readableText,
			author: "Žofie O’Příhodová",
			isoDate: "2025-07-12T06:00:00.000Z",
			contentSnippet: `${readableText}\n${secondLine}`.trim(),
		});
	});
}

test("a feed reader reads a feed without items", async () => {
	const { items } = await new Parser().parseString(atomFeed({ ...feedIn("cs"), items: [] }));
	expect(items).toEqual([]);
});

test("a calendar reads every text of a day as it was written", () => {
	const component = new ICAL.Component(ICAL.parse(calendarIcs(calendar)));
	const [first, ...others] = component.getAllSubcomponents("vevent");
	expect(others).toEqual([]);
	const event = new ICAL.Event(first);
	expect(event).toMatchObject({
		uid: "day-1@2025.glidercup.example",
		summary: readableText,
		location: readableText,
		description: `${"ž".repeat(100)}\n${readableText}`,
	});
	expect(event.startDate.isDate).toBe(true);
	expect([event.startDate.toString(), event.endDate.toString()]).toEqual(["2025-07-31", "2025-08-01"]);
	expect(first?.getFirstPropertyValue("status")).toBe("CONFIRMED");
	expect(first?.getFirstPropertyValue("url")).toBe("https://2025.glidercup.example/?lng=cs&day=1");
});
