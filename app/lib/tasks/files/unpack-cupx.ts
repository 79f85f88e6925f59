import {
	isZip,
	lastArchive,
	mostRatio,
	readZip,
	type UnpackRefusal,
	unpackMember,
} from "~/lib/files/read-zip";

type Bytes = Uint8Array<ArrayBuffer>;

type UnpackedCup =
	| { readonly ok: true; readonly bytes: Bytes }
	| { readonly ok: false; readonly complaint: string };

/** A .cupx has one file beside its pictures, which stand in an archive of their own. */
const mostEntries = 60;

const complaintOf: Readonly<Record<UnpackRefusal, string>> = {
	broken: "task.file.broken",
	encrypted: "task.file.broken",
	tooLarge: "task.file.packedTooLarge",
};

/**
 * Returns the .cup that a .cupx holds, and any other file as it is. A .cupx is an archive of pictures and one of POINTS.CUP, one behind
 * the other (Naviter, CUPX 2.4).
 * @param most bytes
 */
export async function unpackCupx(bytes: Bytes, most: number): Promise<UnpackedCup> {
	if (!isZip(bytes)) return { ok: true, bytes };
	const archive = lastArchive(bytes);
	const members = archive ? readZip(archive, mostEntries) : null;
	if (!members?.ok)
		return {
			ok: false,
			complaint: complaintOf[members?.reason === "too-large" ? "tooLarge" : "broken"],
		};
	const cup = members.value.find(({ name }) => /(?:^|\/)points\.cup$/i.test(name));
	if (!cup) return { ok: false, complaint: "task.file.noPoints" };
	if (cup.size > mostRatio * cup.packed.length) return { ok: false, complaint: complaintOf.tooLarge };
	const unpacked = await unpackMember(cup, most);
	return unpacked.ok ? unpacked : { ok: false, complaint: complaintOf[unpacked.reason] };
}
