import { env } from "cloudflare:test";
import { eq, like } from "drizzle-orm";
import { unzipSync } from "fflate";
import { beforeEach, describe, expect } from "vitest";
import { auditLog, editionState, igcFiles, igcFileVersions, throttles } from "~db/schema";
import { createApp } from "~test/support/app";
import { createAdmin, createRegistration, createUser, databaseOf } from "~test/support/factories";
import { faultyBucket } from "~test/support/faulty-bindings";
import { elementsIn, plainSourceOf, textsIn } from "~test/support/html";
import { deleteLogs, evening, type IgcJson, runScheduleAt, storedIgc, uploadBody } from "~test/support/igc";
import { dayOn, test } from "~test/support/world";

/* Storage has a ceiling, and what others sent and nobody needs goes after the competition (docs/security.md, rule 46). */

const db = databaseOf();
const app = createApp({ clock: evening });
const gigabyte = 1_000_000_000;

let pilot: { id: string };
let admin: { id: string };
let entry: string;
const day = dayOn("2025-07-15");

beforeEach(async () => {
	await deleteLogs();
	await db.batch([
		db.delete(auditLog),
		db.delete(throttles),
		db.update(editionState).set({ storedLogBytes: 0 }),
	]);
	pilot = await createUser();
	admin = await createAdmin();
	entry = (await createRegistration({ userId: pilot.id, accepted: true, startNumber: "7K" })).id;
});

type Flight = Parameters<typeof uploadBody>[2];
type Sending = Parameters<typeof app.api>[3];

async function send(flight: Flight = {}, init: Sending = {}, of = entry) {
	const response = await app.api("POST", "/api/igc", uploadBody(of, day, flight), init);
	return { status: response.status, headers: response.headers, json: await response.json<IgcJson>() };
}

async function storedBytes(): Promise<number> {
	const [state] = await db.select({ bytes: editionState.storedLogBytes }).from(editionState);
	return state?.bytes ?? 0;
}

describe("a network from which others have sent a gigabyte within a day", () => {
	const airfield = { headers: { "CF-Connecting-IP": "203.0.113.7" } };
	const elsewhere = { headers: { "CF-Connecting-IP": "203.0.113.8" } };

	beforeEach(async () => {
		await send({}, airfield);
		// In local mode the limits by address are a hundred times as high.
		await db
			.update(throttles)
			.set({ count: 100 * gigabyte })
			.where(like(throttles.key, "igc-bytes:%"));
	});

	test("gets no other log of others in, and the answer of the API has its shape and time", async () => {
		const refused = await send({ fixes: 310 }, airfield);
		expect(refused.status).toBe(429);
		expect(refused.json).toEqual({
			msg: expect.stringContaining("Log in as the pilot, or try again tomorrow."),
			errors: { igc: "igc.refused.networkFull" },
		});
		expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(80_000);
		expect((await storedIgc()).versions).toHaveLength(1);
	});

	test.each([
		["cs", "Z vaší sítě dnes přišlo tolik záznamů letů"],
		["en", "So many flight logs were uploaded from your network today"],
	] as const)("says why on the page, with and without scripts (%s)", async (language, text) => {
		const body = () => uploadBody(entry, day, { fixes: 310 });
		const page = await app.post("/igc", body(), { ...airfield, language });
		expect([page.status, textsIn(await plainSourceOf(page), ".field-error").join()]).toEqual([
			429,
			expect.stringContaining(text),
		]);
		const script = await app.post("/igc/upload", body(), { ...airfield, language });
		expect([script.status, await plainSourceOf(script)]).toEqual([429, expect.stringContaining(text)]);
	});

	test("holds back neither the competitor, nor organisers, nor other networks", async () => {
		expect((await send({ fixes: 310 }, { ...airfield, as: pilot })).status).toBe(200);
		expect((await send({ fixes: 320 }, { ...airfield, as: admin })).status).toBe(201);
		expect((await send({ fixes: 330 }, elsewhere)).status).toBe(201);
	});
});

describe("the ceiling of an edition", () => {
	const fill = (bytes: number) => db.update(editionState).set({ storedLogBytes: bytes });

	test("leaves the last quarter to competitors and organisers", async () => {
		await fill(15 * gigabyte);
		const refused = await send();
		expect([refused.status, refused.json]).toEqual([
			503,
			{ msg: expect.stringContaining("no more room"), errors: { igc: "igc.refused.noRoom" } },
		]);
		expect((await send({}, { as: pilot })).status).toBe(201);
		expect((await send({ fixes: 310 }, { as: admin })).status).toBe(201);
		await fill(20 * gigabyte);
		expect((await send({ fixes: 320 }, { as: pilot })).status).toBe(503);
		const page = await app.post("/igc", uploadBody(entry, day, { fixes: 320 }), {
			as: pilot,
			language: "en",
		});
		expect(textsIn(await plainSourceOf(page), ".field-error").join()).toContain("call the organisers");
	});

	test("counts each log once, and gives the room of a broken upload back", async () => {
		const first = await send({}, { as: pilot });
		await send({}, { as: pilot });
		expect(await storedBytes()).toBe(first.json.size);
		const { faults, bucket } = faultyBucket(env.FILES);
		faults.put = "before";
		const broken = createApp({ clock: evening, env: { FILES: bucket } });
		await broken.api("POST", "/api/igc", uploadBody(entry, day, { fixes: 310 }), { as: pilot });
		expect(await storedBytes()).toBeGreaterThan(first.json.size);
		await runScheduleAt("2025-07-15T20:00:00Z");
		expect(await storedBytes()).toBe(first.json.size);
	});
});

