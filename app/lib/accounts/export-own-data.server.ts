import { asc, eq, inArray, or } from "drizzle-orm";
import type { UserCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { commit } from "~/lib/db/commit.server";
import { read } from "~/lib/db/read.server";
import {
	auditLog,
	charts,
	competitionDays,
	competitorStatuses,
	dailyResults,
	documentVersions,
	emailClaims,
	erasures,
	gridPilots,
	igcFiles,
	igcFileVersions,
	lastPositions,
	news,
	outbox,
	outlandings,
	passkeys,
	passwordResets,
	protests,
	recoveryCodes,
	registrations,
	safetyCards,
	scoreDecisions,
	secondFactors,
	sessions,
	tasks,
	users,
} from "~db/schema";

/**
 * Returns all rows about the signed-in user as JSON, by the name of their table. It leaves out hashes, keys of files and what the
 * audit log says about other people.
 */
export async function exportOwnData(ctx: UserCtx): Promise<{ readonly name: string; readonly text: string }> {
	const { db, actor, edition, now } = ctx;
	const { audit_log: audit, ...tables } = await read(db, {
		...entryQueries(db, actor.id),
		...accountQueries(db, actor.id),
		...loginQueries(db, actor.id),
	});
	const own = new Set([actor.id, tables.registrations[0]?.id]);
	const data = {
		edition: edition.year,
		exportedAt: now,
		...tables,
		audit_log: audit.map(({ at, action, actorId, subjectId, before, after }) => {
			const byMe = actorId === actor.id;
			return own.has(subjectId ?? "") ? { at, action, byMe, before, after } : { at, action, byMe };
		}),
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
	return {
		registrations: db.select().from(registrations).where(eq(registrations.userId, userId)),
		competitor_statuses: db
			.select({ date: competitionDays.date, status: competitorStatuses.status })
			.from(competitorStatuses)
			.innerJoin(competitionDays, eq(competitionDays.id, competitorStatuses.dayId))
			.where(inArray(competitorStatuses.registrationId, entry)),
		igc_files: db.select().from(igcFiles).where(inArray(igcFiles.registrationId, entry)),
		igc_file_versions: db
			.select(logColumns)
			.from(igcFileVersions)
			.where(inArray(igcFileVersions.igcFileId, flights)),
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
			.where(inArray(outlandings.registrationId, entry)),
		last_positions: db
			.select(lastPositionColumns)
			.from(lastPositions)
			.where(inArray(lastPositions.registrationId, entry)),
		grid_pilots: db
			.select(gridPilotColumns)
			.from(gridPilots)
			.where(inArray(gridPilots.registrationId, entry)),
		safety_cards: db
			.select(safetyCardColumns)
			.from(safetyCards)
			.where(inArray(safetyCards.registrationId, entry)),
		protests: db.select(protestColumns).from(protests).where(inArray(protests.registrationId, entry)),
	};
}

/** Queries for the rows that refer to the user's account. */
function accountQueries(db: Db, userId: string) {
	const { actorId, subjectId, at } = auditLog;
	return {
		users: db.select(accountColumns).from(users).where(eq(users.id, userId)),
		password_resets: db.select(resetColumns).from(passwordResets).where(eq(passwordResets.userId, userId)),
		email_claims: db.select(claimColumns).from(emailClaims).where(eq(emailClaims.userId, userId)),
		erasures: db.select(erasureColumns).from(erasures).where(eq(erasures.userId, userId)),
		outbox: db
			.select(mailColumns)
			.from(outbox)
			.where(eq(outbox.userId, userId))
			.orderBy(asc(outbox.createdAt)),
		audit_log: db
			.select()
			.from(auditLog)
			.where(or(eq(actorId, userId), eq(subjectId, userId), inArray(subjectId, entryOf(db, userId))))
			.orderBy(asc(at)),
		news: db.select().from(news).where(eq(news.authorId, userId)),
		document_versions: db
			.select(uploadColumns)
			.from(documentVersions)
			.where(eq(documentVersions.uploadedBy, userId)),
		charts: db.select(chartColumns).from(charts).where(eq(charts.inForceBy, userId)),
		tasks: db.select(taskColumns).from(tasks).where(eq(tasks.createdBy, userId)),
	};
}

/** Queries for the passwords, factors and sessions of the user. */
function loginQueries(db: Db, userId: string) {
	const ofUser = eq(recoveryCodes.userId, userId);
	return {
		sessions: db.select(sessionColumns).from(sessions).where(eq(sessions.userId, userId)),
		second_factors: db
			.select({ createdAt: secondFactors.createdAt })
			.from(secondFactors)
			.where(eq(secondFactors.userId, userId)),
		recovery_codes: db.select({ usedAt: recoveryCodes.usedAt }).from(recoveryCodes).where(ofUser),
		passkeys: db.select(passkeyColumns).from(passkeys).where(eq(passkeys.userId, userId)),
	};
}

const sessionColumns = {
	userAgent: sessions.userAgent,
	createdAt: sessions.createdAt,
	expiresAt: sessions.expiresAt,
	confirmedAt: sessions.confirmedAt,
};

const passkeyColumns = {
	name: passkeys.name,
	host: passkeys.host,
	createdAt: passkeys.createdAt,
	lastUsedAt: passkeys.lastUsedAt,
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
	scoreMails: users.scoreMails,
};

const resetColumns = {
	createdAt: passwordResets.createdAt,
	expiresAt: passwordResets.expiresAt,
	usedAt: passwordResets.usedAt,
	voidedAt: passwordResets.voidedAt,
};

const erasureColumns = {
	createdAt: erasures.createdAt,
	confirmedAt: erasures.confirmedAt,
	dueAt: erasures.dueAt,
	outcome: erasures.outcome,
	endedAt: erasures.endedAt,
	objection: erasures.objection,
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

const chartColumns = { kind: charts.kind, name: charts.name, inForceSince: charts.inForceSince };

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
	penalty: dailyResults.penalty,
	distanceM: dailyResults.distanceM,
	speedKmh: dailyResults.speedKmh,
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

const outlandingColumns = {
	dayId: outlandings.dayId,
	sender: outlandings.sender,
	standing: outlandings.standing,
	state: outlandings.state,
	latitude: outlandings.latitude,
	longitude: outlandings.longitude,
	place: outlandings.place,
	near: outlandings.near,
	isHurt: outlandings.isHurt,
	phone: outlandings.phone,
	crewOnWay: outlandings.crewOnWay,
	note: outlandings.note,
	createdAt: outlandings.createdAt,
	updatedAt: outlandings.updatedAt,
};

const lastPositionColumns = {
	dayId: lastPositions.dayId,
	latitude: lastPositions.latitude,
	longitude: lastPositions.longitude,
	seenAt: lastPositions.seenAt,
	source: lastPositions.source,
	createdAt: lastPositions.createdAt,
};

const gridPilotColumns = {
	dayId: gridPilots.dayId,
	launches: gridPilots.launches,
	isScratched: gridPilots.isScratched,
	scratchReason: gridPilots.scratchReason,
	remark: gridPilots.remark,
	updatedAt: gridPilots.updatedAt,
};

const safetyCardColumns = {
	colours: safetyCards.colours,
	equipment: safetyCards.equipment,
	persons: safetyCards.persons,
	crewName: safetyCards.crewName,
	crewPhone: safetyCards.crewPhone,
	flarmId: safetyCards.flarmId,
	updatedAt: safetyCards.updatedAt,
};

const protestColumns = {
	dayId: protests.dayId,
	revision: protests.revision,
	text: protests.text,
	feePaid: protests.feePaid,
	createdAt: protests.createdAt,
	outcome: protests.outcome,
	outcomeReason: protests.outcomeReason,
	decidedAt: protests.decidedAt,
};
