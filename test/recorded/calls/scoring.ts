import { further, type Plan, plan } from "../ask";
import type { World } from "../season";
import { ofClassDays, readAgain } from "./results";

const path = "/api/scoring/{dayId}/{classId}";

export function reads(world: World): Plan[] {
	const { day, ids, entries } = world;
	const analysis = (number: keyof typeof entries, date: number) => ({
		what: `${number} on ${date} July`,
		params: [day(date), entries[number].competitionClassId, entries[number].id],
	});
	return [
		plan(`GET ${path}`, ...ofClassDays(world, "day first")),
		plan(
			`GET ${path}/{registrationId}/analysis`,
			analysis("A1", 14),
			analysis("G7", 14),
			analysis("D4", 14),
			analysis("A1", 15),
			analysis("K1", 16),
			analysis("B2", 17),
			{ what: "an entry of the other class", params: [day(14), ids.kombi, entries.A1.id] },
		),
	];
}

export function writes(world: World): Plan[] {
	const { day, ids, entries } = world;
	const by = ["organiser"] as const;
	const today = { params: [day(17), ids.club] };
	const flight = { params: [...today.params, entries.A1.id] };
	const reason = "Rozhodnuto ředitelem";
	const state = (date: number, next: string, clock?: string, why = reason) => ({
		what: `${date} July becomes ${next}${clock ? ` at ${clock}` : ""}${why ? "" : " without a reason"}`,
		params: [day(date), ids.club],
		json: { state: next, ...(why ? { reason: why } : {}) },
		...(clock ? { clock } : {}),
		by,
	});
	return [
		plan(`PATCH ${path}/{registrationId}`, {
			what: "an override and a penalty",
			...flight,
			json: {
				reason,
				override: { start: "2025-07-17T10:06:00Z", distanceM: 150_000, handicap: 1.1, out: false },
				penalties: [{ points: 10, text: "Vysoký odlet" }],
				disqualified: false,
				guest: false,
			},
		}),
		further(
			`PATCH ${path}/{registrationId}`,
			{ what: "a guest", ...flight, json: { reason, guest: true }, by },
			{ what: "disqualified", ...flight, json: { reason, disqualified: true }, by },
			{
				what: "all taken back",
				...flight,
				json: { reason, override: null, penalties: [], guest: false, disqualified: false },
				by,
			},
			{ what: "an unknown key", ...flight, json: { reason, points: 1000 }, by },
			{
				what: "official results",
				params: [day(14), ids.club, entries.A1.id],
				json: { reason, guest: true },
				by,
			},
			{
				what: "a day without scores",
				params: [day(18), ids.club, entries.A1.id],
				json: { reason, guest: true },
				by,
			},
		),
		plan(`PATCH ${path}`, { what: "hidden", ...today, json: { reason, published: false } }),
		further(
			`PATCH ${path}`,
			state(17, "unofficial"),
			{ what: "shown", ...today, json: { reason, published: true }, by },
			{ what: "cancelled", ...today, json: { reason, cancelled: true }, by },
			{ what: "not cancelled", ...today, json: { reason, cancelled: false }, by },
			{ what: "both schemas at once", ...today, json: { reason, published: true, state: "official" }, by },
			state(17, "official"),
			state(17, "unofficial", undefined, ""),
			state(17, "unofficial", "2025-07-17T20:00:00Z"),
			state(16, "official"),
			state(16, "official", "2025-07-18T20:00:00Z"),
			state(13, "unofficial"),
			state(14, "preliminary", undefined, ""),
			state(14, "preliminary"),
		),
		...readAgain(world, "one day reopened"),
		further(
			`PATCH ${path}`,
			state(14, "unofficial", "2025-07-17T16:00:00Z"),
			state(14, "official", "2025-07-18T20:00:00Z"),
			state(17, "official", "2025-07-19T20:00:00Z"),
			state(14, "preliminary", "2025-08-01T10:00:00Z"),
		),
		...readAgain(world, "two days official here"),
		further(`GET ${path}`, {
			what: "17 July, official at last",
			...today,
			by: ["anonymous", "organiser"],
		}),
	];
}
