import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { createApp } from "~test/support/app";
import { createAdmin, createRegistration, createUser, seedReference } from "~test/support/factories";
import { currentVersion, upload } from "~test/support/igc";

/*
 * How the database goes about what pages and the API ask of it. A table that grows with the competition must be
 * read through an index; SCAN means that every row is looked at.
 */

const growing = [
	"audit_log",
	"daily_results",
	"results",
	"document_versions",
	"email_claims",
	"email_links",
	"form_keys",
	"igc_file_versions",
	"igc_files",
	"outbox",
	"password_resets",
	"pilot_days",
	"revoked_tokens",
	"throttles",
];

/** Pages that list a whole table on purpose: everybody, every entry, everything that was published. */
const wholeLists: Readonly<Record<string, readonly string[]>> = {
	"/users": ["users"],
};

interface Asked {
	readonly query: string;
	readonly values: readonly unknown[];
}

/** A database that writes down what it is asked. */
function recorded(binding: D1Database | undefined, asked: Asked[]): D1Database {
	if (!binding) throw new Error("no database is bound");
	return new Proxy(binding, {
		get(target, name) {
			if (name === "withSession") return () => recorded(target, asked);
			if (name !== "prepare") {
				const value: unknown = Reflect.get(target, name);
				return typeof value === "function" ? value.bind(target) : value;
			}
			return (query: string) => {
				const statement = target.prepare(query);
				asked.push({ query, values: [] });
				return statement;
			};
		},
	});
}

async function planOf({ query }: Asked): Promise<string[]> {
	const holes = (query.match(/\?/g) ?? []).length;
	const plan = await (env.DB_2025 as D1Database)
		.prepare(`EXPLAIN QUERY PLAN ${query}`)
		.bind(...Array.from({ length: holes }, () => null))
		.all<{ detail: string }>();
	return plan.results.map(({ detail }) => detail);
}

async function scansOf(asked: Asked): Promise<string[]> {
	const plan = await planOf(asked);
	return plan.filter((detail) => detail.startsWith("SCAN ") && !detail.includes(" INDEX "));
}

let dayId = "";
let classId = "";
let entryId = "";

const reference = await seedReference();
dayId = reference.competitionDays[0]?.id ?? "";
classId = reference.competitionClasses[0]?.id ?? "";
const people = { admin: await createAdmin(), pilot: await createUser() };
entryId = (await createRegistration({ userId: people.pilot.id, accepted: true })).id;

const publicPaths = [
	"/",
	"/news",
	"/starting-list",
	"/statuses",
	"/results",
	"/results?view=total",
	"/results?view=daily",
	"/days",
	"/days/1",
	"/documents",
	"/igc",
];
const adminPaths = [
	"/starting-list",
	"/statuses?duty=on",
	"/igc",
	"/competition-days",
	"/users",
	"/admin",
	"/admin/operations?view=mail",
	"/admin/operations?view=audit",
	"/admin/scoring",
];
const apiPaths = () => [
	"/api/news",
	"/api/days",
	"/api/documents",
	"/api/starting-list",
	"/api/registration/form",
	"/api/igc/form",
	`/api/competitorstatuses/${dayId}`,
	`/api/tracking/${dayId}`,
	"/api/results/top",
	`/api/results/daily/${classId}/${dayId}`,
];

async function scansAt(path: string, as: typeof people.admin | null): Promise<string[]> {
	const asked: Asked[] = [];
	const app = createApp({ clock: "2025-07-12T10:00:00Z", env: { DB_2025: recorded(env.DB_2025, asked) } });
	const response = await app.get(path, { as });
	expect(response.status, path).toBe(200);
	expect(asked.length, `${path} asks nothing`).toBeGreaterThan(0);
	const scans = await Promise.all(asked.filter(({ query }) => /^(select|with)/i.test(query)).map(scansOf));
	const allowed = wholeLists[path.split("?")[0] ?? ""] ?? [];
	return scans.flat().filter((detail) => {
		const table = detail.split(" ")[1] ?? "";
		return growing.includes(table) && !allowed.includes(table);
	});
}

test("no public page reads a growing table row by row", async () => {
	for (const path of publicPaths) expect(await scansAt(path, null), path).toEqual([]);
});

test("no page of the organisers reads a growing table row by row", async () => {
	for (const path of adminPaths) expect(await scansAt(path, people.admin), path).toEqual([]);
});

test("no public read of the API reads a growing table row by row", async () => {
	for (const path of apiPaths()) expect(await scansAt(path, null), path).toEqual([]);
});

test("what the logs of a flight are good for is found by the flight, not among all logs", async () => {
	const asked: Asked[] = [];
	const app = createApp({ clock: "2025-07-12T18:00:00Z", env: { DB_2025: recorded(env.DB_2025, asked) } });
	const { json } = await upload(app, entryId, dayId, { date: "2025-07-12" });
	await upload(app, entryId, dayId, { date: "2025-07-12", fixes: 310 });
	for (const path of ["/igc", `/igc/${json._id}`, `/igc/receipt/${await currentVersion(json._id)}`]) {
		expect((await app.get(path, { as: people.admin })).status, path).toBe(200);
	}
	const plans = (await Promise.all(asked.map(planOf))).flat();
	expect(plans.filter((detail) => detail.includes("igc_file_id=?")).length).toBeGreaterThan(5);
	expect(plans.filter((detail) => /INDEX igc_file_versions_\w+ \(state=/.test(detail))).toEqual([]);
});
