import { env } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { asStaff } from "~/lib/access";
import { commit } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { setFlags } from "~/lib/entries/entry-flags.server";
import { sendQueuedMail } from "~/lib/notifications/send-queued-mail.server";
import { importResults } from "~/lib/results/import-results.server";
import { beginSyncRun } from "~/lib/results/sync-runs.server";
import {
	auditLog,
	documents,
	igcFiles,
	news,
	outbox,
	registrations,
	resultTables,
	syncRuns,
	users,
} from "~db/schema";
import { bearer, newcomer, signedUp } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { entryBody, idsOf } from "~test/support/entries";
import {
	createAdmin,
	createRegistration,
	createUser,
	databaseOf,
	seedReference,
} from "~test/support/factories";
import { evening, uploadBody } from "~test/support/igc";
import { multipart } from "~test/support/multipart";
import { igcFile } from "../../scripts/demo/igc-generator";

/*
 * What happens when many ask at once: each race is run with its guard, which lets one through, and then without it, which shows that it
 * is real: a test of a race that cannot happen would hold nothing. The guards stand in the schema; the last tests take them away, those
 * of several races last.
 */

interface Race {
	/** What takes the guard away. */
	readonly withoutGuard: readonly string[];
	/** Lets several ask at once. @returns how many got through */
	readonly run: () => Promise<number>;
}

/** A guarded statement that matched nothing is no reason to undo a write any more. */
const unchecked = ["DROP TABLE commit_guard", "CREATE TABLE commit_guard (ok integer)"];

const db = databaseOf();
const app = createApp({ clock: evening });
/** Place of the last day that was changed. */
let dayBefore = 0;

const reference = await seedReference();
const admin = await createAdmin();

const newNumber = () => crypto.randomUUID().slice(0, 3).toUpperCase();

function atOnce(times: number, ask: (at: number) => Promise<Response>): Promise<Response[]> {
	return Promise.all(Array.from({ length: times }, (_, at) => ask(at)));
}

