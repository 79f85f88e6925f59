import { and, eq, exists, inArray, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { anonymous, anonymousResult } from "~/lib/accounts/anonymous";
import type { Ctx } from "~/lib/context";
import type { AuditAction } from "~/lib/db/audit-actions";
import type { Db } from "~/lib/db/client.server";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { flownUntil } from "~/lib/db/conditions.server";
import { classOn } from "~/lib/db/flown.server";
import { phaseOf } from "~/lib/editions/opening-times";
import { blankAuditRows } from "~/lib/operations/audit-rows.server";
import {
	auditLog,
	dailyResults,
	emailClaims,
	emailLinks,
	erasures,
	igcFiles,
	igcFileVersions,
	incomingLogs,
	invitations,
	lastPositions,
	liveEntries,
	outbox,
	outlandings,
	passkeys,
	passwordResets,
	payments,
	pilotDays,
	protests,
	recoveryCodes,
	registrations,
	replays,
	results,
	safetyCards,
	secondFactors,
	sessions,
	signupLinks,
	users,
} from "~db/schema";
import { entryIdOf, flightIdsOf, isMessageTo, isReportBy } from "./account-queries.server";
import { isSpared } from "./team.server";

/** The confirmed request, and who carries it out: the person, or null for the scheduler. */
interface Carried extends Pick<typeof erasures.$inferSelect, "id" | "userId" | "tokenVersion"> {
	readonly by: string | null;
}

/**
 * Erases an account and ends the request for it: what the competition needs stays without a name (docs/operations.md).
 * Every session ends. Before the competition, the entry loses its acceptance.
 * @returns false when the request is not open any more
 */
export async function eraseAccount(ctx: Ctx, { id, userId, tokenVersion, by }: Carried): Promise<boolean> {
	const { db, edition, now } = ctx;
	const [user] = await db.select().from(users).where(eq(users.id, userId));
	if (!user) return false;
	const phase = phaseOf(edition, now);
	// An entry that has flown, even on a practice day, keeps its row in the results.
	const accepted = sql<boolean>`(${registrations.accepted} AND ${flownUntil} IS NOT NULL)`;
	const withdrawn = phase === "flying" || phase === "over" ? {} : { accepted };
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(endErasure(ctx, id)),
			exactlyOne(blankAccount(ctx, userId, tokenVersion)),
			...blankResults(ctx, userId, by),
			db
				.update(registrations)
				.set({ ...blankEntry, ...withdrawn, version: sql`${registrations.version} + 1`, updatedAt: now })
				.where(eq(registrations.userId, user.id)),
			...blankFlightLogs(db, user.id),
			db
				.update(protests)
				.set({ text: "–", outcomeReason: null })
				.where(inArray(protests.registrationId, entryIdOf(db, user.id))),
			...blankOutlandings(db, user.id),
			db
				.update(payments)
				.set({ note: null })
				.where(inArray(payments.registrationId, entryIdOf(db, user.id))),
			withdrawReplays(db, inArray(igcFiles.registrationId, entryIdOf(db, user.id))),
			...[passwordResets, sessions, secondFactors, recoveryCodes, passkeys].map((table) =>
				db.delete(table).where(eq(table.userId, user.id)),
			),
			db.update(erasures).set({ objection: null }).where(eq(erasures.userId, user.id)),
			db.delete(emailLinks).where(inArray(emailLinks.claimId, claimsOf(db, user.id))),
			db.delete(emailClaims).where(eq(emailClaims.userId, user.id)),
			db
				.update(invitations)
				.set({ email: "" })
				.where(or(eq(invitations.email, user.email), eq(invitations.acceptedBy, user.id))),
			db.update(signupLinks).set({ name: "" }).where(eq(signupLinks.usedBy, user.id)),
			...blankMails(db, user),
			...blankAuditRows(
				ctx,
				{ subjectId: user.id, actorId: by },
				or(
					eq(auditLog.subjectId, user.id),
					inArray(auditLog.subjectId, entryIdOf(db, user.id)),
					isMessageTo(user.id),
					isReasonAboutLog(db, user.id),
				),
			),
		],
		audit: { action: "account.erase", subjectId: user.id, actorId: by },
		effects: [{ kind: "pictures-withdrawn" }, { kind: "devices-changed" }],
		// The starting list, news and results showed the name.
		visible: true,
	});
	return committed.ok;
}

