import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { isZip, readZip, unpackMember } from "~/lib/files/read-zip";

type Bytes = Uint8Array<ArrayBuffer>;
const zipOf = (files: Parameters<typeof zipSync>[0]) => zipSync(files) as Bytes;
const log = strToU8("ALXV6MS\r\n".repeat(500));

function membersOf(bytes: Bytes) {
	const read = readZip(bytes);
	if (!read.ok) throw new Error("refused");
	return read.value;
}

const unpackFirst = async (bytes: Bytes, most = 10_000) => {
	const [member] = membersOf(bytes);
	if (!member) throw new Error("no member");
	return unpackMember(member, most);
};

/** Where the first member stands in the central directory. */
const directoryOf = (bytes: Bytes) => {
	for (let at = 0; at < bytes.length; at++)
		if (bytes[at] === 0x50 && bytes[at + 1] === 0x4b && bytes[at + 2] === 1 && bytes[at + 3] === 2) return at;
	throw new Error("no directory");
};

function changed(bytes: Bytes, offset: number, value: number): Bytes {
	const copy = bytes.slice();
	copy[directoryOf(copy) + offset] = value;
	return copy;
}

test("the files of an archive are read with their names, stored and deflated, without folders", async () => {
	const bytes = zipOf({ "den 1/": {}, "den 1/žába.igc": log, "b.igc": [log, { level: 0 }] });
	expect(isZip(bytes)).toBe(true);
	const members = membersOf(bytes);
	expect(members.map(({ name }) => name)).toEqual(["den 1/žába.igc", "b.igc"]);
	for (const member of members) expect(await unpackMember(member, 10_000)).toEqual({ ok: true, bytes: log });
});

test("an archive without files is one, and has none", () => {
	const bytes = zipOf({});
	expect(isZip(bytes)).toBe(true);
	expect(membersOf(bytes)).toEqual([]);
});

test("a bomb is unpacked no further than the limit, whatever size it states", async () => {
	const bomb = zipOf({ "a.igc": new Uint8Array(50_000_000) });
	expect(bomb.length).toBeLessThan(100_000);
	const stated = new DataView(bomb.buffer).getUint32(directoryOf(bomb) + 24, true);
	expect(stated).toBe(50_000_000);
	const lying = changed(changed(bomb, 26, 0), 27, 0);
	for (const bytes of [bomb, lying])
		expect(await unpackFirst(bytes, 10_000_000)).toEqual({ ok: false, reason: "tooLarge" });
	expect(await unpackFirst(zipOf({ "a.igc": [log, { level: 0 }] }), 10)).toEqual({
		ok: false,
		reason: "tooLarge",
	});
});

describe("refused are", () => {
	test("an encrypted file", async () => {
		expect(await unpackFirst(changed(zipOf({ "a.igc": log }), 8, 1))).toEqual({
			ok: false,
			reason: "encrypted",
		});
	});

	test("an unknown method, a wrong checksum and bytes that are not packed", async () => {
		const bytes = zipOf({ "a.igc": log });
		const broken = { ok: false, reason: "broken" };
		expect(await unpackFirst(changed(bytes, 10, 12))).toEqual(broken);
		expect(await unpackFirst(changed(bytes, 16, 0))).toEqual(broken);
		const garbage = bytes.slice();
		garbage.fill(0xff, 40, 60);
		expect(await unpackFirst(garbage)).toEqual(broken);
	});

	test.each([
		["an archive that was cut off", (bytes: Bytes) => bytes.slice(0, -30)],
		["one that names no member where it says", (bytes: Bytes) => changed(bytes, 0, 0)],
		["one with a member outside the file", (bytes: Bytes) => changed(bytes, 23, 0x7f)],
		["one with a member that begins outside the file", (bytes: Bytes) => changed(bytes, 45, 0x7f)],
		["text", () => strToU8("PK\u0003 no archive") as Bytes],
		["nothing", () => new Uint8Array()],
	])("%s", (_, of) => {
		expect(readZip(of(zipOf({ "a.igc": log })))).toEqual({ ok: false, reason: "bad-request" });
	});
});
