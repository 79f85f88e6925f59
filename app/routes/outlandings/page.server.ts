import { isAtDesk, may } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { read } from "~/lib/db/read.server";
import { byPilot, countsAmong, unconfirmedAmong } from "~/lib/desk/confirmed-reports";
import { opensEntry } from "~/lib/desk/numbers-for-link.server";
import { type Outlanding, openOutlandings, reportableDays } from "~/lib/desk/outlandings-queries.server";
import { numbersFor, phonesAmong } from "~/lib/desk/phones.server";
import { toPublicOutlanding } from "~/lib/desk/public-outlanding";
import type { SafetyCard } from "~/lib/desk/safety-card.server";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import { textsOf } from "~/lib/i18n/i18n.server";
import { coordinate, legBetween } from "~/lib/maps/geodesy";
import { isConfirmed } from "~/lib/whose-word";
import { safetyCards } from "~db/schema";
import type { Edition } from "~editions/schema";

/** What a report says, for the desk and for its pilot. */
function toDeskRow(report: Outlanding, { airfield }: Edition) {
	const { latitude, longitude, standing, state, sender, isHurt, crewOnWay, ...rest } = report;
	const position = latitude === null || longitude === null ? null : { latitude, longitude };
	const leg = position && legBetween("wgs84", airfield, position);
	return {
		...toPublicOutlanding(report),
		registrationId: rest.registrationId,
		registrationNumber: rest.registrationNumber,
		gliderType: rest.gliderType,
		isProposed: !isConfirmed({ standing }),
		state,
		sender,
		isHurt,
		crewOnWay,
		place: rest.place,
		note: rest.note,
		createdAt: rest.createdAt,
		position: position && {
			...position,
			text: `${coordinate(position.latitude, "N", "S")}, ${coordinate(position.longitude, "E", "W")}`,
			kilometres: Math.round((leg?.distanceM ?? 0) / 1000),
			bearing: Math.round(leg?.bearingDeg ?? 0),
		},
	};
}

const cardNames = ["colours", "equipment", "persons", "crewName", "flarmId"] as const;

/** @param whole id of an entry of which all unconfirmed reports are shown; null for none */
export async function readOutlandings(ctx: Ctx, whole: string | null) {
	const today = pragueDate(ctx.now);
	const { reports, days } = await read(ctx.db, {
		reports: openOutlandings(ctx.db, today, addDays(today, -1)),
		days: reportableDays(ctx.db, today),
	});
	// Who is back comes last; in each part the newest comes first.
	const counting = countsAmong(reports).toSorted(
		(one, other) => Number(one.state === "back") - Number(other.state === "back"),
	);
	const atDesk = isAtDesk(ctx);
	return {
		today,
		/** Whether there is a day that a report can be of: the form says so, too. */
		takesReports: days.length > 0,
		rows: counting.map(toPublicOutlanding),
		/** Only for the desk. */
		desk: atDesk ? await forDesk(ctx, { reports, counting, whole }) : null,
		/** The pilot's own field, to send to the crew. */
		own: counting
			.filter(({ userId, state }) => userId === ctx.actor?.id && state !== "back" && !atDesk)
			.map((report) => toDeskRow(report, ctx.edition)),
	};
}

interface Reports {
	readonly reports: readonly Outlanding[];
	/** Those that count, in the order in which they are shown. */
	readonly counting: readonly Outlanding[];
	readonly whole: string | null;
}

/** The reports as the desk sees them: those that count, and apart from them what nobody has confirmed. */
async function forDesk(ctx: Ctx, { reports, counting, whole }: Reports) {
	const cards = reports.length > 0 ? await ctx.db.select().from(safetyCards) : [];
	const cardOf = ({ registrationId }: Outlanding) =>
		cards.find((card) => card.registrationId === registrationId);
	const dayOfLink = may(ctx, "desk") ? undefined : ctx.onDuty?.duty.dayId;
	const isOfDesk = ({ dayId }: Outlanding) => dayOfLink === undefined || dayId === dayOfLink;
	return {
		counting: counting.filter(isOfDesk).map((report) => {
			const card = cardOf(report);
			return {
				...toDeskRow(report, ctx.edition),
				...numbersFor(ctx, {
					phones: phonesAmong([report.phone, report.entryPhone]),
					crewPhone: card?.crewPhone ?? null,
				}),
				card: card && opensEntry(ctx, report) ? cardInWords(ctx, card) : [],
			};
		}),
		aboutUnconfirmed: textsOf(ctx.language).t("desk.unconfirmed.hint"),
		unconfirmed: byPilot(reports.filter((report) => !isConfirmed(report) && isOfDesk(report))).map(
			([newest, ...older]) => {
				const all = [newest, ...older];
				const { registrationId, entryPhone } = newest;
				const { shown, more } = unconfirmedAmong(all, registrationId === whole ? all.length : undefined);
				return {
					...toPublicOutlanding(newest),
					...numbersFor(ctx, { phones: [entryPhone], crewPhone: cardOf(newest)?.crewPhone ?? null }),
					registrationId,
					reports: shown.map((report) => ({
						...toDeskRow(report, ctx.edition),
						/** The number that the sender has typed. */
						typed: may(ctx, "desk") ? phonesAmong([report.phone]) : [],
					})),
					more,
				};
			},
		),
	};
}

/** What the pilot has left for a search, in words. */
function cardInWords({ language }: Ctx, card: SafetyCard): string[] {
	const { t } = textsOf(language);
	return cardNames.flatMap((name) =>
		card[name] === null ? [] : [`${t(`overdue.card.${name}`)}: ${card[name]}`],
	);
}

type Reading = Awaited<ReturnType<typeof readOutlandings>>;
export type DeskReports = NonNullable<Reading["desk"]>;
export type ListedReport = DeskReports["counting"][number];
export type UnconfirmedOfPilot = DeskReports["unconfirmed"][number];
export type OwnRow = Reading["own"][number];
