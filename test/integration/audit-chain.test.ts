import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { commit } from "~/lib/db/commit.server";
import { sealAuditRows } from "~/lib/operations/audit-rows.server";
import { auditLog, auditSeals } from "~db/schema";
import { eraseByMail, signedUp } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { createUser, databaseOf } from "~test/support/factories";
import { evening, runScheduleAt } from "~test/support/igc";
import { verifyAudit, writeHead } from "../../scripts/admin/verify-audit";

/* The audit log is chained by seals: whatever is done to it behind the application's back is found, and which row it is. */

const app = createApp({ clock: evening });
const db = databaseOf();
const database = env.DB_2025 as D1Database;

async function query(sql: string) {
	return (await database.prepare(sql).all()).results;
}

/** Changes the database as nobody should. */
async function tamper(...statements: string[]) {
	await database.batch(statements.map((sql) => database.prepare(sql)));
}

const verified = async (head: string | null = null) => (await verifyAudit(query, head)).complaints;

/** Rows whose subjects are 1, 2, 3 …, written one after the other. */
async function write(...subjects: number[]) {
	for (const subject of subjects) {
		await commit(contextOf(), {
			statements: [],
			audit: {
				action: "user.grant-admin",
				subjectId: String(subject),
				before: { admin: false },
				after: { admin: true },
			},
			visible: false,
		});
	}
}

const idOf = (subject: number) => `(SELECT id FROM audit_log WHERE subject_id = '${subject}')`;

await createUser();

beforeEach(async () => {
	await db.batch([db.delete(auditLog), db.delete(auditSeals)]);
	await write(1, 2, 3);
	await sealAuditRows(contextOf());
	await write(4, 5);
	await sealAuditRows(contextOf());
});

test("the scheduler seals new rows, and the log is whole", async () => {
	expect(await verified()).toEqual([]);
	await write(6);
	expect(await verifyAudit(query, null)).toMatchObject({ head: { number: 5 }, waiting: 1, complaints: [] });
	await runScheduleAt(evening);
	expect(await verifyAudit(query, null)).toMatchObject({ head: { number: 6 }, waiting: 0, complaints: [] });
});

test.each([
	["its content", `UPDATE audit_log SET after = '{"admin":false}' WHERE subject_id = '3'`],
	["the person", "UPDATE audit_log SET actor_id = (SELECT id FROM users LIMIT 1) WHERE subject_id = '3'"],
	["the time", "UPDATE audit_log SET at = at - 1 WHERE subject_id = '3'"],
	["the action", "UPDATE audit_log SET action = 'user.revoke-admin' WHERE subject_id = '3'"],
	["half of its content", "UPDATE audit_log SET before = NULL WHERE subject_id = '3'"],
	["the digest of its content", "UPDATE audit_seals SET content_digest = 'x' WHERE number = 3"],
])("a row is found that has changed: %s", async (_what, statement) => {
	await tamper(statement);
	expect(await verified()).toEqual([
		expect.stringMatching(/^Row 3 user\.\S+ 2025-03-02T\S+ \S+ was changed\.$/),
	]);
});

test("a row that was blanked is found, unless an erasure says so", async () => {
	await tamper(
		`UPDATE audit_log SET before = NULL, after = NULL WHERE subject_id = '3'`,
		"UPDATE audit_seals SET salt = NULL WHERE number = 3",
	);
	expect(await verified()).toEqual([
		expect.stringMatching(/^Row 3 .* was blanked, and no erasure says so\.$/),
	]);
});

test.each([2, 5])("row %i is found missing", async (subject) => {
	await tamper(`DELETE FROM audit_log WHERE subject_id = '${subject}'`);
	expect(await verified()).toEqual([
		expect.stringMatching(new RegExp(`^Row ${subject} \\S{36} was removed\\.$`)),
	]);
});

test("a row that was removed with its seal is found", async () => {
	await tamper(
		`DELETE FROM audit_seals WHERE audit_id = ${idOf(2)}`,
		"DELETE FROM audit_log WHERE subject_id = '2'",
	);
	expect(await verified()).toEqual(["Row 2 was removed with its seal."]);
});

