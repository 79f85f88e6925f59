import { eq } from "drizzle-orm";
import type { AdminCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { sha256Hex } from "~/lib/digest";
import { areUploadsOpen } from "~/lib/editions/phase";
import { tidyFileName } from "~/lib/files/file-name";
import { objectKey } from "~/lib/files/object-key";
import { isZip, readZip, type UnpackRefusal, unpackMember } from "~/lib/files/read-zip";
import { storeUpload } from "~/lib/files/store-upload.server";
import { analyseFlight } from "~/lib/flights/igc-file/analyse-flight";
import { logIdentity } from "~/lib/flights/igc-file/flight-figures";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import { largestFile, limits } from "~/lib/forms/limits";
import { done, type Result, refuse } from "~/lib/result";
import { incomingLogs, type LogIdentity } from "~db/schema";
import { logComplaint } from "../igc-file/flight-log";
import { checkUploadName, mostSentFiles } from "../igc-file/upload-limits";

/** `again`: the same bytes came within the last hour; `failed`: the bucket did not store them. */
type Addition = "logs" | "refused" | "again" | "failed";

/** Number of files by result. */
type Additions = Readonly<Record<Addition, number>>;

/** Files that are read and stored at once. Each takes up to 10 MB of memory. */
const atOnce = 4;

/**
 * Takes the files of an organiser, including ZIP archives, and keeps them for an hour without assigning them to a pilot. Files that
 * are not logs are kept by name with the reason. The same bytes again change nothing, so an interrupted upload can be repeated.
 * Refuses with `uploads-closed` or `too-large` (more than `mostSentFiles`).
 */
export async function addIncomingLogs(
	ctx: AdminCtx,
	files: readonly File[],
): Promise<Result<Additions, "too-large" | "uploads-closed">> {
	if (!areUploadsOpen(ctx.edition, ctx.now)) return refuse("uploads-closed");
	if (files.length > mostSentFiles) return refuse("too-large");
	const additions: Record<Addition, number> = { logs: 0, refused: 0, again: 0, failed: 0 };
	for (const file of files) {
		let group: SentFile[] = [];
		const addGroup = async () => {
			for (const addition of await Promise.all(group.map((sent) => addFile(ctx, sent))))
				additions[addition]++;
			group = [];
		};
		for await (const sent of sentFiles(file)) {
			group.push(sent);
			if (group.length === atOnce) await addGroup();
		}
		await addGroup();
	}
	return done(additions);
}

async function addFile(ctx: AdminCtx, sent: SentFile): Promise<Addition> {
	const read = readIdentity(sent);
	const sha256 = await sha256Hex("bytes" in sent ? sent.bytes : `${sent.name} ${sent.complaint}`);
	const key = objectKey(ctx, "incoming", ctx.actor.id, sha256);
	const [earlier] = await ctx.db
		.select({ id: incomingLogs.id, state: incomingLogs.state })
		.from(incomingLogs)
		.where(eq(incomingLogs.key, key));
	if (earlier && earlier.state !== "pending") return "again";
	const id = earlier?.id ?? crypto.randomUUID();
	const row = { id, key, sha256, uploadedBy: ctx.actor.id, originalName: sent.name, createdAt: ctx.now };
	const insert = async (values: Omit<typeof incomingLogs.$inferInsert, keyof typeof row>) => {
		if (earlier) return true;
		const statements = [ctx.db.insert(incomingLogs).values({ ...row, ...values })];
		const audit = { action: "igc.receive", subjectId: id, after: { sha256, state: values.state } } as const;
		return (await commit(ctx, { statements, audit, visible: false })).ok;
	};
	if (!("bytes" in sent) || "complaint" in read) {
		const complaint = "complaint" in read ? read.complaint : "";
		return (await insert({ state: "refused", complaint })) ? "refused" : "again";
	}
	const stored = await storeUpload(
		ctx,
		{ key, bytes: sent.bytes, sha256 },
		{
			begin: async () =>
				(await insert({ state: "pending", identity: read })) ? done(null) : refuse("stale"),
			finish: async () => {
				const ready = ctx.db.update(incomingLogs).set({ state: "ready" }).where(eq(incomingLogs.id, id));
				const { ok } = await commit(ctx, { statements: [exactlyOne(ready)], audit: [], visible: false });
				return ok ? done(null) : refuse("storage-failed");
			},
		},
	);
	return stored.ok ? "logs" : stored.reason === "stale" ? "again" : "failed";
}

function readIdentity(sent: SentFile): LogIdentity | { readonly complaint: string } {
	if ("complaint" in sent) return sent;
	const reading = readFlightLog(sent.bytes);
	if (!reading.ok) return { complaint: logComplaint(reading.reason, reading.line) };
	return logIdentity(analyseFlight(reading.log));
}

/** A file as it was sent, alone or in a ZIP archive. The name has no folders. */
type SentFile =
	| { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }
	| { readonly name: string; readonly complaint: string };

/** Most bytes that are unpacked from one archive, all its files together. */
const mostUnpacked = 300 * 1024 * 1024;

const complaintOf: Readonly<Record<UnpackRefusal, string>> = {
	broken: "igc.many.zip.broken",
	encrypted: "igc.many.zip.encrypted",
	tooLarge: logComplaint("tooLarge"),
};

/**
 * The logs that may be in a file: the file itself, or the members of an archive, one at a time. An archive inside an archive is not
 * opened.
 */
async function* sentFiles(file: File): AsyncGenerator<SentFile> {
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
		// A file that is too large has been unpacked to the limit.
		else if (unpacked.reason === "tooLarge") left -= Math.min(largestFile, left);
		yield unpacked.ok
			? { name: memberName, bytes: unpacked.bytes }
			: { name: memberName, complaint: complaintOf[unpacked.reason] };
	}
}

/** Whether a file is one that the systems of Apple and Microsoft add to an archive by themselves. */
function isClutter(name: string): boolean {
	return /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(name);
}

function nameOf(name: string): string {
	return [...tidyFileName(name)].slice(-limits.fileName).join("");
}
