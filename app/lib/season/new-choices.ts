import { folded } from "~/lib/i18n/word-search";
import type { Edition } from "~editions/schema";

/* What an organiser need not type of a class, a region or a kind of accommodation that is added. */

/** A row as it was typed. */
interface TypedRow {
	readonly type?: unknown;
	readonly key?: unknown;
	readonly kind?: unknown;
	readonly name?: { readonly cs?: unknown; readonly en?: unknown };
	readonly referenceIndex?: unknown;
	readonly taskDefaults?: { readonly scoring?: Readonly<Record<string, unknown>> };
}

/** A setting as it was typed, with what was left out of rows that are added: of a class that is there, what was cleared is missing. */
export function withWhatIsNotTyped(edition: Edition, key: string, typed: unknown): unknown {
	if (!Array.isArray(typed)) return typed;
	if (key === "classes") {
		const isThere = ({ type }: TypedRow) => edition.classes.some((one) => one.type === type);
		// A second row of one key is added, and will be refused.
		const isFirst = (row: TypedRow) => typed.find(({ type }: TypedRow) => type === row.type) === row;
		return typed.map((row: TypedRow) => (isThere(row) && isFirst(row) ? row : fullClass(edition, row)));
	}
	if (key === "regions" || key === "accommodation")
		return typed.map((row: TypedRow) => ({ ...row, key: row.key || row.name?.cs }));
	return typed;
}

/**
 * A class that is added without a word on its index or its tasks takes for granted what one of its kind does, else the first one.
 */
function fullClass({ classes }: Edition, row: TypedRow): TypedRow {
	const { type, name, referenceIndex, taskDefaults } = row;
	const like = classes.find(({ kind }) => kind === row.kind) ?? classes[0];
	const isSilent = ["d1Km", "dmKm", "earth"].every((one) => taskDefaults?.scoring?.[one] === "");
	return {
		...row,
		type: type || keyOf(String(name?.en || name?.cs)),
		referenceIndex: referenceIndex === "" ? like?.referenceIndex : referenceIndex,
		taskDefaults: isSilent ? like?.taskDefaults : taskDefaults,
	};
}

/** A key made of a name: `18 metre` is `18_metre`. */
function keyOf(name: string): string {
	return folded(name)
		.replaceAll(/[^a-z0-9]+/g, "_")
		.replace(/^_/, "")
		.slice(0, 24)
		.replace(/_$/, "");
}
