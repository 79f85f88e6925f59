import { eq } from "drizzle-orm";
import type { AdminCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { sha256Hex } from "~/lib/digest";
import { areUploadsOpen } from "~/lib/editions/phase";
import { objectKey, storeUpload } from "~/lib/files/store-upload.server";
import { analyseFlight } from "~/lib/flights/igc-file/analyse-flight";
import { flightIdentity } from "~/lib/flights/igc-file/flight-figures";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import { done, type Result, refuse } from "~/lib/result";
import { incomingLogs, type LogIdentity } from "~db/schema";
import { logComplaint } from "../log-complaint";
import { type SentFile, sentFiles } from "./sent-files.server";
import { mostSentFiles } from "./sent-limits";

/** `again`: the same bytes have come within the hour; `failed`: the bucket did not store them. */
type Addition = "logs" | "refused" | "again" | "failed";

/** How many files had which fate. */
export type Additions = Readonly<Record<Addition, number>>;

/** Files that are read and stored at once; each has up to 10 MB in memory. */
const atOnce = 4;

/**
 * Takes the files of an organiser, ZIP archives among them, and lays them aside for an hour: nothing is any pilot's yet. Files that
 * are no logs are kept by name with the reason. The same bytes again change nothing, so a broken sending can be repeated. Refuses
 * with `uploads-closed` or `too-large` (more than `mostSentFiles`).
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
	return { ...flightIdentity(analyseFlight(reading.log)), header: reading.log.header };
}
