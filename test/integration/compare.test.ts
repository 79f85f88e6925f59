import { and, eq, inArray } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { flightResults, igcFiles, igcFileVersions, registrations, tasks } from "~db/schema";
import { databaseOf, seedReference } from "~test/support/factories";
import { place } from "~test/support/flown";
import { elementsIn, sourceOf, textsIn } from "~test/support/html";
import { insertTask } from "~test/support/insert-task";
import { createSheet, resultOf, setTask } from "~test/support/result-sheets";
import { home, scoredTask, short } from "~test/support/scored-class";
import { scoredPair } from "~test/support/scored-pair";

const db = databaseOf();
const pair = scoredPair();
const { scored, path } = pair;

interface Listed {
	readonly flights: readonly { readonly _id: string }[];
}

async function flightOf(entry: { readonly id: string }): Promise<string> {
	const answer = await scored.app.api("GET", `${path()}/${entry.id}/analysis`);
	return ((await answer.json()) as Listed).flights[0]?._id ?? "";
}

async function pageOf(query: string, language: "cs" | "en" = "en"): Promise<string> {
	const html = await sourceOf(await scored.app.get(`/compare?${query}`, { language }));
	return html.replaceAll("\u00a0", " ");
}

const cellsOf = (html: string, table: string) =>
	elementsIn(html, `table[aria-labelledby=${table}] tbody tr`).map((row) =>
		[...row.querySelectorAll("th, td")].map((cell) => cell.textContent),
	);

