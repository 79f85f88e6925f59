import { unconnected } from "~/lib/db/read.server";
import { editionWith, heldSettings } from "~/lib/editions/edition-settings.server";
import type { SetValue } from "~db/schema";
import type { Edition } from "~editions/schema";

/** Selects what organisers have set in place of the edition's file. */
export const settingsQuery = heldSettings(unconnected([])).toSQL().sql;

/** A row of that query: the value is JSON. */
export interface SettingRow {
	readonly key: string;
	readonly value: string;
}

/** The edition as organisers have set it. */
export function asSet(file: Edition, rows: readonly SettingRow[]): Edition {
	const settings = rows.map(({ key, value }) => ({ key, value: JSON.parse(value) as SetValue }));
	return editionWith(file, settings);
}
