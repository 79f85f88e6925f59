import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCsv } from "~/lib/csv/csv-reader";
import { matchRanking, readRanking } from "~/lib/entries/places/ranking-file";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import { largestFile } from "~/lib/forms/limits";
import { preferredLanguage } from "~/lib/i18n/language";
import { matcherOf } from "~/lib/i18n/word-search";
import { findIntrusions } from "~/lib/scoring/airspace/find-intrusions";
import { largestChart, readChart } from "~/lib/tasks/charts/read-chart";
import { largestTaskFile, readTaskFile } from "~/lib/tasks/files/read-task-file";
import type { ChartKind } from "~db/enums";
import { newestEdition } from "~editions/index";
import { migratedDatabase, startBuiltWorker } from "~test/support/built-worker";
import { airfield, flown, place } from "~test/support/flown";
import { expectLinear } from "~test/support/linear-cost";

/*
 * What strangers can make the Worker compute. The worst input of every reader takes less than half a second, and twice the input at
 * most two and a half times as long; a request that is refused costs next to nothing, and other visitors do not notice it.
 */

const bytes = (text: string) => new TextEncoder().encode(text);
/** One byte a character, so that it has its size, and a character above ASCII is none of UTF-8. */
const log = (line: string, size: number) => {
	const head = "AXXX001\r\nHFDTE150725\r\n";
	return new Uint8Array(
		Buffer.from(head + line.repeat(Math.floor((size - head.length) / line.length)), "latin1"),
	);
};

const streplaPoint = "LSCSCT:x:N4931872:E01700000\r\n";

/** By what is read: the reader, the largest input it gets, and an input of a size. */
const readers: Readonly<Record<string, readonly [(size: number) => () => unknown, number]>> = {
	"a log of empty header records": [(n) => readLog("HFPLT:\r\n", n), largestFile],
	"a log of header records in no encoding": [(n) => readLog("HFPLT:\u00ff\r\n", n), largestFile],
	"a log of date records": [(n) => readLog("HFDTE999999\r\n", n), largestFile],
	"a log of unreadable fixes": [(n) => readLog("B\r\n", n), largestFile],
	"a log of empty lines": [(n) => readLog("\r\n", n), largestFile],
	"a log of one line": [(n) => readLog("H", n), largestFile],
	"a task of empty elements": [(n) => readTask(`<Task>${"<a/>".repeat(n / 4)}`), 262_144],
	"a task of StrePla's points": [(n) => readTask(streplaPoint.repeat(n / 29)), largestTaskFile],
	"a task of a log of empty lines": [
		(n) => readTask(`${streplaPoint}${"\n".repeat(n)}`.slice(0, n)),
		largestTaskFile,
	],
	"a task of SeeYou's bad lines": [(n) => readTask(`${"a\n".repeat(n / 2)}-----Related Tasks`), 2_097_152],
	"a task of options": [(n) => readTask(`${cupTask}Options,${"A=1,".repeat(n / 4)}`), 2_000_000],
	"a task of starts": [(n) => readTask(`${cupTask}STARTS=${"x,".repeat(n / 2)}`), 2_000_000],
	"a task of lines that nobody knows": [(n) => readTask(`${cupTask}${"Wind=1\n".repeat(n / 7)}`), 130_000],
	"a task of odd bytes": [(n) => readTask(`${cupTask}${"\u00e1\u00ff".repeat(n / 2)}`), 1_000_000],
	"a ranking of one name": [(n) => matchList("1\tJan Pilot\t1980\n".repeat(n)), 20_000],
	"a ranking of names with marks": [
		(n) =>
			matchList(Array.from({ length: n }, (_, row) => `${row + 1}\tŽluťoučký Pilot${row}\t1980\n`).join("")),
		20_000,
	],
	"waypoints of semicolons": [(n) => readFile("waypoints", ";", n), largestChart],
	"waypoints of empty lines": [(n) => readFile("waypoints", "\n", n), largestChart],
	"waypoints of bad lines": [(n) => readFile("waypoints", "x,y,z\n", n), 60_000],
	"waypoints of long lines": [
		(n) => readFile("waypoints", `A,B,CZ,4930.000N,01530.000E,1m,2${" ".repeat(366)}\n`, n),
		largestChart,
	],
	"airspace of lines that are none": [(n) => readFile("airspace", "AC D\nQ\n", n), largestChart],
	"airspace of spaces without an outline": [(n) => readFile("airspace", "AC D\nAN x\n", n), largestChart],
	"airspace of corners": [
		(n) => readFile("airspace", `AC D\n${"DP 49:00N 15:00E\n".repeat(n / 17)}`, n),
		600_000,
	],
	"airspace of arcs that end at the antipodes": [
		(n) => readFile("airspace", `AC D\nV X=0:0N 0:0E\n${"DB 0:30N179:42E0:30S179:42E\n".repeat(n / 28)}`, n),
		largestChart,
	],
	"airspace of spaces with such an arc": [
		(n) => readFile("airspace", "V X=0:0N 0:0E\nAC D\nDB 0:30N179:42E0:30S179:42E\n", n),
		largestChart,
	],
	"airspace of spaces with a corner that is none": [
		(n) => readFile("airspace", "AC D\nDP x\n", n),
		largestChart,
	],
	"airspace of heights without end": [
		(n) => readFile("airspace", `AC D\nAH ${"1 000".repeat(75)}\nAL ${"FT".repeat(190)}\n`, n),
		largestChart,
	],
	"airspace of circles": [
		(n) => readFile("airspace", `V X=0:0N 0:0E\n${"AC D\nDC 500\n".repeat(n / 12)}`, n),
		largestChart,
	],
	"a flight across an outline that crosses itself": [flyAcross, 5_000],
	"a table of quotes": [(n) => () => readCsv('"'.repeat(n)), 200_000],
	"a table of delimiters": [(n) => () => readCsv(";".repeat(n)), 200_000],
	"the languages of a browser": [(n) => () => preferredLanguage("x;q=0.1,".repeat(n / 8)), 16_000],
	"the words of a search": [(n) => () => matcherOf("a ".repeat(n / 2))(["a".repeat(200)]), 16_000],
};

