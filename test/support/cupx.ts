import { strToU8, zipSync } from "fflate";

type Bytes = Uint8Array<ArrayBuffer>;

export const zipOf = (files: Parameters<typeof zipSync>[0]) => zipSync(files) as Bytes;

/** One archive behind another, as `cat` glues them. */
export function glued(...archives: readonly Uint8Array[]): Bytes {
	const whole = new Uint8Array(archives.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const archive of archives) {
		whole.set(archive, at);
		at += archive.length;
	}
	return whole;
}

/** A .cupx: pictures, then the waypoints. */
export function cupxOf(cup: string, name = "POINTS.CUP"): Bytes {
	const pictures = zipOf({ "pics/1.jpg": [new Uint8Array(3_000).fill(0xff), { level: 0 }] });
	return glued(pictures, zipOf({ [name]: strToU8(cup) }));
}
