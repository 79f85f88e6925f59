import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verifyAudit } from "../admin/verify-audit";
import { type Half, placesOf, restore, type Storage } from "./backup";
import { statementsIn } from "./short-statements";

export interface Rehearsal {
	readonly rows: number;
	/** Days with points. */
	readonly days: number;
	/** Rows of the audit log that are sealed. */
	readonly sealed: number;
	readonly files: number;
	/** A sentence for each table, file or audit row that is not as it was backed up. */
	readonly complaints: readonly string[];
}

const daysSql = "SELECT count(DISTINCT day_id) AS days FROM score_sheets";

/**
 * Restores an edition into a database beside, backs that one up, and compares. Files are read and compared with their digests, not put.
 * @param storage of fresh databases
 */
export async function rehearse(
	storage: Storage,
	year: number,
	folder: string,
	stamp: string,
): Promise<Rehearsal> {
	const scratch = mkdtempSync(join(tmpdir(), "rehearsal-"));
	// In a place of its own: what a rehearsal that broke off has noted as put is not in the bucket.
	const beside = { ...storage, place: scratch, putFile: async () => {} };
	try {
		const { files, damaged } = await restore(beside, year, folder, stamp);
		const [schema, data] = [join(scratch, "schema.sql"), join(scratch, "data.sql")];
		await storage.exportSchema(year, schema);
		await storage.exportData(year, data, schema);
		const backedUp = (half: Half) => read(placesOf(folder, stamp).database(year, half));
		const [days] = await storage.query(year, daysSql);
		const audit = await verifyAudit((sql) => storage.query(year, sql), null);
		return {
			rows: read(data).filter((statement) => tableOf(statement) !== null).length,
			days: Number(days?.days),
			sealed: audit.head.number,
			files,
			complaints: [
				...differencesOf(backedUp("schema"), read(schema)),
				...differencesOf(backedUp("data"), read(data)),
				...damaged.map((key) => `Not in the backup or damaged there: ${key}`),
				...audit.complaints,
			],
		};
	} finally {
		rmSync(scratch, { recursive: true });
	}
}

const read = (path: string) => statementsIn(readFileSync(path, "utf8"));

/** The table of a row; null for a statement that brings none. */
function tableOf(statement: string): string | null {
	return /^INSERT INTO "?(\w+)/i.exec(statement)?.[1] ?? null;
}

/** What one list of statements has and the other has not, in a sentence for each table. */
function differencesOf(backedUp: readonly string[], restored: readonly string[]): string[] {
	const [before, after] = [new Set(backedUp), new Set(restored)];
	const missing = countByTable(backedUp.filter((statement) => !after.has(statement)));
	const added = countByTable(restored.filter((statement) => !before.has(statement)));
	return [...new Set([...missing.keys(), ...added.keys()])].map(
		(table) =>
			`${table}: statements that are not there: ${missing.get(table) ?? 0}, that are new: ${added.get(table) ?? 0}`,
	);
}

function countByTable(statements: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const statement of statements) {
		const table = tableOf(statement) ?? "schema";
		counts.set(table, (counts.get(table) ?? 0) + 1);
	}
	return counts;
}
