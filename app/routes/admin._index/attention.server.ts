import type { TFunction } from "i18next";
import type { AdminCtx } from "~/lib/context";
import { nameOfClass } from "~/lib/editions/classes";
import { formatChangeTime, formatDay } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { linkToProtest } from "~/lib/results/protests.server";
import { scoringDeskPath } from "~/lib/scoring/scoring-paths";
import type { ClassType } from "~db/enums";
import type { Overview } from "./page.server";

/** Something that organisers look after. */
interface Attention {
	/** The page where they deal with it. */
	readonly to: string;
	readonly text: string;
	readonly needed: boolean;
}

/** What waits for organisers, and what is in order, in words. */
export function attentionOf(ctx: AdminCtx, overview: Overview): Attention[] {
	const { t } = textsOf(ctx.language);
	const { desks, filters, debtors, logs } = overview;
	return [
		...desks.map(({ path, text }) => ({ to: path, text, needed: true })),
		...filters.map(({ filter, count }) => ({
			to: `/starting-list?filter=${filter}`,
			text: t(`admin.filter.${filter}`, { count }),
			needed: filter !== "reserve" && filter !== "withdrawn" && count > 0,
		})),
		{ to: "/admin/missing", text: t("admin.debtors", { count: debtors }), needed: debtors > 0 },
		{
			to: "/igc",
			text: logs === null ? t("admin.noTaskToday") : missingLogsText(t, logs),
			needed: Boolean(logs?.missing),
		},
		...scoringAttention(ctx, overview),
		...siteAttention(ctx, overview),
	];
}

/** What waits in the scoring of a class on a day. */
function scoringAttention(
	ctx: AdminCtx,
	{ setAsideLogs, protests, undecided, scoring }: Overview,
): Attention[] {
	const { edition, language } = ctx;
	const { t } = textsOf(language);
	const deskOf = ({ date, classType }: { readonly date: string; readonly classType: ClassType }) => ({
		path: scoringDeskPath(date, classType),
		values: { class: nameOfClass(edition, classType, language), day: formatDay(date, language) },
	});
	return [
		...setAsideLogs.map((place) => ({
			to: deskOf(place).path,
			text: t("admin.setAside.logs", { ...deskOf(place).values, numbers: place.startNumbers.join(", ") }),
			needed: true,
		})),
		...protests.map((protest) => {
			const { path, text } = linkToProtest(ctx, protest);
			return { to: path, text, needed: true };
		}),
		...undecided.map(({ flights, ...place }) => ({
			to: deskOf(place).path,
			text: t("admin.scoring.undecided", { ...deskOf(place).values, count: flights }),
			needed: true,
		})),
		...scoring.map(({ state, isDue, ...place }) => ({
			to: deskOf(place).path,
			text: t(`admin.scoring.${state}`, deskOf(place).values),
			needed: isDue,
		})),
	];
}

/** What waits in the mail, among the accounts and at the source of results. */
function siteAttention({ language }: AdminCtx, overview: Overview): Attention[] {
	const { t } = textsOf(language);
	const { failedMails, queuedMails, erasures, sync, hasResultsSource } = overview;
	const queued = {
		to: "/admin/mail?state=queued",
		text: t("admin.queuedMails", { count: queuedMails }),
		needed: false,
	};
	const erased = { to: "/admin/erasures", text: t("admin.erasures", { count: erasures }), needed: true };
	return [
		{
			to: "/admin/mail?state=failed",
			text: t("admin.failedMails", { count: failedMails }),
			needed: failedMails > 0,
		},
		...(queuedMails > 0 ? [queued] : []),
		...(erasures > 0 ? [erased] : []),
		{
			to: "/admin/results",
			text: syncText(t, overview, (at) => formatChangeTime(at, language)),
			needed: sync?.outcome === "failed" || sync?.outcome === "partial" || !hasResultsSource,
		},
	];
}

function missingLogsText(t: TFunction, { expected, flying, missing }: NonNullable<Overview["logs"]>): string {
	const others = [
		t("admin.logs.expected", { count: expected }),
		...(flying > 0 ? [t("admin.logs.flying", { count: flying })] : []),
	];
	return `${t("admin.missingLogs", { count: missing })} (${others.join(", ")})`;
}

function syncText(
	t: TFunction,
	{ sync, hasResultsSource }: Overview,
	timeText: (at: Date) => string,
): string {
	const run = sync ? `${t(`admin.sync.${sync.outcome}`)}, ${timeText(sync.startedAt)}` : t("admin.sync.none");
	return hasResultsSource ? run : `${t("admin.sync.noKeys")}. ${run}`;
}
