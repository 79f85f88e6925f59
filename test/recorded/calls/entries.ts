import { entryBody } from "~test/support/entries";
import { further, type Plan, plan } from "../ask";
import type { World } from "../season";

export function reads({ entries, ids }: World): Plan[] {
	const all = Object.entries(entries).map(([number, { id }]) => ({
		what: `the entry ${number}`,
		params: [id],
	}));
	return [
		plan("GET /api/registration/form", { what: "what the form offers" }),
		plan("GET /api/registration", { what: "the own entry" }),
		plan("GET /api/registration/{registrationId}", ...all),
		plan("GET /api/starting-list", { what: "accepted entries" }),
		plan("GET /api/starting-list/all", { what: "all entries" }),
		plan("GET /api/starting-list/export", { what: "all entries" }),
		plan(
			"GET /api/starting-list/export/seeyou/{classId}",
			{ what: "the club class", params: [ids.club] },
			{ what: "the other class", params: [ids.kombi] },
		),
	];
}

export function writes({ entries, ids }: World): Plan[] {
	const body = { ...entryBody(ids), birthDate: "1979-02-03" };
	const { glider, accomodation, birthDate: _, note: __, ...rest } = body;
	const { hasEngine: ___, ...gliderOnly } = glider;
	const flat = { ...rest, ...glider, ...accomodation, startNumber: "FL" };
	const least = { ...rest, glider: gliderOnly, accomodation, meals: "3" };
	const withIds = { ...body, _id: "x", version: 1, glider: { ...glider, startNumber: "VV" } };
	const [pilot, organiser] = [{ by: ["pilot"] }, { by: ["organiser"] }] as const;
	const waiting = { params: [entries.W9.id] };
	const flags = { paid: true, accepted: true, isReserve: false };
	return [
		plan("POST /api/registration", {
			what: "an entry",
			json: body,
			by: ["anonymous", "pilot", "newcomer", "other edition"],
		}),
		further("POST /api/registration", { what: "an entry again", json: body, by: ["newcomer"] }),
		plan("PUT /api/registration", { what: "another glider and number, of accepted entries too", json: body }),
		further(
			"PUT /api/registration",
			{ what: "as older clients send it: flat", json: flat, ...pilot },
			{ what: "no optional fields, numbers as texts", json: least, ...pilot },
			{ what: "an old version", json: withIds, ...pilot },
			{
				what: "a glider of the other class",
				json: { ...body, glider: { ...glider, gliderType: ids.kombiGlider } },
				...pilot,
			},
			{ what: "a date of birth that is none", json: { ...body, birthDate: "1979-02-30" }, ...pilot },
		),
		further("GET /api/registration", { what: "after the changes", by: ["pilot", "newcomer"] }),
		plan("PUT /api/registration/{registrationId}", {
			what: "a whole entry",
			...waiting,
			json: { ...body, igcId: 77 },
		}),
		further(
			"PUT /api/registration/{registrationId}",
			{ what: "flat", ...waiting, json: { ...flat, registrationCompleted: true }, ...organiser },
			{ what: "an old version", ...waiting, json: withIds, ...organiser },
		),
		plan("PUT /api/registration/{registrationId}/quick-actions", {
			what: "all flags",
			...waiting,
			json: flags,
		}),
		further(
			"PUT /api/registration/{registrationId}/quick-actions",
			...["paid", "accepted", "isReserve"].flatMap((name) =>
				[true, false].map((value) => ({
					what: `${name} ${value}`,
					...waiting,
					json: { [name]: value },
					...organiser,
				})),
			),
			{ what: "who has flown withdraws", params: [entries.B2.id], json: { accepted: false }, ...organiser },
		),
		further("GET /api/starting-list", { what: "after the changes", by: ["anonymous"] }),
		further("GET /api/starting-list/all", { what: "after the changes", ...organiser }),
	];
}
