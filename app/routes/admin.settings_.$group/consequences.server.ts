import { and, count, inArray, isNull } from "drizzle-orm";
import type { StaffCtx } from "~/lib/context";
import { reconciledDays } from "~/lib/days/reconcile-days.server";
import { first, read } from "~/lib/db/read.server";
import { hasPolicy } from "~/lib/editions/admission";
import { dayNumber } from "~/lib/editions/competition-day";
import { areEntriesOpen, type HeldEdition, isSignupAhead, isSignupOpen } from "~/lib/editions/opening-times";
import { datesBetween } from "~/lib/editions/prague-time";
import { feesInWords } from "~/lib/entries/fees";
import { movesOf } from "~/lib/entries/places/apply-places.server";
import { placesQueries, toPlaces } from "~/lib/entries/places/places-queries.server";
import { compareNames } from "~/lib/i18n/collate";
import { dayName, formatDay, formatDayAndTime } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { SettingsPlan } from "~/lib/season/change-settings.server";
import type { SettingGroup } from "~/lib/season/setting-groups";
import { igcFiles, outbox, registrations } from "~db/schema";
import type { Edition } from "~editions/schema";
import { classTexts, listTexts } from "./list-consequences.server";

type Consequences = (
	ctx: StaffCtx<"photos">,
	after: HeldEdition,
	plan: SettingsPlan,
) => Promise<readonly string[]>;

/** What a change of each group means for people, in words; the other groups change what pages say and nothing else. */
const consequences: Partial<Readonly<Record<SettingGroup, Consequences>>> = {
	dates: async (ctx, after) => [
		...(await dayTexts(ctx, after)),
		...stayTexts(ctx, after),
		...signupTexts(ctx, after),
		...entryTexts(ctx, after),
	],
	admission: placeTexts,
	fee: feeTexts,
	classes: (ctx, _, plan) => classTexts(ctx, plan),
	lists: (ctx, _, plan) => listTexts(ctx, plan),
	mails: async ({ language }, { organiserEmails }) => [
		textsOf(language).t("settings.consequence.recipients", { emails: organiserEmails.join(", ") }),
	],
	publishing: publishingTexts,
};

/** What follows from a plan, in words. */
export async function consequencesOf(ctx: StaffCtx<"photos">, plan: SettingsPlan) {
	const { group, changes } = plan;
	const after = { ...plan.after, newestYear: ctx.edition.newestYear };
	return changes.length === 0 ? [] : ((await consequences[group]?.(ctx, after, plan)) ?? []);
}

/** Which days appear, which go, and which stay though they are outside. */
async function dayTexts(ctx: StaffCtx<"photos">, after: Edition): Promise<string[]> {
	const { db, edition, language } = ctx;
	const { t } = textsOf(language);
	const { from, to } = after.competition;
	if (from === edition.competition.from && to === edition.competition.to) return [];
	const days = await reconciledDays(db, after.competition);
	const listed = (dates: readonly string[]) => dates.map((date) => formatDay(date, language)).join(", ");
	const added = datesBetween(from, to).filter((date) => !days.some((day) => day.date === date));
	const gone = days.filter(({ vanishes }) => vanishes).map(({ date }) => date);
	const kept = days.filter(({ staysOutside, vanishes }) => staysOutside && !vanishes);
	const renumbered = days.filter(
		({ date, name, newName, vanishes }) =>
			!vanishes && dayNumber(after, date) !== null && name !== newName && /^Den \d+$/.test(name),
	);
	return [
		...(added.length > 0 ? [t("settings.consequence.daysAdded", { days: listed(added) })] : []),
		...(gone.length > 0 ? [t("settings.consequence.daysGone", { days: listed(gone) })] : []),
		...kept.map(({ name, date }) =>
			t("settings.consequence.dayKept", { name: dayName(t, name), day: formatDay(date, language) }),
		),
		...renumbered.map(({ name, newName, date }) =>
			t("settings.consequence.dayRenamed", {
				name: dayName(t, name),
				after: dayName(t, newName),
				day: formatDay(date, language),
			}),
		),
	];
}

/** The dates of other groups, which stay where they are when the competition moves. */
function stayTexts({ edition, language }: StaffCtx<"photos">, after: Edition): string[] {
	if (after.competition.from === edition.competition.from) return [];
	const { t } = textsOf(language);
	const { payment, fees, admission } = after;
	const dates = [
		[t("settings.part.dueOn"), payment?.dueOn],
		[t("settings.part.earlyUntil"), fees?.earlyUntil],
		[t("settings.part.lateFrom"), fees?.lateFrom],
		[t("settings.field.admission.finalSince"), admission.finalSince],
	].flatMap(([label, date]) => (date ? [`${label} – ${formatDay(date, language)}`] : []));
	return dates.length > 0 ? [t("settings.consequence.datesStay", { dates: dates.join("; ") })] : [];
}

