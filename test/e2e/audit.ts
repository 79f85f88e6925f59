import type { APIRequestContext } from "@playwright/test";
import { parse } from "node-html-parser";
import { pilotStatuses } from "~db/enums";
import { sentAgain } from "./requests";
import { textIn } from "./texts";

export interface AuditRow {
	/** Id of what was changed. */
	readonly subject: string;
	/** Whom it is about: surname, name, day. */
	readonly about: string;
	/** Such as "Zaplaceno: Ne → Ano"; statuses by their keys. */
	readonly changes: readonly string[];
}

/**
 * What the audit log says of an action, oldest first: each change that the server has made, once.
 * @param request of an organiser
 */
export async function auditOf(request: APIRequestContext, action: string): Promise<AuditRow[]> {
	const rows: AuditRow[] = [];
	let path: string | undefined = `/admin/operations?view=audit&action=${action}`;
	while (path) {
		const html: string = await (await request.get(path, sentAgain)).text();
		const document = parse(html);
		const found = document.querySelectorAll("tbody tr").map((row) => ({
			subject: /[\da-f-]{36}/.exec(row.querySelector("details p")?.text ?? "")?.[0] ?? "",
			about: row.querySelector("span.muted")?.text ?? "",
			changes: row.querySelectorAll("details li").map(({ text }) => withStatusKeys(text)),
		}));
		rows.push(...found);
		const next = document.querySelector('a[rel="next"]')?.getAttribute("href");
		path = next && `/admin/operations${next}`;
	}
	return rows.reverse();
}

const statusKeys = pilotStatuses.map((state) => [textIn("cs", `competitorStatus.${state}`), state] as const);

function withStatusKeys(change: string): string {
	const [field = "", ...values] = change.split(/: | → /);
	const keys = values.map((value) => statusKeys.find(([word]) => word === value)?.[1] ?? value);
	return `${field}: ${keys.join(" → ")}`;
}
