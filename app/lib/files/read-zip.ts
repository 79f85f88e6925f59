import { done, type Result, refuse } from "~/lib/result";

/** A file inside a ZIP archive. */
export interface ZipMember {
	/** Name as it stands in the archive. It may contain folders. */
	readonly name: string;
	/** Bytes that it has when unpacked, as the archive states them. */
	readonly size: number;
	/** The file's bytes as they are stored. */
	readonly packed: Uint8Array<ArrayBuffer>;
	readonly method: number;
	readonly crc: number;
	readonly isEncrypted: boolean;
}

export type UnpackRefusal = "broken" | "encrypted" | "tooLarge";

type Unpacked =
	| { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer> }
	| { readonly ok: false; readonly reason: UnpackRefusal };

/** Whether a file begins as ZIP archives do, including empty ones. */
export function isZip(bytes: Uint8Array): boolean {
	return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

const endSignature = 0x06054b50;
const endSize = 22;
const longestComment = 0xffff;
const memberSignature = 0x02014b50;
const memberSize = 46;
const localSignature = 0x04034b50;
const localSize = 30;
/** How many times smaller a file may be packed. Logs are packed to a fourth, bombs to a thousandth. */
export const mostRatio = 100;

/**
 * The last of several archives in one file, one behind the other, as a `.cupx` has two: it begins where its own offsets count from.
 * Null when the file does not end with one, as when it is cut.
 */
export function lastArchive(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	try {
		const end = findEnd(view);
		const start = end - view.getUint32(end + 12, true) - view.getUint32(end + 16, true);
		const isAtEnd = end + endSize + view.getUint16(end + 20, true) === view.byteLength;
		return isAtEnd && start >= 0 ? bytes.subarray(start) : null;
	} catch (error) {
		if (error instanceof RangeError) return null;
		throw error;
	}
}

/** Most entries that an archive can state. */
const mostOfFormat = 0xffff;

/**
 * The files of a ZIP archive as its central directory lists them, without folders. Format: PKWARE's APPNOTE 6.3, sections 4.3.7,
 * 4.3.12 and 4.3.16. Archives over 4 GB (ZIP64) and those in several parts are refused as broken.
 * @param mostEntries with folders; an archive that states more is refused as too large before they are read
 */
export function readZip(
	bytes: Uint8Array<ArrayBuffer>,
	mostEntries = mostOfFormat,
): Result<readonly ZipMember[], "bad-request" | "too-large"> {
	const decoder = new TextDecoder();
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const members: ZipMember[] = [];
	const places: Place[] = [];
	try {
		const end = findEnd(view);
		const count = view.getUint16(end + 10, true);
		if (count > mostEntries) return refuse("too-large");
		let at = view.getUint32(end + 16, true);
		for (let index = 0; index < count; index++) {
			if (view.getUint32(at, true) !== memberSignature) return refuse("bad-request");
			const nameLength = view.getUint16(at + 28, true);
			const name = decoder.decode(bytes.subarray(at + memberSize, at + memberSize + nameLength));
			const header = view.getUint32(at + 42, true);
			const from = contentStart(view, header);
			const size = view.getUint32(at + 20, true);
			if (from + size > bytes.length) return refuse("bad-request");
			places.push({ from: header, to: from + size });
			if (!name.endsWith("/"))
				members.push({
					name,
					size: view.getUint32(at + 24, true),
					packed: bytes.subarray(from, from + size),
					method: view.getUint16(at + 10, true),
					crc: view.getUint32(at + 16, true),
					isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
				});
			at += memberSize + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
		}
	} catch (error) {
		// A position points outside the file.
		if (error instanceof RangeError) return refuse("bad-request");
		throw error;
	}
	return overlap(places) ? refuse("bad-request") : done(members);
}

/** Where an entry stands in the archive, with its local header. */
interface Place {
	readonly from: number;
	readonly to: number;
}

/** Whether entries share bytes: each then has more of them than were sent. */
function overlap(places: readonly Place[]): boolean {
	const sorted = places.toSorted((one, other) => one.from - other.from);
	return sorted.some(({ to }, index) => to > (sorted[index + 1]?.from ?? to));
}

/** Finds the end record. It stands behind everything else; only a comment may follow. @throws RangeError when there is none */
function findEnd(view: DataView): number {
	const first = Math.max(0, view.byteLength - endSize - longestComment);
	for (let at = view.byteLength - endSize; at >= first; at--) {
		if (view.getUint32(at, true) === endSignature) return at;
	}
	throw new RangeError("no end of the central directory");
}

/** Offset at which a member's bytes begin, behind its local header. @throws RangeError when there is no header */
function contentStart(view: DataView, at: number): number {
	if (view.getUint32(at, true) !== localSignature) throw new RangeError("no local header");
	return at + localSize + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
}

const stored = 0;
const deflated = 8;

/**
 * Unpacks a member and checks it against its checksum. It does not trust the sizes that an archive states: it stops as soon as the
 * result is too large.
 * @param most bytes
 */
export async function unpackMember(member: ZipMember, most: number): Promise<Unpacked> {
	if (member.isEncrypted) return { ok: false, reason: "encrypted" };
	if (member.method !== stored && member.method !== deflated) return { ok: false, reason: "broken" };
	const bytes =
		member.method === stored ? limited([member.packed], most) : await inflate(member.packed, most);
	if (bytes === null) return { ok: false, reason: "broken" };
	if (bytes === "tooLarge") return { ok: false, reason: "tooLarge" };
	return crc32(bytes) === member.crc ? { ok: true, bytes } : { ok: false, reason: "broken" };
}

function limited(parts: readonly Uint8Array[], most: number): Uint8Array<ArrayBuffer> | "tooLarge" {
	const size = parts.reduce((sum, part) => sum + part.length, 0);
	if (size > most) return "tooLarge";
	const whole = new Uint8Array(size);
	let at = 0;
	for (const part of parts) {
		whole.set(part, at);
		at += part.length;
	}
	return whole;
}

/** Returns null when the bytes cannot be unpacked. */
async function inflate(
	packed: Uint8Array<ArrayBuffer>,
	most: number,
): Promise<Uint8Array<ArrayBuffer> | "tooLarge" | null> {
	const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
	const parts: Uint8Array[] = [];
	let size = 0;
	try {
		for (;;) {
			const { done: isOver, value } = await reader.read();
			if (isOver) return limited(parts, most);
			parts.push(value);
			size += value.length;
			if (size > most) {
				await reader.cancel();
				return "tooLarge";
			}
		}
	} catch {
		return null;
	}
}

/** Remainders of all bytes by the polynomial of ZIP. */
const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
	let remainder = byte;
	for (let bit = 0; bit < 8; bit++)
		remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
	return remainder;
});

function crc32(bytes: Uint8Array): number {
	let crc = 0xffffffff;
	for (const byte of bytes) crc = (remainders[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
	return (crc ^ 0xffffffff) >>> 0;
}
