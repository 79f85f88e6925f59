import { and, asc, eq, inArray, isNotNull, notInArray, or } from "drizzle-orm";
import type { UserCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { recordAct } from "~/lib/db/commit.server";
import { read } from "~/lib/db/read.server";
import { pick } from "~/lib/pick";
import {
	auditLog,
	charts,
	competitionDays,
	dailyResults,
	documentVersions,
	dutyLinks,
	editionSettings,
	emailClaims,
	erasures,
	igcFiles,
	igcFileVersions,
	incomingLogs,
	invitations,
	lastPositions,
	liveEntries,
	news,
	newsVersions,
	outbox,
	outlandings,
	passkeys,
	passwordResets,
	payments,
	pilotDays,
	protests,
	recoveryCodes,
	registrations,
	safetyCards,
	scoreDecisions,
	secondFactors,
	sessions,
	signupLinks,
	tasks,
	users,
} from "~db/schema";
import { entryIdOf, flightIdsOf, isMessageTo, isReportBy, messageSent } from "./account-queries.server";

/**
 * Returns all rows about the signed-in user, and what the user has written, as JSON, by the name of their table. It leaves out
 * hashes, keys of files and what the audit log says about other people.
 */
export async function exportOwnData(ctx: UserCtx): Promise<{ readonly name: string; readonly text: string }> {
	const { db, actor, edition, now } = ctx;
	const {
		audit_log: audit,
		sent_logs: sent,
		...tables
	} = await read(db, {
		...entryQueries(db, actor.id),
		...accountQueries(db, actor.id),
		...loginQueries(db, actor.id),
	});
	const own = new Set([actor.id, tables.registrations[0]?.id]);
	const isOwn = ({ action, subjectId }: (typeof audit)[number]) =>
		own.has(subjectId ?? "") || action === messageSent;
	const data = {
		edition: edition.year,
		exportedAt: now,
		...tables,
		igc_file_versions: [...tables.igc_file_versions, ...sent],
		audit_log: audit.map((row) => {
			const { at, action, before, after } = row;
			const byMe = row.actorId === actor.id;
			if (!isOwn(row)) return { at, action, byMe };
			return { at, action, byMe, before: withoutRemark(action, before), after: withoutRemark(action, after) };
		}),
	};
	await recordAct(ctx, { action: "account.export", subjectId: actor.id });
	return { name: `my-data-${edition.year}.json`, text: JSON.stringify(data, null, "\t") };
}

/** What the audit log says, without the remark of the desk on the grid, which is for the desk alone. */
function withoutRemark(action: string, content: unknown): unknown {
	if (!action.startsWith("grid.") || typeof content !== "object" || content === null) return content;
	return Object.fromEntries(Object.entries(content).filter(([field]) => field !== "remark"));
}

/** Queries for the rows that belong to the user's entry. */
function entryQueries(db: Db, userId: string) {
	const entry = entryIdOf(db, userId);
	return {
		registrations: db.select().from(registrations).where(eq(registrations.userId, userId)),
		competitor_statuses: db
			.select({ date: competitionDays.date, status: pilotDays.status })
			.from(pilotDays)
			.innerJoin(competitionDays, eq(competitionDays.id, pilotDays.dayId))
			.where(and(inArray(pilotDays.registrationId, entry), isNotNull(pilotDays.statusId))),
		igc_files: db.select().from(igcFiles).where(inArray(igcFiles.registrationId, entry)),
		igc_file_versions: db
			.select(logColumns)
			.from(igcFileVersions)
			.where(inArray(igcFileVersions.igcFileId, flightIdsOf(db, userId))),
		daily_results: db
			.select(resultColumns)
			.from(dailyResults)
			.where(inArray(dailyResults.registrationId, entry)),
		score_decisions: db
			.select(decisionColumns)
			.from(scoreDecisions)
			.where(inArray(scoreDecisions.registrationId, entry)),
		outlandings: db
			.select(outlandingColumns)
			.from(outlandings)
			.where(or(inArray(outlandings.registrationId, entry), isReportBy(userId))),
		last_positions: db
			.select(lastPositionColumns)
			.from(lastPositions)
			.where(inArray(lastPositions.registrationId, entry)),
		live_entries: db
			.select(pick(liveEntries, "deviceIds", "agreedAt", "updatedAt"))
			.from(liveEntries)
			.where(inArray(liveEntries.registrationId, entry)),
		payments: db.select(paymentColumns).from(payments).where(inArray(payments.registrationId, entry)),
		pilot_days: db.select(pilotDayColumns).from(pilotDays).where(inArray(pilotDays.registrationId, entry)),
		safety_cards: db
			.select(safetyCardColumns)
			.from(safetyCards)
			.where(inArray(safetyCards.registrationId, entry)),
		protests: db.select(protestColumns).from(protests).where(inArray(protests.registrationId, entry)),
	};
}

/** Selects the invitations of the account: to its address, accepted by it, or made by it. None says whose address another one has. */
function invitationsOf(db: Db, userId: string) {
	const { acceptedBy, createdBy, email } = invitations;
	const ownAddress = db.select({ email: users.email }).from(users).where(eq(users.id, userId));
	return db
		.select(pick(invitations, "role", "createdAt", "expiresAt", "acceptedAt", "withdrawnAt"))
		.from(invitations)
		.where(or(eq(acceptedBy, userId), eq(createdBy, userId), inArray(email, ownAddress)));
}

/** Queries for invitations, and for the links by which the account was made, or that it has made. */
function linksOf(db: Db, userId: string) {
	const { createdBy, usedBy } = signupLinks;
	return {
		invitations: invitationsOf(db, userId),
		signup_links: db
			.select(pick(signupLinks, "name", "createdAt", "expiresAt", "usedAt", "withdrawnAt"))
			.from(signupLinks)
			.where(or(eq(createdBy, userId), eq(usedBy, userId))),
	};
}

/** Queries for the rows that refer to the user's account. */
function accountQueries(db: Db, userId: string) {
	const { actorId, subjectId, at } = auditLog;
	return {
		users: db.select(accountColumns).from(users).where(eq(users.id, userId)),
		...linksOf(db, userId),
		password_resets: db
			.select(pick(passwordResets, "createdAt", "expiresAt", "usedAt", "voidedAt"))
			.from(passwordResets)
			.where(eq(passwordResets.userId, userId)),
		email_claims: db.select(claimColumns).from(emailClaims).where(eq(emailClaims.userId, userId)),
		erasures: db
			.select(pick(erasures, "createdAt", "confirmedAt", "dueAt", "outcome", "endedAt", "objection"))
			.from(erasures)
			.where(eq(erasures.userId, userId)),
		outbox: db
			.select(pick(outbox, "kind", "recipient", "language", "payload", "state", "createdAt", "sentAt"))
			.from(outbox)
			.where(eq(outbox.userId, userId))
			.orderBy(asc(outbox.createdAt)),
		audit_log: db
			.select()
			.from(auditLog)
			.where(
				or(
					eq(actorId, userId),
					eq(subjectId, userId),
					inArray(subjectId, entryIdOf(db, userId)),
					isMessageTo(userId),
				),
			)
			.orderBy(asc(at)),
		news: db.select().from(news).where(eq(news.authorId, userId)),
		news_versions: db.select().from(newsVersions).where(eq(newsVersions.editedBy, userId)),
		document_versions: db
			.select(pick(documentVersions, "id", "documentId", "mimetype", "size", "createdAt"))
			.from(documentVersions)
			.where(eq(documentVersions.uploadedBy, userId)),
		charts: db
			.select(pick(charts, "kind", "name", "inForceSince"))
			.from(charts)
			.where(eq(charts.inForceBy, userId)),
		edition_settings: db
			.select(pick(editionSettings, "key", "value", "reason", "changedAt"))
			.from(editionSettings)
			.where(eq(editionSettings.changedBy, userId)),
		tasks: db
			.select(pick(tasks, "id", "dayId", "number", "state", "createdAt"))
			.from(tasks)
			.where(eq(tasks.createdBy, userId)),
		duty_links: db
			.select(pick(dutyLinks, "dayId", "name", "createdAt", "withdrawnAt"))
			.from(dutyLinks)
			.where(eq(dutyLinks.createdBy, userId)),
		incoming_logs: db
			.select(pick(incomingLogs, "originalName", "state", "createdAt"))
			.from(incomingLogs)
			.where(eq(incomingLogs.uploadedBy, userId)),
		sent_logs: sentLogs(db, userId),
	};
}

/** Selects the logs that the user has sent for others, without what they say about these. */
function sentLogs(db: Db, userId: string) {
	const { igcFileId, uploadedBy } = igcFileVersions;
	return db
		.select(
			pick(igcFileVersions, "id", "igcFileId", "originalName", "size", "sha256", "receivedAt", "createdAt"),
		)
		.from(igcFileVersions)
		.where(and(eq(uploadedBy, userId), notInArray(igcFileId, flightIdsOf(db, userId))));
}

/** Queries for the passwords, factors and sessions of the user. */
function loginQueries(db: Db, userId: string) {
	const ofUser = eq(recoveryCodes.userId, userId);
	return {
		sessions: db
			.select(pick(sessions, "userAgent", "createdAt", "expiresAt", "confirmedAt"))
			.from(sessions)
			.where(eq(sessions.userId, userId)),
		second_factors: db
			.select({ createdAt: secondFactors.createdAt })
			.from(secondFactors)
			.where(eq(secondFactors.userId, userId)),
		recovery_codes: db.select({ usedAt: recoveryCodes.usedAt }).from(recoveryCodes).where(ofUser),
		passkeys: db
			.select(pick(passkeys, "name", "host", "createdAt", "lastUsedAt"))
			.from(passkeys)
			.where(eq(passkeys.userId, userId)),
	};
}

const accountColumns = {
	...pick(users, "id", "email", "name", "surname", "role", "language", "createdAt", "updatedAt"),
	...pick(users, "verifiedAt", "newsUntil", "scoreMails"),
};

const claimColumns = {
	...pick(emailClaims, "email", "previousEmail", "createdAt", "expiresAt", "confirmedAt", "undoneAt"),
	...pick(emailClaims, "voidedAt"),
};

const logColumns = {
	...pick(igcFileVersions, "id", "igcFileId", "originalName", "size", "sha256", "receipt", "warnings"),
	...pick(igcFileVersions, "sender", "discardReason", "receivedAt", "createdAt"),
};

const resultColumns = {
	resultName: dailyResults.name,
	...pick(dailyResults, "dayId", "position", "glider", "points", "penalty", "distanceM", "speedKmh"),
	...pick(dailyResults, "totalPoints", "totalPosition"),
};

const decisionColumns = {
	...pick(scoreDecisions, "dayId", "override", "penalties", "disqualified", "guest", "reason"),
	...pick(scoreDecisions, "updatedAt"),
};

const outlandingColumns = {
	...pick(outlandings, "registrationId", "dayId", "sender", "standing", "state", "latitude", "longitude"),
	...pick(outlandings, "place", "near", "isHurt", "phone", "crewOnWay", "note", "createdAt", "updatedAt"),
};

const lastPositionColumns = {
	...pick(lastPositions, "dayId", "latitude", "longitude", "seenAt", "source", "createdAt"),
};

const paymentColumns = {
	...pick(payments, "amount", "currency", "counted", "receivedOn", "how", "note", "enteredAt", "cancelledAt"),
};

const pilotDayColumns = {
	...pick(pilotDays, "dayId", "gridPlace", "launches", "isScratched", "isScratchedByDesk", "scratchReason"),
	...pick(pilotDays, "gridChangedAt", "competitionClassId", "startNumber", "gliderTypeId"),
	...pick(pilotDays, "registrationNumber", "gliderIndex", "referenceIndex", "isGuest", "secondPilot", "crew"),
};

const safetyCardColumns = {
	...pick(safetyCards, "colours", "equipment", "persons", "crewName", "crewPhone", "flarmId"),
	...pick(safetyCards, "updatedAt"),
};

const protestColumns = {
	...pick(protests, "dayId", "revision", "text", "feePaid", "createdAt", "outcome", "outcomeReason"),
	...pick(protests, "decidedAt"),
};
