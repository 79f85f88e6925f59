import { uploadBody } from "~test/support/igc";
import { further, type Plan, plan } from "../ask";
import type { World } from "../season";

export function reads({ days, version }: World): Plan[] {
	const ofDays = days.map(({ id, name, date }) => ({ what: `${name}, ${date}`, params: [id] }));
	return [
		plan("GET /api/igc/form", { what: "the pilots" }),
		plan("GET /api/igc/{id}", ...ofDays),
		plan("GET /api/igc/file/{versionId}", { what: "a log", params: [version] }),
		plan("GET /api/igc/archive/{dayId}", ...ofDays.slice(1, 3)),
	];
}

export function writes({ day, entries, logs }: World): Plan[] {
	const organiser = { by: ["organiser"] } as const;
	const anonymous = { by: ["anonymous"] } as const;
	const log = { date: "2025-07-17", fixes: 60, recorder: "ALXV777" };
	const form = (pilot: string, dayId: string, content: Parameters<typeof uploadBody>[2]) => () =>
		uploadBody(pilot, dayId, content);
	const { G7, K1, W9 } = entries;
	const uploads = {
		"an unknown pilot": form("nobody", day(17), log),
		"an unknown day": form(G7.id, "never", log),
		"an entry that waits": form(W9.id, day(17), log),
		"neither pilot nor day": form("", "", log),
		"another day than flown": form(G7.id, day(16), log),
		"a day without a task": form(G7.id, day(18), { ...log, date: "2025-07-18" }),
		"no log": form(G7.id, day(17), "not a log"),
		"an empty log": form(G7.id, day(17), ""),
		"a log of another year": form(G7.id, day(17), { ...log, date: "2019-07-17" }),
	};
	const flags = { downloaded: true, processed: true };
	const flight = { params: [logs["A1 17"] ?? ""] };
	return [
		plan("POST /api/igc", { what: "a log", form: form(K1.id, day(17), log) }),
		further(
			"POST /api/igc",
			...Object.entries(uploads).map(([what, one]) => ({ what, form: one, ...anonymous })),
			{
				what: "a text in place of the file",
				form: () => formOf({ pilot: G7.id, day: day(17), igc: "text" }),
				...anonymous,
			},
			{ what: "no file", form: () => formOf({ pilot: G7.id, day: day(17) }), ...anonymous },
			{
				what: "long after the end",
				form: form(G7.id, day(17), log),
				clock: "2025-12-01T10:00:00Z",
				...anonymous,
			},
		),
		plan("PUT /api/igc/{id}", { what: "both flags", ...flight, json: flags }),
		further(
			"PUT /api/igc/{id}",
			{ what: "one flag", ...flight, json: { processed: false }, ...organiser },
			{ what: "an old version", ...flight, json: { ...flags, seenVersionId: "x" }, ...organiser },
		),
		further("GET /api/igc/{id}", { what: "after the changes", params: [day(17)], ...organiser }),
	];
}

function formOf(fields: Readonly<Record<string, string>>): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	return form;
}
