import { and, eq } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { auditLog, editionState } from "~db/schema";
import { editionOfYear } from "~editions/index";
import type { HeldEdition } from "./opening-times";

/** When organisers opened an edition that began as a draft; null while it is one. */
export async function whenOpened(db: Db): Promise<Date | null> {
	const [state] = await db.select({ openedAt: editionState.openedAt }).from(editionState);
	return state?.openedAt ?? null;
}

/** Whether an edition's organisers have opened a later year. @param db of the earlier edition */
export async function wasOpenedFrom(db: Db, year: number): Promise<boolean> {
	const rows = await db
		.select({ id: auditLog.id })
		.from(auditLog)
		.where(and(eq(auditLog.action, "next-year.open"), eq(auditLog.subjectId, String(year))))
		.limit(1);
	return rows.length > 0;
}

/** What strangers on their way into a draft read around its pages: the newest edition, as its file has it. */
export function presentYear(draft: HeldEdition): HeldEdition {
	const { newestYear } = draft;
	return { ...(editionOfYear(newestYear) ?? draft), newestYear };
}
