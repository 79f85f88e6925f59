import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ObjectId, serialize } from "bson";
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { type DumpForm, encodeCollection } from "~test/support/old-dump";
import type { Doc } from "~test/support/old-making";
import { indexFiles } from "../../scripts/move-in/file-index";
import type { Found } from "../../scripts/move-in/found";
import { openDump } from "../../scripts/move-in/open-dump";
import { readBson } from "../../scripts/move-in/read-bson";
import { readJson } from "../../scripts/move-in/read-json";

/* What mongodump and mongoexport write is read document by document; what is damaged is refused with its place, and without what people wrote. */

const folder = mkdtempSync(join(tmpdir(), "read-dump-"));
let dump: string;
let made = 0;

afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(() => {
	made += 1;
	dump = join(folder, String(made));
	mkdirSync(dump);
});

const write = (name: string, content: string | Uint8Array) => writeFileSync(join(dump, name), content);

async function all(found: AsyncIterable<Found>): Promise<Found[]> {
	const list: Found[] = [];
	for await (const one of found) list.push(one);
	return list;
}

const readAll = async (name: string) => all((await openDump(dump)).read(name));

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Buffer> {
	for (let from = 0; from < bytes.length; from += size) yield Buffer.from(bytes.subarray(from, from + size));
}

const docs: Doc[] = [
	{
		_id: new ObjectId(),
		name: "Šárka",
		born: new Date("1980-02-29T00:00:00Z"),
		list: [1, { a: "}" }],
		nothing: null,
	},
	{ _id: new ObjectId(), name: 'uvozovka " a zpětné \\ lomítko', points: 12.5, flags: { on: true } },
	{
		_id: new ObjectId(),
		name: "řádky\nv textu",
		born: new Date("2031-01-01T12:00:00.123Z"),
		id: 3_000_000_000,
	},
];

describe.each<DumpForm>(["bson", "bson.gz", "json", "array"])("documents as %s", (form) => {
	test("are read as they were written", async () => {
		write(`users.${form === "array" ? "json" : form}`, encodeCollection(docs, form));
		expect((await readAll("users")).map(({ document }) => document)).toEqual(docs);
	});

	test("may be none", async () => {
		write(`users.${form === "array" ? "json" : form}`, encodeCollection([], form));
		expect(await readAll("users")).toEqual([]);
	});
});

test.each([1, 2, 3, 7, 64])("pieces of %i bytes make the same documents", async (size) => {
	const names = (found: readonly Found[]) => found.map(({ document }) => document.name);
	const expected = docs.map(({ name }) => name);
	expect(names(await all(readBson(pieces(encodeCollection(docs, "bson"), size), "x.bson")))).toEqual(
		expected,
	);
	expect(names(await all(readJson(pieces(encodeCollection(docs, "json"), size), "x.json")))).toEqual(
		expected,
	);
});

test("an array may stand on many lines, and dates in every form of extended JSON", async () => {
	write(
		"news.json",
		`\uFEFF[\n  {\n    "_id": {"$oid": "65e11ab4a1b2c3d4e5000034"},\n    "at": [{"$date": "2024-07-05T10:00:00Z"},\n{"$date": {"$numberLong": "1720173600000"}}],\n    "points": {"$numberDouble": "12.5"},\n    "place": {"$numberInt": "3"}\n  }\n]\n`,
	);
	const [found] = await readAll("news");
	const at = new Date("2024-07-05T10:00:00Z");
	expect(found?.document).toMatchObject({ at: [at, at], points: 12.5, place: 3 });
	expect(found?.place).toBe("line 2");
});

const secret = "tajné slovo";

