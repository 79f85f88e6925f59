import { eq } from "drizzle-orm";
import { beforeEach } from "vitest";
import { auditLog, outbox, payments, pilotDays, registrations } from "~db/schema";
import type { Admission } from "~editions/schema";
import { type App, createApp } from "./app";
import { changeEdition } from "./change-edition";
import { createRegistration, createUser, databaseOf } from "./factories";
import { attributeIn, rowsIn, sourceOf } from "./html";

/* What tests of places do again and again: a policy, people who enter, and the press that applies the list. */

type Person = { readonly id: string };
type Values = Partial<typeof registrations.$inferInsert>;

const db = databaseOf();

/** Gives the edition a policy until the end of the test. */
export function withPolicy(policy: Admission["policy"], total: number, finalSince?: string): void {
	changeEdition({ admission: { policy, places: { total }, ...(finalSince ? { finalSince } : {}) } });
}

/**
 * Lets each test of a file begin without entries, and all that belongs to them.
 * @returns the edition in April, before its list is final, and after it
 */
export function beginEmpty() {
	beforeEach(async () => {
		for (const table of [pilotDays, payments, registrations, outbox, auditLog]) await db.delete(table);
	});
	const at = (clock: string) => createApp({ clock });
	return { db, app: at("2025-04-02T10:00:00Z"), final: at("2025-04-16T10:00:00Z") };
}

let entered = 0;

/** Somebody who enters after all others. */
export async function enters(surname: string, values: Values = {}) {
	entered += 1;
	const user = await createUser({
		name: "Jan",
		surname,
		email: `${surname.toLowerCase()}.${entered}@example.com`,
	});
	return createRegistration({
		userId: user.id,
		createdAt: new Date(Date.UTC(2025, 2, 2, 8, entered)),
		...values,
	});
}

export async function entryNow({ id }: Person) {
	const [entry] = await db.select().from(registrations).where(eq(registrations.id, id));
	if (!entry) throw new Error("the entry is gone");
	return entry;
}

/** The page of places as organisers see it: who would move, in words, and the key of that. */
export async function placesPage(app: App, admin: Person) {
	const html = await sourceOf(await app.get("/admin/places", { as: admin, language: "en" }));
	const seen = html.includes('name="seen"') ? attributeIn(html, "[name=seen]", "value") : "";
	return { html, seen: seen ?? "", rows: rowsIn(html) };
}

/** Applies the list that the page shows. */
export async function applyList(app: App, admin: Person) {
	const { seen } = await placesPage(app, admin);
	return app.post("/admin/places", { intent: "apply", seen }, { as: admin, language: "en" });
}

/** The kinds of the mails that were queued, with the addresses before the at sign. */
export async function mailsQueued(): Promise<string[]> {
	const rows = await db.select().from(outbox);
	return rows.map(({ kind, recipient }) => `${recipient.split(".")[0]} ${kind}`).sort();
}
