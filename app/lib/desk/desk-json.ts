import { z } from "zod";
import { isConfirmed } from "~/lib/whose-word";
import { outlandingSenders, outlandingStandings, outlandingStates } from "~db/enums";
import { byPilot, unconfirmedAmong } from "./confirmed-reports";
import { inOrder } from "./grid-order";
import type { Grid, GridPilot } from "./grid-queries.server";
import type { MissingPilot } from "./missing-pilots.server";
import type { Outlanding } from "./outlandings-queries.server";

const instant = z.iso.datetime();

const reportJson = z.object({
	_id: z.string(),
	registration: z.string(),
	startNumber: z.string(),
	sender: z.enum(outlandingSenders),
	standing: z.enum(outlandingStandings),
	state: z.enum(outlandingStates),
	latitude: z.number().nullable(),
	longitude: z.number().nullable(),
	place: z.string().nullable(),
	near: z.string().nullable(),
	hurt: z.boolean(),
	phone: z.string().nullable(),
	reportedAt: instant,
});

export const deskJson = z.object({
	/** Id and local date of the day. */
	day: z.string(),
	date: z.string(),
	/** Launch orders, sorted by class. An order lists ids of entries. */
	grid: z.array(
		z.object({
			class: z.string(),
			/** Number of gliders side by side. */
			width: z.number(),
			/** Rows by which the latest earlier order was moved; null for an order by lot. */
			rotation: z.number().nullable(),
			order: z.array(z.string()),
		}),
	),
	launches: z.array(
		z.object({
			registration: z.string(),
			startNumber: z.string(),
			class: z.string(),
			/** Times of the launch and of each relight. */
			launches: z.array(instant),
			scratched: z.boolean(),
			reason: z.string().nullable(),
		}),
	),
	/** A report that is only "proposed" gives neither place nor phone here. */
	reports: z.array(reportJson),
	/** What nobody has confirmed, by pilot: the newest three reports whole, and how many more there are. */
	unconfirmed: z.array(
		z.object({
			registration: z.string(),
			startNumber: z.string(),
			reports: z.array(reportJson),
			more: z.number(),
		}),
	),
	missing: z.array(
		z.object({
			registration: z.string(),
			startNumber: z.string(),
			name: z.string(),
			phones: z.array(z.string()),
			/** Time of the last sign of the pilot, from any source. */
			lastNewsAt: instant.nullable(),
		}),
	),
});

interface Desk {
	readonly grids: readonly Grid[];
	readonly pilots: readonly GridPilot[];
	readonly reports: readonly Outlanding[];
	readonly missing: readonly MissingPilot[];
}

export function toDeskJson(
	day: { readonly id: string; readonly date: string },
	{ grids, pilots, reports, missing }: Desk,
): z.infer<typeof deskJson> {
	const unconfirmed = byPilot(reports).map((ofPilot) => ({
		pilot: ofPilot[0],
		...unconfirmedAmong(ofPilot),
	}));
	const shownReports = new Set(unconfirmed.flatMap(({ shown }) => shown));
	return {
		day: day.id,
		date: day.date,
		grid: grids.flatMap(({ classId, width, rotation, order }) => {
			const ofClass = pilots.filter((pilot) => pilot.classId === classId);
			const [one] = ofClass;
			if (!one) return [];
			return { class: one.classType, width, rotation, order: inOrder(order, ofClass).map(({ id }) => id) };
		}),
		launches: pilots.map(({ id, startNumber, classType, launches, isScratched, scratchReason }) => ({
			registration: id,
			startNumber,
			class: classType,
			launches: (launches ?? []).map((at) => new Date(at).toISOString()),
			scratched: isScratched === true,
			reason: scratchReason,
		})),
		reports: reports
			.filter((report) => isConfirmed(report) || shownReports.has(report))
			.map((report) => ({ ...toReportJson(report), ...(!isConfirmed(report) && nowhere) })),
		unconfirmed: unconfirmed
			.filter(({ shown }) => shown.length > 0)
			.map(({ pilot, shown, more }) => ({
				registration: pilot.registrationId,
				startNumber: pilot.startNumber,
				reports: shown.map(toReportJson),
				more,
			})),
		missing: missing.map(({ id, startNumber, fullName, phones, lastSign }) => ({
			registration: id,
			startNumber,
			name: fullName,
			phones: [...phones],
			lastNewsAt: lastSign?.at.toISOString() ?? null,
		})),
	};
}

const nowhere = { latitude: null, longitude: null, place: null, near: null, phone: null };

function toReportJson({ id, registrationId, createdAt, isHurt, ...report }: Outlanding) {
	return {
		_id: id,
		registration: registrationId,
		startNumber: report.startNumber,
		sender: report.sender,
		standing: report.standing,
		state: report.state,
		latitude: report.latitude,
		longitude: report.longitude,
		place: report.place,
		near: report.near,
		hurt: isHurt,
		phone: report.phone,
		reportedAt: createdAt.toISOString(),
	};
}
