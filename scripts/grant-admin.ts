import { parseArgs } from "node:util";
import { editionOfArgument } from "./lib/edition-argument";
import { grantAdminSql } from "./lib/grant-admin";
import { Stop } from "./lib/stop.mjs";
import { executeSql } from "./lib/wrangler";

/* `npm run admin:grant -- <e-mail> [--edition <year>] [--remote]`: makes an account of an edition an administrator. */

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { edition: { type: "string" }, remote: { type: "boolean", default: false } },
});
const [email] = positionals;
if (!email || positionals.length > 1) {
	throw new Stop("Usage: npm run admin:grant -- <e-mail> [--edition <year>] [--remote]");
}

const { year, title } = editionOfArgument(values.edition);
const where = values.remote ? "remote" : "local";
const [account] = (await executeSql(year, grantAdminSql(email, new Date()), where)).at(-1) ?? [];
if (!account) {
	throw new Stop(`Nobody has signed up as ${email} for ${title} (${where}). Sign up there first.`);
}
console.log(
	`${account.name} ${account.surname} (${account.email}) is an administrator of ${title} (${where}).`,
);