function endErasure({ db, now }: Ctx, id: string) {
	return db
		.update(erasures)
		.set({
			outcome: "erased",
			endedAt: now,
			confirmedAt: sql`coalesce(${erasures.confirmedAt}, ${now.getTime()})`,
		})
		.where(and(eq(erasures.id, id), isNull(erasures.outcome)));
}

function blankAccount({ db, now }: Ctx, userId: string, tokenVersion: number) {
	return db
		.update(users)
		.set({
			...anonymous,
			email: `erased.${userId}@example.invalid`,
			passwordHash: "erased",
			passwordValid: false,
			role: null,
			tokenVersion: tokenVersion + 1,
			verifiedAt: null,
			newsUntil: null,
			updatedAt: now,
			erasedAt: now,
		})
		.where(
			and(eq(users.id, userId), eq(users.tokenVersion, tokenVersion), isNull(users.erasedAt), isSpared(db)),
		);
}

/**
 * The columns of an entry that stay: the competition needs them, or they say nothing about the person. A new column goes here or
 * into `blankEntry`.
 */
type KeptOfEntry =
	| "id"
	| "number"
	| "userId"
	| "regionId"
	| "gliderTypeId"
	| "registrationNumber"
	| "startNumber"
	| "hasEngine"
	| "competitionClassId"
	| "accommodationTypeId"
	| "accepted"
	| "paid"
	| "isReserve"
	| "rankingPosition"
	| "isWildcard"
	| "placeByHand"
	| "warnedOfFinal"
	| "fee"
	| "startsFrom"
	| "withdrawnFrom"
	| "registrationCompleted"
	| "isGuest"
	| "disqualifiedFrom"
	| "remindedAt"
	| "version"
	| "createdAt"
	| "updatedAt";

const blankEntry = {
	birthDate: null,
	phone: "",
	aeroclub: "–",
	logger: "",
	loggerChangedAt: null,
	quantity: 0,
	nights: null,
	meals: 0,
	note: null,
	igcId: null,
	wildcardReason: null,
	requestedChange: null,
	withdrawnReason: null,
	nation: null,
	licence: null,
	trailerPlate: null,
	secondPilot: null,
	secondPilotNation: null,
	secondPilotIgcId: null,
	disqualifiedReason: null,
} as const satisfies Record<Exclude<keyof typeof registrations.$inferSelect, KeptOfEntry>, unknown>;

function claimsOf(db: Db, userId: string) {
	return db.select({ id: emailClaims.id }).from(emailClaims).where(eq(emailClaims.userId, userId));
}

interface Person {
	readonly id: string;
	readonly name: string;
	readonly surname: string;
}

const fullName = ({ name, surname }: Person) => `${name} ${surname}`;

/**
 * Statements that blank the results bound to the person's entry and write an audit row for each. Both select the results in the
 * same batch, so a result that a sync binds meanwhile is blanked and logged too.
 */