describe("thirty days after the last competition day", () => {
	/** The competition ends on 20 July. */
	const [tooEarly, late] = ["2025-08-19T12:00:00Z", "2025-08-20T12:00:00Z"] as const;
	const after = createApp({ clock: "2025-08-20T13:00:00Z" });

	/** Of the competitor's logs that the bucket holds. */
	const keysOfEntry = async () => (await storedIgc()).keys.filter((key) => key.includes(entry));

	const stateOf = async (sha256: string) =>
		(await storedIgc()).versions.find((version) => version.sha256 === sha256)?.state;

	/** The pilot's own log, and one of a stranger beside it. */
	async function both() {
		const own = await send({}, { as: pilot });
		const stranger = await send({ gliderType: "Discus" });
		const { versions } = await storedIgc();
		const versionOf = (sha256: string) => versions.find((one) => one.sha256 === sha256);
		const [ownVersion, version] = [versionOf(own.json.sha256), versionOf(stranger.json.sha256)];
		if (!ownVersion || !version) throw new Error("no logs");
		return { own, stranger, flightId: own.json._id, version, ownVersion };
	}

	test("the file of somebody else's superseded log goes, and its row and room say so", async () => {
		const { own, stranger, version } = await both();
		await runScheduleAt(tooEarly);
		expect(await stateOf(stranger.json.sha256)).toBe("ready");
		await runScheduleAt(late);
		expect(await stateOf(stranger.json.sha256)).toBe("removed");
		expect(await stateOf(own.json.sha256)).toBe("ready");
		expect(await keysOfEntry()).toHaveLength(1);
		expect(await storedBytes()).toBe(own.json.size);
		const [audited] = await db.select().from(auditLog).where(eq(auditLog.action, "igc.remove"));
		expect([audited?.actorId, audited?.after]).toEqual([null, { versionId: version.id }]);
	});

	test("pages and downloads say that it is gone instead of failing", async () => {
		const { flightId, version } = await both();
		await runScheduleAt(late);
		const file = await after.api("GET", `/api/igc/file/${version.id}`, undefined, { as: admin });
		expect([file.status, await file.json()]).toEqual([
			410,
			{ msg: "The file of this flight log was removed after the competition." },
		]);
		const receipt = await after.get(`/igc/receipt/${version.id}`, { language: "en" });
		expect(textsIn(await plainSourceOf(receipt), ".verdict p").join()).toContain(
			"was removed after the competition",
		);
		const page = await plainSourceOf(await after.get(`/igc/${flightId}`, { as: admin, language: "en" }));
		const item = elementsIn(page, "li").find((one) => one.textContent.includes(version.sha256));
		expect(item?.textContent).toContain("file removed");
		expect(elementsIn(item ?? "", "button")).toEqual([]);
		const act = async (fields: Record<string, string>) => {
			const response = await after.post(
				`/igc/${flightId}`,
				{ versionId: version.id, ...fields },
				{ as: admin },
			);
			return response.headers.get("Set-Cookie") ?? String(response.status);
		};
		const seenVersionId = (await storedIgc()).flights[0]?.currentVersionId ?? "";
		expect(await act({ intent: "restore", seenVersionId })).toContain("log-removed");
		expect(await act({ intent: "discard", reason: "Twice" })).toContain("log-removed");
		expect(await act({ intent: "download" })).toBe("410");
		expect((await storedIgc()).flights[0]?.currentVersionId).toBe(seenVersionId);
	});

	test("the same bytes may come again, as the competitor's own", async () => {
		await both();
		await runScheduleAt(late);
		const again = await after.api("POST", "/api/igc", uploadBody(entry, day, { gliderType: "Discus" }), {
			as: pilot,
		});
		expect(again.status).toBe(200);
		const { versions } = await storedIgc();
		expect([versions.map(({ state }) => state).sort(), (await keysOfEntry()).length]).toEqual([
			["ready", "ready", "removed"],
			2,
		]);
	});

	test("a discarded one goes when the competitor has another log of the day, and not when it is the only one", async () => {
		const only = await send({ gliderType: "Discus" });
		const { versions } = await storedIgc();
		const discard = { intent: "discard", reason: "Another glider", versionId: versions[0]?.id ?? "" };
		await app.post(`/igc/${only.json._id}`, discard, { as: admin });
		await runScheduleAt(late);
		expect(await stateOf(only.json.sha256)).toBe("ready");
		await send({ fixes: 350 }, { as: pilot });
		await runScheduleAt("2025-08-20T12:05:00Z");
		expect(await stateOf(only.json.sha256)).toBe("removed");
	});

	test.each([
		["downloaded", { intent: "download" }],
		["confirmed", { intent: "confirm" }],
	])("one that an organiser has %s stays", async (_, fields) => {
		const { stranger, flightId, version, ownVersion } = await both();
		if (fields.intent === "confirm") await db.update(igcFiles).set({ currentVersionId: version.id });
		await app.post(`/igc/${flightId}`, { versionId: version.id, ...fields }, { as: admin });
		await db.update(igcFiles).set({ currentVersionId: ownVersion.id });
		await runScheduleAt(late);
		expect(await stateOf(stranger.json.sha256)).toBe("ready");
	});

	test("one that was in the archive of its day stays, and others of the day go", async () => {
		const stranger = await send({ gliderType: "Discus" });
		await app.post("/igc/archive", { day }, { as: admin });
		const second = await send({ gliderType: "Janus" });
		await send({}, { as: pilot });
		await runScheduleAt(late);
		expect(await stateOf(stranger.json.sha256)).toBe("ready");
		expect(await stateOf(second.json.sha256)).toBe("removed");
	});

	test("a bucket that does not answer holds it up, and the next run finishes it", async () => {
		const { stranger } = await both();
		const { faults, bucket } = faultyBucket(env.FILES);
		faults.delete = "before";
		await runScheduleAt(late, { FILES: bucket });
		expect(await stateOf(stranger.json.sha256)).toBe("removing");
		await runScheduleAt("2025-08-20T12:05:00Z");
		expect([await stateOf(stranger.json.sha256), (await keysOfEntry()).length]).toEqual(["removed", 1]);
	});
});

