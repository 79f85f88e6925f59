import { legBetween } from "~/lib/maps/geodesy";
import type { liveEntries, registrations } from "~db/schema";
import type { Edition } from "~editions/schema";
import type { SentBeacon } from "~test/fakes/beacon-line";
import { type DemoFlight, flightsInTheAir, flightsOfToday } from "./flown-days";
import { seasonOf } from "./season";

/* Where the gliders of the demo are, as the Open Glider Network would hear it. All ids are invented. */

type Entry = typeof registrations.$inferInsert;

const deviceOf = ({ number }: Pick<Entry, "number">): string =>
	(0xdd1000 + number).toString(16).toUpperCase();

/** One in so many has not agreed. */
const silent = 9;

/** The devices of accepted entries, and the consent of most of them. */
export function liveEntriesOf(entries: readonly Entry[]): (typeof liveEntries.$inferInsert)[] {
	return entries
		.filter(({ accepted }) => accepted)
		.map((entry) => ({
			registrationId: entry.id,
			deviceIds: [deviceOf(entry)],
			agreedAt: entry.number % silent === 0 ? null : entry.createdAt,
			updatedAt: entry.createdAt,
		}));
}

interface Track {
	readonly device: string;
	readonly fixes: DemoFlight["fixes"];
	/** Milliseconds since 1970 of the UTC midnight from which times of fixes count. */
	readonly midnight: number;
}

/** The flights of the flying day, home or not, as they will have been flown. */
function tracksOf(edition: Edition): Track[] {
	const season = seasonOf(edition, { passwordHash: "", flying: true });
	const { today, statuses } = season;
	if (!today) return [];
	const flying = statuses
		.filter(({ dayId, status }) => dayId === today.id && status === "FLYING")
		.map(({ registrationId }) => registrationId);
	const flights = [...flightsInTheAir(edition, season, flying), ...flightsOfToday(edition, season)];
	return flights.map(({ entry, fixes }) => ({
		device: deviceOf(entry),
		fixes,
		midnight: Date.parse(`${today.date}T00:00:00Z`),
	}));
}

function beaconAt({ device, fixes, midnight }: Track, at: Date): SentBeacon[] {
	const time = (at.getTime() - midnight) / 1000;
	const place = fixes.findIndex((fix) => fix.time > time);
	const [from, to] = [fixes[place - 1], fixes[place]];
	if (!from || !to) return [];
	const seconds = to.time - from.time;
	const share = (time - from.time) / seconds;
	const between = (one: number, other: number) => one + (other - one) * share;
	const { distanceM, bearingDeg } = legBetween("sphere", from, to);
	return [
		{
			device,
			at,
			latitude: between(from.latitude, to.latitude),
			longitude: between(from.longitude, to.longitude),
			altitude: between(from.gnssAltitude, to.gnssAltitude),
			speed: (distanceM / seconds) * 3.6,
			track: bearingDeg,
			climb: (to.gnssAltitude - from.gnssAltitude) / seconds,
		},
	];
}

/** @returns what the network hears at an instant of the flying day: nothing before the launches and after the landings */
export function liveGliders(edition: Edition): (at: Date) => readonly SentBeacon[] {
	let tracks: readonly Track[] | null = null;
	return (at) => {
		// They take a second to make, which a server that starts has other things to do with.
		tracks ??= tracksOf(edition);
		return tracks.flatMap((track) => beaconAt(track, at));
	};
}
