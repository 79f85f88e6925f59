import { sha256Hex } from "~/lib/digest";
import type { SyncReport } from "~db/schema";
import { auditLog, emailClaims, emailLinks, outbox, passwordResets, syncRuns } from "~db/schema";
import { newestEdition } from "~editions/index";
import { type BoundStatement, insertRows } from "../database/insert-rows";
import { demoTimeOf } from "../demo/flying-day";
import {
	daysBefore,
	demo,
	emailChanges,
	flyingDay,
	otherEntries,
	pilotsEntry,
	resetToken,
} from "./scene-demo";

/* Rows that the demo does not have: mails, the audit log, runs of the sync, links of mails. */

const minute = 60_000;
const hour = 60 * minute;
const [admin] = demo.users.filter((user) => user.role === "organiser");

/** The clock of the scenes. */
const now = demoTimeOf(newestEdition()).getTime();

function before(milliseconds: number): Date {
	return new Date(now - milliseconds);
}

function mails(): (typeof outbox.$inferInsert)[] {
	const kinds = ["entry-submitted", "entry-accepted", "task-day", "news", "password-changed"];
	const sent = demo.users.slice(0, 30).map(({ email, id }, index) => ({
		kind: kinds[index % kinds.length] ?? "news",
		recipient: email,
		userId: id,
		state: "sent" as const,
		attempts: 1,
		lastError: null,
		createdAt: before(hour + index * 37 * minute),
		sentAt: before(hour + index * 37 * minute - 2_000),
	}));
	const [first, second, third, fourth] = demo.users.slice(40);
	const unsent = [
		{ user: first, kind: "message", state: "queued" as const, attempts: 0, lastError: null },
		{
			user: second,
			kind: "entry-accepted",
			state: "queued" as const,
			attempts: 3,
			lastError: "429 rate_limit_exceeded: Too many requests. You can only make 2 requests per second.",
		},
		{
			user: third,
			kind: "password-reset",
			state: "failed" as const,
			attempts: 1,
			lastError: "422 validation_error: Invalid `to` field. The email address needs to follow the format.",
		},
		{
			user: fourth,
			kind: "news",
			state: "failed" as const,
			attempts: 10,
			lastError: "no answer application_error: timeout",
		},
	].map(({ user, ...mail }, index) => ({
		...mail,
		recipient: user?.email ?? "",
		userId: user?.id ?? null,
		createdAt: before((index + 2) * 9 * minute),
		sentAt: null,
	}));
	return [...unsent, ...sent].map((mail, index) => ({
		id: `mail-${index}`,
		language: "cs" as const,
		payload: {},
		nextAttemptAt: new Date(now + 24 * hour),
		...mail,
	}));
}

function auditRows(): (typeof auditLog.$inferInsert)[] {
	const entries = demo.registrations.slice(0, 60).flatMap((entry, index) => [
		{
			action: "registration.enter",
			actorId: entry.userId,
			subjectId: entry.id,
			before: null,
			after: { startNumber: entry.startNumber, gliderType: entry.gliderTypeId, note: entry.note ?? null },
			at: before((index * 53 + 30) * minute),
		},
		{
			action: "registration.flags",
			actorId: admin?.id ?? null,
			subjectId: entry.id,
			before: { accepted: false },
			after: { accepted: true },
			at: before(index * 53 * minute),
		},
	]);
	const others = [
		{ action: "account.login", actorId: admin?.id ?? null, subjectId: admin?.id ?? null },
		{ action: "results.sync", actorId: null, subjectId: "sync" },
		{ action: "igc.download-day", actorId: admin?.id ?? null, subjectId: flyingDay.id },
		{ action: "account.password-reset-request", actorId: null, subjectId: null },
	].map((row, index) => ({ ...row, before: null, after: null, at: before((index * 11 + 5) * minute) }));
	return [...others, ...entries].map((row, index) => ({ id: `audit-${index}`, requestId: "demo", ...row }));
}

const partly: SyncReport = {
	error: null,
	classes: [
		{
			name: "Klub",
			type: "club",
			outcome: "updated",
			error: null,
			written: [daysBefore(3), flyingDay.date],
			removed: [daysBefore(2)],
			imported: [daysBefore(5)],
			hidden: [],
		},
		{
			name: "Kombi",
			type: "18_meter",
			outcome: "failed",
			error: "timeout",
			written: [],
			removed: [],
			imported: [],
			hidden: [],
		},
	],
};

/** `partial`: one class of two was fetched; `failed`: none. */
export function syncRun(outcome: "partial" | "failed"): BoundStatement[] {
	const detail: SyncReport = outcome === "partial" ? partly : { error: "unauthorized", classes: [] };
	const startedAt = before(4 * minute);
	return insertRows(syncRuns, [{ id: "run", startedAt, finishedAt: before(3 * minute), outcome, detail }]);
}

/** Changes of addresses, each with a link that confirms and one that undoes. */
async function changesOfEmail(): Promise<BoundStatement[]> {
	const { open, confirmed, undone } = emailChanges;
	const dates = {
		createdAt: before(hour),
		expiresAt: new Date(now + hour),
		confirmedAt: null,
		undoneAt: null,
	};
	const { waiting, reserve, unpaid } = otherEntries;
	const changes = [
		{ id: open, user: waiting, previousEmail: "waiting@example.com" },
		{ id: confirmed, user: reserve, previousEmail: "reserve@example.com", confirmedAt: before(minute) },
		{ id: undone, user: unpaid, previousEmail: "unpaid@example.com", undoneAt: before(minute) },
	].map(({ user, ...change }) => ({ ...dates, userId: user.userId, email: "new@example.com", ...change }));
	const links = changes.flatMap(({ id, createdAt }) =>
		(["confirm", "undo"] as const).map(async (purpose) => {
			return { tokenHash: await sha256Hex(`${id}${purpose}`), claimId: id, purpose, createdAt };
		}),
	);
	return [...insertRows(emailClaims, changes), ...insertRows(emailLinks, await Promise.all(links))];
}

/** Rows of the newest edition. The accounts of `otherEntries` get addresses for their logins. */
export async function rowsOfUse(): Promise<BoundStatement[]> {
	const reset = {
		id: "reset",
		userId: pilotsEntry.userId,
		tokenHash: await sha256Hex(resetToken),
		createdAt: before(minute),
		expiresAt: new Date(now + hour),
	};
	return [
		...Object.entries(otherEntries).map(([name, { userId }]) => ({
			sql: "UPDATE users SET email = ? WHERE id = ?",
			values: [`${name}@example.com`, userId],
		})),
		...insertRows(passwordResets, [reset]),
		...(await changesOfEmail()),
		...insertRows(outbox, mails()),
		...insertRows(auditLog, auditRows()),
		...syncRun("partial"),
	];
}
