import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import type { ReplayData } from "../app/browser/replay/replay-data";
import { analyseFlight } from "../app/lib/flights/igc-file/analyse-flight";
import { readFlightLog } from "../app/lib/flights/igc-file/read-flight-log";
import { packFlights, packTrack } from "../app/lib/flights/replay/pack-flights";
import { flownTrack, thinTrack } from "../app/lib/flights/replay/thin-track";
import { igcFile } from "../scripts/demo/igc-generator";
import { findChromium } from "../scripts/lib/chromium";

/*
 * `npx tsx bench/replay.ts <address of a replay>`: how fast a phone shows a class. The page comes from a running server; its flights
 * are replaced by forty of five hours, with a fix every second. The processor is slowed down four times.
 */

const flights = 40;
const slowdown = 4;
/** On the map of the demo's third day. */
const [latitude, longitude] = [49.2, 15.6];
/** Milliseconds that are measured. */
const measured = 6_000;

const begin = performance.now();
const packed = Array.from({ length: flights }, (_, number) => {
	const log = igcFile({
		fixes: 5 * 3_600,
		interval: 1,
		start: `09:${String(10 + number).padStart(2, "0")}:00`,
		flight: { latitude: latitude + number / 400, longitude: longitude + number / 300 },
	});
	const reading = readFlightLog(log);
	if (!reading.ok) throw new Error(reading.reason);
	const track = flownTrack([analyseFlight(reading.log)], 240);
	return { id: `flight-${number}`, source: "0123456789abcdef", start: track.times[1_200] ?? 0, track };
});
const made = performance.now();
const bytes = packFlights(
	packed.map(({ id, source, track }) => ({ id, source, track: packTrack(thinTrack(track)) })),
);
const pack = gzipSync(bytes);
console.log(`pack: ${pack.length} bytes; read in ${Math.round(made - begin)} ms, thinned and packed in`);
console.log(`${Math.round(performance.now() - made)} ms`);

function withFortyFlights(html: string): string {
	return html.replace(/data-replay="([^"]*)"/, (_, escaped: string) => {
		const data = JSON.parse(escaped.replaceAll("&quot;", '"').replaceAll("&amp;", "&")) as ReplayData;
		const [like] = data.flights;
		const many = packed.map(({ id, start }, number) => ({
			...like,
			id,
			start,
			number: `T${number}`,
			name: `Jana Nováková ${number}`,
		}));
		const json = JSON.stringify({ ...data, flights: many });
		return `data-replay="${json.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`;
	});
}

const [address = "http://localhost:8787/days/3/replay?class=club"] = process.argv.slice(2);
const browser = await chromium.launch({
	executablePath: findChromium() ?? undefined,
	args: ["--no-sandbox"],
});
const page = await browser.newPage({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
await page.route("**/replays/*", (route) =>
	route.fulfill({ body: pack, contentType: "application/octet-stream" }),
);
await page.route(address, async (route) => {
	const response = await route.fetch();
	await route.fulfill({ response, body: withFortyFlights(await response.text()) });
});
const session = await page.context().newCDPSession(page);
await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
// Taken in the page: before the driver of the browser has its answer, the next picture is drawn.
await page.addInitScript(() => {
	new MutationObserver((_, observer) => {
		if (!document.querySelector("[data-running]")) return;
		observer.disconnect();
		requestAnimationFrame(() => setTimeout(() => performance.mark("first picture")));
	}).observe(document, { attributes: true, childList: true, subtree: true });
});
await page.goto(address, { waitUntil: "commit" });
const marked = await page.waitForFunction(() => performance.getEntriesByName("first picture")[0]?.startTime);
const shown = (await marked.jsonValue()) ?? 0;
console.log(`first picture after ${Math.round(shown)} ms`);

/** Frames a second while something goes on. */
async function framesWhile(what: string, act: () => Promise<unknown>): Promise<void> {
	// As text: what tsx adds to a function does not exist in the page.
	const counting = page.evaluate<number>(`new Promise((resolve) => {
		const from = performance.now();
		let frames = 0;
		requestAnimationFrame(function count(now) {
			frames++;
			if (now - from < ${measured}) requestAnimationFrame(count);
			else resolve((frames * 1000) / (now - from));
		});
	})`);
	await act();
	console.log(`${what}: ${(await counting).toFixed(1)} frames a second`);
}

await page.locator("[data-replay-play]").click();
await framesWhile("playing", async () => {});
await page.locator(".replay-ranking button").nth(5).click();
for (const _ of [1, 2, 3, 4]) await page.locator('[data-map-key="+"]').click();
await framesWhile("playing, following one, zoomed in", async () => {});
await browser.close();
