import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { signToken } from "~/lib/accounts/token.server";
import { readSettings } from "~/lib/settings.server";
import { editionOfYear, newestEdition } from "~editions/index";
import { elementsIn } from "~test/support/html";
import { databaseAt } from "../../bench/database";
import { fillEntries } from "../../bench/entries";
import { uploadBody } from "../../bench/flight-logs";
import { post } from "../../bench/load";
import { type BenchWorkers, bindings, startWorkers } from "../../bench/workers";
import {
	chunks,
	compressed,
	readManifest,
	scriptsOfRoute,
	sourceOf,
	textFile,
	weightOf,
	withImports,
} from "../support/client-build";
import { pageHandles } from "../support/page-handles";
import { pageOf } from "../support/page-of-host";
import { watchOutput } from "../support/worker-output";

/*
 * What a visitor's phone has to load, from the real build: bytes as they are sent, compressed by Brotli as the
 * platform does.
 */

const kB = 1_000;
const year = 2020;
const entries = 120;

let workers: BenchWorkers;

beforeAll(async () => {
	workers = await startWorkers({}, watchOutput);
	await fillEntries(
		databaseAt(workers.origins.database, year),
		editionOfYear(year) ?? newestEdition(),
		entries,
	);
});

afterAll(async () => {
	await workers?.miniflare.dispose();
});

async function pageAt(path: string, expected = 200, ofYear = year): Promise<string> {
	const { status, text } = await pageOf(new URL(path, workers.origins.app), `${ofYear}.localhost`);
	expect(status).toBe(expected);
	return text;
}

const assetsNamedIn = (addresses: string) =>
	[...addresses.matchAll(/\/assets\/([\w.-]+)/g)].flatMap(([, name]) => name ?? []);

/** Names of the assets a page asks for; those that Remix only knows of, for pages one may go on to, are not among them. */
function assetsOf(html: string, ending: string): string[] {
	const addresses = elementsIn(html, '[src^="/assets/"], [href^="/assets/"]').map(
		(element) => element.getAttribute("src") ?? element.getAttribute("href") ?? "",
	);
	return [...new Set(addresses.flatMap(assetsNamedIn).filter((name) => name.endsWith(ending)))];
}

test("the first visit of home takes at most 45 kB and 60 kB of type and pictures, its scripts at most 5 kB", async () => {
	const html = await pageAt("/");
	const scripts = weightOf(assetsOf(html, ".js"));
	const styles = assetsOf(html, ".css");
	const all = compressed(html) + scripts + weightOf(styles) + weightOf(assetsOf(html, ".svg"));
	const drawn = [...new Set(styles.flatMap((name) => assetsNamedIn(sourceOf(name))))];
	const logos = elementsIn(html, "img").map((image) => image.getAttribute("src") ?? "");
	const pictures = ["/favicon.svg", ...logos].map((path) => readFileSync(`build/client${path}`));
	const looks = weightOf(drawn) + pictures.reduce((sum, picture) => sum + compressed(picture), 0);
	console.log(`home: ${all} bytes, scripts ${scripts}, type and pictures ${looks}`);
	expect(scripts).toBeLessThanOrEqual(5 * kB);
	expect(all).toBeLessThanOrEqual(45 * kB);
	expect(drawn.some((name) => name.endsWith(".woff2"))).toBe(true);
	expect(looks).toBeLessThanOrEqual(60 * kB);
});

