import { parseArgs } from "node:util";
import { editionOfArgument } from "../lib/edition-argument";
import { Stop } from "../lib/stop.mjs";
import { whereOf, whereOptions } from "./where";

interface ChangedAccount {
	/** Name, surname and address. */
	readonly account: string;
	/** With the place, for example `Glider Cup 2025 (local)`. */
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
 * Runs `npm run <usage> <e-mail> [--edition <year>] [--remote | --data <folder>]`.
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
		options: { edition: { type: "string" }, ...whereOptions },
	});
	const [email, ...others] = positionals.slice(words.length);
	if (!email || others.length > 0 || words.some((word, at) => positionals[at] !== word)) {
		throw new Stop(`Usage: npm run ${usage} <e-mail> [--edition <year>] [--remote | --data <folder>]`);
	}
	const where = whereOf(values);
	const { year, title } = await editionOfArgument(values.edition, where.execute);
	const [account] = (await where.execute(year, sql(email, await where.now()))).at(-1) ?? [];
	if (!account) throw new Stop(`Nobody has signed up as ${email} for ${title} (${where.name}).${advice}`);
	return {
		account: `${account.name} ${account.surname} (${account.email})`,
		edition: `${title} (${where.name})`,
		changed: account.changed === 1,
		row: account,
	};
}
