import fc from "fast-check";
import { expect, test } from "vitest";
import { type AtomFeed, atomFeed } from "~/lib/content/atom";
import { type Calendar, calendarIcs } from "~/lib/days/calendar.server";

const feed: AtomFeed = {
	selfUrl: "https://glidercup.example/news.atom?lng=cs&x=1",
	pageUrl: "https://glidercup.example/news",
	title: "Glider Cup 2025 – aktuality",
	language: "cs",
	emptySince: new Date("2025-03-01T11:00:00Z"),
	items: [
		{
			id: "5b0c",
			title: 'Briefing <v "10:00"> & start',
			body: "První řádek\r\n\r\n<script>alert(1)</script>",
			author: { name: "Eva", surname: "Názorná" },
			createdAt: new Date("2025-07-12T06:00:00Z"),
			updatedAt: new Date("2025-07-12T07:00:00Z"),
		},
	],
};

const calendar: Calendar = {
	name: "Glider Cup 2025",
	host: "2025.glidercup.example",
	location: "letiště Horní Lesnice",
	events: [
		{
			id: "day-1",
			date: "2025-07-31",
			summary: "Den 1; úloha, A\\B\nhned",
			description: "ž".repeat(100),
			updatedAt: new Date("2025-07-12T07:00:00.123Z"),
			url: "https://2025.glidercup.example/days/1",
		},
	],
};

test("the feed has what RFC 4287 requires, with everything escaped", () => {
	const xml = atomFeed(feed);
	expect(xml).toContain('<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="cs">');
	expect(xml).toContain(
		'<link rel="self" type="application/atom+xml" href="https://glidercup.example/news.atom?lng=cs&amp;x=1"/>',
	);
	expect(xml).toContain("<title>Briefing &lt;v &quot;10:00&quot;&gt; &amp; start</title>");
	expect(xml).toContain("<id>https://glidercup.example/news#5b0c</id>");
	expect(xml).toContain("<name>Eva Názorná</name>");
	expect(xml.match(/<updated>2025-07-12T07:00:00.000Z<\/updated>/g)).toHaveLength(2);
});

test("a body is one paragraph per line and markup in it stays text", () => {
	expect(atomFeed(feed)).toContain(
		'<content type="html">&lt;p&gt;První řádek&lt;/p&gt;&lt;p&gt;&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;&lt;/p&gt;</content>',
	);
});

test("an empty feed is as old as the edition's news page", () => {
	expect(atomFeed({ ...feed, items: [] })).toContain("<updated>2025-03-01T11:00:00.000Z</updated>");
});

test("no text can break the feed's XML", () => {
	const [item] = feed.items;
	fc.assert(
		fc.property(fc.string({ unit: "binary" }), (text) => {
			const xml = atomFeed({ ...feed, items: item ? [{ ...item, title: text, body: text }] : [] });
			// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not occur
			expect(xml).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u);
			expect(xml.match(/<title(?: xml:lang="\w\w")?>[^<>]*<\/title>/g)).toHaveLength(2);
			expect(xml.match(/<content type="html"(?: xml:lang="\w\w")?>[^<>]*<\/content>/g)).toHaveLength(1);
			expect(xml).not.toMatch(/&(?!(amp|lt|gt|quot);)/);
		}),
	);
});

test("a day is an all-day event that ends before the next day", () => {
	const ics = calendarIcs(calendar);
	expect(ics).toContain("\r\nDTSTART;VALUE=DATE:20250731\r\nDTEND;VALUE=DATE:20250801\r\n");
	expect(ics).toContain("\r\nUID:day-1@2025.glidercup.example\r\nDTSTAMP:20250712T070000Z\r\n");
	expect(ics).toContain("\r\nSUMMARY:Den 1\\; úloha\\, A\\\\B\\nhned\r\n");
	expect(ics.startsWith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:")).toBe(true);
	expect(ics.endsWith("\r\nEND:VCALENDAR\r\n")).toBe(true);
});

test("a day without a date is left out", () => {
	const [day] = calendar.events;
	const events = day ? [day, { ...day, id: "none", date: "soon" }] : [];
	const ics = calendarIcs({ ...calendar, events });
	expect(ics.match(/BEGIN:VEVENT/g)).toHaveLength(1);
});

test("lines are folded at 75 octets without splitting a character, and unfold to the same text", () => {
	const [day] = calendar.events;
	const calm = fc.string({ unit: fc.constantFrom("a", "ž", "😀", "€"), minLength: 150, maxLength: 300 });
	fc.assert(
		fc.property(calm, (description) => {
			const ics = calendarIcs({
				...calendar,
				events: day ? [{ ...day, description: `x${description}` }] : [],
			});
			const encoder = new TextEncoder();
			for (const line of ics.split("\r\n")) {
				expect(encoder.encode(line).byteLength).toBeLessThanOrEqual(75);
				expect(line).not.toMatch(/\p{Surrogate}/u);
			}
			expect(ics.replaceAll("\r\n ", "")).toContain(`\r\nDESCRIPTION:x${description}\r\n`);
		}),
	);
});
