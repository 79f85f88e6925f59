import { drawnByLot } from "~/lib/desk/grid-order";
import { nearestName } from "~/lib/desk/outlanding-place";
import { startOfDay } from "~/lib/editions/prague-time";
import { destination } from "~/lib/maps/geodesy";
import { readCupWaypoints } from "~/lib/tasks/files/read-cup";
import type { grids, outlandings, registrations } from "~db/schema";
import type { Edition } from "~editions/schema";
import { stableId } from "../reference/stable-id";
import type { Field } from "./flown-days";
import { admin } from "./people";
import type { DemoGridPilot, DemoStatus } from "./pilot-days";
import { randomOf } from "./random";
import { waypointFile } from "./waypoints";

type Entry = typeof registrations.$inferInsert;

/** Milliseconds. */
const minute = 60_000;
/** Gliders side by side, and minutes between two of their rows. */
const width = 3;
const betweenRows = 4;
/** Minutes after midnight. */
const firstLaunch = 11 * 60 + 4;
/** The relight: place among the pilots in the air, in the first class, and minutes until the second launch. */
const relight = { place: 4, after: 38 };

/** The grid of the flying day: the launch order of each class by lot, who does not fly, and one relight. */
export function gridOfToday(
	edition: Edition,
	field: Pick<Field, "today" | "registrations" | "competitionClasses" | "statuses">,
) {
	const { today } = field;
	if (!today) return { grids: [], pilots: [], statuses: field.statuses };
	const { year } = edition;
	const updatedBy = stableId(year, "user", admin.email);
	const morning = startOfDay(today.date).getTime();
	const statusOf = (entry: Entry) =>
		field.statuses.find(({ dayId, registrationId }) => dayId === today.id && registrationId === entry.id);
	const classes = field.competitionClasses.map(({ id, type }) => {
		const random = randomOf(`demo/${year}/${today.date}/grid/${type}`);
		const entries = field.registrations.filter(
			(entry) => entry.competitionClassId === id && statusOf(entry) !== undefined,
		);
		const drawn = drawnByLot(entries, () => random.next());
		// A pilot who is home by half past two has launched early.
		const isHome = (entry: Entry) => statusOf(entry)?.status === "HOME";
		return { id, type, order: [...drawn.filter(isHome), ...drawn.filter((entry) => !isHome(entry))] };
	});
	const rows: (typeof grids.$inferInsert)[] = classes.map(({ id, type, order }) => ({
		id: stableId(year, "grid", `${today.date}/${type}`),
		dayId: today.id,
		competitionClassId: id,
		width,
		rotation: null,
		order: order.map((entry) => entry.id),
		version: 1,
		updatedAt: new Date(morning + 9 * 60 * minute),
		updatedBy,
	}));
	const pilots = classes.flatMap(({ order }, number) =>
		order.map((entry, place): DemoGridPilot => {
			const isScratched = statusOf(entry)?.status === "DNF";
			const launch = morning + (firstLaunch + number * 2 + Math.floor(place / width) * betweenRows) * minute;
			const inTheAir = order.filter((one) => statusOf(one)?.status === "FLYING");
			const again = number === 0 && inTheAir[relight.place] === entry;
			const launches = [launch, ...(again ? [launch + relight.after * minute] : [])];
			return {
				dayId: today.id,
				registrationId: entry.id,
				launches: isScratched ? [] : launches,
				isScratched,
				scratchReason: isScratched ? "nemoc" : null,
				updatedAt: new Date(launch),
				updatedBy,
			};
		}),
	);
	return { grids: rows, pilots, statuses: launchedAt(field.statuses, today.id, pilots) };
}

/** When a pilot has launched: a pilot who flies has had the status since the last launch. */
function launchedAt(
	statuses: readonly DemoStatus[],
	dayId: string,
	pilots: readonly DemoGridPilot[],
): DemoStatus[] {
	return statuses.map((status) => {
		if (status.dayId !== dayId || status.status !== "FLYING") return status;
		const own = pilots.find(({ registrationId }) => registrationId === status.registrationId);
		const last = own?.launches.at(-1);
		return last === undefined ? status : { ...status, updatedAt: new Date(last) };
	});
}

/** Waypoints near the fields, with degrees and metres from them, and how far the two have come. */
const fields = [
	{
		code: "TP04",
		bearing: 210,
		metres: 2_400,
		state: "crew-left" as const,
		note: "Přístup polní cestou od mlýna.",
	},
	{ code: "TP06", bearing: 75, metres: 3_100, state: "reported" as const, note: null },
];

/** The reports of the two who are out at half past two. */
export function outlandingsOfToday(
	edition: Edition,
	{ today, statuses, registrations }: Pick<Field, "today" | "statuses" | "registrations">,
): (typeof outlandings.$inferInsert)[] {
	const { waypoints } = readCupWaypoints(waypointFile(edition).split("\r\n"));
	const out = statuses.filter(({ dayId, status }) => dayId === today?.id && status === "OUTLANDING");
	return out.flatMap(({ dayId, registrationId, updatedAt }, place) => {
		const field = fields[place];
		const point = waypoints.find(({ code }) => code === field?.code);
		const entry = registrations.find(({ id }) => id === registrationId);
		if (!field || !point || !entry) return [];
		const position = destination("wgs84", point, field.bearing, field.metres);
		return {
			id: stableId(edition.year, "outlanding", `${dayId}/${registrationId}`),
			dayId,
			registrationId,
			sender: "pilot" as const,
			standing: "confirmed" as const,
			state: field.state,
			latitude: position.latitude,
			longitude: position.longitude,
			place: null,
			near: nearestName(position, waypoints),
			isHurt: false,
			phone: entry.phone,
			crewOnWay: field.state === "crew-left",
			note: field.note,
			createdAt: updatedAt,
			createdBy: entry.userId,
			updatedAt,
			updatedBy: entry.userId,
		};
	});
}
