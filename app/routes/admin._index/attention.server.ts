import type { TFunction } from "i18next";
import { may } from "~/lib/access";
import type { StaffCtx } from "~/lib/context";
import { hasPolicy } from "~/lib/editions/admission";
import { nameOfClass } from "~/lib/editions/classes";
import { owingPath } from "~/lib/entries/entry-paths";
import { formatChangeTime, formatDay } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { operationsPath } from "~/lib/operations/operations-path";
import { linkToProtest } from "~/lib/results/protests.server";
import type { Right } from "~/lib/rights";
import { scoringDaysPath, scoringDeskPath } from "~/lib/scoring/scoring-paths";
import { groupOf } from "~/lib/season/setting-groups";
import type { ClassType } from "~db/enums";
import { type Work, workOf } from "./moment";
import type { Overview } from "./page.server";

/** Something that organisers look after. */
interface Attention {
	readonly work: Work;
	/** Of those who are told. */
	readonly right: Right;
	/** The page where they deal with it. */
	readonly to: string;
	readonly text: string;
	readonly needed: boolean;
	/** The places, where there are several. */
	readonly places?: readonly { readonly to: string; readonly text: string }[];
}

/** What waits for who reads it, and what is in order, in words; first what the moment asks for. */
export function attentionOf(ctx: StaffCtx<"overview">, overview: Overview): Attention[] {
	const { t } = textsOf(ctx.language);
	const { desks, filters, debtors, logs, sharedDevices } = overview;
	const shared: Attention = {
		...{ work: "people", right: "entries", to: "/registration/live", needed: true },
		text: t("admin.sharedDevices", { count: sharedDevices }),
	};
	const order = workOf[overview.moment];
	const lines: Attention[] = [
		...desks.map(({ path, text }) => ({
			work: "flying" as const,
			right: "tasks" as const,
			to: path,
			text,
			needed: true,
		})),
		{
			work: "flying",
			right: "logs",
			to: "/igc",
			text: logs === null ? t("admin.noTaskToday") : missingLogsText(t, logs),
			needed: Boolean(logs?.missing),
		},
		...filters.map(({ filter, count }) => ({
			work: "people" as const,
			right: "entries" as const,
			// Under a policy the list gives the places, not one press for each entry.
			to:
				filter === "waiting" && hasPolicy(ctx.edition) ? "/admin/places" : `/starting-list?filter=${filter}`,
			text: t(`admin.filter.${filter}`, { count }),
			needed: filter !== "reserve" && filter !== "withdrawn" && count > 0,
		})),
		{
			work: "people",
			right: "payments",
			to: owingPath,
			text: t("admin.debtors", { count: debtors }),
			needed: debtors > 0,
		},
		...(sharedDevices > 0 ? [shared] : []),
		...scoringAttention(ctx, overview),
		...siteAttention(ctx, overview),
	];
	return lines
		.filter(({ right }) => may(ctx, right))
		.toSorted((a, b) => order.indexOf(a.work) - order.indexOf(b.work));
}

/** What waits in the scoring of a class on a day. */
function scoringAttention(
	ctx: StaffCtx<"overview">,
	{ setAsideLogs, protests, undecided, scoring }: Overview,
): Attention[] {
	const { edition, language } = ctx;
	const { t } = textsOf(language);
	const deskOf = ({ date, classType }: { readonly date: string; readonly classType: ClassType }) => ({
		path: scoringDeskPath(date, classType),
		values: { class: nameOfClass(edition, classType, language), day: formatDay(date, language) },
	});
	const of = { work: "results", right: "scoring" } as const;
	return [
		...setAsideLogs.map((place) => ({
			...of,
			to: deskOf(place).path,
			text: t("admin.setAside.logs", { ...deskOf(place).values, numbers: place.startNumbers.join(", ") }),
			needed: true,
		})),
		...protests.map((protest) => {
			const { path, text } = linkToProtest(ctx, protest);
			return { ...of, to: path, text, needed: true };
		}),
		...undecidedAttention(ctx, undecided),
		...scoring.map(({ state, isDue, ...place }) => ({
			...of,
			to: deskOf(place).path,
			text: t(`admin.scoring.${state}`, deskOf(place).values),
			needed: isDue,
		})),
	] satisfies Attention[];
}