test("the archive of a day keeps what nobody has confirmed apart, and leaves out what was discarded", async () => {
	const [other, third] = await Promise.all(
		["AB", "CD"].map((startNumber) => createRegistration({ accepted: true, startNumber })),
	);
	await send({}, { as: pilot });
	await send({ fixes: 310 }, {}, other?.id);
	const discarded = await send({ fixes: 320 }, {}, third?.id);
	const [version] = await db
		.select()
		.from(igcFileVersions)
		.where(eq(igcFileVersions.sha256, discarded.json.sha256));
	const discard = { intent: "discard", reason: "Another glider", versionId: version?.id ?? "" };
	await app.post(`/igc/${discarded.json._id}`, discard, { as: admin });
	const link = await app.post("/igc/archive", { day }, { as: admin });
	const archive = await app.get(link.headers.get("Location") ?? "");
	expect(Object.keys(unzipSync(new Uint8Array(await archive.arrayBuffer()))).sort()).toEqual([
		"club/2025-07-15_7K.igc",
		"unconfirmed/club/2025-07-15_AB.igc",
	]);
	const { flights } = await storedIgc();
	expect(flights.filter(({ downloaded }) => downloaded)).toHaveLength(2);
});

test("a flood of logs that do not score lengthens no list: the first three of a competitor are shown", async () => {
	for (let flight = 0; flight < 5; flight++) {
		await send({ start: `${String(8 + flight).padStart(2, "0")}:00:00`, fixes: 100 });
	}
	await send({ start: "14:00:00" }, { as: pilot });
	const list = async () => plainSourceOf(await app.get(`/igc?day=${day}`, { as: admin, language: "en" }));
	expect(elementsIn(await list(), "tbody tr")).toHaveLength(4);
	expect(await list()).toContain("2 more logs that do not score are not listed");
	expect(
		elementsIn(await plainSourceOf(await app.get("/igc", { as: pilot })), 'a[href^="/igc/receipt/"]'),
	).toHaveLength(4);

	const { flights } = await storedIgc();
	const shown = flights.find(({ standing, flightNumber }) => standing === "kept" && flightNumber === 1);
	const versionId = shown?.currentVersionId ?? "";
	await app.post(`/igc/${shown?.id}`, { intent: "discard", reason: "Nobody's", versionId }, { as: admin });
	expect(textsIn(await list(), "tbody .chip").join()).not.toContain("discarded");
	const api = await app.api("GET", `/api/igc/${day}`, undefined, { as: admin });
	const groups = await api.json<{ igcFiles: { _id: string }[] }[]>();
	expect(groups.flatMap(({ igcFiles: files }) => files.map(({ _id }) => _id))).not.toContain(shown?.id);
});