test("a seal that was removed alone is found", async () => {
	await tamper(`DELETE FROM audit_seals WHERE audit_id = ${idOf(2)}`);
	expect(await verified()).toEqual([
		"Row 2 was removed with its seal.",
		expect.stringMatching(/^A row has no seal, but later ones do: /),
	]);
});

test("rows that were moved are found", async () => {
	await tamper(
		"UPDATE audit_seals SET number = 99 WHERE number = 2",
		"UPDATE audit_seals SET number = 2 WHERE number = 3",
		"UPDATE audit_seals SET number = 3 WHERE number = 99",
	);
	const complaints = await verified();
	expect(complaints.map((text) => text.slice(0, 5))).toEqual(["Row 2", "Row 3", "Row 4"]);
	for (const text of complaints) expect(text).toContain("was moved, or its seal was changed.");
});

test("a row that was put in between older ones is found", async () => {
	await tamper(
		"INSERT INTO audit_log (rowid, id, at, action, request_id) SELECT min(rowid) - 1, 'forged', min(at), 'account.login', 'x' FROM audit_log",
	);
	await sealAuditRows(contextOf());
	expect(await verified()).toEqual(["A row has no seal, but later ones do: forged"]);
});

test("a row that was added behind the others with an earlier time is found, once it is sealed, and no other", async () => {
	const added = (id: string, at: string) =>
		`INSERT INTO audit_log (id, at, action, request_id) SELECT '${id}', ${at}, 'account.login', 'x' FROM audit_log`;
	await tamper(added("forged", "min(at) - 20 * 60000"));
	await sealAuditRows(contextOf());
	await write(7);
	// A request that took a while is written behind shorter ones.
	await tamper(added("slow", "max(at) - 10 * 60000"));
	await sealAuditRows(contextOf());
	expect(await verified()).toEqual([
		expect.stringMatching(/^Row 6 account\.login 2025-03-02T\S+ forged was written later than it says\.$/),
	]);
});

test("the last rows, removed with their seals, are found by the head that was noted", async () => {
	const { head } = await verifyAudit(query, null);
	const noted = writeHead(head);
	await write(6);
	await sealAuditRows(contextOf());
	expect(await verified(noted)).toEqual([]);
	await tamper(
		`DELETE FROM audit_seals WHERE audit_id IN (${idOf(5)}, ${idOf(6)})`,
		"DELETE FROM audit_log WHERE subject_id IN ('5', '6')",
	);
	expect(await verified()).toEqual([]);
	expect(await verified(noted)).toEqual([`There is no seal ${noted}: the chain was shortened or made anew.`]);
});

test("an erasure blanks sealed rows, and the log is as it was sealed", async () => {
	const { user, token } = await signedUp(app);
	await app.api(
		"PUT",
		"/api/users",
		{ ...user, surname: "Přejmenovaná" },
		{ headers: { Authorization: `Bearer ${token}` } },
	);
	await sealAuditRows(contextOf());
	expect((await eraseByMail(app, user)).status).toBe(303);
	expect(await verified()).toEqual([]);
	await sealAuditRows(contextOf());
	expect(await verified()).toEqual([]);
	const contents = await query(`SELECT after FROM audit_log WHERE subject_id = '${user.id}'`);
	expect(JSON.stringify(contents)).not.toContain("Přejmenovaná");
	// The salt of what was blanked is gone, so that nobody can guess it.
	const blanked = "SELECT count(*) AS rows FROM audit_seals WHERE salt IS NULL";
	expect(await query(blanked)).toEqual([{ rows: 2 }]);
});

test("two runs at once make one chain", async () => {
	await write(6, 7, 8);
	await Promise.all([sealAuditRows(contextOf()), sealAuditRows(contextOf())]);
	expect(await verifyAudit(query, null)).toMatchObject({ head: { number: 8 }, waiting: 0, complaints: [] });
});