function blankResults({ db, now, requestId }: Ctx, userId: string, by: string | null) {
	const bound = inArray(dailyResults.registrationId, entryIdOf(db, userId));
	const { dayId, registrationId, competitor, position } = dailyResults;
	const columns = {
		id: sql<string>`lower(hex(randomblob(16)))`.as("id"),
		at: sql<Date>`${now.getTime()}`.as("at"),
		actorId: sql<string | null>`${by}`.as("actor_id"),
		action: sql<string>`${"results.blank" satisfies AuditAction}`.as("action"),
		subjectId: dailyResults.competitionClassId,
		before: sql<null>`NULL`.as("before"),
		after:
			sql`json_object('dayId', ${dayId}, 'registrationId', ${registrationId}, 'competitor', ${competitor},
			'position', ${position})`.as("after"),
		requestId: sql<string>`${requestId}`.as("request_id"),
	};
	return [
		db.insert(auditLog).select(db.select(columns).from(dailyResults).where(bound)),
		db.update(dailyResults).set(anonymousResult).where(bound),
		// Ours have the names of the accounts until they are official.
		db
			.update(results)
			.set(anonymousResult)
			.where(and(inArray(results.registrationId, entryIdOf(db, userId)), isNotNull(results.name))),
	];
}

/** Statements that keep the logs, and blank the names of the files that the person sent, for whomever, or others for the person. */
function blankFlightLogs(db: Db, userId: string) {
	const { receipt, discardReason, uploadedBy } = igcFileVersions;
	const isTheirs = inArray(igcFileVersions.igcFileId, flightIdsOf(db, userId));
	const originalName = "flight.igc";
	return [
		db
			.update(igcFileVersions)
			.set({ originalName })
			.where(or(isTheirs, eq(uploadedBy, userId))),
		db
			.update(igcFileVersions)
			.set({
				receipt: sql`json_replace(${receipt}, '$.header.pilot', NULL)`,
				discardReason: sql`iif(${discardReason} IS NULL, NULL, '–')`,
			})
			.where(isTheirs),
		db.update(incomingLogs).set({ originalName }).where(eq(incomingLogs.uploadedBy, userId)),
	];
}

/** Condition: the row of the audit log has the reason of a decision about a log of the person. */
function isReasonAboutLog(db: Db, userId: string) {
	return and(
		inArray(auditLog.subjectId, flightIdsOf(db, userId)),
		sql`json_extract(${auditLog.after}, '$.reason') IS NOT NULL`,
	);
}

/**
 * Statements that keep the fact that somebody launched, did not fly or landed out, and blank the reason, the place, the
 * circumstances and the phone number. Of what the person has reported about others, the position stays: it helps to find them.
 */
function blankOutlandings(db: Db, userId: string) {
	const typed = { place: null, phone: null, note: null };
	const circumstances = { latitude: null, longitude: null, near: null, isHurt: false };
	const entries = entryIdOf(db, userId);
	return [
		db
			.update(outlandings)
			.set({ ...typed, ...circumstances })
			.where(inArray(outlandings.registrationId, entries)),
		db.update(outlandings).set(typed).where(isReportBy(userId)),
		db.delete(lastPositions).where(inArray(lastPositions.registrationId, entries)),
		db.delete(safetyCards).where(inArray(safetyCards.registrationId, entries)),
		db.delete(liveEntries).where(inArray(liveEntries.registrationId, entries)),
		db
			.update(pilotDays)
			.set({ scratchReason: null, remark: null, secondPilot: null })
			.where(inArray(pilotDays.registrationId, entries)),
	];
}

/** Statements that blank mails to the person, mails to organisers about the entry, and the author's name in mails about news. */
function blankMails(db: Db, person: Person) {
	const theirs = eq(outbox.userId, person.id);
	const about = or(
		theirs,
		inArray(sql`json_extract(${outbox.payload}, '$.registrationId')`, entryIdOf(db, person.id)),
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

/**
 * Statement that withdraws the replays that contain certain flights: nobody gets them any more, and one that is being made is
 * abandoned. The scheduler makes new ones and deletes the old objects.
 * @param flights condition on `igcFiles`
 */
function withdrawReplays(db: Db, flights: SQL) {
	const held = db
		.select({ id: igcFiles.id })
		.from(igcFiles)
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.where(
			and(
				eq(igcFiles.dayId, replays.dayId),
				eq(classOn(igcFiles.dayId), replays.competitionClassId),
				flights,
			),
		);
	return db.update(replays).set({ digest: null, claimedAt: null }).where(exists(held));
}
