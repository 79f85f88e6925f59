import { beforeEach, describe, expect } from "vitest";
import { registrations } from "~db/schema";
import { createApp } from "~test/support/app";
import { createRegistration, createUser, databaseOf } from "~test/support/factories";
import { sourceOf, textsIn } from "~test/support/html";
import { deleteLogs, evening, type IgcJson, storedIgc, uploadBody } from "~test/support/igc";
import { dayOn, test } from "~test/support/world";
import type { IgcFileOptions } from "../../scripts/demo/igc-generator";

/* A log says itself whose it is and of which day; what it does not say clearly is asked. */

const app = createApp({ clock: evening });
const day = dayOn("2025-07-15");
const names = { recorder: "AXCSAAA", pilot: "", competitionNumber: "", registration: "" };
const emas = { ...names, competitionNumber: "7k", registration: "OK 7777" };
let ema: { readonly id: string; readonly userId: string };
let petr: { readonly id: string; readonly userId: string };

beforeEach(async () => {
	await deleteLogs();
	await databaseOf().update(registrations).set({ accepted: false });
	const entryOf = async (name: string, surname: string, values: Parameters<typeof createRegistration>[0]) => {
		const user = await createUser({ name, surname });
		return { ...(await createRegistration({ userId: user.id, accepted: true, ...values })), userId: user.id };
	};
	ema = await entryOf("Ema", "Žižková", {
		startNumber: "7K",
		registrationNumber: "OK-7777",
		logger: "LXV 6MS",
	});
	petr = await entryOf("Petr", "Novák", { startNumber: "8V", registrationNumber: "OK-8888", logger: "" });
});

/** Without the fields that nobody has filled in: a form sends them empty, a client of the API leaves them out. */
function bodyOf(log: IgcFileOptions, { leftOut = false, pilot = "", day: chosen = "" } = {}): FormData {
	const body = uploadBody(pilot, chosen, log);
	if (leftOut) for (const name of ["pilot", "day"]) if (body.get(name) === "") body.delete(name);
	return body;
}

async function byApi(log: IgcFileOptions, said: Parameters<typeof bodyOf>[1] = {}) {
	const response = await app.api("POST", "/api/igc", bodyOf(log, { leftOut: true, ...said }));
	return { status: response.status, json: await response.json<IgcJson>() };
}

async function byScript(log: IgcFileOptions, as?: { readonly id: string }) {
	const response = await app.post("/igc/upload?lng=en", bodyOf(log), as ? { as } : {});
	return { status: response.status, json: await response.json<{ msg: string; ask?: string[] }>() };
}

const owners = async () => (await storedIgc()).flights.map(({ registrationId }) => registrationId);

describe("a log without a chosen pilot and day", () => {
	test("goes to the pilot and day that it names, by the API", async () => {
		const { status, json } = await byApi(emas);
		expect([status, json.startNumber, json.day]).toEqual([201, "7K", day]);
	});

	test("is known by the recorder of the entry, and by that of the pilot's earlier logs", async () => {
		expect((await byApi({ ...names, recorder: "ALXV6MS" })).json.startNumber).toBe("7K");
		const own = await app.post("/igc", bodyOf({ ...names, recorder: "AFLAP01" }, { pilot: petr.id, day }), {
			as: { id: petr.userId },
		});
		expect(own.status).toBe(303);
		const later = { ...names, recorder: "AFLAP01", date: "2025-07-14" };
		expect((await byApi(later)).json).toMatchObject({ startNumber: "8V", day: dayOn("2025-07-14") });
	});

	test("keeps the pilot or the day that is chosen", async () => {
		const { json } = await byApi(emas, { pilot: petr.id });
		expect(json).toMatchObject({ startNumber: "8V", day });
		const { json: other } = await byApi(emas, { day: dayOn("2025-07-14") });
		expect(other).toMatchObject({ startNumber: "7K", day: dayOn("2025-07-14") });
	});

	test("that names two pilots is asked about and stored for nobody", async () => {
		const two = { ...names, competitionNumber: "7K", registration: "OK-8888" };
		const { status, json } = await byApi(two);
		expect([status, json.msg, json.errors]).toEqual([
			400,
			"Invalid pilot",
			{ pilot: "igc.ask.contradiction" },
		]);
		expect(await byScript(two)).toEqual({
			status: 400,
			json: { msg: "The log names different pilots (7K Žižková, 8V Novák). Choose one.", ask: ["pilot"] },
		});
		expect(await owners()).toEqual([]);
	});

	test("that names nobody, by its surname only, or of no competition day is asked about", async () => {
		expect((await byScript({ ...names, pilot: "X" })).json.ask).toEqual(["pilot"]);
		expect((await byScript({ ...names, pilot: "Jan Novak" })).json).toEqual({
			msg: "Only the surname is that of 8V Novák. Choose the pilot.",
			ask: ["pilot"],
		});
		const early = await byApi({ ...emas, date: "2025-06-01" });
		expect([early.status, early.json.msg]).toEqual([400, "Invalid day"]);
		expect((await byScript({ ...names, date: "2025-06-01" })).json.ask).toEqual(["pilot", "day"]);
		expect(await owners()).toEqual([]);
	});

	test("of a signed-in competitor is the competitor's own where it names nobody else", async () => {
		expect((await byScript({ ...names, pilot: "X" }, { id: petr.userId })).status).toBe(201);
		expect(await owners()).toEqual([petr.id]);
		expect((await byScript(emas, { id: petr.userId })).json).toEqual({
			msg: "The log names 7K Žižková, not you. Choose the pilot.",
			ask: ["pilot"],
		});
		expect((await byScript(emas, { id: ema.userId })).status).toBe(201);
	});
});

test("without scripts the page asks beside the fields, and the log leads to its receipt", async () => {
	const asks = await app.post("/igc?lng=cs", bodyOf({ ...names, pilot: "X" }));
	expect(asks.status).toBe(400);
	expect(textsIn(await sourceOf(asks), ".field-error")).toEqual([
		"Ze záznamu nelze poznat, čí je. Vyberte pilota.",
	]);
	const stored = await app.post("/igc?lng=cs", bodyOf(emas));
	expect(stored.headers.get("Location")).toMatch(/^\/igc\/receipt\//);
});

test("what is no log is refused as such, before its pilot matters", async () => {
	const body = bodyOf({});
	body.set("igc", new File(["x"], "notes.igc"));
	const response = await app.api("POST", "/api/igc", body);
	expect([response.status, (await response.json<IgcJson>()).errors]).toEqual([
		400,
		{ igc: "igc.refused.noRecorder" },
	]);
});
