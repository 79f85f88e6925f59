import { parseArgs } from "node:util";
import { isFinished } from "~/lib/editions/opening-times";
import { inviteSql } from "./admin/invite-sql";
import { whereOf, whereOptions } from "./admin/where";
import { editionOfArgument } from "./lib/edition-argument";
import { Stop } from "./lib/stop.mjs";

/*
 * `npm run admin:invite -- <e-mail> [--edition <year>] [--remote | --data <folder>]`: invites somebody to organise, with an account or without, before signup
 * opens too. The schedule sends the mail within five minutes, in a closed year within a day; its link is valid for 72 hours.
 */

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { edition: { type: "string" }, ...whereOptions },
});
const [email, ...others] = positionals;
if (!email?.includes("@") || others.length > 0)
	throw new Stop("Usage: npm run admin:invite -- <e-mail> [--edition <year>] [--remote | --data <folder>]");
const where = whereOf(values);
const { year, title } = await editionOfArgument(values.edition, where.execute);
const newest = await editionOfArgument(undefined, where.execute);
const [row] = (await where.execute(year, inviteSql(email, await where.now()))).at(-1) ?? [];
console.log(
	row?.invited === 1
		? `${email} is invited to organise ${title} (${where.name}). The mail is sent within ${isFinished({ year, newestYear: newest.year }) ? "a day" : "five minutes"}.`
		: `${email} has a role in ${title} (${where.name}); nothing has changed.`,
);
