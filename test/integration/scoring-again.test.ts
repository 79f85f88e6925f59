import { and, eq, ne } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { gliderTypes, igcFiles, igcFileVersions, registrations } from "~db/schema";
import { createApp } from "~test/support/app";
import { entryBody, idsOf } from "~test/support/entries";
import { createAdmin, databaseOf, seedReference, storeStatus } from "~test/support/factories";
import { flownFile, outAndReturn } from "~test/support/flown";
import { askedBy } from "~test/support/flown-days";
import { elementsIn, hiddenIn, sourceOf } from "~test/support/html";
import { uploadBody } from "~test/support/igc";
import { multipart } from "~test/support/multipart";
import { home, scoredClass, scoredTask } from "~test/support/scored-class";

/*
 * Whatever changes a score has scored the class when it is answered, also on a day long past: the schedule looks at the
 * last days only, and never runs here.
 */

const db = databaseOf();
const scored = scoredClass();
const late = createApp({ clock: "2025-07-19T18:00:00Z" });
let admin: { id: string };
let adam: { id: string; userId: string };

/** Engine noise on the way home. */
const withNoise = home.map((hop, leg) => (leg === 3 ? { ...hop, noise: 900 } : hop));

beforeEach(async () => {
	admin = await createAdmin();
	adam = await scored.pilot("Adamová", "A1");
});

interface Scoring {
	readonly day: { readonly n1: number } | null;
	readonly rows: readonly {
		readonly startNumber: string;
		readonly status: string;
		readonly handicap: number;
		readonly findings: readonly { readonly kind: string }[];
	}[];
}

async function scoring(): Promise<Scoring> {
	const answer = await late.api("GET", `/api/scoring/${scored.day.id}/${scored.club}`);
	return (await answer.json()) as Scoring;
}

async function states() {
	const { rows } = await scoring();
	return Object.fromEntries(rows.map(({ startNumber, status }) => [startNumber, status]));
}

describe("the task", () => {
	async function patch(body: object): Promise<void> {
		const answer = await late.api("PATCH", `/api/tasks/${scored.taskId}`, body, { as: admin });
		expect(answer.status).toBe(200);
	}

	test("published, with other scoring, and with another pressure of the day", async () => {
		// The flight is 1,000 m above the airfield at 548 m.
		const lines = ["AC R", "AN Les", "AL 1500m MSL", "AH FL 95", "V X=49:43:29 N 015:30:00 E", "DC 3"];
		const chart = multipart({ kind: "airspace", chart: new File([lines.join("\n")], "prostory.txt") });
		await late.post("/admin/waypoints-and-airspace", chart, { as: admin });
		await scored.publish(scoredTask, { state: "draft" });
		await scored.fly(adam, { hops: home });
		expect((await scoring()).rows).toEqual([]);
		await patch({ published: true });
		expect(await scoring()).toMatchObject({
			day: { n1: 1 },
			rows: [{ findings: [{ kind: "airspace" }] }],
		});
		await patch({ scoring: { dmKm: 198 } });
		expect(await scoring()).toMatchObject({ day: { n1: 0 } });
		// By this pressure, what the log shows is right to 2 m: 1,450 m.
		await patch({ briefing: { qnhHpa: 1013 } });
		expect(await scoring()).toMatchObject({ rows: [{ findings: [] }] });
	});
});

