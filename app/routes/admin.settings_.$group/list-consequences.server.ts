import { asStaff } from "~/lib/access";
import type { StaffCtx } from "~/lib/context";
import { nameOfClass } from "~/lib/editions/classes";
import { usualFrom } from "~/lib/entries/keep-flown.server";
import { glidersFrom, keysOf } from "~/lib/entries/reconcile-lists.server";
import { formatDay } from "~/lib/i18n/format-dates";
import { formatNumber } from "~/lib/i18n/format-number";
import { textsOf } from "~/lib/i18n/i18n.server";
import { type MovedPoints, movedByReferences } from "~/lib/scoring/moved-points.server";
import { isOfClasses, movedClasses, type SettingsPlan } from "~/lib/season/change-settings.server";
import type { Edition } from "~editions/schema";

/** Which classes come, go, move and have other names; whose points move, and whose tasks take other values. */
export async function classTexts(ctx: StaffCtx<"photos">, { after, from }: SettingsPlan): Promise<string[]> {
	const { edition, language } = ctx;
	const { t } = textsOf(language);
	const nameIn = (one: Edition, type: string) => nameOfClass(one, type, language);
	const [old, next] = [keysOf(edition, "classes"), keysOf(after, "classes")];
	const kept = next.filter((type) => old.includes(type));
	const added = after.classes.filter(({ type }) => !old.includes(type));
	const renamed = kept.filter((type) => nameIn(edition, type) !== nameIn(after, type));
	const isMoved = kept.join() !== old.filter((type) => next.includes(type)).join();
	const defaultsOf = (one: Edition, type: string) =>
		JSON.stringify(one.classes.find((its) => its.type === type)?.taskDefaults);
	return [
		...added.map(({ type, kind }) =>
			t("settings.consequence.classAdded", {
				class: nameIn(after, type),
				from: glidersFrom(edition, kind)
					.map((one) => nameIn(edition, one))
					.join(", "),
			}),
		),
		...old
			.filter((type) => !next.includes(type))
			.map((type) => t("settings.consequence.classGone", { class: nameIn(edition, type) })),
		...renamed.map((type) =>
			t("settings.consequence.classRenamed", {
				before: nameIn(edition, type),
				class: nameIn(after, type),
			}),
		),
		...(isMoved
			? [
					t("settings.consequence.classOrder", {
						classes: next.map((type) => nameIn(after, type)).join(", "),
					}),
				]
			: []),
		...(await indexTexts(ctx, after, from)),
		...kept
			.filter((type) => defaultsOf(edition, type) !== defaultsOf(after, type))
			.map((type) => t("settings.consequence.taskDefaults", { class: nameIn(after, type) })),
	];
}

/** Which handicaps change, and from which day on. Whose points move stands in a table of its own. */
async function indexTexts(ctx: StaffCtx<"photos">, after: Edition, from: string | null): Promise<string[]> {
	const { edition, language } = ctx;
	const { t } = textsOf(language);
	const moved = movedClasses(edition, after);
	if (moved.length === 0) return [];
	const day = from ?? (await usualFrom(ctx, isOfClasses(moved)));
	const indexIn = (one: Edition, type: string) => formatNumber(indexOf(one, type), language, [0, 2]);
	return moved.map((type) =>
		t("settings.consequence.index", {
			class: nameOfClass(after, type, language),
			before: indexIn(edition, type),
			after: indexIn(after, type),
			day: formatDay(day, language),
		}),
	);
}

function indexOf({ classes }: Edition, type: string): number {
	return classes.find((one) => one.type === type)?.referenceIndex ?? 0;
}

/** The points that other reference indices would move; null without any. */
export async function movedPointsOf(
	ctx: StaffCtx<"photos">,
	{ after, from }: SettingsPlan,
): Promise<MovedPoints | null> {
	const moved = movedClasses(ctx.edition, after);
	if (moved.length === 0) return null;
	const indices = new Map(moved.map((type) => [type, indexOf(after, type)]));
	return movedByReferences(
		asStaff(ctx, "entries"),
		indices,
		from ?? (await usualFrom(ctx, isOfClasses(moved))),
	);
}

/** What the entry form offers from now on, and what it does not offer any more. */
export async function listTexts(
	{ edition, language }: StaffCtx<"photos">,
	{ after }: SettingsPlan,
): Promise<string[]> {
	const { t } = textsOf(language);
	const named = (choices: Edition["accommodation"], others: Edition["accommodation"]) =>
		choices.filter(({ key }) => others.every((other) => other.key !== key)).map(({ name }) => name[language]);
	const [old, next] = [edition, after].map((one) => [...one.regions, ...one.accommodation]);
	const [added, gone] = [named(next ?? [], old ?? []), named(old ?? [], next ?? [])];
	const said = (key: string, names: readonly string[]) =>
		names.length > 0 ? [t(key, { names: names.join(", ") })] : [];
	return [
		...said("settings.consequence.choicesAdded", added),
		...said("settings.consequence.choicesGone", gone),
	];
}
