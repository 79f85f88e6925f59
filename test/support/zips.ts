import { zipSync } from "fflate";
import { igcFile } from "../../scripts/demo/igc-generator";

type Bytes = Uint8Array<ArrayBuffer>;

/** Offsets of fields of an entry of the central directory. */
const fields = { packed: 20, size: 24, offset: 42 } as const;

const signature = 0x02014b50;

/** Where the entries of the central directory begin. */
function* entriesOf(view: DataView): Generator<number> {
	const end = view.byteLength - 22;
	let at = view.getUint32(end + 16, true);
	for (let index = 0; index < view.getUint16(end + 10, true); index++) {
		if (view.getUint32(at, true) !== signature) throw new Error("no entry of a directory");
		yield at;
		at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
	}
}

/** An archive whose directory states something else than it has. @param stated by member; what is left out stays true */
export function statingZip(
	files: Readonly<Record<string, Uint8Array | readonly [Uint8Array, { readonly level: 0 }]>>,
	stated: (index: number) => Partial<Record<keyof typeof fields, number>>,
): Bytes {
	const bytes = zipSync(files as Parameters<typeof zipSync>[0]) as Bytes;
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	for (const [index, entry] of [...entriesOf(view)].entries()) {
		for (const [field, value] of Object.entries(stated(index))) {
			view.setUint32(entry + fields[field as keyof typeof fields], value, true);
		}
	}
	return bytes;
}

/** Bytes that cannot be packed, the same ones each time. */
export function noise(length: number, seed = 1): Uint8Array {
	let state = seed;
	return Uint8Array.from({ length }, () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state >>> 24;
	});
}

/** An archive that states a size for each member, and has a few noisy bytes of it. @param packed bytes of each member */
export function announcingZip(sizes: readonly number[], packed: number): Bytes {
	const files = sizes.map((_, index) => [`${index}.igc`, [noise(packed), { level: 0 }]] as const);
	return statingZip(Object.fromEntries(files), (index) => ({ size: sizes[index] ?? 0 }));
}

const lineLength = 1_000;

/** A log with remarks that make it as large as one may be. They pack to a half. */
export function largeLog(number: number, size = 2_400_000): Uint8Array {
	const log = igcFile({ fixes: 300, recorder: `AXCS${100 + number}` });
	const lines = Math.floor((size - log.length) / lineLength);
	const remarks = noise(lines * lineLength, number + 1).map((byte) => 65 + (byte % 16));
	const framed = new TextEncoder().encode("\r\nLXXX");
	for (let line = 0; line < lines; line++) remarks.set(framed, line * lineLength);
	remarks.set(new TextEncoder().encode("\r\n"), remarks.length - 2);
	const whole = new Uint8Array(log.length + remarks.length);
	whole.set(log);
	whole.set(remarks, log.length);
	return whole;
}
