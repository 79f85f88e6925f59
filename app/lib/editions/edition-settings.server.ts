import { and, asc, eq, isNotNull, max } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { logLine } from "~/lib/http/log.server";
import { createMemory } from "~/lib/memoise";
import { editionSettings, type SetValue } from "~db/schema";
import { type Edition, editionSchema } from "~editions/schema";

/** A value that organisers have set. */
export interface Setting {
	/** Where it stands in the edition, such as `competition.from`. */
	readonly key: string;
	readonly value: SetValue;
}

/** Selects what holds in place of the edition's file. */
export function heldSettings(db: Db) {
	const { key, value, version } = editionSettings;
	const last = db
		.select({ key, version: max(version).as("last") })
		.from(editionSettings)
		.groupBy(key)
		.as("last");
	return db
		.select({ key, value })
		.from(editionSettings)
		.innerJoin(last, and(eq(last.key, key), eq(last.version, version)))
		.where(isNotNull(value))
		.orderBy(asc(key));
}

/** Editions as settings make them. An isolate needs one of each, and another after a change. */
const made = createMemory<string, { readonly file: Edition; readonly edition: Edition }>(20);

/**
 * The edition as it holds: what organisers have set stands over its file. What does not fit the schema any more, after another release or
 * another file, is left out and logged: a setting must never take the site down.
 */
export function editionWith(
	file: Edition,
	settings: readonly { readonly key: string; readonly value: SetValue | null }[],
): Edition {
	if (settings.length === 0) return file;
	const key = `${file.year} ${JSON.stringify(settings)}`;
	const known = made.get(key);
	if (known?.file === file) return known.edition;
	const edition = overlaid(file, settings);
	made.set(key, { file, edition });
	return edition;
}

function overlaid(file: Edition, settings: Parameters<typeof editionWith>[1]): Edition {
	const values = settings.map(({ key, value }): Setting => ({ key, value: value ?? {} }));
	const all = editionSchema.safeParse(withValues(file, values));
	if (all.success) return all.data;
	const fitting: Setting[] = [];
	for (const setting of values) {
		if (editionSchema.safeParse(withValues(file, [...fitting, setting])).success) fitting.push(setting);
		else logLine("error", "setting", { edition: file.year, key: setting.key });
	}
	return editionSchema.parse(withValues(file, fitting));
}

/** The values of an edition with some in the place of its own, not checked. */
export function withValues(file: Edition, settings: readonly Setting[]): unknown {
	const values: Record<string, unknown> = structuredClone(file);
	for (const { key, value } of settings) {
		const path = key.split(".");
		const name = path.pop() ?? "";
		const parent = path.reduce((within, part) => within[part] as Record<string, unknown>, values);
		if ("is" in value) parent[name] = value.is;
		else delete parent[name];
	}
	return values;
}

/** What an edition says under the key of a setting; undefined when it has no such value. */
export function valueAt(edition: Edition, key: string): unknown {
	return key
		.split(".")
		.reduce<unknown>((within, part) => (within as Record<string, unknown> | undefined)?.[part], edition);
}
