import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { news, registrations, users } from "~db/schema";
import { newcomer } from "~test/accounts";
import { createApp } from "~test/app";
import { entryBody, idsOf } from "~test/entries";
import { createAdmin, createRegistration, createUser, databaseOf, seedReference } from "~test/factories";
import { evening } from "~test/igc";

/*
 * What happens when many ask at once: each race is run with its guard, which lets one through, and then without it, which shows that it
 * is real: a test of a race that cannot happen would hold nothing. Each guard stands in the schema; the last tests take them away.
 */

interface Race {
	/** What takes the guard away. */
	readonly withoutGuard: readonly string[];
	/** Lets several ask at once. @returns how many got through */
	readonly run: () => Promise<number>;
}

const db = databaseOf();
const app = createApp({ clock: evening });
let reference: Awaited<ReturnType<typeof seedReference>>;
let admin: Awaited<ReturnType<typeof createAdmin>>;

beforeAll(async () => {
	reference = await seedReference();
	admin = await createAdmin();
});

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
	"ten changes of one version of an entry": {
		withoutGuard: ["DROP TABLE commit_guard", "CREATE TABLE commit_guard (ok integer)"],
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
};

test.each(Object.entries(races))("%s: one gets through", async (_what, { run }) => {
	expect(await run()).toBe(1);
});

test.each(Object.entries(races))("%s: without the guard several do", async (_what, { run, withoutGuard }) => {
	for (const statement of withoutGuard) await env.DB_2025?.prepare(statement).run();
	expect(await run()).toBeGreaterThan(1);
});