const races: Readonly<Record<string, Race>> = {
	"20 equal entries of one person": {
		withoutGuard: ["DROP INDEX registrations_user", "DROP INDEX registrations_number"],
		run: async () => {
			const as = await createUser();
			const body = entryBody(idsOf(reference));
			await atOnce(20, () => app.api("POST", "/api/registration", body, { as }));
			return db.$count(registrations, eq(registrations.userId, as.id));
		},
	},
	"six accounts with one address": {
		withoutGuard: ["DROP INDEX users_email"],
		run: async () => {
			const person = newcomer();
			await atOnce(6, () => app.api("POST", "/api/users", person));
			return db.$count(users, eq(users.email, person.email));
		},
	},
	"20 clicks on one form of news": {
		withoutGuard: [
			"DROP TABLE form_keys",
			"CREATE TABLE form_keys (key text NOT NULL, subject_id text NOT NULL, created_at integer NOT NULL)",
		],
		run: async () => {
			const form = { title: crypto.randomUUID(), body: "x", formKey: crypto.randomUUID(), returnTo: "/" };
			await atOnce(20, () => app.post("/news", form, { as: admin }));
			return db.$count(news, eq(news.title, form.title));
		},
	},
	"five documents of one name": {
		withoutGuard: ["DROP INDEX documents_name"],
		run: async () => {
			const name = `${crypto.randomUUID()}.txt`;
			await atOnce(5, (at) => {
				const form = multipart({ document: new File([`Verze ${at}`], name) });
				return app.api("POST", "/api/documents", form, { as: admin });
			});
			return db.$count(documents, eq(documents.name, name));
		},
	},
	"one flight log sent ten times": {
		withoutGuard: ["DROP INDEX igc_files_flight", "DROP INDEX igc_file_versions_key"],
		run: async () => {
			const { id } = await createRegistration({ accepted: true });
			const day = reference.competitionDays.find(({ date }) => evening.startsWith(date))?.id ?? "";
			const log = igcFile({ fixes: 300 });
			await atOnce(10, () => app.api("POST", "/api/igc", uploadBody(id, day, log)));
			return db.$count(igcFiles, eq(igcFiles.registrationId, id));
		},
	},
	"four imports of one table": {
		withoutGuard: [
			"DROP INDEX result_sheets_class_day",
			"DROP INDEX daily_results_class_day_competitor",
			"DROP INDEX results_class_day_competitor",
		],
		run: async () => {
			await db.delete(resultTables);
			const actor = { ...admin, role: "organiser", verified: true } as const;
			const ctx = asStaff(contextOf({ actor }), "scoring");
			const where = { competitionClass: idsOf(reference).club, day: reference.competitionDays[0]?.id ?? "" };
			await Promise.all(
				[900, 800, 700, 600].map((points) =>
					importResults(ctx, {
						...where,
						status: "official",
						text: `cn;name;points\nA;Adam Novák;${points}\n`,
						replaces: "none",
						reason: null,
					}),
				),
			);
			return db.$count(resultTables);
		},
	},
	"five senders of one mail": {
		// Every sender finds the mail due again, as if none had taken it.
		withoutGuard: [
			"CREATE TRIGGER no_lease AFTER UPDATE ON outbox WHEN NEW.state = 'sending' AND NEW.attempts < 5 BEGIN UPDATE outbox SET next_attempt_at = 0 WHERE id = NEW.id; END",
		],
		run: async () => {
			const person = await createUser();
			const ctx = contextOf();
			const mail = mailTo(person, "password-changed", {});
			await commit(ctx, { statements: [], audit: [], outbox: [mail], visible: false });
			await Promise.all(Array.from({ length: 5 }, () => sendQueuedMail(ctx)));
			const [taken] = await db.select().from(outbox).where(eq(outbox.userId, person.id));
			return taken?.attempts ?? 0;
		},
	},
	"ten changes of one version of an entry": {
		withoutGuard: unchecked,
		run: async () => {
			const as = await createUser();
			await createRegistration({ userId: as.id });
			const answers = await atOnce(10, (at) => {
				const body = { ...entryBody(idsOf(reference)), version: 1, aeroclub: `Aeroklub ${at}` };
				return app.api("PUT", "/api/registration", body, { as });
			});
			return answers.filter(({ status }) => status === 200).length;
		},
	},
	"two organisers with one competition day": {
		withoutGuard: unchecked,
		run: async () => {
			const path = `/api/days/${reference.competitionDays[++dayBefore]?.id}`;
			const answers = await atOnce(2, () =>
				app.api("PUT", path, { task: "TASK_CANCELLED", version: 1 }, { as: admin }),
			);
			return answers.filter(({ status }) => status === 200).length;
		},
	},
	"five organisers who accept one entry: mails about it": {
		withoutGuard: unchecked,
		run: async () => {
			const entry = await createRegistration();
			const path = `/api/registration/${entry.id}/quick-actions`;
			await atOnce(5, () => app.api("PUT", path, { accepted: true }, { as: admin }));
			return db.$count(outbox, eq(outbox.userId, entry.userId));
		},
	},
	"two organisers who amend accepted entries to one start number": {
		withoutGuard: unchecked,
		run: async () => {
			const body = entryBody(idsOf(reference));
			const glider = { ...body.glider, startNumber: newNumber() };
			const entries = await Promise.all([1, 2].map(() => createRegistration({ accepted: true })));
			const answers = await atOnce(2, (at) =>
				app.api("PUT", `/api/registration/${entries[at]?.id}`, { ...body, glider }, { as: admin }),
			);
			return answers.filter(({ status }) => status === 200).length;
		},
	},
	"two organisers who accept changes to one start number": {
		withoutGuard: unchecked,
		run: async () => {
			const waits = { accepted: true, requestedChange: { startNumber: newNumber() } };
			const entries = await Promise.all([1, 2].map(() => createRegistration(waits)));
			const answers = await atOnce(2, (at) => {
				const form = { intent: "accept-change", entry: entries[at]?.id ?? "", version: "1" };
				return app.post("/starting-list", form, { as: admin });
			});
			const flashes = answers.map(({ headers }) => headers.get("Set-Cookie") ?? "");
			return flashes.filter((flash) => !flash.includes("startingList.change.impossible")).length;
		},
	},
	"three new passwords of one person": {
		withoutGuard: unchecked,
		run: async () => {
			const { token, password } = await signedUp(app);
			const answers = await atOnce(3, (at) => {
				const body = { oldPassword: password, newPassword: `Kumulus ${at} nad lesem` };
				return app.api("POST", "/api/auth/change-password", body, bearer(token));
			});
			return answers.filter(({ status }) => status === 200).length;
		},
	},
	"one item of news that a client of the API sends three times": {
		withoutGuard: unchecked,
		run: async () => {
			const item = { title: crypto.randomUUID(), body: "x" };
			await atOnce(3, () => app.api("POST", "/api/news", item, { as: admin }));
			return db.$count(auditLog, sql`${auditLog.after} LIKE ${`%${item.title}%`}`);
		},
	},
	"three runs that fetch results": {
		withoutGuard: unchecked,
		run: async () => {
			await db.delete(syncRuns);
			const begun = await Promise.all([1, 2, 3].map(() => beginSyncRun(contextOf())));
			return begun.filter(Boolean).length;
		},
	},
};

test("an acceptance sees a start number that its pilot has changed after it was read", async () => {
	const startNumber = newNumber();
	const entry = await createRegistration();
	await createRegistration({ accepted: true, startNumber });
	const actor = { ...admin, role: "organiser", verified: true } as const;
	const ctx = asStaff(contextOf({ actor }), "entries");
	const batch = ctx.db.batch.bind(ctx.db);
	vi.spyOn(ctx.db, "batch").mockImplementationOnce(async (statements) => {
		const changed = { startNumber, version: sql`${registrations.version} + 1` };
		await db.update(registrations).set(changed).where(eq(registrations.id, entry.id));
		return batch(statements);
	});
	expect(await setFlags(ctx, entry.id, { accepted: true })).toMatchObject({ reason: "invalid-fields" });
});

test.each(Object.entries(races))("%s: one gets through", async (_what, { run }) => {
	expect(await run()).toBe(1);
});

test.each(Object.entries(races))("%s: without the guard several do", async (_what, { run, withoutGuard }) => {
	for (const statement of withoutGuard) await env.DB_2025?.prepare(statement).run();
	expect(await run()).toBeGreaterThan(1);
});
