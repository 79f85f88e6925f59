import { strToU8, zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { mostUnpacked, mostZippedFiles } from "~/lib/flights/igc-file/upload-limits";
import { openSent, sizeOf } from "~/lib/flights/unmatched-logs/sent-files";
import { largestFile } from "~/lib/forms/limits";
import { announcingZip, noise, statingZip } from "../support/zips";

/* What is sent in a ZIP archive costs no more than the limits of rule 60, whatever the archive states. */

type Bytes = Uint8Array<ArrayBuffer>;
const log = strToU8("ALXV6MS\r\n".repeat(50));

/** Bytes that were unpacked. */
let unpacked = 0;

beforeEach(() => {
	unpacked = 0;
	const Original = DecompressionStream;
	vi.stubGlobal(
		"DecompressionStream",
		class {
			readonly readable: ReadableStream<Uint8Array>;
			readonly writable: WritableStream<BufferSource>;
			constructor(format: CompressionFormat) {
				const { readable, writable } = new Original(format);
				const counted = new TransformStream<Uint8Array, Uint8Array>({
					transform(chunk, controller) {
						unpacked += chunk.length;
						controller.enqueue(chunk);
					},
				});
				this.readable = readable.pipeThrough(counted);
				this.writable = writable;
			}
		},
	);
});

afterEach(() => {
	vi.unstubAllGlobals();
});

/** The complaint about an archive as a whole; null when it is within the limits. */
function complaintAbout(bytes: Uint8Array, most?: number): string | null {
	const sent = openSent("day.zip", bytes as Bytes, most);
	expect(unpacked).toBe(0);
	return "complaint" in sent ? sent.complaint : null;
}

/** What its files are: bytes by number, or a complaint. */
async function filesOf(bytes: Uint8Array) {
	const sent = openSent("day.zip", bytes as Bytes);
	if ("complaint" in sent) throw new Error(sent.complaint);
	const files = [];
	for (const part of sent.parts) {
		const file = await part.open();
		files.push("bytes" in file ? file.bytes.length : file.complaint);
	}
	return files;
}

const manyFiles = (count: number, name = (n: number) => `${n}.igc`) =>
	zipSync(Object.fromEntries(Array.from({ length: count }, (_, n) => [name(n), log])));

describe("an archive", () => {
	test("has at most 60 files, without folders and what systems add", () => {
		expect(mostZippedFiles).toBe(60);
		expect(complaintAbout(manyFiles(60))).toBeNull();
		expect(complaintAbout(manyFiles(61))).toBe("igc.many.zip.tooMany?count=61&most=60");
		const cluttered = zipSync(
			Object.fromEntries(
				Array.from({ length: 60 }, (_, n) => [
					[`d/${n}.igc`, log],
					[`__MACOSX/d/._${n}.igc`, log],
				]).flat(),
			),
		);
		expect(complaintAbout(cluttered)).toBeNull();
	});

	test("is refused by the number that it states, before its entries are read", () => {
		const far = manyFiles(700, (n) => `__MACOSX/${n}`);
		const read = vi.spyOn(TextDecoder.prototype, "decode");
		expect(complaintAbout(far)).toBe("igc.many.zip.farTooMany?most=60");
		expect(read).not.toHaveBeenCalled();
	});

	test("unpacks to at most 100 MB", () => {
		expect(mostUnpacked).toBe(100 * 1024 * 1024);
		const whole = Array.from({ length: 10 }, () => largestFile);
		expect(complaintAbout(announcingZip(whole, 110_000))).toBeNull();
		expect(complaintAbout(announcingZip([...whole, 1], 110_000))).toBe("igc.many.zip.tooLarge");
	});

	test("unpacks to at most what the others of the form leave", () => {
		const zip = announcingZip([1000], 1000);
		expect([complaintAbout(zip, 1000), complaintAbout(zip, 999)]).toEqual([null, "igc.many.zip.tooLarge"]);
	});

	test("has no file that is more than 100 times larger than packed", () => {
		expect(complaintAbout(announcingZip([500, 50_000], 500))).toBeNull();
		expect(complaintAbout(announcingZip([500, 50_001], 500))).toBe("igc.many.zip.ratio?file=1.igc&most=100");
		expect(complaintAbout(zipSync({ "a.igc": new Uint8Array(9_000_000) }))).toContain("zip.ratio");
	});

	test("has no files that share their packed bytes, to be larger together", () => {
		const files = Object.fromEntries(
			Array.from({ length: 50 }, (_, n) => [`${n}.igc`, n ? log : noise(5_000)]),
		);
		const shared = statingZip(files, () => ({ offset: 0, packed: 5_000, size: 500_000 }));
		expect(complaintAbout(shared)).toBe("igc.many.zip.broken");
	});

	test("has no file with the packed bytes of the next one, to hide its ratio", () => {
		const files = { "a.igc": new Uint8Array(10_000_000), "b.igc": [noise(200_000), { level: 0 }] } as const;
		const hidden = statingZip(files, (index) => (index === 0 ? { packed: 150_000 } : {}));
		expect(complaintAbout(hidden)).toBe("igc.many.zip.broken");
	});

	test("may have large files that are no logs: they are not unpacked", async () => {
		const zip = zipSync({
			"a.igc": log,
			"film.mp4": new Uint8Array(9_000_000),
			"in.zip": zipSync({ "b.igc": log }),
		});
		expect(await filesOf(zip)).toEqual([log.length, "igc.refused.notIgc", "igc.refused.archive"]);
		const sent = openSent("day.zip", zip as Bytes);
		expect("parts" in sent && sizeOf(sent.parts)).toBe(log.length);
	});

	test("has no log of more than 10 MB: it is named, and the others are read", async () => {
		const zip = zipSync({ "a.igc": log, "b.igc": new Uint8Array(largestFile + 1) });
		expect(await filesOf(zip)).toEqual([log.length, "igc.refused.tooLarge"]);
		expect(unpacked).toBe(log.length);
	});
});

describe("a file that is unlike what its archive states", () => {
	const bomb = new Uint8Array(10_000_000);

	test("is unpacked no further than the stated size", async () => {
		const zip = statingZip({ "a.igc": bomb, "b.igc": log }, (index) =>
			index === 0 ? { size: 900_000 } : {},
		);
		expect(await filesOf(zip)).toEqual(["igc.many.zip.otherSize", log.length]);
		expect(unpacked).toBeLessThan(1_100_000);
	});

	test("is refused when it is smaller, too", async () => {
		const zip = statingZip({ "a.igc": log }, () => ({ size: log.length + 1 }));
		expect(await filesOf(zip)).toEqual(["igc.many.zip.otherSize"]);
	});
});
