import { tidyFileName } from "~/lib/files/file-name";
import { isZip, readZip, type UnpackRefusal, unpackMember } from "~/lib/files/read-zip";
import { checkUploadName } from "~/lib/flights/igc-file/upload-limits";
import { largestFile, limits } from "~/lib/forms/limits";
import { logComplaint } from "../log-complaint";
import { mostSentFiles } from "./sent-limits";

/** A file as it was sent, alone or in a ZIP archive. The name has no folders. */
export type SentFile =
	| { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }
	| { readonly name: string; readonly complaint: string };

/** Bytes that are unpacked of one archive, all its files together. */
const mostUnpacked = 300 * 1024 * 1024;

const complaintOf: Readonly<Record<UnpackRefusal, string>> = {
	broken: "igc.many.zip.broken",
	encrypted: "igc.many.zip.encrypted",
	tooLarge: logComplaint("tooLarge"),
};

/** The logs that may be in a file: itself, or the members of an archive, one at a time. An archive in an archive stays closed. */
export async function* sentFiles(file: File): AsyncGenerator<SentFile> {
	const name = nameOf(file.name);
	const bytes = new Uint8Array(await file.arrayBuffer());
	if (!isZip(bytes)) {
		const badName = checkUploadName(name);
		yield badName ? { name, complaint: logComplaint(badName) } : { name, bytes };
		return;
	}
	const archive = readZip(bytes);
	if (!archive.ok) return yield { name, complaint: complaintOf.broken };
	const members = archive.value.filter((member) => !isClutter(member.name));
	if (members.length === 0) return yield { name, complaint: "igc.many.zip.empty" };
	if (members.length > mostSentFiles)
		return yield { name, complaint: `igc.many.zip.tooMany?count=${members.length}&most=${mostSentFiles}` };
	let left = mostUnpacked;
	for (const member of members) {
		const memberName = nameOf(member.name);
		const badName = checkUploadName(memberName);
		if (badName) {
			const isArchive = isZip(member.packed) || /\.zip$/i.test(memberName);
			yield { name: memberName, complaint: logComplaint(isArchive ? "archive" : badName) };
			continue;
		}
		const unpacked = await unpackMember(member, Math.min(largestFile, left));
		if (unpacked.ok) left -= unpacked.bytes.length;
		// What is too large has been unpacked to the limit.
		else if (unpacked.reason === "tooLarge") left -= Math.min(largestFile, left);
		yield unpacked.ok
			? { name: memberName, bytes: unpacked.bytes }
			: { name: memberName, complaint: complaintOf[unpacked.reason] };
	}
}

/** What the systems of Apple and Microsoft add to an archive by themselves. */
function isClutter(name: string): boolean {
	return /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(name);
}

function nameOf(name: string): string {
	return [...tidyFileName(name)].slice(-limits.fileName).join("");
}
