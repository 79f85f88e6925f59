import { eq } from "drizzle-orm";
import type { StaffCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { sha256Hex } from "~/lib/digest";
import { objectKey } from "~/lib/files/object-key";
import { storeUpload } from "~/lib/files/store-upload.server";
import { analyseFlight } from "~/lib/flights/igc-file/analyse-flight";
import { logIdentity } from "~/lib/flights/igc-file/flight-figures";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import { done, refuse } from "~/lib/result";
import { incomingLogs } from "~db/schema";
import { logComplaint } from "../igc-file/flight-log";
import type { Sent, SentFile } from "./sent-files";

/**
 * `unread`: the file is kept, and the next requests read it; `again`: the same bytes came within the last hour; `failed`: the bucket
 * did not store them.
 */
export type Addition = "logs" | "refused" | "unread" | "again" | "failed";

/** What a kept file is known to be. */
export type Found = Pick<typeof incomingLogs.$inferInsert, "state" | "identity" | "complaint" | "unread">;

/** Reads a file. The pause before it lets others' requests in, as reading takes up to a quarter of a second. */
export async function findOut(sent: SentFile): Promise<Found> {
	await scheduler.wait(0);
	if ("complaint" in sent) return { state: "refused", complaint: sent.complaint };
	const reading = readFlightLog(sent.bytes);
	if (!reading.ok) return { state: "refused", complaint: logComplaint(reading.reason, reading.line) };
	return { state: "ready", identity: logIdentity(analyseFlight(reading.log)) };
}

/** Reads files one by one, and keeps the logs among them; of the others it keeps the names. */
export async function keepFiles(
	ctx: StaffCtx<"logs">,
	files: readonly SentFile[],
): Promise<readonly Addition[]> {
	const found: (readonly [SentFile, Found])[] = [];
	for (const sent of files) found.push([sent, await findOut(sent)]);
	return Promise.all(found.map(([sent, is]) => keep(ctx, sent, is)));
}

/** Keeps a log or an archive, to be read later. */
export async function keepUnread(ctx: StaffCtx<"logs">, sent: Sent): Promise<readonly Addition[]> {
	return [await keep(ctx, sent, { state: "unread", unread: sent.parts.length })];
}

async function keep(ctx: StaffCtx<"logs">, sent: SentFile, found: Found): Promise<Addition> {
	const sha256 = await sha256Hex("bytes" in sent ? sent.bytes : `${sent.name} ${sent.complaint}`);
	const key = objectKey(ctx, "incoming", ctx.actor.id, sha256);
	const [earlier] = await ctx.db
		.select({ id: incomingLogs.id, state: incomingLogs.state })
		.from(incomingLogs)
		.where(eq(incomingLogs.key, key));
	if (earlier && earlier.state !== "pending") return "again";
	const id = earlier?.id ?? crypto.randomUUID();
	const insert = async (values: Found) => {
		if (earlier) return true;
		const row = { id, key, sha256, uploadedBy: ctx.actor.id, originalName: sent.name, createdAt: ctx.now };
		const statements = [ctx.db.insert(incomingLogs).values({ ...row, ...values })];
		const audit = { action: "igc.receive", subjectId: id, after: { sha256, state: values.state } } as const;
		return (await commit(ctx, { statements, audit, visible: false })).ok;
	};
	if (!("bytes" in sent) || found.state === "refused") return (await insert(found)) ? "refused" : "again";
	const stored = await storeUpload(
		ctx,
		{ key, bytes: sent.bytes, sha256 },
		{
			begin: async () => ((await insert({ ...found, state: "pending" })) ? done(null) : refuse("stale")),
			finish: async () => {
				const kept = ctx.db.update(incomingLogs).set(found).where(eq(incomingLogs.id, id));
				const { ok } = await commit(ctx, { statements: [exactlyOne(kept)], audit: [], visible: false });
				return ok ? done(null) : refuse("storage-failed");
			},
		},
	);
	if (!stored.ok) return stored.reason === "stale" ? "again" : "failed";
	return found.state === "unread" ? "unread" : "logs";
}
