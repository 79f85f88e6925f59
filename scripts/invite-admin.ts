import { parseArgs } from "node:util";
import { inviteSql } from "./admin/invite-sql";
import { editionOfArgument } from "./lib/edition-argument";
import { Stop } from "./lib/stop.mjs";
import { executeSql } from "./lib/wrangler";
import { localTime } from "./local/demo-clock";
import { developersPlace } from "./local/local-state";

/*
 * `npm run admin:invite -- <e-mail> [--edition <year>] [--remote]`: invites somebody to organise, with an account or without, before signup
 * opens too. The schedule sends the mail within five minutes; its link is valid for 72 hours.
 */

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { edition: { type: "string" }, remote: { type: "boolean", default: false } },
});
const [email, ...others] = positionals;
if (!email?.includes("@") || others.length > 0)
	throw new Stop("Usage: npm run admin:invite -- <e-mail> [--edition <year>] [--remote]");
const where = values.remote ? "remote" : "local";
const { year, title } = await editionOfArgument(values.edition, where);
const now = values.remote ? new Date() : await localTime(developersPlace);
const [row] = (await executeSql(year, inviteSql(email, now), where)).at(-1) ?? [];
console.log(
	row?.invited === 1
		? `${email} is invited to organise ${title} (${where}). The mail is sent within five minutes.`
		: `${email} has a role in ${title} (${where}); nothing has changed.`,
);