/** One line counts the flights of all days; each class of a day has its way to the desk. */
function undecidedAttention(
	{ edition, language }: StaffCtx<"overview">,
	undecided: Overview["undecided"],
): readonly Attention[] {
	const { t } = textsOf(language);
	const places = undecided.map(({ date, classType, flights }) => ({
		to: scoringDeskPath(date, classType),
		text: t("admin.scoring.undecided.of", {
			class: nameOfClass(edition, classType, language),
			day: formatDay(date, language),
			flights,
		}),
	}));
	const [first] = places;
	if (!first) return [];
	const count = undecided.reduce((sum, { flights }) => sum + flights, 0);
	return [
		{
			work: "results",
			right: "scoring",
			to: first.to,
			text: t("admin.scoring.undecided", { count }),
			needed: true,
			places,
		},
	];
}

/** What waits in the mail, among the accounts and at the source of results. */
function siteAttention(ctx: StaffCtx<"overview">, overview: Overview): Attention[] {
	const { edition, language } = ctx;
	const { t } = textsOf(language);
	const { failedMails, queuedMails, erasures, sync, hasResultsSource } = overview;
	const of = { work: "site", right: "operations" } as const;
	const queued: Attention = {
		...of,
		to: operationsPath("mail", { state: "queued" }),
		text: t("admin.queuedMails", { count: queuedMails }),
		needed: false,
	};
	const erased: Attention = {
		...of,
		to: operationsPath("erasures"),
		text: t("admin.erasures", { count: erasures }),
		needed: true,
	};
	const fetched: Attention = {
		...{ work: "results", right: "scoring", to: scoringDaysPath },
		text: syncText(t, overview, (at) => formatChangeTime(at, language)),
		needed: sync?.outcome === "failed" || sync?.outcome === "partial" || !hasResultsSource,
	};
	return [
		{
			...of,
			to: operationsPath("mail", { state: "failed" }),
			text: t("admin.failedMails", { count: failedMails }),
			needed: failedMails > 0,
		},
		...(queuedMails > 0 ? [queued] : []),
		...(erasures > 0 ? [erased] : []),
		...guardedAttention(ctx, overview),
		...(edition.soaringSpotUrl === null && sync === null ? [] : [fetched]),
	];
}

/** What has changed of money, help and people in the last week: a line a kind. */
function guardedAttention({ language }: StaffCtx<"overview">, overview: Overview): Attention[] {
	const { t } = textsOf(language);
	// Two settings of a group that were saved together are one change.
	const saves = latestOf(overview.settings, ({ key, changedAt }) => `${groupOf(key)} ${changedAt.getTime()}`);
	const settings = saves.map(({ last }) => last);
	return [
		...latestOf(settings, ({ key }) => groupOf(key)).map(
			({ last, count }): Attention => ({
				work: "site",
				right: "settings",
				to: `/admin/settings/${groupOf(last.key)}`,
				text: t("admin.settings.changed", {
					count,
					group: t(`settings.group.${groupOf(last.key)}`),
					time: formatChangeTime(last.changedAt, language),
				}),
				needed: true,
			}),
		),
		...latestOf(overview.team, ({ action, email }) => `${action} ${email}`).map(
			({ last, count }): Attention => ({
				work: "site",
				right: "team",
				to: "/admin/team",
				text: t("admin.team.changed", {
					count,
					what: [t(`audit.action.${last.action}`), last.email].filter(Boolean).join(" – "),
					time: formatChangeTime(last.at, language),
				}),
				needed: true,
			}),
		),
	];
}

/** The last one of each kind with how many there are. @param all newest first */
function latestOf<T>(all: readonly T[], kindOf: (one: T) => unknown) {
	const kinds = [...new Set(all.map(kindOf))];
	return kinds.flatMap((kind) => {
		const same = all.filter((one) => kindOf(one) === kind);
		return same[0] ? [{ last: same[0], count: same.length }] : [];
	});
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
