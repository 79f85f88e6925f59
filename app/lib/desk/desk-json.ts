import { z } from "zod";
import { outlandingSenders, outlandingStandings, outlandingStates } from "~db/enums";
import { inOrder } from "./grid-order";
import type { Grid, GridPilot } from "./grid-queries.server";
import type { MissingPilot } from "./missing-pilots.server";
import type { Outlanding } from "./outlandings-queries.server";

const instant = z.iso.datetime();

export const deskJson = z.object({
	/** Its id, and its local date. */
	day: z.string(),
	date: z.string(),
	/** By class; competitors in their order, by id of the entry. */
	grid: z.array(
		z.object({
			class: z.string(),
			/** Gliders side by side. */
			width: z.number(),
			/** Rows by which the order of the day before was moved; null for one by lot. */
			rotation: z.number().nullable(),
			order: z.array(z.string()),
		}),
	),
	launches: z.array(
		z.object({
			registration: z.string(),
			startNumber: z.string(),
			class: z.string(),
			/** The launch and each relight. */
			launches: z.array(instant),
			scratched: z.boolean(),
			reason: z.string().nullable(),
		}),
	),
	reports: z.array(
		z.object({
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
		}),
	),
	missing: z.array(
		z.object({
			registration: z.string(),
			startNumber: z.string(),
			name: z.string(),
			phones: z.array(z.string()),
			/** When somebody or something last said anything of them. */
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
		reports: reports.map(({ id, registrationId, createdAt, isHurt, ...report }) => ({
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
		})),
		missing: missing.map(({ id, startNumber, fullName, phones, news }) => ({
			registration: id,
			startNumber,
			name: fullName,
			phones: [...phones],
			lastNewsAt: news?.at.toISOString() ?? null,
		})),
	};
}
