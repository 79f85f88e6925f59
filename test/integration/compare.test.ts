import { beforeEach, describe, expect, test } from "vitest";
import { place } from "~test/support/flown";
import { elementsIn, sourceOf, textsIn } from "~test/support/html";
import { home } from "~test/support/scored-class";
import { scoredPair } from "~test/support/scored-pair";

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

	beforeEach(async () => {
		// Bílá flies 97 km of the second leg at 20 m/s: 4,850 s instead of 3,880.
		const slow = home.map((hop, index) => (index === 3 ? { ...hop, speed: 20 } : hop));
		const entry = await scored.pilot("Bílá", "B3");
		await scored.fly(entry, { hops: slow });
		[adam, bara] = [await flightOf(pair.adam), await flightOf(entry)];
	});

	test("the parts of each leg add up to the difference, with points and a sentence for the largest", async () => {
		const html = await pageOf(`a=${bara}&b=${adam}`);
		expect(textsIn(html, "h1")).toEqual(["Compare flights"]);
		const [, second, sum, points] = cellsOf(html, "compare-parts");
		// Difference, start, rate, gain, glides, distance, detour, rest.
		expect(second?.slice(1, 6)).toEqual(["+16:10", "0:00", "0:00", "0:00", "+16:10"]);
		expect(sum?.[1]).toBe("+16:10");
		expect(Number(points?.[5])).toBeGreaterThan(20);
		const [sentence] = textsIn(html, ".notice");
		expect(sentence).toContain(
			"B3 Jana Bílá needs 16 min 10 s more than A1 Jana Adamová for the legs they share.",
		);
		expect(sentence).toContain("by slower glides on leg 2: 72 km/h against 90 km/h.");
		expect(textsIn(await pageOf(`a=${bara}&b=${adam}`, "cs"), "h1")).toEqual(["Porovnání letů"]);
	});

	test("swapped, every sign turns and the sentence stays", async () => {
		const [there, back] = await Promise.all([pageOf(`a=${bara}&b=${adam}`), pageOf(`a=${adam}&b=${bara}`)]);
		const turned = (text: string) => text.replace(/[+−]/, (sign) => (sign === "+" ? "−" : "+"));
		const signs = (html: string) =>
			cellsOf(html, "compare-parts")
				.slice(0, 3)
				.map((cells) => cells.slice(1));
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
		expect(elementsIn(html, ".compared-a").length).toBeGreaterThan(1);
		const flight = await sourceOf(await scored.app.get(`/igc/${bara}`));
		expect(elementsIn(flight, `a[href="/compare?a=${bara}"]`)).toHaveLength(1);
		expect(elementsIn(flight, "tr[data-climb]").length).toBe(
			elementsIn(flight, ".picture-climbs [data-climb]").length,
		);
		const pilot = await sourceOf(await scored.app.get("/pilots/B3"));
		expect(elementsIn(pilot, `a[href="/compare?a=${bara}"]`)).toHaveLength(1);
	});
});

test("a leg that one has not finished has no parts, and the page says so", async () => {
	const [adam, eva] = [await flightOf(pair.adam), await flightOf(pair.eva)];
	const html = await pageOf(`a=${eva}&b=${adam}`);
	expect(cellsOf(html, "compare-parts")[0]?.[1]).toBe("not finished");
	expect(html).toContain("No leg was flown to its end, so there is nothing to compare: E2 Jana Evová.");
});

test("flights of two classes or days are not compared, nor is one with itself", async () => {
	const adam = await flightOf(pair.adam);
	const only = "Only flights of one task whose tracks and scores are published can be compared.";
	expect(await pageOf(`a=${adam}&b=nothing`)).toContain(only);
	expect(await pageOf(`a=${adam}&b=${adam}`)).toContain(only);
	expect((await scored.app.get("/compare?a=nothing")).status).toBe(404);
	expect((await scored.app.get("/compare")).status).toBe(404);
});

test("a hidden class compares for nobody but its scorer", async () => {
	const [adam, eva] = [await flightOf(pair.adam), await flightOf(pair.eva)];
	const query = `/compare?a=${adam}&b=${eva}`;
	await scored.app.api("PATCH", path(), { published: false, reason: "Chyba v úloze" }, { as: pair.admin });
	expect((await scored.app.get(query)).status).toBe(404);
	expect((await scored.app.get(query, { as: pair.admin })).status).toBe(200);
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
