import { and, asc, eq, inArray, or } from "drizzle-orm";
import type { UserCtx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import {
	auditLog,
	competitionDays,
	competitorStatuses,
	dailyResults,
	documentVersions,
	igcFiles,
	igcFileVersions,
	news,
	outbox,
	passwordResets,
	registrations,
	users,
} from "~db/schema";

/**
 * All rows that concern whoever is logged in, as text of JSON, by the table they stand in. Neither hashes nor keys of
 * files are among them, nor what stands in the audit log about others; instants are ISO texts.
 */
export async function exportOwnData(ctx: UserCtx): Promise<{ readonly name: string; readonly text: string }> {
	const { db, actor, edition, now } = ctx;
	const entry = db
		.select({ id: registrations.id })
		.from(registrations)
		.where(eq(registrations.userId, actor.id));
	const flights = db
		.select({ id: igcFiles.id })
		.from(igcFiles)
		.where(inArray(igcFiles.registrationId, entry));
	const [
		account,
		resets,
		entries,
		statuses,
		flightRows,
		logs,
		mails,
		audit,
		written,
		uploads,
		results,
		[ownEntry],
	] = await db.batch([
		db.select(accountColumns).from(users).where(eq(users.id, actor.id)),
		db.select(resetColumns).from(passwordResets).where(eq(passwordResets.userId, actor.id)),
		db.select().from(registrations).where(eq(registrations.userId, actor.id)),
		db
			.select({ date: competitionDays.date, status: competitorStatuses.status })
			.from(competitorStatuses)
			.innerJoin(competitionDays, eq(competitionDays.id, competitorStatuses.dayId))
			.where(inArray(competitorStatuses.registrationId, entry)),
		db.select().from(igcFiles).where(inArray(igcFiles.registrationId, entry)),
		db.select(logColumns).from(igcFileVersions).where(inArray(igcFileVersions.igcFileId, flights)),
		db.select(mailColumns).from(outbox).where(eq(outbox.userId, actor.id)).orderBy(asc(outbox.createdAt)),
		db
			.select()
			.from(auditLog)
			.where(
				or(
					eq(auditLog.actorId, actor.id),
					eq(auditLog.subjectId, actor.id),
					inArray(auditLog.subjectId, entry),
				),
			)
			.orderBy(asc(auditLog.at)),
		db.select().from(news).where(eq(news.authorId, actor.id)),
		db.select(uploadColumns).from(documentVersions).where(eq(documentVersions.uploadedBy, actor.id)),
		db
			.select(resultColumns)
			.from(dailyResults)
			.innerJoin(
				registrations,
				and(
					eq(registrations.competitionClassId, dailyResults.competitionClassId),
					eq(registrations.startNumber, dailyResults.competitor),
					eq(registrations.accepted, true),
				),
			)
			.where(eq(registrations.userId, actor.id)),
		entry,
	]);
	const own = new Set([actor.id, ownEntry?.id]);
	const data = {
		edition: edition.year,
		exportedAt: now,
		users: account,
		password_resets: resets,
		registrations: entries,
		competitor_statuses: statuses,
		igc_files: flightRows,
		igc_file_versions: logs,
		daily_results: results,
		outbox: mails,
		audit_log: audit.map(({ at, action, actorId, subjectId, before, after }) => {
			const byMe = actorId === actor.id;
			return own.has(subjectId ?? "") ? { at, action, byMe, before, after } : { at, action, byMe };
		}),
		news: written,
		document_versions: uploads,
	};
	await commit(ctx, {
		statements: [],
		audit: { action: "account.export", subjectId: actor.id },
		visible: false,
	});
	return { name: `my-data-${edition.year}.json`, text: JSON.stringify(data, null, "\t") };
}

const accountColumns = {
	id: users.id,
	email: users.email,
	name: users.name,
	surname: users.surname,
	admin: users.admin,
	language: users.language,
	createdAt: users.createdAt,
	updatedAt: users.updatedAt,
};

const resetColumns = {
	createdAt: passwordResets.createdAt,
	expiresAt: passwordResets.expiresAt,
	usedAt: passwordResets.usedAt,
	voidedAt: passwordResets.voidedAt,
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

const resultColumns = {
	dayId: dailyResults.dayId,
	position: dailyResults.position,
	resultName: dailyResults.name,
	glider: dailyResults.glider,
	points: dailyResults.points,
	totalPoints: dailyResults.totalPoints,
	totalPosition: dailyResults.totalPosition,
};
