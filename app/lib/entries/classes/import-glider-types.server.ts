import { sql } from "drizzle-orm";
import type { AdminCtx } from "~/lib/context";
import { chunkRows, commit } from "~/lib/db/commit.server";
import { compareNames } from "~/lib/i18n/collate";
import { classTypes } from "~db/enums";
import { gliderTypes } from "~db/schema";
import { allGliderTypes } from "./classes-queries.server";
import {
	type GliderTypesImportError,
	gliderTypeIdentity,
	type ImportedGliderType,
	readGliderTypesCsv,
} from "./glider-types-csv";

interface Change {
	readonly name: string;
	readonly classType: string;
	/** The index; null for a new glider type. */
	readonly before: number | null;
	readonly after: number;
}

export type ImportPlan =
	| { readonly ok: true; readonly changes: readonly Change[]; readonly unchanged: number }
	| { readonly ok: false; readonly errors: readonly GliderTypesImportError[] };

type Known = typeof gliderTypes.$inferSelect;

const classTypeOf = (text: string) => classTypes.find((type) => type === text);

function planOf(imported: readonly ImportedGliderType[], known: readonly Known[]): Change[] {
	const types = new Map(known.map((type) => [gliderTypeIdentity(type), type]));
	return imported
		.map((type) => {
			const same = types.get(gliderTypeIdentity(type));
			return {
				name: same?.name ?? type.name,
				classType: type.competitionClassType,
				before: same?.index ?? null,
				after: type.index,
			};
		})
		.filter(({ before, after }) => before !== after)
		.sort((a, b) => compareNames(a.classType, b.classType) || compareNames(a.name, b.name));
}

export function countGliderTypes({ db }: AdminCtx): Promise<number> {
	return db.$count(gliderTypes);
}

/** The changes that an import would make, or every error of the list. Writes nothing. */
export async function planGliderTypes({ db }: AdminCtx, csv: string): Promise<ImportPlan> {
	const read = readGliderTypesCsv(csv, classTypes);
	if (!read.ok) return read;
	const changes = planOf(read.gliderTypes, await allGliderTypes(db));
	return { ok: true, changes, unchanged: read.gliderTypes.length - changes.length };
}

/** Adds new glider types and sets the indices of known ones. Others stay, because entries may refer to them. */
export async function importGliderTypes(ctx: AdminCtx, csv: string): Promise<ImportPlan> {
	const { db } = ctx;
	const plan = await planGliderTypes(ctx, csv);
	if (!plan.ok || plan.changes.length === 0) return plan;
	const rows = plan.changes.flatMap(({ name, classType, after }) => {
		const competitionClassType = classTypeOf(classType);
		return competitionClassType ? { id: crypto.randomUUID(), name, index: after, competitionClassType } : [];
	});
	await commit(ctx, {
		statements: chunkRows(rows, 4).map((some) =>
			db
				.insert(gliderTypes)
				.values(some)
				.onConflictDoUpdate({
					target: [gliderTypes.name, gliderTypes.competitionClassType],
					set: { index: sql`excluded."index"` },
				}),
		),
		audit: {
			action: "glider-types.import",
			after: { changes: plan.changes.map((change) => ({ ...change })) },
		},
		effects: [{ kind: "class-scores-due", classIds: null }],
		visible: true,
	});
	return plan;
}
