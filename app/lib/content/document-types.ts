import { extensionOf } from "~/lib/files/file-name";
import type { DocumentFolder } from "~db/enums";

type Signature = readonly number[];

interface DocumentType {
	readonly mimetype: string;
	/** Allowed first bytes; "text" forbids zero bytes; null skips the check. */
	readonly begins: readonly Signature[] | "text" | null;
}

const ascii = (text: string): Signature => Array.from(text, (character) => character.charCodeAt(0));

/** First bytes of a ZIP archive. The second signature is that of an empty one. */
const zipped = [ascii("PK\u0003\u0004"), ascii("PK\u0005\u0006")];
/** First bytes of the old Office formats. */
const compound = [[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]];
const binary = "application/octet-stream";
const office = "application/vnd.openxmlformats-officedocument";
const openDocument = "application/vnd.oasis.opendocument";

/** The allowed types by extension. A browser runs none of them. */
const documentTypes: Readonly<Record<string, DocumentType>> = {
	pdf: { mimetype: "application/pdf", begins: [ascii("%PDF-")] },
	doc: { mimetype: "application/msword", begins: compound },
	xls: { mimetype: "application/vnd.ms-excel", begins: compound },
	ppt: { mimetype: "application/vnd.ms-powerpoint", begins: compound },
	docx: { mimetype: `${office}.wordprocessingml.document`, begins: zipped },
	xlsx: { mimetype: `${office}.spreadsheetml.sheet`, begins: zipped },
	pptx: { mimetype: `${office}.presentationml.presentation`, begins: zipped },
	odt: { mimetype: `${openDocument}.text`, begins: zipped },
	ods: { mimetype: `${openDocument}.spreadsheet`, begins: zipped },
	odp: { mimetype: `${openDocument}.presentation`, begins: zipped },
	txt: { mimetype: "text/plain", begins: "text" },
	csv: { mimetype: "text/csv", begins: "text" },
	jpg: { mimetype: "image/jpeg", begins: [[0xff, 0xd8, 0xff]] },
	jpeg: { mimetype: "image/jpeg", begins: [[0xff, 0xd8, 0xff]] },
	png: { mimetype: "image/png", begins: [[0x89, ...ascii("PNG\r\n\u001a\n")]] },
	gif: { mimetype: "image/gif", begins: [ascii("GIF87a"), ascii("GIF89a")] },
	webp: { mimetype: "image/webp", begins: [ascii("RIFF")] },
	zip: { mimetype: "application/zip", begins: zipped },
	// Turn points, airspace, tasks and flight logs.
	cup: { mimetype: binary, begins: "text" },
	cupx: { mimetype: binary, begins: zipped },
	cub: { mimetype: binary, begins: null },
	tsk: { mimetype: binary, begins: "text" },
	igc: { mimetype: binary, begins: "text" },
	air: { mimetype: "text/plain", begins: "text" },
	openair: { mimetype: "text/plain", begins: "text" },
};

/** In lower case. */
export const documentExtensions = Object.keys(documentTypes);

/** Null for an extension that is not allowed. */
export function mimetypeOf(name: string): string | null {
	const extension = extensionOf(name);
	return Object.hasOwn(documentTypes, extension) ? (documentTypes[extension]?.mimetype ?? null) : null;
}

const inspectedBytes = 1_024;

/** Compares the first bytes with the extension. */
export function looksLikeItsType(name: string, bytes: Uint8Array): boolean {
	const type = documentTypes[extensionOf(name)];
	if (!type) return false;
	if (type.begins === null) return true;
	const start = bytes.subarray(0, inspectedBytes);
	if (type.begins === "text") return isUtf16(start) || !start.includes(0);
	return type.begins.some((signature) => signature.every((byte, index) => start[index] === byte));
}

/** Windows editors write UTF-16, which has zero bytes, with a byte-order mark. */
function isUtf16(start: Uint8Array): boolean {
	return (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);
}

const safetyFiles = new Set(["cup", "cupx", "cub", "air", "openair"]);

/** The folder of a document whose sender names none, as clients of the API do. The migration that made folders judged in the same way. */
export function folderOf(name: string): DocumentFolder {
	if (safetyFiles.has(extensionOf(name))) return "safety";
	if (/propozic|pravidl|procedur|rules/i.test(name)) return "rules";
	return /formul/i.test(name) ? "forms" : "other";
}

/** The path stays the same in newer versions, so people can pass it on. */
export function documentPath({ id, name }: { readonly id: string; readonly name: string }): string {
	return `/documents/${id}/${encodeURIComponent(name)}`;
}
