import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signToken } from "~/lib/accounts/token.server";
import { readSettings } from "~/lib/settings.server";
import { newestEdition } from "~editions/index";
import { testBindings } from "~test/support/bindings";
import { migratedDatabase, startBuiltWorker, timeOfWorkers } from "~test/support/built-worker";
import { type HostileLog, hostileLogs } from "~test/support/hostile-logs";
import { longest } from "~test/support/linear-cost";
import { announcingZip, noise } from "~test/support/zips";
import { prepareAll } from "../../scripts/database/insert-rows";
import { statementsOf } from "../../scripts/demo/demo-data";
import { demoOf } from "../../scripts/demo/demo-of";
import { igcFile } from "../../scripts/demo/igc-generator";

/*
 * What an organiser's files can make the Worker compute, alone and in ZIP archives: before the answer to their form, and in each of the
 * steps in which they are read (rule 60).
 */

const folder = mkdtempSync(join(tmpdir(), "zip-cost-"));
const path = "/igc?many";
let miniflare: Miniflare;
let origin: URL;
let token = "";

const hostile = (dimension: string, size: number) => (hostileLogs[dimension] as HostileLog).file(size);
const many = (count: number, file: (number: number) => Uint8Array) =>
	Object.fromEntries(Array.from({ length: count }, (_, number) => [`${number}.igc`, file(number)]));
/** The files differ, so that each is kept. */
const apart = (file: Uint8Array, number: number) =>
	new Uint8Array(Buffer.concat([file, Buffer.from(`LXXX${number}\r\n`)]));
const crossings = hostile("crossings of a line", 150_000);

const forms: Readonly<Record<string, () => Readonly<Record<string, Uint8Array>>>> = {
	"an archive of a day": () => ({
		"day.zip": zipSync(many(60, (number) => apart(igcFile({ fixes: 15_000 }), number))),
	}),
	"an archive of long flights": () => ({
		"long.zip": zipSync(
			many(16, (number) => apart(crossings, number)),
			{ level: 1 },
		),
	}),
	"archives that state too much": () => many(100, () => announcingZip(Array(60).fill(10_000_000), 3_000)),
	"archives of a thousand entries": () =>
		Object.fromEntries(
			Array.from({ length: 100 }, (_, n) => [
				`${n}.zip`,
				zipSync(Object.fromEntries(Array.from({ length: 590 }, (__, m) => [`__MACOSX/${m}`, noise(10, n)]))),
			]),
		),
	"logs without an archive": () => many(3, (number) => apart(crossings, 100 + number)),
};

beforeAll(async () => {
	const { rows } = demoOf(newestEdition(), { passwordHash: "none", flying: false });
	const days = rows.competitionDays.toSorted((a, b) => (a.date < b.date ? -1 : 1));
	const clock = `${days.at(-1)?.date}T20:00:00Z`;
	miniflare = startBuiltWorker(folder, { ...testBindings, CLOCK: clock });
	const database = await migratedDatabase(miniflare, newestEdition().year);
	await database.batch(prepareAll(database, statementsOf(rows)));
	const organiser = { id: rows.users.find(({ admin }) => admin)?.id ?? "", tokenVersion: 1 };
	const settings = readSettings(testBindings as unknown as Env, newestEdition().year);
	token = await signToken("session", organiser, { edition: newestEdition(), settings, now: new Date(clock) });
	origin = await miniflare.ready;
	// workerd compiles what reads a log while it does so for the first time, in threads beside the isolate's.
	for (let count = 0; count < 3; count++) await send({ "a.igc": apart(crossings, 1_000 + count) });
	await ask(path);
}, 120_000);

afterAll(async () => {
	await miniflare.dispose();
	rmSync(folder, { recursive: true, force: true });
});

function ask(address: string, init: RequestInit = {}): Promise<Response> {
	return fetch(new URL(address, origin), {
		...init,
		redirect: "manual",
		headers: { Cookie: `token=${token}`, Connection: "close" },
	});
}

function send(files: Readonly<Record<string, Uint8Array>>): Promise<Response> {
	const body = new FormData();
	for (const [name, bytes] of Object.entries(files)) body.append("logs", new File([bytes as BlobPart], name));
	return ask(path, { method: "POST", body });
}

/** @returns milliseconds of the processor until the answer, and its status */
async function timed(asked: () => Promise<Response>): Promise<readonly [number, number]> {
	const begun = timeOfWorkers();
	const response = await asked();
	await response.arrayBuffer();
	return [timeOfWorkers() - begun, response.status];
}

/** Whether the page says that files are still to be read. */
const isUnread = async () => (await (await ask(path)).text()).includes("/igc/read");

test.each(Object.entries(forms))("%s is answered soon, and read in short steps", async (what, files) => {
	const sent = files();
	const body = Object.values(sent).reduce((sum, { length }) => sum + length, 0);
	expect(body).toBeLessThan(20_000_000);
	const [answer, status] = await timed(() => send(sent));
	expect(status).toBe(303);
	const steps = [];
	while (await isUnread()) {
		const [step, ofStep] = await timed(() => ask("/igc/read", { method: "POST" }));
		expect(ofStep).toBe(204);
		steps.push(step);
	}
	console.log(`${what}: ${Math.round(body / 1e5) / 10} MB, ${answer} ms, then ${steps.join(", ")} ms`);
	expect(answer).toBeLessThan(longest);
	expect(Math.max(0, ...steps)).toBeLessThan(longest);
});
