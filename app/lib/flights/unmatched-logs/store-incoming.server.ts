import { and, eq, inArray, ne } from "drizzle-orm";
import type { StaffCtx } from "~/lib/context";
import { chunkRows, commit } from "~/lib/db/commit.server";
import { startingOnce } from "~/lib/db/effects";
import { areUploadsOpen, latestFlight } from "~/lib/editions/opening-times";
import { instantOfLocal } from "~/lib/editions/prague-time";
import { deleteObjects, mostDeleted, readObject } from "~/lib/files/object-storage.server";
import { describeError, logLine } from "~/lib/http/log.server";
import { waitMessage } from "~/lib/i18n/message";
import { done, type Refusal, type Result, refuse } from "~/lib/result";
import { incomingLogs, type LogIdentity } from "~db/schema";
import { momentOf } from "../igc-file/flight-log";
import { noProofs } from "../log-rights/log-sender.server";
import type { StoredLog } from "../store-log.server";
import { storeSentLog } from "../upload-igc.server";

/** Most logs that one request stores. Each takes a dozen statements, and a request has a thousand. */
export const mostStoredAtOnce = 30;

/** Ids of the pilot and the day that an organiser has chosen for a file. */
interface IncomingChoice {
	readonly id: string;
	readonly pilot: string;
	readonly day: string;
}

interface StoredIncoming {
	readonly stored: number;
	/** Complaints by the id of the file. */
	readonly complaints: Readonly<Record<string, string>>;
}

/**
 * Stores files that an organiser has sent, each as an upload for the chosen pilot and day. Files that cannot be stored stay, with a
 * complaint. Refuses with `uploads-closed`, and with `invalid-fields` a time of receipt that is none, or ahead.
 * @param typed local time at which all of them were received; "" when they come now
 */
export async function storeIncomingLogs(
	ctx: StaffCtx<"logs">,
	choices: readonly IncomingChoice[],
	typed = "",
): Promise<Result<StoredIncoming, "invalid-fields" | "uploads-closed">> {
	if (!areUploadsOpen(ctx.edition, ctx.now)) return refuse("uploads-closed");
	const receivedAt = typed === "" ? null : instantOfLocal(typed);
	if (typed !== "" && !receivedAt)
		return refuse("invalid-fields", { received: "igc.many.received.unreadable" });
	if (receivedAt && receivedAt > latestFlight(ctx.edition, ctx.now))
		return refuse("invalid-fields", { received: "igc.many.received.ahead" });
	const chosen = choices.slice(0, mostStoredAtOnce);
	const rows = await ctx.db
		.select()
		.from(incomingLogs)
		.where(
			and(
				eq(incomingLogs.uploadedBy, ctx.actor.id),
				inArray(
					incomingLogs.id,
					chosen.map(({ id }) => id),
				),
			),
		);
	const complaints: Record<string, string> = {};
	let count = 0;
	await startingOnce(ctx, async (once) => {
		for (const choice of chosen) {
			const row = rows.find(({ id }) => id === choice.id);
			// Another tab of the organiser has stored it.
			if (row?.state === "stored") continue;
			const stored = row ? await storeIncoming(once, row, choice, receivedAt) : refuse("not-found");
			if (stored.ok) count++;
			else complaints[choice.id] = complaintOf(stored);
		}
	});
	return done({ stored: count, complaints });
}

async function storeIncoming(
	ctx: StaffCtx<"logs">,
	{ id, key, originalName, identity }: typeof incomingLogs.$inferSelect,
	{ pilot, day }: IncomingChoice,
	receivedAt: Date | null,
): Promise<Result<StoredLog>> {
	if (receivedAt && identity && receivedAt.getTime() < endOf(identity))
		return refuse("invalid-fields", { received: "igc.many.received.beforeLanding" });
	const object = await readObject(ctx, key);
	if (!object.ok) return object;
	const igc = new File([await object.value.arrayBuffer()], originalName);
	const stored = await storeSentLog(ctx, { pilot, day, igc }, noProofs, receivedAt);
	if (!stored.ok) return stored;
	const { versionId } = stored.value;
	await commit(ctx, {
		statements: [
			ctx.db.update(incomingLogs).set({ state: "stored", versionId }).where(eq(incomingLogs.id, id)),
		],
		audit: [],
		visible: false,
	});
	return stored;
}

/** Milliseconds since 1970. */
const endOf = ({ date, landing, lastFix }: LogIdentity) => momentOf(date, landing ?? lastFix);

function complaintOf({ reason, errors, retryAfter }: Refusal): string {
	const [complaint] = Object.values(errors ?? {});
	return complaint ?? (retryAfter ? waitMessage(retryAfter) : `server.${reason}`);
}

/**
 * Removes the files that an organiser has sent and not stored, in the order of the sweep: a row names its object until the object
 * is gone. Refuses with `storage-failed`.
 */
export async function discardIncomingLogs(ctx: StaffCtx<"logs">): Promise<Result<null, "storage-failed">> {
	const isLeft = and(eq(incomingLogs.uploadedBy, ctx.actor.id), ne(incomingLogs.state, "stored"));
	const rows = await ctx.db
		.select({ id: incomingLogs.id, key: incomingLogs.key })
		.from(incomingLogs)
		.where(isLeft)
		.limit(mostDeleted);
	try {
		await deleteObjects(
			ctx,
			rows.map(({ key }) => key),
		);
	} catch (error) {
		logLine("error", "discard", { requestId: ctx.requestId, ...describeError(error) });
		return refuse("storage-failed");
	}
	const statements = chunkRows(rows, 1).map((some) =>
		ctx.db.delete(incomingLogs).where(
			inArray(
				incomingLogs.id,
				some.map(({ id }) => id),
			),
		),
	);
	const audit = { action: "igc.discard", after: { files: rows.length } } as const;
	await commit(ctx, { statements, audit, visible: false });
	return done(null);
}