const cupTask = `name,code,country,lat,lon\nA,A,CZ,4931.872N,01552.470E\n-----Related Tasks-----\n"T",,A,A,A,\n`;

/** @param line repeated, or the whole file */
function readFile(kind: ChartKind, line: string, size: number): () => unknown {
	const file = bytes(line.repeat(Math.max(1, Math.floor(size / line.length))).slice(0, size));
	return () => readChart(kind, file);
}

/** @param corners west and east of the way in turn, so that every side crosses it */
function flyAcross(corners: number): () => unknown {
	const flight = flown({ hops: [{ to: place(5_000) }, { to: place(20_000) }] });
	const outline = Array.from({ length: corners }, (_, corner) =>
		place((corner * 7_919) % 20_000, corner % 2 === 0 ? -5_000 : 5_000),
	).flatMap(({ latitude, longitude }) => [latitude, longitude]);
	const [floor, ceiling] = [
		{ reference: "GND", value: 0 },
		{ reference: "UNL", value: 0 },
	] as const;
	const airspace = { name: "Scribble", airspaceClass: "R", floor, ceiling, outline };
	return () => findIntrusions([airspace], flight, { qnhHpa: null, elevationM: airfield.elevation });
}

function readTask(text: string): () => unknown {
	const file = bytes(text);
	return () => readTaskFile(file, "2025-07-15");
}

function readLog(line: string, size: number): () => unknown {
	const file = log(line, size);
	return () => readFlightLog(file);
}

