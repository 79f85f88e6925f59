import { tidyFileName } from "~/lib/files/file-name";
import {
	isZip,
	mostRatio,
	readZip,
	type UnpackRefusal,
	unpackMember,
	type ZipMember,
} from "~/lib/files/read-zip";
import { largestFile, limits } from "~/lib/forms/limits";
import { logComplaint } from "../igc-file/flight-log";
import { checkUploadName, mostUnpacked, mostZippedFiles } from "../igc-file/upload-limits";

type Bytes = Uint8Array<ArrayBuffer>;

/** A file as it was sent, alone or in a ZIP archive. The name has no folders. */
export type SentFile =
	| { readonly name: string; readonly bytes: Bytes }
	| { readonly name: string; readonly complaint: string };

/** A file that can be opened. */
export interface SentPart {
	/** Bytes that are unpacked, and read, when it is opened. */
	readonly size: number;
	readonly open: () => Promise<SentFile>;
}

/** What an organiser has sent as one file: a log, or an archive within the limits with its files. */
export interface Sent {
	readonly name: string;
	readonly bytes: Bytes;
	readonly isArchive: boolean;
	readonly parts: readonly SentPart[];
}

interface Refused {
	readonly name: string;
	readonly complaint: string;
}

/** Most entries of an archive, with folders and the files that systems add. */
const mostEntries = 10 * mostZippedFiles;

/**
 * Looks at what was sent without unpacking anything. An archive is refused as a whole when it states more than the limits. One that
 * states less than it has is found out when its files are opened, as none is unpacked further than it states.
 * @param fileName as the browser gives it
 * @param most bytes to which an archive may unpack
 */
export function openSent(fileName: string, bytes: Bytes, most = mostUnpacked): Sent | Refused {
	const name = nameOf(fileName);
	if (!isZip(bytes)) {
		const badName = checkUploadName(name);
		if (badName) return { name, complaint: logComplaint(badName) };
		return {
			name,
			bytes,
			isArchive: false,
			parts: [{ size: bytes.length, open: async () => ({ name, bytes }) }],
		};
	}
	const archive = readZip(bytes, mostEntries);
	if (!archive.ok)
		return {
			name,
			complaint:
				archive.reason === "too-large"
					? `igc.many.zip.farTooMany?most=${mostZippedFiles}`
					: complaintOf.broken,
		};
	const members = archive.value.filter((member) => !isClutter(member.name));
	const complaint = complaintAbout(members, most);
	return complaint ? { name, complaint } : { name, bytes, isArchive: true, parts: members.map(toPart) };
}

/** Bytes to which all parts unpack. */
export function sizeOf(parts: readonly Pick<SentPart, "size">[]): number {
	return parts.reduce((sum, { size }) => sum + size, 0);
}

/** Complaint about an archive that holds too much; null for one within the limits. @param most bytes */
function complaintAbout(members: readonly ZipMember[], most: number): string | null {
	const count = members.length;
	if (count === 0) return "igc.many.zip.empty";
	if (count > mostZippedFiles) return `igc.many.zip.tooMany?count=${count}&most=${mostZippedFiles}`;
	const opened = members.filter((member) => whyClosed(member) === null);
	const bomb = opened.find((member) => member.size > mostRatio * member.packed.length);
	const about = new URLSearchParams({ file: nameOf(bomb?.name ?? ""), most: String(mostRatio) });
	if (bomb) return `igc.many.zip.ratio?${about}`;
	return sizeOf(opened) > most ? "igc.many.zip.tooLarge" : null;
}

/** Why a member is not unpacked; null for one that is. An archive inside an archive is not opened. */
function whyClosed({ name, size, packed }: ZipMember): string | null {
	const badName = checkUploadName(nameOf(name));
	if (badName) return logComplaint(isZip(packed) || /\.zip$/i.test(name) ? "archive" : badName);
	return size > largestFile ? logComplaint("tooLarge") : null;
}

const complaintOf: Readonly<Record<UnpackRefusal, string>> = {
	broken: "igc.many.zip.broken",
	encrypted: "igc.many.zip.encrypted",
	tooLarge: "igc.many.zip.otherSize",
};

function toPart(member: ZipMember): SentPart {
	const name = nameOf(member.name);
	const complaint = whyClosed(member);
	if (complaint) return { size: 0, open: async () => ({ name, complaint }) };
	return {
		size: member.size,
		open: async () => {
			const unpacked = await unpackMember(member, member.size);
			if (!unpacked.ok) return { name, complaint: complaintOf[unpacked.reason] };
			const { bytes } = unpacked;
			return bytes.length === member.size ? { name, bytes } : { name, complaint: complaintOf.tooLarge };
		},
	};
}

/** Whether a file is one that the systems of Apple and Microsoft add to an archive by themselves. */
function isClutter(name: string): boolean {
	return /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(name);
}

function nameOf(name: string): string {
	return [...tidyFileName(name)].slice(-limits.fileName).join("");
}
