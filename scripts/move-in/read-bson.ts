import { deserialize } from "bson";
import { Stop } from "../lib/stop.mjs";
import { type Found, largestBson } from "./found";

/** Bytes of the shortest document: its length and the zero at its end. */
const shortest = 5;

/**
 * Reads what `mongodump` writes of a collection: documents of BSON (https://bsonspec.org/spec.html), one behind the other, each of which begins
 * with its length. One document is held at a time.
 * @param name of the file, for complaints
 * @throws Stop at a document that is none, or is cut off
 */
export async function* readBson(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<Found> {
	let held: Buffer = Buffer.alloc(0);
	let offset = 0;
	let count = 0;
	for await (const chunk of chunks) {
		held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
		let from = 0;
		for (let size = sizeAt(held, from, name, offset); from + size <= held.length; ) {
			const place = `byte ${offset + from}`;
			yield { document: parsed(held.subarray(from, from + size), name, place), place };
			count += 1;
			from += size;
			size = sizeAt(held, from, name, offset);
		}
		held = held.subarray(from);
		offset += from;
	}
	if (held.length > 0)
		throw new Stop(
			`${name} ends in the middle of a document, at byte ${offset + held.length}, behind ${count} whole ones: the dump is not complete.`,
		);
}

/** The length of the document at a place; endless while the length itself has not been read. */
function sizeAt(bytes: Buffer, from: number, name: string, offset: number): number {
	if (bytes.length - from < 4) return Number.POSITIVE_INFINITY;
	const size = bytes.readInt32LE(from);
	if (size < shortest || size > largestBson)
		throw new Stop(`${name} has no document at byte ${offset + from}.`);
	return size;
}

function parsed(bytes: Buffer, name: string, place: string): Found["document"] {
	try {
		return deserialize(bytes);
	} catch {
		// What the library says may quote the document.
		throw new Stop(`${name} has a damaged document at ${place}.`);
	}
}
