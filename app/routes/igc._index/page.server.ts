import { asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { KnownSigns } from "~/browser/uploads/match-file";
import type { UploadTexts } from "~/browser/uploads/upload-texts";
import { may } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { allDays, currentDate, currentDay } from "~/lib/days/days-queries.server";
import { acceptedPilots, splitStillFlying, withoutFlight } from "~/lib/days/unsent-logs-queries.server";
import type { Db } from "~/lib/db/client.server";
import { starterCount } from "~/lib/db/conditions.server";
import { first, preparedRead, type Results } from "~/lib/db/read.server";
import { areUploadsOpen, takesLogs } from "~/lib/editions/opening-times";
import { pragueDate } from "~/lib/editions/prague-time";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { toFlightRow } from "~/lib/flights/flight-row";
import { deliveredFlights, flightsOfDay } from "~/lib/flights/flights-queries.server";
import { listedFlights } from "~/lib/flights/log-rights/listed-flights";
import {
	type LogDoubt,
	logDoubts,
	logsOfDay,
	type StoredDayLog,
} from "~/lib/flights/log-rights/log-doubts.server";
import { uploadTicket } from "~/lib/flights/log-rights/log-sender.server";
import { warningTexts } from "~/lib/flights/warning-texts.server";
import { pilotOption, sortedByStartNumber } from "~/lib/i18n/collate";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import { complaintText } from "~/lib/i18n/message";
import { memoise } from "~/lib/memoise";
import { dayLogsOf, isSeen } from "~/lib/scoring/day-logs.server";
import { competitionDays, igcFiles, users } from "~db/schema";
import { anySent, readSentLogs } from "./sent-logs.server";

/**
 * The id of the chosen day, or of the current one when it does not exist, as an expression.
 * @param today expression for the local date in Prague
 */
function chosenDay(db: Db, id: SQL, today: SQL<string>) {
	const idWhere = (condition: SQL) =>
		db.select({ id: competitionDays.id }).from(competitionDays).where(condition);
	const chosen = idWhere(eq(competitionDays.id, id));
	return sql<string | null>`coalesce(${chosen}, ${idWhere(eq(competitionDays.date, currentDate(today)))})`;
}

/** Selects the flights of a user's entry, newest day first. */
function flightsOfUser(db: Db, userId: SQL<string>) {
	return deliveredFlights(db, eq(users.id, userId)).orderBy(
		desc(competitionDays.date),
		asc(igcFiles.flightNumber),
	);
}

const readFor = (reader: "visitor" | "competitor" | "organiser") =>
	preparedRead(["today", "chosen", "userId"], (db, { today, chosen, userId }) => {
		const shownDay = chosenDay(db, chosen, today);
		return {
			days: allDays(db),
			pilots: acceptedPilots(db),
			own: reader === "visitor" ? undefined : flightsOfUser(db, userId),
			...(reader === "organiser" && {
				classes: allClasses(db),
				flights: flightsOfDay(db, shownDay),
				logs: logsOfDay(db, shownDay),
				without: withoutFlight(db, shownDay),
				count: first(starterCount(db, eq(competitionDays.id, shownDay))),
				sent: first(anySent(db, userId)),
			}),
		};
	});
const readForVisitor = readFor("visitor");
const readForCompetitor = readFor("competitor");
const readForOrganiser = readFor("organiser");

/**
 * The form for everybody, the own flights for a competitor, the flights of a day for organisers.
 * @param chosen id of the day for organisers; the current day when there is no such day
 */
export async function readIgcPage(ctx: Ctx, chosen: string | null) {
	const { db, actor } = ctx;
	const today = pragueDate(ctx.now);
	const readForThem = may(ctx, "logs") ? readForOrganiser : actor ? readForCompetitor : readForVisitor;
	const asked = { today, chosen, userId: actor?.id ?? null };
	const { days, pilots, own, classes, flights, logs, without, count, sent } = await readForThem(db, asked);
	const { missing, flying } = splitStillFlying(without ?? []);
	const current = currentDay(days, today);
	const day = days.find(({ id }) => id === chosen) ?? current;
	const listed = listedFlights(flights ?? []);
	const isShown = new Set(listed);
	const doubts = day && logs ? await doubtsOfDay(ctx, logs, day) : new Map<string, readonly ListedDoubt[]>();
	return {
		open: areUploadsOpen(ctx.edition, ctx.now),
		form: await uploadForm(ctx, pilots, days),
		own: listedFlights(own ?? []).map(toFlightRow),
		organisers:
			classes && flights && count && day
				? {
						many: {
							intro: textsOf(ctx.language).t("igc.many.form.intro"),
							hint: textsOf(ctx.language).t("igc.many.form.hint"),
						},
						/** Null when the organiser has sent no logs of several pilots in the last hour. */
						sent: sent && may(ctx, "logs") ? await readSentLogs(ctx) : null,
						day: { id: day.id, name: day.name, date: day.date },
						days: days.map(({ id, name, date }) => ({ id, name, date })),
						counts: countsOf(flights, { expected: count.starters ?? 0, missing, flying }),
						classes: classes.map(({ id, type }) => ({
							id,
							type,
							/** Flights that do not score, beyond the first ones of their competitors. */
							unlisted: flights.filter((row) => row.competitionClassId === id && !isShown.has(row)).length,
							flights: sortedByStartNumber(listed.filter((row) => row.competitionClassId === id)).map(
								(flight) => ({
									...toFlightRow(flight),
									warnings: warningTexts(flight.warnings, ctx.language),
									doubts: doubtsOf(ctx, flight, doubts),
								}),
							),
							missing: sortedByStartNumber(missing.filter((row) => row.competitionClassId === id)).map(
								(row) => ({
									...row,
									// Whoever looks after logs alone knows no telephones.
									phone: may(ctx, "entries") ? row.phone : null,
								}),
							),
						})),
					}
				: null,
	};
}

/** What the upload form offers and knows. */
async function uploadForm(
	ctx: Ctx,
	pilots: Results<{ pilots: ReturnType<typeof acceptedPilots> }>["pilots"],
	days: Results<{ days: ReturnType<typeof allDays> }>["days"],
) {
	const open = days.filter((day) => takesLogs(ctx.edition, day, ctx.now));
	const known: KnownSigns = {
		own: pilots.find(({ userId }) => userId === ctx.actor?.id)?.id ?? null,
		entries: pilots.map(({ userId: _, ...pilot }) => pilot),
		days: open.map(({ id, date }) => ({ id, date })),
	};
	return {
		/** Both are JSON for the script: as values Remix would encode hundreds of them, which takes longer than the page. */
		texts: uploadTexts(ctx.language),
		known: JSON.stringify(known),
		/** Stands for the pilot and the day that a log names itself. */
		fromLog: textsOf(ctx.language).t("igc.form.fromLog"),
		pilots: sortedByStartNumber(pilots).map(pilotOption),
		days: open.map(({ id, name, date }) => ({ id, name, date })),
		ticket: await uploadTicket(ctx),
	};
}

type Flight = Awaited<ReturnType<typeof flightsOfDay>>[number];

/**
 * Competitors by what became of their logs; one may have several flights. A log that nobody has confirmed says nothing of its
 * competitor. All but the last number add up to the first.
 */
function countsOf(
	flights: readonly Flight[],
	{ expected, missing, flying }: { expected: number; missing: readonly object[]; flying: readonly object[] },
) {
	const withLog = (isStarter: boolean) =>
		new Set(
			flights
				.filter(({ standing, isStarter: starts }) => standing === "scores" && starts === isStarter)
				.map(({ registrationId }) => registrationId),
		).size;
	const delivered = withLog(true);
	return {
		expected,
		delivered,
		missing: missing.length,
		flying: flying.length,
		grounded: expected - delivered - missing.length - flying.length,
		others: withLog(false),
	};
}

interface ListedDoubt {
	readonly kind: LogDoubt["kind"] | "reserve" | "withdrawn";
	readonly text: string;
}

/** What the day, the entries and the day's other logs say against the logs of a day, by version. */
async function doubtsOfDay(ctx: Ctx, logs: readonly StoredDayLog[], day: { id: string; date: string }) {
	const checked = await dayLogsOf(ctx, logs, day);
	const { t } = textsOf(ctx.language);
	return new Map(
		logs.map((log) => {
			const found = isSeen(log) ? [] : logDoubts(log, day.date, checked);
			const textOf = ({ kind, other }: LogDoubt) => t(`igc.doubt.${kind}`, { other });
			return [log.versionId, found.map((doubt) => ({ kind: doubt.kind, text: textOf(doubt) }))];
		}),
	);
}

/** What speaks against a flight: doubts about its log, or that its competitor has no part in the day. */
function doubtsOf(
	ctx: Ctx,
	flight: Flight,
	doubts: ReadonlyMap<string, readonly ListedDoubt[]>,
): readonly ListedDoubt[] {
	const part = flight.withdrawnFrom === null ? "reserve" : "withdrawn";
	const withoutPart = { kind: part, text: textsOf(ctx.language).t(`igc.doubt.${part}`) } as const;
	return [...(doubts.get(flight.versionId) ?? []), ...(flight.takesPart ? [] : [withoutPart])];
}

export type IgcPage = Awaited<ReturnType<typeof readIgcPage>>;
export type OrganisersDay = NonNullable<IgcPage["organisers"]>;

/** Texts of the script of the form, which knows no translations. */
const uploadTexts = memoise((language: Language): string => {
	const { t } = textsOf(language);
	const ask = (because: string) => t(`igc.ask.${because}`, { pilots: "{pilots}" });
	const all: UploadTexts = {
		several: t("igc.field.igc.hint.several"),
		progress: t("igc.form.progress", { name: "{name}" }),
		receipt: t("igc.receipt.title"),
		refused: t("igc.submit.error"),
		lost: t("igc.form.serverError"),
		waiting: {
			offline: t("igc.form.waits"),
			later: t("igc.form.waitsLater"),
			login: t("waiting.loginNeeded"),
			tryAgain: t("waiting.tryAgain"),
			discard: t("waiting.discard"),
		},
		file: {
			notIgc: t("igc.refused.notIgc"),
			empty: t("igc.refused.empty"),
			tooLarge: t("igc.refused.tooLarge"),
			alone: t("igc.form.alone"),
		},
		fromLog: {
			any: t("igc.form.fromLog"),
			found: t("igc.form.fromLog.found", { found: "{found}" }),
			each: t("igc.form.fromLog.each"),
		},
		ask: { contradiction: ask("contradiction"), other: ask("other") },
		send: t("igc.form.submit"),
		summary: t("form.summary.title"),
		titlePrefix: t("error.titlePrefix"),
		fields: { pilot: t("igc.field.pilot"), day: t("igc.field.day"), igc: t("igc.field.igc") },
		noFile: complaintText(t, "form.field.required", "igc"),
	};
	return JSON.stringify(all);
});
