import type { AuditAction } from "~/lib/db/audit-actions";
import { unconnected } from "~/lib/db/read.server";
import { hasBegun, keepFlown } from "~/lib/entries/keep-flown.server";
import { auditLog } from "~db/schema";
import { type BoundStatement, insertRows } from "../database/insert-rows";
import { madeResults } from "../database/made-results";
import { textOf } from "../database/sql-text";
import type { Move } from "./move-in";
import type { Known } from "./moving";
import type { Tally } from "./tally";

/** A collection as it was taken over, with the digest of its file. */
export interface Source {
	readonly tally: Tally;
	readonly digest: string;
}

const action: AuditAction = "edition.move-in";
/** In the place of a request. */
const requestId = "move-in";

/**
 * Makes what follows from the rows: results as pages read them, what the days keep of the entries, the room that the logs take. The audit log
 * gets a row a collection, which also says that all this was done: a run that changes nothing writes nothing.
 */
export async function finishMove(
	{ storage, edition, now }: Move,
	{ handicaps }: Known,
	sources: readonly Source[],
): Promise<void> {
	const noted = await storage.query(
		edition.year,
		`SELECT subject_id, after FROM audit_log WHERE action = '${action}' ORDER BY at`,
	);
	const last = new Map(noted.map(({ subject_id: name, after }) => [String(name), String(after)]));
	const contentOf = ({ tally: { found, takenOver, leftOut }, digest }: Source) => ({
		found,
		takenOver,
		leftOut,
		digest,
	});
	const due = sources.filter((source) => {
		const { tally } = source;
		return tally.added + tally.changed > 0 || last.get(tally.name) !== JSON.stringify(contentOf(source));
	});
	if (due.length === 0) return;
	const db = unconnected([]);
	const kept = keepFlown(db, hasBegun, now).toSQL();
	const audit = due.map((source) => ({
		...{ id: crypto.randomUUID(), at: now, actorId: null, action, subjectId: source.tally.name },
		...{ before: null, after: contentOf(source), requestId },
	}));
	const statements = [
		...madeResults(),
		{ sql: kept.sql, values: kept.params },
		...[...handicaps].map(([id, handicap]) => ({
			sql: flownHandicap,
			values: [handicap, id, now.getTime()],
		})),
		{ sql: logBytes, values: [] },
		...insertRows(auditLog, audit),
		raisedVersions(now),
	];
	await storage.importSql(edition.year, `${statements.map(textOf).join(";\n")};\n`);
}

/** The statement by which every page is made anew. */
export function raisedVersions(now: Date): BoundStatement {
	return {
		sql: "UPDATE edition_state SET content_version = content_version + 1, data_version = max(data_version + 1, ?)",
		values: [now.getTime()],
	};
}

/** A type of glider had another handicap on the days that this run fixes: the reference index says it. */
const flownHandicap =
	"UPDATE pilot_days SET reference_index = glider_index / ? WHERE glider_type_id = ? AND fixed_at = ?";

/** The bytes of logs whose objects are there. */
const logBytes =
	"UPDATE edition_state SET stored_log_bytes = (SELECT coalesce(sum(size), 0) FROM igc_file_versions WHERE state <> 'removed')";

/** What somebody does who only looks. */
const looks: readonly AuditAction[] = ["account.login", "account.logout"];

const ours = `action NOT IN (${[action, ...looks].map((one) => `'${one}'`).join(", ")})`;

/** Selects the ids of what somebody has changed in the edition. */
export const changedQuery = `SELECT DISTINCT subject_id AS id FROM audit_log WHERE ${ours} AND subject_id IS NOT NULL`;

/**
 * Selects whether somebody has worked in the edition: the audit log holds something else, or there are accounts of other origin, as in the demo.
 */
export const workedQuery = `SELECT EXISTS (SELECT 1 FROM audit_log WHERE ${ours})
	OR EXISTS (SELECT 1 FROM users WHERE length(id) <> 24) AS worked`;
