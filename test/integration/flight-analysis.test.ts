import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { engineVersion } from "~/lib/scoring/flight-result";
import { flightResults, igcFileVersions } from "~db/schema";
import { databaseOf } from "~test/support/factories";
import { type FlownOptions, place } from "~test/support/flown";
import { elementsIn, sourceOf, textsIn } from "~test/support/html";
import { home } from "~test/support/scored-class";
import { scoredPair } from "~test/support/scored-pair";

const db = databaseOf();
const pair = scoredPair();
const { scored, path } = pair;

interface AnalysesAnswer {
	readonly pilot: string;
	readonly flights: readonly {
		readonly _id: string;
		readonly legs: readonly Readonly<Record<string, unknown>>[];
		readonly whole: Readonly<Record<string, unknown>>;
	}[];
}

const pathOf = ({ id }: { readonly id: string }) => `${path()}/${id}/analysis`;
const ask = (entry: { readonly id: string }, as?: { readonly id: string }) =>
	scored.app.api("GET", pathOf(entry), undefined, { as });
const read = async (entry: { readonly id: string }) => (await (await ask(entry)).json()) as AnalysesAnswer;

async function pageOf(entry: { readonly id: string }, language: "cs" | "en" = "en"): Promise<string> {
	const [flight] = (await read(entry)).flights;
	const html = await sourceOf(await scored.app.get(`/igc/${flight?._id}`, { language }));
	return html.replaceAll("\u00a0", " ");
}

test("the analysis of a flight is stored with its result, and the API has it with what it is made of", async () => {
	const { pilot, flights } = await read(pair.adam);
	expect(pilot).toBe(pair.adam.id);
	expect(flights).toMatchObject([
		{
			version: "4",
			sparse: false,
			from: "2025-07-15T10:07:40.000Z",
			to: "2025-07-15T12:19:00.000Z",
			// 99.5 km to the cylinder and 97.5 km to the ring, at 25 m/s.
			legs: [
				{ point: 1, complete: true, creditedM: 100_000, timeS: 3980, climbs: { number: 0 } },
				{ point: 2, complete: true, creditedM: 97_000, timeS: 3900, heightsM: { from: 1548 } },
			],
			climbs: [],
			whole: { timeS: 7880, withoutFixesS: 0, bestThird: null },
			winds: [],
		},
	]);
	const [out] = (await read(pair.eva)).flights;
	expect(out?.legs).toMatchObject([{ point: 1, complete: false }]);
});

test("the page of a flight has its legs with what each figure means, in both languages and without scripts", async () => {
	const html = await pageOf(pair.adam);
	expect(textsIn(html, "#analysis")).toEqual(["Flight analysis"]);
	const rows = elementsIn(html, "table[aria-labelledby=analysis-legs] tbody tr").map((row) =>
		[...row.querySelectorAll("th, td")].map((cell) => cell.textContent),
	);
	const rowOf = (name: string) => rows.find(([first]) => first === name)?.slice(1);
	expect(rowOf("Time")?.slice(0, 3)).toEqual(["2:11:20", "1:06:20", "1:05:00"]);
	expect(rowOf("Credited")?.slice(0, 3)).toEqual(["197.0 km", "100.0 km", "97.0 km"]);
	expect(rowOf("Glide speed")?.slice(0, 3)).toEqual(["90 km/h", "90 km/h", "90 km/h"]);
	for (const row of rows) expect(row.at(-1)?.length).toBeGreaterThan(10);
	expect(rowOf("Task speed")?.at(-1)).toContain("points use at least the task time");
	expect(html).toContain("No circling gained more than 30 m.");
	expect(html).toContain("Not enough circles with fixes at most 4 s apart.");
	expect(textsIn(await pageOf(pair.adam, "cs"), "#analysis")).toEqual(["Rozbor letu"]);
	expect(await pageOf(pair.eva)).toContain("The last leg ends at the place up to which the flight scores.");
});

test("the pages of a sparse log, of one with a gap, with two take-offs and without a start say what can be said, and why not more", async () => {
	const fly = async (surname: string, startNumber: string, options: FlownOptions) => {
		const entry = await scored.pilot(surname, startNumber);
		await scored.fly(entry, options);
		return pageOf(entry);
	};
	const headsOf = (html: string) =>
		textsIn(html, "table[aria-labelledby=analysis-legs] thead th").map((text) => text.replace(/ .*/, ""));
	const rowsOf = (html: string) => textsIn(html, "table[aria-labelledby=analysis-legs] tbody th");

	const sparse = await fly("Malá", "M1", { hops: home, interval: 12 });
	expect(sparse).toContain("The fixes of the log are more than 10 s apart, so circling cannot be seen.");
	expect(rowsOf(sparse)).toContain("Detour");
	expect(rowsOf(sparse)).not.toContain("Glide speed");
	expect(elementsIn(sparse, "#analysis-wind, #analysis-climbs")).toEqual([]);

	const dense = await fly("Tenká", "T1", { hops: home, interval: 10 });
	expect(rowsOf(dense)).toContain("Glide speed");
	expect(dense).toContain("Not enough circles with fixes at most 4 s apart.");

	const silent = (line: string, elapsed: number) => (elapsed > 1200 && elapsed < 2400 ? null : line);
	const gap = await fly("Mezerová", "M2", { hops: home, change: silent });
	expect(gap).toContain("The log has no fixes for 0:20:00. That time is neither in circling nor in glides.");

	const relight = [{ to: place(-3000) }, { to: place(0), height: 0, stay: 600 }, ...home];
	expect(headsOf(await fly("Dvojitá", "D1", { hops: relight }))).toEqual(headsOf(await pageOf(pair.adam)));

	const elsewhere = [...home.slice(0, 2), { to: place(-60_000), height: 0, stay: 120 }];
	const other = await fly("Jinde", "J1", { hops: elsewhere });
	expect(other).toContain(
		"The flight has no valid start of the task, so the analysis is of the whole flight",
	);
	expect(rowsOf(other)).not.toContain("Detour");
	expect(headsOf(other)).toHaveLength(3);
});

test("the analysis of a hidden class is for organisers only, that of a flight nobody has sent for nobody", async () => {
	expect((await ask({ id: "nobody" })).status).toBe(404);
	const hide = { published: false, reason: "Chyba v úloze" };
	await scored.app.api("PATCH", path(), hide, { as: pair.admin });
	expect((await ask(pair.adam)).status).toBe(404);
	expect((await ask(pair.adam, pair.admin)).status).toBe(200);
});

test("a result from before there was an analysis says so on its page, and the API does not find one", async () => {
	const [flight] = (await read(pair.adam)).flights;
	await db.update(flightResults).set({ analysis: null }).where(eq(flightResults.engine, engineVersion));
	expect((await ask(pair.adam)).status).toBe(404);
	const page = async () => sourceOf(await scored.app.get(`/igc/${flight?._id}`, { language: "en" }));
	const html = await page();
	expect(html).toContain("The analysis comes with the next evaluation of the log.");
	// Nobody has seen any circling.
	expect(textsIn(html, ".facts dt")).not.toContain("Share of circling");
	await db.update(igcFileVersions).set({
		receipt: sql`json_set(${igcFileVersions.receipt}, '$.climbs.circlingSeconds', 600)`,
	});
	expect(textsIn(await page(), ".facts dt")).toContain("Share of circling");
});
