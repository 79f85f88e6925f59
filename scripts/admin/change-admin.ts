import { parseArgs } from "node:util";
import { editionOfArgument } from "../lib/edition-argument";
import { Stop } from "../lib/stop.mjs";
import { executeSql } from "../lib/wrangler";
import { localTime } from "../local/demo-clock";
import { developersPlace } from "../local/local-state";
import { adminRightSql, type RightChange } from "./admin-right";

interface ChangedRight {
	/** Name, surname and address. */
	readonly account: string;
	/** For example `Glider Cup 2025 (local)`. */
	readonly edition: string;
	/** False when the account had the right, or lacked it, before. */
	readonly changed: boolean;
}

/**
 * Runs `npm run admin:<change> -- <e-mail> [--edition <year>] [--remote]`.
 * @throws Stop for an unknown address, one that is not verified for a grant, or wrong arguments
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
	const now = values.remote ? new Date() : await localTime(developersPlace);
	const [account] = (await executeSql(year, adminRightSql(change, email, now), where)).at(-1) ?? [];
	if (!account) {
		const advice = change === "grant" ? " Sign up there first." : "";
		throw new Stop(`Nobody has signed up as ${email} for ${title} (${where}).${advice}`);
	}
	if (change === "grant" && account.verified !== 1) {
		throw new Stop(
			`${account.email} is not verified, so the right is not granted: whoever signed up may not read its mails. ` +
				"Open the link of the mail or set a new password on the site, then try again.",
		);
	}
	return {
		account: `${account.name} ${account.surname} (${account.email})`,
		edition: `${title} (${where})`,
		changed: account.changed === 1,
	};
}