describe("the pages of a flown day", () => {
	const { year: newest } = newestEdition();
	let flightPath: string;
	let replayPath: string;

	beforeAll(async () => {
		const { origins } = workers;
		const database = databaseAt(origins.database, newest);
		await fillEntries(database, newestEdition(), 1);
		const { body, contentType } = await uploadBody(origins);
		// Of its pilot: a log of nobody known would not score, and have no page.
		const settings = readSettings(bindings as unknown as Env, newest);
		const token = await signToken(
			"session",
			{ id: "user-1", tokenVersion: 1 },
			{ edition: { year: newest }, settings, now: new Date() },
		);
		const headers = {
			Host: `${newest}.localhost`,
			"Content-Type": contentType,
			Authorization: `Bearer ${token}`,
		};
		expect(await post(new URL("/api/igc", origins.app), headers, body)).toBe(201);
		const query = `SELECT igc_files.id, competition_classes.type FROM igc_files
			JOIN registrations ON registrations.id = igc_files.registration_id
			JOIN competition_classes ON competition_classes.id = registrations.competition_class_id`;
		const [flight] = await database.run([[query, []]]);
		flightPath = `/igc/${flight?.id}`;
		replayPath = `/days/1/replay?class=${flight?.type}`;
		// The flights are packed after the response to the upload.
		await vi.waitFor(async () => expect(await pageAt(replayPath, 200, newest)).toContain("data-replay="), {
			timeout: 20_000,
			interval: 200,
		});
	});

	test.each([
		["the day", () => "/days/1", null],
		["the flight", () => flightPath, { name: "flight", limit: 15 * kB }],
		["the replay", () => replayPath, { name: "replay", limit: 25 * kB }],
	])("%s takes at most 45 kB, 5 kB of it scripts, beside the script of its own", async (name, path, own) => {
		const html = await pageAt(path(), 200, newest);
		const ownNames = own ? chunks(own.name) : [];
		const asked = assetsOf(html, ".js");
		const scripts = weightOf(asked.filter((script) => !ownNames.includes(script)));
		const ownWeight = weightOf(withImports(ownNames, "with later"));
		const all =
			compressed(html) + scripts + weightOf(assetsOf(html, ".css")) + weightOf(assetsOf(html, ".svg"));
		console.log(`${name}: ${all} bytes, scripts ${scripts}, its own ${ownWeight}`);
		expect(asked).toEqual(expect.arrayContaining(ownNames));
		expect(ownNames).toHaveLength(own ? 1 : 0);
		expect(all).toBeLessThanOrEqual(45 * kB);
		expect(scripts).toBeLessThanOrEqual(5 * kB);
		expect(ownWeight).toBeLessThanOrEqual(own?.limit ?? 0);
		// A flight with everything has at most 24 kB of HTML (`relief.test.ts`), so it takes at most 60 kB with what it loads.
		if (name === "the flight") {
			expect(all - compressed(html) + ownWeight).toBeLessThanOrEqual(36 * kB);
			expect(scripts + ownWeight).toBeLessThanOrEqual(15 * kB);
		}
	});
});

test("the upload page takes at most 15 kB of scripts, before and after a file is chosen", async () => {
	const scripts = withImports(assetsOf(await pageAt("/igc"), ".js"), "with later");
	console.log(`/igc: ${weightOf(scripts)} bytes of scripts`);
	expect(weightOf(scripts)).toBeLessThanOrEqual(15 * kB);
});

test("the script that blocks rendering takes less than 1 kB", () => {
	expect(weightOf(chunks("boot"))).toBeLessThan(kB);
});

test("a starting list of 120 entries takes at most 25 kB", async () => {
	const size = compressed(await pageAt("/starting-list"));
	console.log(`starting list of ${entries}: ${size} bytes`);
	expect(size).toBeLessThanOrEqual(25 * kB);
});

test.each([
	["/login", 200],
	["/signup", 200],
	["/password-reset", 200],
	["/registration", 401],
	["/user-profile", 401],
	["/change-password", 401],
])("%s is a reading page for a visitor", async (path, status) => {
	const html = await pageAt(path, status);
	expect(weightOf(assetsOf(html, ".js"))).toBeLessThanOrEqual(5 * kB);
	expect(html).not.toContain("modulepreload");
});

test("every page that hydrates loads at most 160 kB of scripts and texts, those of organisers too", () => {
	const manifest = readManifest();
	const shared = [...chunks("page"), ...chunks("boot"), textFile("common"), textFile("organisers")];
	const weights = [...pageHandles.keys()].map((id) => ({
		id,
		weight: weightOf(withImports([...scriptsOfRoute(manifest, id), ...shared], "without later")),
	}));
	expect(weights.filter(({ weight }) => weight > 160 * kB)).toEqual([]);
});

test("the Worker takes at most 1 MB", () => {
	const size = gzipSync(readFileSync("build/server/index.js")).byteLength;
	console.log(`Worker: ${size} bytes`);
	expect(size).toBeLessThanOrEqual(1_000 * kB);
});

test("what the Worker loads to draw pictures takes at most 1.3 MB, and stands beside it", () => {
	const files = readdirSync("build/server").filter((name) => /\.(wasm|bin)$/.test(name));
	expect(files.toSorted()).toEqual(["cyrillic.bin", "index_bg.wasm", "latin.bin"]);
	const size = files.reduce(
		(sum, name) => sum + gzipSync(readFileSync(`build/server/${name}`)).byteLength,
		0,
	);
	console.log(`pictures: ${size} bytes beside the Worker`);
	expect(size).toBeLessThanOrEqual(1_300 * kB);
});