/** A ranking list is compared with many entries, half of which are the same person. */
function matchList(text: string): () => unknown {
	const entries = Array.from({ length: 60 }, (_, n) => ({
		...{ id: `${n}`, name: n % 2 === 0 ? "Jan" : "Žluťoučký", surname: n % 2 === 0 ? "Pilot" : `Pilot${n}` },
		birthDate: "1980-05-17",
	}));
	return () => {
		const read = readRanking(text);
		return read.ok && matchRanking(entries, read.rows);
	};
}

describe.each(Object.entries(readers))("%s", (_what, [reader, largest]) => {
	test("takes time by its length", async () => {
		await expectLinear(reader(largest / 2), reader(largest));
	});
});

const folder = mkdtempSync(join(tmpdir(), "request-cost-"));
let miniflare: Miniflare;
let origin: URL;

beforeAll(async () => {
	miniflare = startBuiltWorker(folder);
	await migratedDatabase(miniflare, newestEdition().year);
	origin = await miniflare.ready;
	await send({ path: "/" });
});

afterAll(async () => {
	await miniflare.dispose();
	rmSync(folder, { recursive: true, force: true });
});

interface Sent {
	readonly path: string;
	readonly method?: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
}

/** @returns the status */
function send({ path, method = "GET", headers = {}, body = "" }: Sent): Promise<number> {
	const { hostname, port } = origin;
	const length = method === "GET" ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
	return new Promise((resolve, reject) => {
		const options = { hostname, port, path, method, headers: { ...headers, ...length }, agent: false };
		const request = http.request(options, (response) => {
			response.resume();
			response.on("end", () => resolve(response.statusCode ?? 0));
		});
		request.on("error", reject);
		request.end(body);
	});
}

const form = (path: string, body: string, type = "application/x-www-form-urlencoded"): Sent => ({
	path,
	method: "POST",
	headers: { "Content-Type": type },
	body,
});
const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';

/** Requests of a size, and their largest size. */
const attacks: Readonly<Record<string, readonly [(n: number) => Sent, number]>> = {
	"fields without a value": [(n) => form("/login", "a&".repeat(n)), 32_000],
	"fields of one list": [(n) => form("/signup", "a[]=&".repeat(n)), 12_000],
	"parts of an upload": [(n) => form("/igc", part.repeat(n), "multipart/form-data; boundary=x"), 80_000],
	"brackets in JSON": [(n) => form("/api/auth", "[".repeat(n), "application/json"), 60_000],
	"slashes in a path": [(n) => ({ path: `${"/".repeat(n)}a` }), 12_000],
	"segments of a path": [(n) => ({ path: "/a".repeat(n) }), 6_000],
	"slashes in a manifest": [(n) => ({ path: `/__manifest?version=x&p=${"/".repeat(n)}` }), 7_500],
	"paths of a manifest": [(n) => ({ path: `/__manifest?version=x${"&p=/a".repeat(n)}` }), 1_500],
	"parameters of a query": [(n) => ({ path: `/starting-list?${"q=a&".repeat(n)}` }), 3_000],
	cookies: [(n) => ({ path: "/news", headers: { Cookie: "a=b; ".repeat(n) } }), 2_400],
	"languages of a browser": [
		(n) => ({ path: "/", headers: { "Accept-Language": "x;q=0.1,".repeat(n) } }),
		1_500,
	],
};

describe.each(Object.entries(attacks))("a request of many %s", (_what, [attack, most]) => {
	test("is answered soon, and in time by its length", async () => {
		const sent = (n: number) => async () => {
			expect(await send(attack(n))).toBeLessThan(500);
		};
		await expectLinear(sent(most / 2), sent(most));
	});

	test("keeps no other visitor waiting", async () => {
		const sent = Promise.all([attack(most), attack(most), attack(most)].map(send));
		const start = performance.now();
		expect(await send({ path: "/documents" })).toBe(200);
		expect(performance.now() - start).toBeLessThan(1_000);
		await sent;
	});
});
