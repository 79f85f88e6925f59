import type { Ctx } from "~/lib/context";
import { addressLimit, networkOf } from "~/lib/http/throttle.server";
import { type Limit, otherWrites, type Pace, writeLimits } from "~/lib/http/write-limits";
import { matchedPath, pageOf, patternOf } from "./paths";

/** Thrown for a write beyond its limit. */
export class LimitReached extends Error {
	/** @param retryAfter seconds */
	constructor(readonly retryAfter: number) {
		super("limit reached");
	}
}

interface Count {
	readonly used: number;
	/** Milliseconds since the epoch. */
	readonly endsAt: number;
}

/** Number of counters an isolate holds. */
const capacity = 10_000;

/**
 * Counts the writes of addresses and accounts by the table in write-limits.ts, in the memory of an isolate: a brake on floods that
 * costs no write.
 * @returns counts a request, and throws LimitReached for a write beyond its limit
 */
export function createWriteLimiter(): (ctx: Ctx, request: Request) => void {
	const counts = new Map<string, Count>();

	function count(key: string, limit: Limit, now: number): void {
		const last = counts.get(key);
		const current = last && last.endsAt > now ? last : { used: 0, endsAt: now + limit.seconds * 1000 };
		if (current.used >= limit.most) {
			throw new LimitReached(Math.max(1, Math.ceil((current.endsAt - now) / 1000)));
		}
		if (current !== last) {
			counts.delete(key);
			// The counts are in the order in which their windows begin, so the first one ends soon.
			const [oldest] = counts.size < capacity ? [] : counts.keys();
			if (oldest !== undefined) counts.delete(oldest);
		}
		counts.set(key, { ...current, used: current.used + 1 });
	}

	return (ctx, request) => {
		const pace = paceOf(request);
		if (!pace) return;
		const { edition, now, actor, ip } = ctx;
		const { address, account } = pace;
		count(`${edition.year} ${address.name} ${networkOf(ip)}`, addressLimit(ctx, address), now.getTime());
		if (actor) count(`${edition.year} ${account.name} ${actor.id}`, account, now.getTime());
	};
}

const rows = Object.entries(writeLimits)
	.map(([call, pace]) => {
		const [method = "", path = ""] = call.split(" ");
		return { method, path, pattern: patternOf(path), pace };
	})
	// "/igc/upload" comes before "/igc/:igcFileId", as Remix ranks them.
	.sort((a, b) => a.path.split(":").length - b.path.split(":").length);

/** The pace of a request; null for one that does not write. */
function paceOf({ method: sent, url }: Request): Pace | null {
	const method = sent === "HEAD" ? "GET" : sent;
	const path = matchedPath(pageOf(new URL(url).pathname));
	const row = rows.find((one) => one.method === method && one.pattern.test(path));
	return row?.pace ?? (method === "GET" ? null : otherWrites);
}
