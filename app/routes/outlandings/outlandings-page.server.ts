import { isAdmin, isAtDesk } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { countsAmong, type Outlanding, openOutlandings } from "~/lib/desk/outlandings-queries.server";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import { coordinate, legBetween } from "~/lib/maps/geodesy";
import type { Edition } from "~editions/schema";

/** The public part of a report: who is out, and near which place. */
function toPublicRow({ id, startNumber, name, surname, classType, state, near, date }: Outlanding) {
	return { id, startNumber, fullName: `${name} ${surname}`, classType, isBack: state === "back", near, date };
}

export type PublicRow = ReturnType<typeof toPublicRow>;

/** The part of a report that organisers see. */
function toDeskRow(report: Outlanding, { airfield }: Edition, showsPhones = true) {
	const { latitude, longitude, standing, state, sender, isHurt, crewOnWay, phone, entryPhone, ...rest } =
		report;
	const position = latitude === null || longitude === null ? null : { latitude, longitude };
	const leg = position && legBetween("wgs84", airfield, position);
	return {
		...toPublicRow(report),
		registrationId: rest.registrationId,
		registrationNumber: rest.registrationNumber,
		gliderType: rest.gliderType,
		isProposed: standing === "proposed",
		state,
		sender,
		isHurt,
		crewOnWay,
		/** Phone numbers of the report and of the entry, each once. */
		phones: showsPhones ? [...new Set([phone ?? "", entryPhone])].filter((one) => one !== "") : [],
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

export type DeskRow = ReturnType<typeof toDeskRow>;

export async function readOutlandings(ctx: Ctx) {
	const today = pragueDate(ctx.now);
	const reports = await openOutlandings(ctx.db, today, addDays(today, -1));
	const counting = countsAmong(reports);
	const admin = isAtDesk(ctx);
	const dayOfLink = isAdmin(ctx) ? undefined : ctx.onDuty?.duty.dayId;
	return {
		today,
		rows: counting.map(toPublicRow),
		/** Reports for organisers. Those that wait for them come first. */
		desk: admin
			? [...reports.filter(({ standing }) => standing === "proposed"), ...counting]
					.filter(({ dayId }) => dayOfLink === undefined || dayId === dayOfLink)
					.map((report) => toDeskRow(report, ctx.edition, isAdmin(ctx)))
			: null,
		/** The pilot's own field, to send to the crew. */
		own: counting
			.filter(({ userId, state }) => userId === ctx.actor?.id && state !== "back" && !admin)
			.map((report) => toDeskRow(report, ctx.edition)),
	};
}
