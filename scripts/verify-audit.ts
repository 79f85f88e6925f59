import { parseArgs } from "node:util";
import { verifyAudit, writeHead } from "./admin/verify-audit";
import { editionOfArgument } from "./lib/edition-argument";
import { Stop } from "./lib/stop.mjs";
import { executeSql } from "./lib/wrangler";

/* `npm run audit:verify [-- --edition <year>] [--remote] [--head <number>:<seal>]`: compares an edition's audit log with its seals. */

const { values } = parseArgs({
	options: {
		edition: { type: "string" },
		remote: { type: "boolean", default: false },
		head: { type: "string" },
	},
});
const where = values.remote ? "remote" : "local";
const { year, title } = await editionOfArgument(values.edition, where);
const query = async (sql: string) => (await executeSql(year, sql, where)).at(-1) ?? [];
const { head, waiting, complaints } = await verifyAudit(query, values.head ?? null);
console.log(`${title} (${where}): ${head.number} rows sealed, ${waiting} wait for the scheduler.`);
console.log(`Head: ${writeHead(head)}`);
if (complaints.length > 0) {
	throw new Stop(
		`The audit log is not as it was sealed. What to do: docs/operations.md, "The audit log".\n\n${complaints.join("\n")}`,
	);
}
console.log("The audit log is as it was sealed.");
