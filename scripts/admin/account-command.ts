import { parseArgs } from "node:util";
import { editionOfArgument } from "../lib/edition-argument";
import { Stop } from "../lib/stop.mjs";
import { executeSql } from "../lib/wrangler";
import { localTime } from "../local/demo-clock";
import { developersPlace } from "../local/local-state";

interface ChangedAccount {
	/** Name, surname and address. */
	readonly account: string;
	/** For example `Glider Cup 2025 (local)`. */
	readonly edition: string;
	/** False when there was nothing to change. */
	readonly changed: boolean;
	/** What the last statement returns. */
	readonly row: Readonly<Record<string, unknown>>;
}

interface AccountCommand {
	/** For example `admin:grant --`; the rest of the usage is the same for all. */
	readonly usage: string;
	/** Words before the address. */
	readonly words?: readonly string[];
	/** Its last statement returns the account, with `changed`, or no row when there is no such account. */
	readonly sql: (email: string, now: Date) => string;
	/** What to do when nobody has the address. */
	readonly advice?: string;
}

/**
 * Runs `npm run <usage> <e-mail> [--edition <year>] [--remote]`.
 * @throws Stop for an unknown address or wrong arguments
 */
export async function changeAccount({
	usage,
	words = [],
	sql,
	advice = "",
}: AccountCommand): Promise<ChangedAccount> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { edition: { type: "string" }, remote: { type: "boolean", default: false } },
	});
	const [email, ...others] = positionals.slice(words.length);
	if (!email || others.length > 0 || words.some((word, at) => positionals[at] !== word)) {
		throw new Stop(`Usage: npm run ${usage} <e-mail> [--edition <year>] [--remote]`);
	}
	const where = values.remote ? "remote" : "local";
	const { year, title } = await editionOfArgument(values.edition, where);
	const now = values.remote ? new Date() : await localTime(developersPlace);
	const [account] = (await executeSql(year, sql(email, now), where)).at(-1) ?? [];
	if (!account) throw new Stop(`Nobody has signed up as ${email} for ${title} (${where}).${advice}`);
	return {
		account: `${account.name} ${account.surname} (${account.email})`,
		edition: `${title} (${where})`,
		changed: account.changed === 1,
		row: account,
	};
}
