import { and, asc, eq } from "drizzle-orm";
import type { StaffCtx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import { areUploadsOpen } from "~/lib/editions/opening-times";
import { readObject } from "~/lib/files/object-storage.server";
import { done, type Result, refuse } from "~/lib/result";
import { incomingLogs } from "~db/schema";
import { mostSentFiles, mostUnpacked } from "../igc-file/upload-limits";
import { type Addition, type Found, findOut, keepFiles, keepUnread } from "./keep-files.server";
import { openSent, type SentPart, sizeOf } from "./sent-files";

/** Bytes that one request unpacks and reads, unless a single log has more. Both take less than half a second of the processor. */
const mostReadAtOnce = 5_000_000;

/** Files that are stored at once. */
const atOnce = 4;

/**
 * Takes the files of an organiser, including ZIP archives, and keeps them for an hour without assigning them to a pilot. Files that
 * are not logs are kept by name with the reason. What is too much for one request is kept as it came, and `readIncomingLogs` reads it.
 * The same bytes again change nothing, so an interrupted upload can be repeated. Refuses with `uploads-closed` or `too-large` (more
 * than `mostSentFiles`).
 * @returns the number of files by what became of them
 */
export async function addIncomingLogs(
	ctx: StaffCtx<"logs">,
	files: readonly File[],
): Promise<Result<Readonly<Record<Addition, number>>, "too-large" | "uploads-closed">> {
	if (!areUploadsOpen(ctx.edition, ctx.now)) return refuse("uploads-closed");
	if (files.length > mostSentFiles) return refuse("too-large");
	const additions: Record<Addition, number> = { logs: 0, refused: 0, unread: 0, again: 0, failed: 0 };
	let mayUnpack = mostUnpacked;
	let bytesRead = 0;
	for (const file of files) {
		const sent = openSent(file.name, new Uint8Array(await file.arrayBuffer()), mayUnpack);
		const added = await addSent(ctx, sent, bytesRead);
		for (const addition of added) additions[addition]++;
		if ("complaint" in sent) continue;
		const size = sizeOf(sent.parts);
		if (sent.isArchive) mayUnpack -= size;
		if (!added.includes("unread")) bytesRead += size;
	}
	return done(additions);
}

/** @param bytesRead by this request so far */
function addSent(
	ctx: StaffCtx<"logs">,
	sent: ReturnType<typeof openSent>,
	bytesRead: number,
): Promise<readonly Addition[]> {
	if ("complaint" in sent) return keepFiles(ctx, [sent]);
	const isTooMuch = fittingIn(sent.parts, bytesRead).length < sent.parts.length;
	return isTooMuch ? keepUnread(ctx, sent) : readParts(ctx, sent.parts);
}

async function readParts(ctx: StaffCtx<"logs">, parts: readonly SentPart[]): Promise<readonly Addition[]> {
	const additions: Addition[] = [];
	for (let from = 0; from < parts.length; from += atOnce) {
		const files = [];
		for (const part of parts.slice(from, from + atOnce)) files.push(await part.open());
		additions.push(...(await keepFiles(ctx, files)));
	}
	return additions;
}

/** Reads the next of the organiser's files that are kept unread, as many as one request may. Refuses with `storage-failed`. */
export async function readIncomingLogs(ctx: StaffCtx<"logs">): Promise<Result<null, "storage-failed">> {
	const rows = await ctx.db
		.select()
		.from(incomingLogs)
		.where(and(eq(incomingLogs.uploadedBy, ctx.actor.id), eq(incomingLogs.state, "unread")))
		.orderBy(asc(incomingLogs.createdAt), asc(incomingLogs.id));
	let bytesRead = 0;
	for (const row of rows) {
		const object = await readObject(ctx, row.key);
		if (!object.ok) return object;
		const sent = openSent(row.originalName, new Uint8Array(await object.value.arrayBuffer()));
		const left = "complaint" in sent ? [] : sent.parts.slice(-row.unread);
		const next = fittingIn(left, bytesRead);
		if (next.length === 0 && left.length > 0) break;
		bytesRead += sizeOf(next);
		const found = await readNext(ctx, sent, next, left.length - next.length);
		if (!found) return refuse("storage-failed");
		// Another tab that has read the same files meanwhile has kept the same.
		const isAsRead = and(eq(incomingLogs.id, row.id), eq(incomingLogs.unread, row.unread));
		const statements = [ctx.db.update(incomingLogs).set(found).where(isAsRead)];
		await commit(ctx, { statements, audit: [], visible: false });
		if (next.length < left.length) break;
	}
	return done(null);
}

/** Reads parts of a kept file. @returns what the file is then; null when the bucket did not store a log */
async function readNext(
	ctx: StaffCtx<"logs">,
	sent: ReturnType<typeof openSent>,
	next: readonly SentPart[],
	unread: number,
): Promise<Found | null> {
	const [only] = next;
	if ("complaint" in sent) return { state: "refused", complaint: sent.complaint, unread: 0 };
	if (!sent.isArchive) return only ? { ...(await findOut(await only.open())), unread: 0 } : null;
	if ((await readParts(ctx, next)).includes("failed")) return null;
	return { state: unread === 0 ? "unpacked" : "unread", unread };
}

/** The first parts that a request may still read: at least one when it has read nothing. @param bytesRead by the request so far */
function fittingIn(parts: readonly SentPart[], bytesRead: number): readonly SentPart[] {
	const least = bytesRead === 0 ? 1 : 0;
	const tooMuch = parts.findIndex(
		(_, index) => index >= least && bytesRead + sizeOf(parts.slice(0, index + 1)) > mostReadAtOnce,
	);
	return tooMuch < 0 ? parts : parts.slice(0, tooMuch);
}