describe("two who have finished", () => {
	let adam: string;
	let bara: string;
	/** Pages of the second flight that lead to its comparison. */
	let ways: readonly string[];

	beforeEach(async () => {
		// Bílá flies 97 km of the second leg at 20 m/s: 4,850 s instead of 3,880.
		const slow = home.map((hop, index) => (index === 3 ? { ...hop, speed: 20 } : hop));
		const entry = await scored.pilot("Bílá", "B3");
		const receipt = await scored.fly(entry, { hops: slow });
		ways = ["/pilots/B3", receipt, `/scores/${scored.day.id}/${entry.id}`];
		[adam, bara] = [await flightOf(pair.adam), await flightOf(entry)];
	});

	test("the parts of each leg add up to the difference, with points and a sentence for the largest", async () => {
		const html = await pageOf(`a=${bara}&b=${adam}`);
		expect(textsIn(html, "h1")).toEqual(["Compare flights"]);
		const [, second, sum, points] = cellsOf(html, "compare-parts");
		// Difference, start, rate, gain, glides, distance, detour, rest.
		expect(second?.slice(1, 6)).toEqual(["+16:10", "0:00", "0:00", "0:00", "+16:10"]);
		expect(sum?.[1]).toBe("+16:10");
		expect(points?.[5]).toMatch(/^\+\d\d\.\d$/);
		expect(Number(points?.[5])).toBeGreaterThan(20);
		const [sentence] = textsIn(html, ".notice");
		expect(sentence).toMatch(/^A1 Jana Adamová has more points than B3 Jana Bílá: [\d,]+ against \d+\. B3/);
		expect(sentence).toContain(
			"B3 Jana Bílá needs 16 min 10 s more than A1 Jana Adamová for the legs they share.",
		);
		expect(sentence).toContain("from slower glides on leg 2: 72 km/h against 90 km/h.");
		const czech = await pageOf(`a=${bara}&b=${adam}`, "cs");
		expect(textsIn(czech, "h1")).toEqual(["Porovnání letů"]);
		expect(cellsOf(czech, "compare-parts")[3]?.[5]).toBe(points?.[5]?.replace(".", ","));
	});

	test("who was slower and has more points by handicap is said to be ahead, with what decides beside it", async () => {
		const ofBara = `${path()}/${ways[2]?.split("/").at(-1)}`;
		const given = { reason: "Handicap", override: { handicap: 0.5 } };
		await db.update(tasks).set({ scoring: { ...scoredTask.scoring, handicaps: true } });
		expect((await scored.app.api("PATCH", ofBara, given, { as: pair.admin })).status).toBe(200);
		const html = await pageOf(`a=${adam}&b=${bara}`);
		expect(textsIn(html, ".notice")[0]).toMatch(
			/^The handicap decides: B3 Jana Bílá has more points than A1 Jana Adamová, [\d,]+ against \d+\. With handicap 160\.3 against 116\.9 km\/h\. Without handicap, B3 .* needs 16 min 10 s more/,
		);
		// What is flown and what the handicap has made of it have names of their own.
		expect(textsIn(html, "table[aria-labelledby=compare-scores] tbody th")).toEqual([
			"Place",
			"Points, with handicap",
			"Speed without handicap (km/h)",
			"Handicap",
			"Speed with handicap (km/h)",
		]);
		const scores = elementsIn(html, "table[aria-labelledby=compare-scores] tbody tr").map((row) =>
			[...row.querySelectorAll("td")].map((cell) => cell.textContent),
		);
		expect(scores).toEqual([
			["2", "1"],
			[expect.any(String), expect.any(String)],
			["90.0", "80.1"],
			["0.770", "0.500"],
			["116.9", "160.3"],
		]);
		await createSheet({ competitionClassId: scored.club, dayId: scored.day.id }, [resultOf("A1", {})]);
		const covered = await pageOf(`a=${adam}&b=${bara}`);
		expect(covered).toContain("count, not those scored here");
		expect(textsIn(covered, ".notice")[0]).toMatch(/^Without handicap, B3 Jana Bílá needs 16 min 10 s more/);
	});

	test("on a phone each leg unfolds what the columns say", async () => {
		const html = await pageOf(`a=${bara}&b=${adam}`);
		const rows = elementsIn(html, "ul[aria-labelledby=compare-parts] details");
		const table = cellsOf(html, "compare-parts");
		expect(rows.map((row) => row.querySelector("summary")?.textContent)).toEqual(
			table.map(([head, delta]) => `${head}${delta === "–" ? "" : delta}`),
		);
		for (const [index, row] of rows.entries())
			expect([...row.querySelectorAll("td")].map((cell) => cell.textContent)).toEqual(table[index]?.slice(2));
		const figures = elementsIn(html, "ul[aria-labelledby=compare-figures] details table");
		expect(figures).toHaveLength(2);
		for (const one of figures) expect(one.querySelectorAll("tbody td")).toHaveLength(16);
		const flight = await sourceOf(await scored.app.get(`/igc/${bara}`));
		expect(
			elementsIn(flight, "ul[aria-labelledby=analysis-legs] li").map(
				(row) => row.querySelectorAll("td").length,
			),
		).toContain(2);
	});

	test("swapped, every sign turns and the sentence stays", async () => {
		const [there, back] = await Promise.all([pageOf(`a=${bara}&b=${adam}`), pageOf(`a=${adam}&b=${bara}`)]);
		const turned = (text: string) => text.replace(/[+−]/, (sign) => (sign === "+" ? "−" : "+"));
		const signs = (html: string) => cellsOf(html, "compare-parts").map((cells) => cells.slice(1));
		expect(signs(back)).toEqual(signs(there).map((cells) => cells.map(turned)));
		expect(textsIn(back, ".notice")).toEqual(textsIn(there, ".notice"));
	});

	test("without a second flight, it is the one with most points; both can be chosen without scripts", async () => {
		const html = await pageOf(`a=${bara}`);
		const chosen = elementsIn(html, "form select option[selected]").map((option) =>
			option.getAttribute("value"),
		);
		expect(chosen).toEqual([bara, adam]);
		expect(elementsIn(html, "form[action='/compare'][method=get] button")).toHaveLength(1);
		expect(elementsIn(html, "[data-side=a]").length).toBeGreaterThan(1);
		const flight = await sourceOf(await scored.app.get(`/igc/${bara}`));
		expect(elementsIn(flight, `a[href="/compare?a=${bara}"]`)).toHaveLength(1);
		expect(elementsIn(flight, "tr[data-climb]").length).toBe(
			elementsIn(flight, ".picture-climbs [data-climb]").length,
		);
		for (const shown of ways)
			expect(
				elementsIn(await sourceOf(await scored.app.get(shown)), `a[href="/compare?a=${bara}"]`),
			).toHaveLength(1);
	});
});

