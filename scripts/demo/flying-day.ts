import { addDays, instantOf, startOfDay } from "~/lib/editions/prague-time";
import type { competitionDays, registrations } from "~db/schema";
import type { Edition } from "~editions/schema";
import { stableId } from "../reference/stable-id";
import { startNumberOfPilot } from "./entries";
import type { DemoStatus } from "./pilot-days";
import type { Random } from "./random";

type Day = typeof competitionDays.$inferInsert;
type Registration = typeof registrations.$inferInsert;

/** Milliseconds. */
const minute = 60_000;

/** The day on which the demo of the newest edition lives: its sixth, `YYYY-MM-DD`. */
export function flyingDateOf({ competition }: Edition): string {
	return addDays(competition.from, 5);
}

/** Number of pilots who have landed out by then. */
const mostOut = 2;

/** When the clock of the demo begins: 14:30 in Prague on the flying day. Nothing in the demo lies after it. */
export function demoTimeOf(edition: Edition): Date {
	return instantOf(flyingDateOf(edition), 14.5 * 3600);
}

/**
 * The flying day as of 14:30: most competitors are in the air since their launch, some have landed out, some are home. No reserve
 * was added to the day.
 */
export function statusesInTheAir(
	{ year, updatedBy }: { readonly year: number; readonly updatedBy: string },
	day: Day,
	entries: readonly Registration[],
	random: Random,
): DemoStatus[] {
	const morning = startOfDay(day.date).getTime();
	let out = 0;
	return entries
		.filter(({ accepted, isReserve }) => accepted && !isReserve)
		.map((entry) => {
			const drawn = statusInTheAir(entry, random);
			if (drawn.status === "OUTLANDING") out += 1;
			const isOut = drawn.status === "OUTLANDING" && out <= mostOut;
			const status = drawn.status === "OUTLANDING" && !isOut ? "FLYING" : drawn.status;
			const { at } = drawn;
			return {
				id: stableId(year, "competitor-status", `${day.date}/${entry.id}`),
				registrationId: entry.id,
				dayId: day.id,
				status,
				updatedAt: new Date(morning + at * minute),
				updatedBy,
			};
		});
}

/** @returns the status, and since when: minutes after midnight in Prague */
function statusInTheAir(
	entry: Registration,
	random: Random,
): { readonly status: NonNullable<DemoStatus["status"]>; readonly at: number } {
	const luck = random.next();
	const between = (from: number, to: number) => random.integer(from, to);
	const launch = between(11 * 60 + 35, 12 * 60 + 50);
	if (luck < 0.04) return { status: "DNF", at: 10 * 60 + 10 };
	if (entry.startNumber === startNumberOfPilot || luck > 0.26) return { status: "FLYING", at: launch };
	if (luck < 0.14) return { status: "OUTLANDING", at: between(13 * 60 + 20, 14 * 60 + 25) };
	return { status: "HOME", at: between(13 * 60 + 30, 14 * 60 + 20) };
}

/** Dates the statuses of pilots who are back by the end of their log, a few minutes after the landing. */
export function landedAt(
	statuses: readonly DemoStatus[],
	today: Day | undefined,
	flown: readonly {
		readonly day: Day;
		readonly entry: Registration;
		readonly fixes: readonly { readonly time: number }[];
	}[],
): DemoStatus[] {
	return statuses.map((status) => {
		const flight = flown.find(
			({ day, entry }) => day === today && day.id === status.dayId && entry.id === status.registrationId,
		);
		const landing = flight?.fixes.at(-1)?.time;
		if (landing === undefined || !today) return status;
		return { ...status, updatedAt: new Date(Date.parse(`${today.date}T00:00:00Z`) + landing * 1_000) };
	});
}
