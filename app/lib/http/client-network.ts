import type { Ctx } from "~/lib/context";
import type { Limit } from "./write-limits";

/** Factor of the limits by address in local mode, where every client is 127.0.0.1. */
const localAllowance = 100;

/** A limit by address as it applies in this mode. */
export function addressLimit({ settings }: Pick<Ctx, "settings">, limit: Limit): Limit {
	return settings.local ? { ...limit, most: limit.most * localAllowance } : limit;
}

/**
 * Whom a limit by address counts: an IPv4 address, or the first 64 bits of an IPv6 address, as every client has a network of them to
 * choose from (RFC 4291, 2.5.4). Clients without an address are one; production has none.
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
	// A trailing IPv4 address stands for two groups.
	const length = groups.length + rest.length + (address.includes(".") ? 1 : 0);
	const zeros = right === undefined ? [] : Array.from({ length: Math.max(0, 8 - length) }, () => "0");
	const network = [...groups, ...zeros, ...rest].slice(0, 4);
	return `${network.map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}
