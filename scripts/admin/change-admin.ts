import { parseArgs } from "node:util";
import { editionOfArgument } from "../lib/edition-argument";
import { Stop } from "../lib/stop.mjs";
import { executeSql } from "../lib/wrangler";
import { adminRightSql, type RightChange } from "./admin-right";

/** An account, the edition and the place a command was given for. */
interface ChangedRight {
	/** Name, surname and address. */
	readonly account: string;
	/** Edition and place, e.g. `Glider Cup 2025 (local)`. */
	readonly edition: string;
	/** False when it was so before. */
	readonly changed: boolean;
}

/**
 * Does what `npm run admin:<change> -- <e-mail> [--edition <year>] [--remote]` asks for.
 * @throws Stop when nobody has that address, or the command was given wrongly
 */
export async function changeAdmin(change: RightChange): Promise<ChangedRight> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { edition: { type: "string" }, remote: { type: "boolean", default: false } },
	});
	const [email] = positionals;
	if (!email || positionals.length > 1) {
		throw new Stop(`Usage: npm run admin:${change} -- <e-mail> [--edition <year>] [--remote]`);
	}
	const { year, title } = editionOfArgument(values.edition);
	const where = values.remote ? "remote" : "local";
	const [account] = (await executeSql(year, adminRightSql(change, email, new Date()), where)).at(-1) ?? [];
	if (!account) {
		const advice = change === "grant" ? " Sign up there first." : "";
		throw new Stop(`Nobody has signed up as ${email} for ${title} (${where}).${advice}`);
	}
	return {
		account: `${account.name} ${account.surname} (${account.email})`,
		edition: `${title} (${where})`,
		changed: account.changed === 1,
	};
}