describe("is refused with its place:", () => {
	test("a file of BSON that is cut off, wherever it is cut", async () => {
		const bytes = encodeCollection([...docs, { _id: new ObjectId(), secret }], "bson");
		const sizes = docs.map((doc) => serialize(doc).length);
		const ends = sizes.map((_, index) => sizes.slice(0, index + 1).reduce((sum, size) => sum + size));
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 1, max: bytes.length - 1 }), async (length) => {
				const read = all(readBson(pieces(bytes.subarray(0, length), 100), "users.bson"));
				if (ends.includes(length)) return;
				await expect(read).rejects.toThrow(
					/users\.bson ends in the middle of a document, at byte \d+, behind \d whole ones/,
				);
			}),
			{ numRuns: 60 },
		);
	});

	test("a length that no document has", async () => {
		write("users.bson", Buffer.concat([serialize({ secret }), Buffer.from([255, 255, 255, 127, 0, 0])]));
		await expect(readAll("users")).rejects.toThrow(/users\.bson has no document at byte 30\./);
	});

	test("a document whose inside is damaged, without a word of it", async () => {
		const bytes = Buffer.from(serialize({ name: secret }));
		bytes[4] = 0x7c;
		write("users.bson", bytes);
		await expect(readAll("users")).rejects.toThrow("users.bson has a damaged document at byte 0");
	});

	test.each([
		['{"a": 1}\n{"a": \n{"a": 3}\n', "line 2: the document that begins here does not end"],
		[`{"a": 1}\n{"a": "${secret}\n{"a": 3}\n`, "line 2: a text is not closed"],
		[`{"a": 1}\n\n{"a": ${secret}}\n`, "line 3: this is no document in extended JSON"],
		[`{"a": 1}\n${secret}\n`, "line 2: this is no document"],
		['[{"a": 1},\n {"a": 2', "line 2: the document that begins here does not end"],
		['{"a": {"$oid": "zz"}}\n', "line 1: this is no document in extended JSON"],
	])("JSON such as %j", async (text, complaint) => {
		write("users.json", text);
		const refused = await readAll("users").catch((error: Error) => error);
		expect(String(refused)).toContain(`users.json, ${complaint}`);
		expect(String(refused)).not.toContain("tajné");
	});

	test("a text that is not UTF-8", async () => {
		write(
			"users.json",
			Buffer.concat([Buffer.from('{"a": 1}\n{"a": "'), Buffer.from([0xe8]), Buffer.from('"}\n')]),
		);
		await expect(readAll("users")).rejects.toThrow(/users\.json, line \d: the text is not UTF-8/);
	});

	test("a zipped file that is cut off", async () => {
		write("users.bson.gz", gzipSync(encodeCollection(docs, "bson")).subarray(0, 60));
		await expect(readAll("users")).rejects.toThrow("users.bson.gz cannot be unpacked to its end");
	});
});

describe("the folder", () => {
	test("may hold the one database of a dump, beside those of the server and what the tools add", async () => {
		for (const [database, name] of [
			["competition", "users.bson"],
			["admin", "system.version.bson"],
		] as const) {
			mkdirSync(join(dump, database));
			write(`${database}/${name}`, encodeCollection(docs, "bson"));
		}
		write("competition/users.metadata.json", "{}");
		write("competition/prelude.json", "{}");
		write("oplog.bson", serialize({ op: "i" }));
		const opened = await openDump(dump);
		expect(opened.names).toEqual(["users"]);
		expect(await opened.digest("users")).toMatch(/^[0-9a-f]{64}$/);
	});

	test.each([
		["of two databases", ["a/users.bson", "b/users.bson"], "several databases: a, b"],
		["with a collection twice", ["users.bson", "users.json"], "users is there twice: users.bson, users.json"],
		["without a collection", ["readme.txt", "oplog.bson"], "holds no collection"],
	])("%s is refused", async (_, names, complaint) => {
		for (const name of names) {
			mkdirSync(join(dump, name, ".."), { recursive: true });
			write(name, encodeCollection(docs, "bson"));
		}
		await expect(openDump(dump)).rejects.toThrow(complaint);
	});

	test.each([false, true])(
		"with an archive is refused, with the commands that split it (zipped: %s)",
		async (zipped) => {
			const archive = Buffer.concat([Buffer.from([0x6d, 0xe2, 0x99, 0x81]), serialize({ version: "0.1" })]);
			write("dump.archive", zipped ? gzipSync(archive) : archive);
			for (const given of [dump, join(dump, "dump.archive")]) {
				const refused = await openDump(given).catch((error: Error) => error);
				expect(String(refused)).toMatch(/mongorestore --archive=.*dump\.archive.* && mongodump --out=dump/);
				expect(String(refused).includes("--gzip")).toBe(zipped);
			}
		},
	);

	test("that is not there, or is a file, is refused", async () => {
		await expect(openDump(join(dump, "none"))).rejects.toThrow("There is no ");
		write("users.bson", encodeCollection(docs, "bson"));
		await expect(openDump(join(dump, "users.bson"))).rejects.toThrow("is no folder");
	});
});

test("a file is found by the last part of its path, whatever stands before and behind it", () => {
	mkdirSync(join(dump, "igc/2024"), { recursive: true });
	mkdirSync(join(dump, "documents"));
	write("igc/2024/let 1.igc", "1");
	write("igc/same.igc", "1");
	write("documents/same.igc", "22");
	write("documents/empty.pdf", "");
	const { find } = indexFiles(dump);
	for (const path of [
		"igc/2024/let 1.igc",
		"let 1.igc",
		"https://b.example.com/x/let%201.igc?sig=1",
		"c:\\old\\let 1.igc",
	])
		expect(find(path), path).toMatchObject({ size: 1 });
	expect(find("https://b.example.com/documents/same.igc")).toMatchObject({ size: 2 });
	expect(find("same.igc")).toEqual({ missing: "several files have its name" });
	expect(find("../../etc/passwd")).toEqual({ missing: "its file is not there" });
	expect(find("documents/empty.pdf")).toEqual({ missing: "its file is empty" });
});
