import { inflateRawSync } from "node:zlib";

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;
const localEntry = 0x04034b50;

/**
 * The files of a ZIP archive by their names, read through its central directory as unpacking programs do.
 * @throws when a signature, a length or the number of entries is not what the archive says of itself
 */
export function zipMembers(archive: Buffer): Map<string, Buffer> {
	const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
	expectSignature(archive, end, endOfDirectory);
	const count = archive.readUInt16LE(end + 10);
	const members = new Map<string, Buffer>();
	let at = archive.readUInt32LE(end + 16);
	for (let entry = 0; entry < count; entry++) {
		expectSignature(archive, at, directoryEntry);
		const nameLength = archive.readUInt16LE(at + 28);
		const name = archive.toString("utf8", at + 46, at + 46 + nameLength);
		const local = archive.readUInt32LE(at + 42);
		expectSignature(archive, local, localEntry);
		const data = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
		const packed = archive.subarray(data, data + archive.readUInt32LE(at + 20));
		const content = archive.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed);
		if (content.length !== archive.readUInt32LE(at + 24)) throw new Error(`${name} has another length`);
		members.set(name, content);
		at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
	}
	if (at !== end || members.size !== count) throw new Error("The directory does not end where it should");
	return members;
}

function expectSignature(archive: Buffer, at: number, signature: number): void {
	if (at < 0 || archive.readUInt32LE(at) !== signature) throw new Error(`Not a ZIP record at byte ${at}`);
}
