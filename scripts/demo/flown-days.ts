import { handicapOf } from "~/lib/entries/gliders";
import type { Position } from "~/lib/maps/geodesy";
import { destination, legBetween } from "~/lib/maps/geodesy";
import { orientZones } from "~/lib/tasks/zones";
import type { competitionDays, gliderTypes, registrations, Task, users } from "~db/schema";
import type { Edition } from "~editions/schema";
import type { referenceRows } from "../reference/reference-rows";
import { restrictedPlace } from "./airspace";
import { startNumberOfPilot } from "./entries";
import { type Air, gliderOf } from "./glider";
import type { GeneratedFix } from "./igc-generator";
import type { DemoStatus } from "./pilot-days";
import { type Random, randomOf } from "./random";
import { soar } from "./soaring";
import type { tasksOf } from "./tasks";

type Day = typeof competitionDays.$inferInsert;
type Entry = typeof registrations.$inferInsert;

export interface Field {
	/** Days with a task that have been flown. */
	readonly days: readonly Day[];
	/** The day in the air; none in a past season. */
	readonly today: Day | undefined;
	readonly statuses: readonly DemoStatus[];
	readonly users: readonly (typeof users.$inferInsert)[];
	readonly registrations: readonly Entry[];
	readonly gliderTypes: readonly (typeof gliderTypes.$inferInsert)[];
	readonly competitionClasses: ReturnType<typeof referenceRows>["competitionClasses"];
	readonly tasks: ReturnType<typeof tasksOf>;
}

/** Roles of flights that the scorer has to look at. */
export type Role = "engine" | "late" | "missed" | "tooHigh" | "trespasser";

export interface DemoFlight {
	readonly day: Day;
	readonly entry: Entry;
	readonly role: Role | null;
	readonly fixes: readonly GeneratedFix[];
}

/** Roles by the number of the flown day, for the home-comers of a class in the order of their entries. */
const roles: readonly Readonly<
	Partial<Record<Role, { readonly club: number } | { readonly "18_meter": number }>>
>[] = [
	{ missed: { club: 5 } },
	{ trespasser: { club: 4 } },
	{ late: { "18_meter": 6 } },
	{ engine: { "18_meter": 0 }, missed: { club: 7 }, late: { club: 10 } },
];

/** The flight of each class and day that is too high over the line. */
const tooHigh = 2;

/** Metres above sea level. */
const startLimit = 2_000;
/** Metres by which a short turn stays outside of its zone. */
const missedBy = 160;
/** Seconds since midnight in UTC: the line opens at 12:30 in Prague. */
const lineOpens = 10 * 3600 + 30 * 60;
const minute = 60;

/** A flight of everybody who launched on a day that has been flown; today, of those who are home. */
export function flightsOfDay(edition: Edition, field: Field, day: Day): DemoFlight[] {
	if (day === field.today) return flightsOfToday(edition, field);
	const number = field.days.indexOf(day);
	return field.competitionClasses.flatMap(({ id, type }) => {
		const launched = fieldOf(field, day, id);
		const home = launched.filter(
			({ status, entry }) => status === "HOME" && entry.startNumber !== startNumberOfPilot,
		);
		const chosen = new Map<Entry | undefined, Role>([
			[home[tooHigh]?.entry, "tooHigh"],
			...Object.entries(roles[number % roles.length] ?? {}).map(
				([role, place]): [Entry | undefined, Role] => [
					playerOf(role as Role, place, type, home),
					role as Role,
				],
			),
		]);
		return launched.map(({ entry, status }) =>
			flownOn(edition, field, {
				day,
				entry,
				role: chosen.get(entry) ?? null,
				isOut: status === "OUTLANDING",
			}),
		);
	});
}

function playerOf(
	role: Role,
	place: object,
	type: string,
	home: readonly { readonly entry: Entry }[],
): Entry | undefined {
	const number = (place as Readonly<Record<string, number>>)[type];
	if (number === undefined) return undefined;
	const able = role === "engine" ? home.filter(({ entry }) => entry.hasEngine) : home;
	return able[number]?.entry;
}

function fieldOf({ registrations, statuses }: Field, day: Day, classId: string) {
	return registrations
		.filter(
			({ accepted, isReserve, competitionClassId }) =>
				accepted && !isReserve && competitionClassId === classId,
		)
		.flatMap((entry) => {
			const row = statuses.find(
				({ dayId, registrationId }) => dayId === day.id && registrationId === entry.id,
			);
			const { status, updatedAt } = row ?? {};
			return status === "HOME" || status === "OUTLANDING" ? [{ entry, status, updatedAt }] : [];
		});
}

interface Start {
	readonly day: Day;
	readonly entry: Entry;
	readonly role: Role | null;
	readonly isOut: boolean;
	/** Seconds since midnight in UTC; drawn where it is not given. */
	readonly start?: number;
}

