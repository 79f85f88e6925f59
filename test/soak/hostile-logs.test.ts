import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readOpenAir } from "~/lib/airspace/read-openair";
import { analyseFlight, drawnFlight } from "~/lib/flight-log/analyse-flight";
import { recordFlight } from "~/lib/flight-log/flight-record";
import { readFlightLog } from "~/lib/flight-log/read-flight-log";
import { flownTrack } from "~/lib/replay/flown-track";
import { thinTrack } from "~/lib/replay/thin-track";
import { judgeFlight } from "~/lib/scoring/airspace/check-flight";
import { newestEdition } from "~editions/index";
import { testBindings } from "~test/support/bindings";
import { migratedDatabase, startBuiltWorker } from "~test/support/built-worker";
import { airfield, flyingDate } from "~test/support/flown";
import { type HostileLog, hostileAirspace, hostileLogs, hostileTasks } from "~test/support/hostile-logs";
import { expectLinear, longest, timeOf } from "~test/support/linear-cost";
import { nationalAirspace } from "~test/support/national-airspace";
import { prepareAll } from "../../scripts/database/insert-rows";
import { statementsOf } from "../../scripts/demo/demo-data";
import { demoOf } from "../../scripts/demo/demo-of";

/*
 * What a flight log can make the Worker compute, one blown-up dimension at a time and in full size: before the answer of its upload,
 * when it is evaluated, and when it is packed for a replay. Others' pages are answered all the while.
 */

const spaces = [...readOpenAir(nationalAirspace()).airspaces, hostileAirspace];

/** All that an upload does with a file before it is answered. */
function upload(file: Uint8Array): void {
	const reading = readFlightLog(file);
	if (reading.ok) recordFlight(analyseFlight(reading.log));
}

function score(file: Uint8Array, task: keyof typeof hostileTasks): void {
	const reading = readFlightLog(file);
	const day = { task: hostileTasks[task], date: flyingDate, airfield };
	if (reading.ok) judgeFlight(spaces, day, analyseFlight(reading.log));
}

function replay(file: Uint8Array): void {
	const reading = readFlightLog(file);
	if (!reading.ok) return;
	const track = flownTrack([drawnFlight(analyseFlight(reading.log))], airfield.elevation);
	if (track.length > 0) thinTrack(track);
}

describe.each(Object.entries(hostileLogs))(
	"a log of many %s",
	(_dimension, { file, most, task = "racing" }) => {
		let once: Uint8Array = new Uint8Array();
		let twice: Uint8Array = new Uint8Array();

		beforeAll(() => {
			once = file(Math.floor(most / 2));
			twice = file(most);
		});

		test("is answered soon, and in time by its size", async () => {
			await expectLinear(
				() => upload(once),
				() => upload(twice),
			);
		});

		test("is evaluated soon, and in time by its size", async () => {
			await expectLinear(
				() => score(once, task),
				() => score(twice, task),
			);
		});

		test("is packed for a replay soon, and in time by its size", async () => {
			await expectLinear(
				() => replay(once),
				() => replay(twice),
			);
		});
	},
);

describe("the Worker", () => {
	const folder = mkdtempSync(join(tmpdir(), "hostile-logs-"));
	const { rows } = demoOf(newestEdition, { passwordHash: "none", flying: false });
	const days = rows.competitionDays.toSorted((a, b) => (a.date < b.date ? -1 : 1));
	const [first, last] = [days[0], days.at(-1)];
	const pilots = rows.registrations.filter(({ accepted }) => accepted);
	let miniflare: Miniflare;
	let origin: URL;

	beforeAll(async () => {
		miniflare = startBuiltWorker(folder, { ...testBindings, CLOCK: `${last?.date}T20:00:00Z` });
		const database = await migratedDatabase(miniflare, newestEdition.year);
		await database.batch(prepareAll(database, statementsOf(rows)));
		origin = await miniflare.ready;
		await fetch(new URL("/documents", origin));
	});

	afterAll(async () => {
		await miniflare.dispose();
		rmSync(folder, { recursive: true, force: true });
	});

	function send(form: FormData): Promise<Response> {
		return fetch(new URL("/api/igc", origin), { method: "POST", body: form });
	}

	function formOf(file: Uint8Array, number: number): FormData {
		const form = new FormData();
		form.set("pilot", pilots[number % pilots.length]?.id ?? "");
		form.set("day", first?.id ?? "");
		form.set("igc", new File([file as BlobPart], "let.igc"));
		return form;
	}

	/** Milliseconds that others wait for a page while the work is done, at most. */
	async function longestWait(work: Promise<unknown>): Promise<number> {
		let [wait, isDone] = [0, false];
		const ended = work.finally(() => {
			isDone = true;
		});
		// Once more after the answer, when the log is evaluated.
		for (let after = 0; after < 3; after += isDone ? 1 : 0) {
			wait = Math.max(wait, await timeOf(async () => (await fetch(new URL("/documents", origin))).text()));
		}
		await ended;
		return wait;
	}

	test.each(Object.entries(hostileLogs))(
		"answers a log of many %s soon, and others all the while",
		async (dimension, log) => {
			const number = Object.keys(hostileLogs).indexOf(dimension);
			const file = log.file(log.most);
			let time = Number.POSITIVE_INFINITY;
			const answered = async () => {
				for (let turn = 0; turn < 3; turn++) {
					const form = formOf(file, number);
					time = Math.min(
						time,
						await timeOf(async () => expect((await send(form)).status).toBeLessThan(500)),
					);
				}
			};
			const wait = await longestWait(answered());
			console.log(`${dimension}: answered in ${Math.round(time)} ms, others in ${Math.round(wait)} ms`);
			expect(time).toBeLessThan(longest);
			expect(wait).toBeLessThan(1_000);
		},
	);

	test("answers a log with many parts beside it soon, and in time by their number", async () => {
		const { file } = hostileLogs["header lines"] as HostileLog;
		const parts = (count: number) => async () => {
			const form = formOf(file(1_000), 0);
			for (let part = 0; part < count; part++) form.append("a", "");
			expect((await send(form)).status).toBeLessThan(500);
		};
		await expectLinear(parts(40_000), parts(80_000));
	});
});