test("a leg that one has not finished has no parts, and the page says so", async () => {
	const [adam, eva] = [await flightOf(pair.adam), await flightOf(pair.eva)];
	const html = await pageOf(`a=${eva}&b=${adam}`);
	expect(cellsOf(html, "compare-parts")[0]?.[1]).toBe("not finished");
	expect(html).toContain("No leg was flown to its end, so there is nothing to compare: E2 Jana Evová.");
	expect(textsIn(html, ".notice")[0]).toMatch(
		/^A1 Jana Adamová has more points than E2 Jana Evová: [^.]*\. A1 flew [\d.]+ km farther\. No leg/,
	);
});

const only = "Only flights of one task whose tracks and scores are published can be compared.";

async function standings(query: string): Promise<readonly (number | boolean)[]> {
	const answer = await scored.app.get(`/compare?${query}`, { language: "en" });
	return [answer.status, (await sourceOf(answer)).includes(only)];
}

test("no flight is compared with itself, with none that is known, or without a first one", async () => {
	const adam = await flightOf(pair.adam);
	expect(await standings(`a=${adam}&b=nothing`)).toEqual([200, true]);
	expect(await standings(`a=${adam}&b=${adam}`)).toEqual([200, true]);
	expect((await scored.app.get("/compare?a=nothing")).status).toBe(404);
	expect((await scored.app.get("/compare")).status).toBe(404);
});

/** A flight of another class, on a day. */
async function flightElsewhere(entry: { readonly id: string }): Promise<string> {
	await scored.fly(entry, { hops: home, date: scored.day.date });
	const [flight] = await db
		.select({ id: igcFiles.id })
		.from(igcFiles)
		.where(and(eq(igcFiles.registrationId, entry.id), eq(igcFiles.dayId, scored.day.id)));
	return flight?.id ?? "";
}

test("flights of two classes or of two days are not compared, and one without a task with nobody", async () => {
	const adam = await flightOf(pair.adam);
	const { competitionClasses } = await seedReference();
	const open = competitionClasses.find(({ type }) => type !== "club")?.id ?? "";
	const otherClass = await scored.pilot("Jiná", "J5", open);
	const ofOtherClass = await flightElsewhere(otherClass);
	expect(await standings(`a=${ofOtherClass}`)).toEqual([404, false]);
	const where = { dayId: scored.day.id, competitionClassId: open };
	await insertTask(scoredTask, { id: "task-of-open", number: 1, ...where });
	await scored.app.get("/results");
	expect(await standings(`a=${adam}&b=${ofOtherClass}`)).toEqual([200, true]);

	const day = scored.days.find(({ date }) => date === "2025-07-14");
	if (!day) throw new Error("no such day");
	scored.day = day;
	await setTask(day.id);
	await scored.publish(scoredTask, { id: "task-of-monday" });
	const ofMonday = await flightElsewhere(pair.adam);
	expect(await standings(`a=${adam}&b=${ofMonday}`)).toEqual([200, true]);
	expect(await standings(`a=${ofMonday}&b=${adam}`)).toEqual([200, true]);
});

