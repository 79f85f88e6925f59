import { asc, eq, inArray, or } from "drizzle-orm";
import type { UserCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { commit } from "~/lib/db/commit.server";
import {
	auditLog,
	competitionDays,
	competitorStatuses,
	dailyResults,
	documentVersions,
	emailClaims,
	igcFiles,
	igcFileVersions,
	news,
	outbox,
	passwordResets,
	recoveryCodes,
	registrations,
	scoreDecisions,
	secondFactors,
	sessions,
	tasks,
	users,
} from "~db/schema";

/**
 * All rows about the signed-in user as JSON, by the name of their table. Hashes and keys of files are left out, and so
 * is what the audit log says about other people.
 */
export async function exportOwnData(ctx: UserCtx): Promise<{ readonly name: string; readonly text: string }> {
	const { db, actor, edition, now } = ctx;
	const queries = [
		...entryQueries(db, actor.id),
		...accountQueries(db, actor.id),
		...loginQueries(db, actor.id),
	] as const;
	const [
		entries,
		statuses,
		flights,
		logs,
		results,
		decisions,
		account,
		resets,
		claims,
		mails,
		audit,
		written,
		uploads,
		setTasks,
		begun,
		factors,
		codes,
	] = await db.batch(queries);
	const own = new Set([actor.id, entries[0]?.id]);
	const data = {
		edition: edition.year,
		exportedAt: now,
		users: account,
		password_resets: resets,
		email_claims: claims,
		registrations: entries,
		competitor_statuses: statuses,
		igc_files: flights,
		igc_file_versions: logs,
		daily_results: results,
		score_decisions: decisions,
		outbox: mails,
		audit_log: audit.map(({ at, action, actorId, subjectId, before, after }) => {
			const byMe = actorId === actor.id;
			return own.has(subjectId ?? "") ? { at, action, byMe, before, after } : { at, action, byMe };
		}),
		news: written,
		document_versions: uploads,
		tasks: setTasks,
		sessions: begun,
		second_factors: factors,
		recovery_codes: codes,
	};
	await commit(ctx, {
		statements: [],
		audit: { action: "account.export", subjectId: actor.id },
		visible: false,
	});
	return { name: `my-data-${edition.year}.json`, text: JSON.stringify(data, null, "\t") };
}

function entryOf(db: Db, userId: string) {
	return db.select({ id: registrations.id }).from(registrations).where(eq(registrations.userId, userId));
}

/** Queries for the rows that belong to the user's entry. */
function entryQueries(db: Db, userId: string) {
	const entry = entryOf(db, userId);
	const flights = db
		.select({ id: igcFiles.id })
		.from(igcFiles)
		.where(inArray(igcFiles.registrationId, entry));
	return [
		db.select().from(registrations).where(eq(registrations.userId, userId)),
		db
			.select({ date: competitionDays.date, status: competitorStatuses.status })
			.from(competitorStatuses)
			.innerJoin(competitionDays, eq(competitionDays.id, competitorStatuses.dayId))
			.where(inArray(competitorStatuses.registrationId, entry)),
		db.select().from(igcFiles).where(inArray(igcFiles.registrationId, entry)),
		db.select(logColumns).from(igcFileVersions).where(inArray(igcFileVersions.igcFileId, flights)),
		db.select(resultColumns).from(dailyResults).where(inArray(dailyResults.registrationId, entry)),
		db.select(decisionColumns).from(scoreDecisions).where(inArray(scoreDecisions.registrationId, entry)),
	] as const;
}

/** Queries for the rows that refer to the user's account. */
function accountQueries(db: Db, userId: string) {
	const { actorId, subjectId, at } = auditLog;
	return [
		db.select(accountColumns).from(users).where(eq(users.id, userId)),
		db.select(resetColumns).from(passwordResets).where(eq(passwordResets.userId, userId)),
		db.select(claimColumns).from(emailClaims).where(eq(emailClaims.userId, userId)),
		db.select(mailColumns).from(outbox).where(eq(outbox.userId, userId)).orderBy(asc(outbox.createdAt)),
		db
			.select()
			.from(auditLog)
			.where(or(eq(actorId, userId), eq(subjectId, userId), inArray(subjectId, entryOf(db, userId))))
			.orderBy(asc(at)),
		db.select().from(news).where(eq(news.authorId, userId)),
		db.select(uploadColumns).from(documentVersions).where(eq(documentVersions.uploadedBy, userId)),
		db.select(taskColumns).from(tasks).where(eq(tasks.createdBy, userId)),
	] as const;
}

/** Queries for what lets the user in. */
function loginQueries(db: Db, userId: string) {
	return [
		db.select(sessionColumns).from(sessions).where(eq(sessions.userId, userId)),
		db
			.select({ createdAt: secondFactors.createdAt })
			.from(secondFactors)
			.where(eq(secondFactors.userId, userId)),
		db.select({ usedAt: recoveryCodes.usedAt }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
	] as const;
}

const sessionColumns = {
	userAgent: sessions.userAgent,
	createdAt: sessions.createdAt,
	expiresAt: sessions.expiresAt,
	confirmedAt: sessions.confirmedAt,
};

const accountColumns = {
	id: users.id,
	email: users.email,
	name: users.name,
	surname: users.surname,
	admin: users.admin,
	language: users.language,
	createdAt: users.createdAt,
	updatedAt: users.updatedAt,
	verifiedAt: users.verifiedAt,
	newsUntil: users.newsUntil,
};

const resetColumns = {
	createdAt: passwordResets.createdAt,
	expiresAt: passwordResets.expiresAt,
	usedAt: passwordResets.usedAt,
	voidedAt: passwordResets.voidedAt,
};

const claimColumns = {
	email: emailClaims.email,
	previousEmail: emailClaims.previousEmail,
	createdAt: emailClaims.createdAt,
	expiresAt: emailClaims.expiresAt,
	confirmedAt: emailClaims.confirmedAt,
	undoneAt: emailClaims.undoneAt,
	voidedAt: emailClaims.voidedAt,
};

const logColumns = {
	id: igcFileVersions.id,
	igcFileId: igcFileVersions.igcFileId,
	originalName: igcFileVersions.originalName,
	size: igcFileVersions.size,
	sha256: igcFileVersions.sha256,
	receipt: igcFileVersions.receipt,
	warnings: igcFileVersions.warnings,
	createdAt: igcFileVersions.createdAt,
};

const mailColumns = {
	kind: outbox.kind,
	recipient: outbox.recipient,
	language: outbox.language,
	payload: outbox.payload,
	state: outbox.state,
	createdAt: outbox.createdAt,
	sentAt: outbox.sentAt,
};

const uploadColumns = {
	id: documentVersions.id,
	documentId: documentVersions.documentId,
	mimetype: documentVersions.mimetype,
	size: documentVersions.size,
	createdAt: documentVersions.createdAt,
};

const taskColumns = {
	id: tasks.id,
	dayId: tasks.dayId,
	number: tasks.number,
	state: tasks.state,
	createdAt: tasks.createdAt,
};

const resultColumns = {
	dayId: dailyResults.dayId,
	position: dailyResults.position,
	resultName: dailyResults.name,
	glider: dailyResults.glider,
	points: dailyResults.points,
	totalPoints: dailyResults.totalPoints,
	totalPosition: dailyResults.totalPosition,
};

const decisionColumns = {
	dayId: scoreDecisions.dayId,
	override: scoreDecisions.override,
	penalties: scoreDecisions.penalties,
	disqualified: scoreDecisions.disqualified,
	guest: scoreDecisions.guest,
	reason: scoreDecisions.reason,
	updatedAt: scoreDecisions.updatedAt,
};
