import { isAdmin, isAtDesk } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { countsAmong, type Outlanding, openOutlandings } from "~/lib/desk/outlandings-queries.server";
import { phonesAmong, phonesFor } from "~/lib/desk/phones.server";
import { toPublicOutlanding } from "~/lib/desk/public-outlanding";
import type { SafetyCard } from "~/lib/desk/safety-card.server";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import { textsOf } from "~/lib/i18n/i18n.server";
import { coordinate, legBetween } from "~/lib/maps/geodesy";
import { safetyCards } from "~db/schema";
import type { Edition } from "~editions/schema";

/** The part of a report that organisers see. */
function toDeskRow(report: Outlanding, { airfield }: Edition, card?: SafetyCard) {
	const { latitude, longitude, standing, state, sender, isHurt, crewOnWay, phone, entryPhone, ...rest } =
		report;
	const position = latitude === null || longitude === null ? null : { latitude, longitude };
	const leg = position && legBetween("wgs84", airfield, position);
	return {
		...toPublicOutlanding(report),
		registrationId: rest.registrationId,
		registrationNumber: rest.registrationNumber,
		gliderType: rest.gliderType,
		isProposed: standing === "proposed",
		state,
		sender,
		isHurt,
		crewOnWay,
		/** Phone numbers of the report, of the entry and of the crew, each once. */
		phones: phonesAmong([phone, entryPhone, card?.crewPhone]),
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

export async function readOutlandings(ctx: Ctx) {
	const today = pragueDate(ctx.now);
	const reports = await openOutlandings(ctx.db, today, addDays(today, -1));
	// Who is back comes last; in each part the newest comes first.
	const counting = countsAmong(reports).toSorted(
		(one, other) => Number(one.state === "back") - Number(other.state === "back"),
	);
	const atDesk = isAtDesk(ctx);
	const cards = atDesk && reports.length > 0 ? await ctx.db.select().from(safetyCards) : [];
	const { t } = textsOf(ctx.language);
	const dayOfLink = isAdmin(ctx) ? undefined : ctx.onDuty?.duty.dayId;
	return {
		today,
		rows: counting.map(toPublicOutlanding),
		/** Reports for organisers. Those that wait for them come first. */
		desk: atDesk
			? [...reports.filter(({ standing }) => standing === "proposed"), ...counting]
					.filter(({ dayId }) => dayOfLink === undefined || dayId === dayOfLink)
					.map((report) => {
						const card = cards.find(({ registrationId }) => registrationId === report.registrationId);
						const row = toDeskRow(report, ctx.edition, card);
						return {
							...row,
							phones: phonesFor(ctx, row.phones),
							/** What the pilot has left for a search, in words. */
							card: cardNames.flatMap((name) =>
								card?.[name] ? [`${t(`overdue.card.${name}`)}: ${card[name]}`] : [],
							),
						};
					})
			: null,
		/** The pilot's own field, to send to the crew. */
		own: counting
			.filter(({ userId, state }) => userId === ctx.actor?.id && state !== "back" && !atDesk)
			.map((report) => toDeskRow(report, ctx.edition)),
	};
}

type Reading = Awaited<ReturnType<typeof readOutlandings>>;
export type ListedReport = NonNullable<Reading["desk"]>[number];
export type OwnRow = Reading["own"][number];