test("who has withdrawn since is compared; a log that scores no more, or an entry that is not accepted, is not", async () => {
	const [adam, eva] = [await flightOf(pair.adam), await flightOf(pair.eva)];
	const entry = (values: Partial<typeof registrations.$inferInsert>) =>
		db.update(registrations).set(values).where(eq(registrations.id, pair.eva.id));
	await entry({ accepted: false, withdrawnFrom: "2025-07-16" });
	expect(await standings(`a=${adam}&b=${eva}`)).toEqual([200, false]);
	await entry({ withdrawnFrom: null });
	expect(await standings(`a=${adam}&b=${eva}`)).toEqual([200, true]);
	expect(await standings(`a=${eva}&b=${adam}`)).toEqual([404, false]);
	await entry({ accepted: true });
	await db.update(igcFiles).set({ standing: "kept" }).where(eq(igcFiles.id, eva));
	expect(await standings(`a=${adam}&b=${eva}`)).toEqual([200, true]);
	expect(await standings(`a=${eva}&b=${adam}`)).toEqual([404, false]);
});

test("a hidden class compares for nobody but its scorer", async () => {
	const [adam, eva] = [await flightOf(pair.adam), await flightOf(pair.eva)];
	const query = `/compare?a=${adam}&b=${eva}`;
	await scored.app.api("PATCH", path(), { published: false, reason: "Chyba v úloze" }, { as: pair.admin });
	expect((await scored.app.get(query)).status).toBe(404);
	expect((await scored.app.get(query, { as: pair.admin })).status).toBe(200);
});

test("of a flight that is not analysed yet the page says so, and compares nothing", async () => {
	const [adam, eva] = [await flightOf(pair.adam), await flightOf(pair.eva)];
	const ofEva = db
		.select({ sha256: igcFileVersions.sha256 })
		.from(igcFileVersions)
		.where(eq(igcFileVersions.igcFileId, eva));
	await db.update(flightResults).set({ analysis: null }).where(inArray(flightResults.sha256, ofEva));
	const html = await pageOf(`a=${adam}&b=${eva}`);
	expect(html).toContain("The analysis comes with the next evaluation of the log: E2 Jana ");
	expect(textsIn(html, ".notice")).toEqual([]);
	expect(cellsOf(html, "compare-parts")).toEqual([]);
});

test("one who landed out where nobody else did is compared by what both have flown", async () => {
	const entry = await scored.pilot("Cíl", "C4");
	const hops = [...home.slice(0, 3), { to: place(40_000), height: 0, stay: 120 }];
	await scored.fly(entry, { hops });
	const html = await pageOf(`a=${await flightOf(entry)}&b=${await flightOf(pair.adam)}`);
	const [first, second] = cellsOf(html, "compare-parts");
	expect(first?.[1]).toMatch(/^[+−]?0:0/);
	expect(second?.[1]).toBe("not finished");
});

test("of two who are out, distances tell whether the handicap decides, and after a penalty nobody says so", async () => {
	const near = await scored.pilot("Blízká", "N5");
	await scored.fly(near, { hops: [...short.slice(0, -1), { to: place(50_000), height: 0, stay: 120 }] });
	await db.update(tasks).set({ scoring: { ...scoredTask.scoring, handicaps: true } });
	const decide = (body: Readonly<Record<string, unknown>>) => pair.decide(near, body);
	expect((await decide({ override: { handicap: 0.5 } })).status).toBe(200);
	const query = `a=${await flightOf(pair.eva)}&b=${await flightOf(near)}`;
	const html = await pageOf(query);
	expect(textsIn(html, ".notice")[0]).toMatch(
		/^The handicap decides: N5 Jana Blízká has more points than E2/,
	);
	expect(cellsOf(html, "compare-scores").slice(2)).toEqual([
		["Speed without handicap (km/h)", "–", "–"],
		["Distance without handicap (km)", "60.0", "50.0"],
		["Handicap", "0.770", "0.500"],
		["Speed with handicap (km/h)", "–", "–"],
		["Distance with handicap (km)", "77.9", "100.0"],
	]);
	expect((await decide({ penalties: [{ points: 1, text: "Odlet" }] })).status).toBe(200);
	expect(textsIn(await pageOf(query), ".notice")[0]).toMatch(/^N5 Jana Blízká has more points than E2/);
});