function flownOn(edition: Edition, field: Field, { day, entry, role, isOut, ...given }: Start): DemoFlight {
	const { year, airfield } = edition;
	const random = randomOf(`demo/${year}/${day.date}/${entry.number}`);
	const task = field.tasks.find(
		({ dayId, competitionClassId }) => dayId === day.id && competitionClassId === entry.competitionClassId,
	);
	if (!task) throw new Error(`The demo has no task for ${day.date}.`);
	const start = given.start ?? lineOpens + random.integer(2, 22) * minute;
	const skill = Math.min(1, 0.75 * skillOf(year, entry) + 0.25 * random.next());
	const fixes = soar(
		{
			airfield,
			turns: turnsOf(edition, task, { role, skill }, random),
			takeOff: start - random.integer(38, 55) * minute,
			start,
			startHeight: role === "tooHigh" ? startLimit + 12 : startLimit - random.integer(40, 160),
			air: airOf(year, day),
			glider: gliderOf(handicapOfEntry(field, entry)),
			skill,
			lostAfter: isOut ? 0.2 + 0.5 * random.next() : null,
			motorAfter: role === "engine" ? 0.5 : null,
		},
		random,
	);
	return { day, entry, role, fixes };
}

/** The flights of today's pilots who come back in the afternoon. @param entries their ids */
export function flightsOfEvening(edition: Edition, field: Field, entries: readonly string[]): DemoFlight[] {
	const { today } = field;
	if (!today) return [];
	return field.registrations
		.filter(({ id }) => entries.includes(id))
		.map((entry) => flownOn(edition, field, { day: today, entry, role: null, isOut: false }));
}

/** The flights of today's pilots who are half way round in the early afternoon. @param entries their ids */
export function flightsInTheAir(edition: Edition, field: Field, entries: readonly string[]): DemoFlight[] {
	const { today } = field;
	if (!today) return [];
	return field.registrations
		.filter(({ id }) => entries.includes(id))
		.map((entry) => {
			const start = lineOpens + (55 + ((entry.number * 7) % 25)) * minute;
			return flownOn(edition, field, { day: today, entry, role: null, isOut: false, start });
		});
}

/** The first who are home, ten minutes after their landing. */
export function flightsOfToday(edition: Edition, field: Field): DemoFlight[] {
	const { today } = field;
	if (!today) return [];
	return field.competitionClasses.flatMap(({ id }) =>
		fieldOf(field, today, id)
			.filter(({ status }) => status === "HOME")
			.map(({ entry }, place) =>
				flownOn(edition, field, {
					day: today,
					entry,
					role: null,
					isOut: false,
					start: lineOpens - (28 - 2 * place) * minute,
				}),
			),
	);
}

function skillOf(year: number, { number }: Entry): number {
	return randomOf(`demo/${year}/skill/${number}`).next();
}

function airOf(year: number, { date }: Day): Air {
	const random = randomOf(`demo/${year}/${date}/air`);
	const direction = random.next() * 2 * Math.PI;
	const speed = random.integer(3, 7);
	return {
		lift: 1.7 + random.next(),
		wind: { north: speed * Math.cos(direction), east: speed * Math.sin(direction) },
		base: 1_650 + random.integer(0, 350),
	};
}

function handicapOfEntry({ gliderTypes, competitionClasses }: Field, entry: Entry): number {
	const { index } = gliderTypes.find(({ id }) => id === entry.gliderTypeId) ?? { index: null };
	const { referenceIndex } = competitionClasses.find(({ id }) => id === entry.competitionClassId) ?? {
		referenceIndex: null,
	};
	return handicapOf(index ?? null, referenceIndex) ?? 1;
}

/** Where a pilot intends to turn: at the points, and in areas the farther out the better the pilot. */
function turnsOf(
	edition: Edition,
	{ points, kind }: Pick<Task, "points" | "kind">,
	{ role, skill }: { readonly role: Role | null; readonly skill: number },
	random: Random,
): Position[] {
	const placed = orientZones(points);
	const turns = placed.map(({ centre, zone, axisDeg }, index): Position => {
		const isTurn = index > 0 && index < points.length - 1 && zone.shape === "cylinder";
		if (!isTurn) return centre;
		const inside = axisDeg + 180;
		if (role === "missed" && index === 1)
			return destination("wgs84", centre, inside, zone.radiusM + missedBy);
		if (kind !== "AAT") return centre;
		const outwards = (1.3 * skill - 0.6 + 0.2 * random.next()) * 0.85 * zone.radiusM;
		return destination("wgs84", centre, axisDeg, outwards);
	});
	const [first] = turns;
	const isPast = role === "trespasser" && first !== undefined;
	const past = restrictedPlace(edition);
	return isPast && legBetween("wgs84", first, past).distanceM > 0 ? turns.toSpliced(1, 0, past) : turns;
}
