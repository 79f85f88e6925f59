import { sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { sha256Hex } from "~/lib/digest";
import { throttles } from "~db/schema";
import type { Limit } from "./write-limits";

/**
 * Counts a use of a limit by an address, in D1. Clients without an address share a counter; production has none.
 * @param amount how much of the limit the use takes, such as bytes
 * @returns seconds to wait when the limit is reached, else null
 */
export async function countByAddress(ctx: Ctx, limit: Limit, amount = 1): Promise<number | null> {
	return count(ctx, addressLimit(ctx, limit), await keyOf(limit.name, `ip:${networkOf(ctx.ip)}`), amount);
}

/**
 * Counts one use of a limit by an account, in D1.
 * @param account name of the account, such as the e-mail address of a login
 * @returns seconds to wait when the limit is reached, else null
 */
export async function countByAccount(ctx: Ctx, limit: Limit, account: string): Promise<number | null> {
	return count(ctx, limit, await accountKey(limit.name, account));
}

export function accountKey(limit: string, account: string): Promise<string> {
	return keyOf(limit, `account:${account}`);
}

async function count(ctx: Ctx, limit: Limit, key: string, amount = 1): Promise<number | null> {
	const now = ctx.now.getTime();
	const endsAt = new Date(now + limit.seconds * 1000);
	// It is a single statement, so that parallel requests cannot pass together.
	const [row] = await ctx.db
		.insert(throttles)
		.values({ key, count: amount, endsAt })
		.onConflictDoUpdate({
			target: throttles.key,
			set: {
				count: sql`CASE WHEN ${throttles.endsAt} <= ${now} THEN ${amount} ELSE ${throttles.count} + ${amount} END`,
				endsAt: sql`CASE WHEN ${throttles.endsAt} <= ${now} THEN ${endsAt.getTime()} ELSE ${throttles.endsAt} END`,
			},
		})
		.returning();
	if (!row || row.count <= limit.most) return null;
	return Math.max(1, Math.ceil((row.endsAt.getTime() - now) / 1000));
}

/** The table holds digests, because addresses are personal data. */
async function keyOf(limit: string, who: string): Promise<string> {
	const digest = await sha256Hex(who);
	return `${limit}:${digest.slice(0, 32)}`;
}

/** Factor of the limits by address in local mode, where every client is 127.0.0.1. */
const localAllowance = 100;

/** A limit by address as it applies in this mode. */
export function addressLimit({ settings }: Pick<Ctx, "settings">, limit: Limit): Limit {
	return settings.local ? { ...limit, most: limit.most * localAllowance } : limit;
}

/**
 * The network that a limit by address counts: an IPv4 address, or the first 64 bits of an IPv6 address, as every client can choose
 * among the addresses of such a network (RFC 4291, 2.5.4). Clients without an address count as one; production has none.
 */
export function networkOf(ip: string | null): string {
	if (ip === null) return "unknown";
	const address = ip.toLowerCase();
	if (!address.includes(":")) return address;
	const mapped = /^::ffff:(\d+(?:\.\d+){3})$/.exec(address)?.[1];
	if (mapped) return mapped;
	const [left = "", right] = address.split("::");
	const groups = left === "" ? [] : left.split(":");
	const rest = right ? right.split(":") : [];
	// An IPv4 address at the end stands for two groups.
	const length = groups.length + rest.length + (address.includes(".") ? 1 : 0);
	const zeros = right === undefined ? [] : Array.from({ length: Math.max(0, 8 - length) }, () => "0");
	const network = [...groups, ...zeros, ...rest].slice(0, 4);
	return `${network.map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}