describe("an entry", () => {
	const handicap = async () => (await scoring()).rows[0]?.handicap;

	test("with another glider, by an organiser or with consent, with another index, and in another class", async () => {
		await scored.publish(outAndReturn());
		await scored.fly(adam, { hops: home });
		const ids = idsOf(await seedReference());
		const own = (await db.select().from(registrations).where(eq(registrations.id, adam.id)))[0];
		const inClub = and(
			eq(gliderTypes.competitionClassType, "club"),
			ne(gliderTypes.id, own?.gliderTypeId ?? ""),
		);
		const [first, second] = (await db.select().from(gliderTypes).where(inClub)).toSorted(
			(a, b) => (a.index ?? 0) - (b.index ?? 0),
		);
		const body = entryBody(ids);
		// Each change holds from the day that has been flown.
		const from = scored.day.date;
		const withGlider = (gliderType = "") => ({
			...body,
			from,
			glider: { ...body.glider, gliderType, startNumber: "A1" },
		});
		const seen = [await handicap()];
		await late.api("PUT", `/api/registration/${adam.id}`, withGlider(first?.id), { as: admin });
		seen.push(await handicap());
		const { from: _, ...asked } = withGlider(second?.id);
		await late.api("PUT", "/api/registration", asked, { as: { id: adam.userId } });
		const entry = `/registration/${adam.id}`;
		const [form = ""] = elementsIn(await sourceOf(await late.get(entry, { as: admin })), "#consent");
		const consent = { ...hiddenIn(form), intent: "accept-change", from };
		const { confirmed } = await askedBy(await late.post(entry, consent, { as: admin }));
		await late.post(entry, { ...consent, confirmed: confirmed ?? "" }, { as: admin });
		seen.push(await handicap());
		const indices = `name,index,competitionClassType\n${second?.name},150,club`;
		const send = (fields: Record<string, string>) =>
			late.post("/admin/glider-types", multipart({ list: indices, from, ...fields }), { as: admin });
		const preview = await askedBy(await send({ intent: "preview" }));
		await send({ intent: "import", confirmed: preview.confirmed ?? "" });
		seen.push(await handicap());
		expect(new Set(seen).size, String(seen)).toBe(4);
		await db
			.update(gliderTypes)
			.set({ index: second?.index ?? 0 })
			.where(eq(gliderTypes.id, second?.id ?? ""));
		const elsewhere = { ...withGlider(ids.kombiGlider), competitionClass: ids.kombi };
		await late.api("PUT", `/api/registration/${adam.id}`, elsewhere, { as: admin });
		expect((await scoring()).rows).toEqual([]);
	});

	test("a reserve whom an organiser adds to the day, and takes off it", async () => {
		await scored.publish(scoredTask);
		await scored.fly(adam, { hops: home });
		const eva = await scored.pilot("Evová", "E2");
		await db.update(registrations).set({ isReserve: true }).where(eq(registrations.id, eva.id));
		const send = (intent: string) =>
			late.post("/statuses", { intent, day: scored.day.id, reserve: eva.id }, { as: admin });
		await send("add-reserve");
		expect(await states()).toEqual({ A1: "finished", E2: "dnf" });
		await send("remove-reserve");
		expect(await states()).toEqual({ A1: "finished" });
	});
});

test("an earlier log of the flight that counts again", async () => {
	await scored.publish(scoredTask);
	await scored.fly(adam, { hops: home });
	const [flight] = await db.select().from(igcFiles);
	await scored.fly(adam, { hops: withNoise });
	expect(await states()).toEqual({ A1: "out" });
	const [current] = await db.select().from(igcFiles);
	expect(await db.$count(igcFileVersions)).toBe(2);
	const restored = {
		versionId: flight?.currentVersionId ?? "",
		seenVersionId: current?.currentVersionId ?? "",
	};
	await late.post(`/igc/${flight?.id}`, { intent: "restore", ...restored }, { as: admin });
	expect(await states()).toEqual({ A1: "finished" });
});

test("a log that was moved to its day, and is sent again for another one", async () => {
	await scored.publish(scoredTask);
	const elsewhere = scored.days.find(({ date }) => date === "2025-07-14")?.id ?? "";
	const send = () =>
		late.post("/igc", uploadBody(adam.id, elsewhere, flownFile({ hops: home })), { as: { id: adam.userId } });
	await send();
	const [flight] = await db.select().from(igcFiles);
	const to = { intent: "reassign", pilot: adam.id, day: scored.day.id };
	await late.post(`/igc/${flight?.id}`, to, { as: admin });
	await scored.fly(adam, { hops: withNoise, recorder: "ALXV6MS" });
	expect(await states()).toEqual({ A1: "out" });
	await send();
	expect(await states()).toEqual({ A1: "finished" });
});

test("a moved log, a status and an acceptance of a pilot", async () => {
	await scored.publish(scoredTask);
	const eva = await scored.pilot("Evová", "E2");
	await storeStatus({
		statusId: "status-of-adam",
		dayId: scored.day.id,
		registrationId: adam.id,
		status: "DNF",
		statusAt: new Date("2025-07-15T10:00:00Z"),
	});
	await scored.fly(adam, { hops: home });
	const [flight] = await db.select().from(igcFiles);
	const to = { intent: "reassign", pilot: eva.id, day: scored.day.id };
	expect((await late.post(`/igc/${flight?.id}`, to, { as: admin })).status).toBe(303);
	expect(await states()).toEqual({ A1: "dnf", E2: "finished" });
	await late.api("PUT", "/api/competitorstatuses/status-of-adam", { status: "HOME" }, { as: admin });
	// Home, and no log came by the end of the day.
	expect(await states()).toEqual({ A1: "missing", E2: "finished" });
	await late.api("PUT", `/api/registration/${adam.id}/quick-actions`, { accepted: false }, { as: admin });
	// Who has flown withdraws, and keeps the rows of the days before.
	expect(await states()).toEqual({ A1: "missing", E2: "finished" });
});