/** Whether people can sign up, now and later. */
function signupTexts({ edition, now, language }: StaffCtx<"photos">, after: HeldEdition): string[] {
	const { t } = textsOf(language);
	const [was, is] = [isSignupOpen(edition, now), isSignupOpen(after, now)];
	if (was !== is) return [t(is ? "settings.consequence.signupOpens" : "settings.consequence.signupCloses")];
	if (!isSignupAhead(after, now)) return [];
	const time = formatDayAndTime(new Date(after.competition.signupSince), language);
	return [t("settings.consequence.signupAhead", { time })];
}

/** Whether competitors can change their entries. */
function entryTexts({ edition, now, language }: StaffCtx<"photos">, after: HeldEdition): string[] {
	const [was, is] = [areEntriesOpen(edition, now), areEntriesOpen(after, now)];
	if (was === is) return [];
	return [textsOf(language).t(is ? "settings.consequence.entriesOpen" : "settings.consequence.entriesClose")];
}

/** Who would move by another policy, and what the list shows of it. */
async function placeTexts(ctx: StaffCtx<"photos">, after: HeldEdition): Promise<string[]> {
	const { db, edition, language } = ctx;
	const { t } = textsOf(language);
	if (!hasPolicy(after)) return hasPolicy(edition) ? [t("settings.consequence.policyByHand")] : [];
	const moves = movesOf(toPlaces({ ...ctx, edition: after }, await read(db, placesQueries(db))));
	return [
		...(hasPolicy(edition) ? [] : [t("settings.consequence.placesShown")]),
		moves.length > 0
			? t("settings.consequence.placesMove", { count: moves.length })
			: t("settings.consequence.placesStay"),
	];
}

/** Who owes another amount, and what has the account of before. */
async function feeTexts(ctx: StaffCtx<"photos">, after: Edition): Promise<string[]> {
	const { db, edition, language } = ctx;
	const { t } = textsOf(language);
	const found = await read(db, {
		sent: db
			.select({ startNumber: registrations.startNumber })
			.from(registrations)
			.where(isNull(registrations.withdrawnFrom)),
		waiting: first(
			db
				.select({ count: count() })
				.from(outbox)
				.where(and(inArray(outbox.state, ["queued", "sending"]), inArray(outbox.kind, mailsWithPayment))),
		),
	});
	const numbers = found.sent.map(({ startNumber }) => startNumber).toSorted(compareNames);
	const waiting = found.waiting?.count ?? 0;
	const amounts = classFeeTexts(ctx, after);
	return [
		...amounts,
		...(edition.payment === null ? [t("settings.consequence.feesBegin")] : []),
		...(after.payment === null ? [t("settings.consequence.feesEnd")] : []),
		...(edition.payment && after.payment && amounts.length > 0 && numbers.length > 0
			? [t("settings.consequence.feesKept", { count: numbers.length, numbers: numbers.join(", ") })]
			: []),
		...(edition.payment?.iban === after.payment?.iban ? [] : [t("settings.consequence.account")]),
		...(waiting > 0 ? [t("settings.consequence.mailsWaiting", { count: waiting })] : []),
	];
}

/** What other amounts new entries of each class owe. */
function classFeeTexts({ edition, language, now }: StaffCtx<"photos">, after: Edition): string[] {
	const { t } = textsOf(language);
	const [old, next] = [edition, after].map((one) => feesInWords(one, now, { t, language }));
	const none = t("settings.none");
	const classes = after.classes.flatMap(({ type, name }) => {
		const [was = none, is = none] = [old, next].map(
			(fees) => fees?.classes.find((one) => one.type === type)?.text,
		);
		return was === is
			? []
			: [t("settings.consequence.fee", { class: name[language], before: was, after: is })];
	});
	const [was = none, is = none] = [old, next].map((fees) => fees?.extras.join(", ") || none);
	return [...classes, ...(was === is ? [] : [t("settings.consequence.extras", { before: was, after: is })])];
}

/** Kinds of mails whose rows hold the payment from when they were queued. */
const mailsWithPayment = ["entry-accepted", "entry-promoted", "reminder"];

async function publishingTexts(
	{ db, edition, language }: StaffCtx<"photos">,
	after: Edition,
): Promise<string[]> {
	if (edition.publishTracks === after.publishTracks) return [];
	const flights = await db.$count(igcFiles);
	const key = after.publishTracks ? "settings.consequence.tracksShown" : "settings.consequence.tracksHidden";
	return [textsOf(language).t(key, { count: flights })];
}
