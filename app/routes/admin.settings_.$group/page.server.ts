import { sql } from "drizzle-orm";
import type { StaffCtx } from "~/lib/context";
import { read } from "~/lib/db/read.server";
import { type Setting, valueAt } from "~/lib/editions/edition-settings.server";
import { holdingChoice } from "~/lib/entries/holding-choice.server";
import { formatChangeTime } from "~/lib/i18n/format-dates";
import { textsOf, textsUnder } from "~/lib/i18n/i18n.server";
import { changesIn, isLong, labelledSetting, labelsIn, summaryOf } from "~/lib/season/labelled-part.server";
import { lastSave } from "~/lib/season/restore-settings.server";
import { areSettingsOpen, isGuarded, type SettingGroup, settingGroups } from "~/lib/season/setting-groups";
import { settingVersions } from "~/lib/season/settings-queries.server";
import { editionOfYear } from "~editions/index";
import type { Edition } from "~editions/schema";

type Versions = Awaited<ReturnType<typeof settingVersions>>;

/** A group of settings with the values that hold, where each comes from, and the words of the page. */
export async function readGroup(ctx: StaffCtx<"photos">, group: SettingGroup) {
	const { db, edition, language } = ctx;
	const { t } = textsOf(language);
	const { versions } = await read(db, { versions: settingVersions(db, settingGroups[group]) });
	return {
		group,
		title: t(`settings.group.${group}`),
		isOpen: areSettingsOpen(edition),
		seen: versions.length,
		holding: await holdingOf(ctx, group),
		settings: settingsOf(ctx, valuesOf(edition, group), versions),
		undo: undoOf(ctx, versions),
		histories: settingGroups[group].flatMap((key) => {
			const own = versions.filter((version) => version.key === key);
			return own.length > 0 ? [historyOf(ctx, key, own)] : [];
		}),
		words: {
			closed: t("server.settings-closed"),
			guarded: isGuarded(group) ? t("settings.guarded") : null,
			shown: t(`settings.shown.${group}`),
			rows: t("settings.rows"),
			reason: t("settings.reason"),
			reasonHint: t("settings.reason.hint"),
			preview: t("settings.preview"),
			save: t("settings.save"),
			changes: t("settings.changes"),
			columns: [t("settings.column.field"), t("settings.column.before"), t("settings.column.after")],
			history: t("settings.history"),
			back: t("settings.back"),
			failed: t("settings.failed"),
		},
	};
}

/** From which day other reference indices hold; null where none can change, or nothing is flown. */
export async function holdingOf(ctx: StaffCtx<"photos">, group: SettingGroup) {
	return group === "classes" ? holdingChoice(ctx, sql`TRUE`, "holdsFrom.indices") : null;
}

export type GroupPage = Awaited<ReturnType<typeof readGroup>>;

/** The values that hold. */
export function valuesOf(edition: Edition, group: SettingGroup): readonly Setting[] {
	return settingGroups[group].map((key) => ({ key, value: { is: valueAt(edition, key) } }));
}

/** The form of each setting. @param values those that hold, or those that were typed */
export function settingsOf(ctx: StaffCtx<"photos">, values: readonly Setting[], versions: Versions) {
	const { language } = ctx;
	const { t } = textsOf(language);
	const hints = textsUnder(language, "settings.hint.");
	return values.map(({ key, value }) => {
		const last = versions.find((version) => version.key === key);
		const part = labelledSetting(ctx, key, value.is);
		return {
			key,
			hint: hints[key] ?? null,
			source: last?.value ? sourceOf(last, language) : t("settings.source.file"),
			part,
			/** Of its fields, by their names. */
			labels: labelsIn(part),
		};
	});
}

function sourceOf(
	{ name, surname, changedAt }: Pick<Versions[number], "name" | "surname" | "changedAt">,
	language: StaffCtx<"photos">["language"],
): string {
	const { t } = textsOf(language);
	const time = formatChangeTime(changedAt, language);
	if (name === null) return t("settings.source.taken", { time });
	return t("settings.source.changed", { by: `${name} ${surname}`.trim(), time });
}

/** The press that takes back what was last saved together; null before anything was. */
function undoOf({ language }: StaffCtx<"photos">, versions: Versions) {
	const { t } = textsOf(language);
	const names = lastSave(versions).map(({ key }) => t(`settings.field.${key}`));
	if (names.length === 0) return null;
	return { what: t("settings.undo.what", { names: names.join(", ") }), press: t("settings.undo") };
}

/** What a setting was before, newest first; the file is its first value. Each can be set again. */
function historyOf(ctx: StaffCtx<"photos">, key: string, versions: Versions) {
	const { edition, language } = ctx;
	const { t } = textsOf(language);
	const file = editionOfYear(edition.year);
	const partOf = (value: unknown) => labelledSetting(ctx, key, value);
	const original = file && valueAt(file, key);
	const fromFile = summaryOf(partOf(original), language) || t("settings.none");
	const textOf = (value: unknown, before: unknown) =>
		isLong(partOf(value))
			? changesIn(partOf(before), partOf(value), language)
			: summaryOf(partOf(value), language) || t("settings.none");
	const heldIn = (version: Versions[number] | undefined) => (version?.value ? version.value.is : original);
	return {
		key,
		name: t(`settings.field.${key}`),
		restore: t("settings.restore"),
		versions: [
			...versions.map(({ version, value, reason, ...made }, index) => ({
				version,
				text: value ? textOf(value.is, heldIn(versions[index + 1])) : fromFile,
				source: [sourceOf(made, language), reason].filter(Boolean).join(" · "),
				holds: index === 0,
			})),
			{ version: 0, text: fromFile, source: t("settings.source.file"), holds: false },
		],
	};
}
