import { and, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { UserCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { phaseOf } from "~/lib/editions/phase";
import { countByAccount } from "~/lib/http/throttle.server";
import { done, type Result, refuse, refuseForNow } from "~/lib/result";
import {
	auditLog,
	dailyResults,
	igcFiles,
	igcFileVersions,
	outbox,
	passwordResets,
	registrations,
	users,
} from "~db/schema";
import { passwordChanges } from "./account-limits";
import type { EraseInput } from "./account-schemas";
import { anonymous, anonymousResult } from "./anonymous";
import { verifyPassword } from "./password.server";

type Refused = "invalid-fields" | "too-many-requests";

/**
 * Erases the signed-in user's account: what the competition needs stays without a name (docs/operations.md). Every session
 * ends. Before the competition, the entry loses its acceptance.
 */
export async function eraseAccount(ctx: UserCtx, { password }: EraseInput): Promise<Result<null, Refused>> {
	const { db, actor, edition, now } = ctx;
	const wait = await countByAccount(ctx, passwordChanges, actor.id);
	if (wait !== null) return refuseForNow(wait);
	const [user] = await db.select().from(users).where(eq(users.id, actor.id));
	if (!user || !(await verifyPassword(password, user.passwordHash))) return wrongPassword();

	const phase = phaseOf(edition, now);
	const withdrawn = phase === "flying" || phase === "over" ? {} : { accepted: false };
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				db
					.update(users)
					.set({
						...anonymous,
						email: `erased.${user.id}@example.invalid`,
						passwordHash: "erased",
						passwordValid: false,
						admin: false,
						tokenVersion: user.tokenVersion + 1,
						updatedAt: now,
						erasedAt: now,
					})
					.where(
						and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash), isNull(users.erasedAt)),
					),
			),
			// Before the entry, whose start number leads to its results.
			...blankResults(db, user),
			db
				.update(registrations)
				.set({ ...blankEntry, ...withdrawn, version: sql`${registrations.version} + 1`, updatedAt: now })
				.where(eq(registrations.userId, user.id)),
			blankFlightLogs(db, user.id),
			db.delete(passwordResets).where(eq(passwordResets.userId, user.id)),
			...blankMails(db, user),
			db
				.update(auditLog)
				.set({ before: null, after: null })
				.where(
					or(
						eq(auditLog.subjectId, user.id),
						inArray(auditLog.subjectId, entriesOf(db, user.id)),
						isMessageTo(user.id),
					),
				),
		],
		audit: { action: "account.erase", subjectId: user.id },
		// The starting list, news and results showed the name.
		visible: true,
	});
	return committed.ok ? done(null) : wrongPassword();
}

function wrongPassword() {
	return refuse("invalid-fields", { password: "account.erase.wrongPassword" });
}

const blankEntry = {
	birthDate: null,
	phone: "",
	aeroclub: "–",
	logger: "",
	quantity: 0,
	meals: 0,
	note: null,
	igcId: null,
} as const;

function entriesOf(db: Db, userId: string) {
	return db.select({ id: registrations.id }).from(registrations).where(eq(registrations.userId, userId));
}

/** Condition: the row of the audit log is about a message to this person alone. */
function isMessageTo(userId: string) {
	return and(eq(auditLog.action, "message.send"), sql`json_extract(${auditLog.after}, '$.to') = ${userId}`);
}

interface Person {
	readonly id: string;
	readonly name: string;
	readonly surname: string;
}

const fullName = ({ name, surname }: Person) => `${name} ${surname}`;

/**
 * A result has a start number or, where the source has none, a name. The start number of an accepted entry suffices,
 * however the source spells the name. If another accepted entry has the same number, or the entry was never accepted,
 * the surname must match too.
 */
function blankResults(db: Db, person: Person) {
	const mine = (what: SQL) =>
		sql`EXISTS (SELECT 1 FROM ${registrations} WHERE ${registrations.userId} = ${person.id}
			AND ${registrations.competitionClassId} = ${dailyResults.competitionClassId} AND ${what})`;
	const byNumber = sql`${registrations.startNumber} = ${dailyResults.competitor}`;
	const other = alias(registrations, "other");
	const byOwnNumber = sql`${byNumber} AND ${registrations.accepted} = 1 AND NOT EXISTS (SELECT 1 FROM ${registrations} AS ${sql.identifier("other")}
		WHERE ${other.competitionClassId} = ${registrations.competitionClassId} AND ${other.startNumber} = ${registrations.startNumber}
		AND ${other.accepted} = 1 AND ${other.id} <> ${registrations.id})`;
	return [
		db
			.update(dailyResults)
			.set(anonymousResult)
			.where(
				or(mine(byOwnNumber), and(mine(byNumber), sql`instr(${dailyResults.name}, ${person.surname}) > 0`)),
			),
		db
			.update(dailyResults)
			.set({ ...anonymousResult, competitor: `${anonymousResult.name} ${person.id}` })
			.where(
				and(
					mine(sql`1`),
					inArray(dailyResults.competitor, [fullName(person), `${person.surname} ${person.name}`]),
				),
			),
	];
}

function blankFlightLogs(db: Db, userId: string) {
	const flights = db
		.select({ id: igcFiles.id })
		.from(igcFiles)
		.where(inArray(igcFiles.registrationId, entriesOf(db, userId)));
	return db
		.update(igcFileVersions)
		.set({
			originalName: "flight.igc",
			receipt: sql`json_replace(${igcFileVersions.receipt}, '$.header.pilot', NULL)`,
		})
		.where(inArray(igcFileVersions.igcFileId, flights));
}

/** Mails to the person, mails to organisers about the entry, and the author's name in mails about news. */
function blankMails(db: Db, person: Person) {
	const theirs = eq(outbox.userId, person.id);
	const about = or(
		theirs,
		inArray(sql`json_extract(${outbox.payload}, '$.registrationId')`, entriesOf(db, person.id)),
	);
	return [
		db.delete(outbox).where(and(about, ne(outbox.state, "sent"))),
		db.update(outbox).set({ payload: {}, lastError: null }).where(about),
		db.update(outbox).set({ recipient: "" }).where(theirs),
		db
			.update(outbox)
			.set({ payload: sql`json_replace(${outbox.payload}, '$.author', ${anonymous.surname})` })
			.where(
				and(eq(outbox.kind, "news"), sql`json_extract(${outbox.payload}, '$.author') = ${fullName(person)}`),
			),
	];
}
