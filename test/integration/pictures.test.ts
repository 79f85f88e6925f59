import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { drawPicture } from "~/lib/results/pictures/draw-picture";
import { pictureContents } from "~/lib/results/pictures/picture-contents.server";
import { competitionDays, outlandings, pilotDays, registrations, safetyCards, users } from "~db/schema";
import { eraseByMail, signedUp } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { changeEdition } from "~test/support/change-edition";
import { contextOf } from "~test/support/context";
import { drawPictures } from "~test/support/drawing";
import { createAdmin, createRegistration, databaseOf } from "~test/support/factories";
import { place } from "~test/support/flown";
import { attributeIn, sourceOf } from "~test/support/html";
import { runScheduleAt } from "~test/support/igc";
import { readPng } from "~test/support/png";
import { scaled } from "~test/support/scale";
import { home, scoredClass, scoredTask } from "~test/support/scored-class";
import { testEdition } from "~test/support/test-edition";

drawPictures();

/* What messengers show of a link: drawn by the schedule, kept in the bucket, gone with what it shows. */

const db = databaseOf();
const scored = scoredClass();
const { app } = scored;
const dayPicture = "/pictures/day/2025-07-15.png";

const secrets = {
	phone: "+420 777 019 283",
	card: "kanárek s modrým břichem",
	place: "u kanárkova mlýna",
	latitude: "49.65",
	longitude: "15.33",
};

const stored = async () =>
	(await env.FILES.list({ prefix: "2025/pictures/" })).objects.map(({ key, size, etag, uploaded }) => ({
		path: key.slice("2025/pictures/".length),
		size,
		made: `${etag} ${uploaded.toISOString()}`,
	}));
const paths = async () => (await stored()).map(({ path }) => path).sort();

/** Runs the schedule until everything is drawn. */
async function drawAll(from: string) {
	for (let minute = 0; minute < 5; minute++)
		await runScheduleAt(new Date(Date.parse(from) + minute * 60_000).toISOString());
}

async function pictureOf(path: string): Promise<string> {
	const html = await sourceOf(await app.get(path, { language: "en" }));
	return attributeIn(html, 'meta[property="og:image"]', "content")?.replace(/^https?:\/\/[^/]+/, "") ?? "";
}

test("a day, its results, flights and pilots have pictures once they are published, made once for all who ask, and taken away with an erased pilot, a hidden class and a cancelled day", async () => {
	await scored.publish(scoredTask);
	const long = await scored.pilot("Ж".repeat(80), "7K");
	await db.update(registrations).set({ phone: secrets.phone }).where(eq(registrations.id, long.id));
	const of = { registrationId: long.id, updatedAt: new Date(0) };
	await db.insert(safetyCards).values({ ...of, colours: secrets.card });
	await db.insert(outlandings).values({
		...of,
		id: crypto.randomUUID(),
		dayId: scored.day.id,
		createdAt: new Date(0),
		isHurt: false,
		sender: "pilot",
		standing: "confirmed",
		crewOnWay: false,
		near: null,
		place: secrets.place,
		latitude: 49.65432,
		longitude: 15.33217,
		phone: secrets.phone,
	});
	const person = await signedUp(createApp({ clock: "2025-05-01T10:00:00Z" }));
	const erased = await createRegistration({
		userId: person.user._id,
		accepted: true,
		startNumber: "D4",
		competitionClassId: scored.club,
	});
	await scored.fly(long, { hops: home });
	await scored.fly(erased, { hops: [...home.slice(0, 2), { to: place(60_000), height: 0, stay: 120 }] });

	// Nobody who asks waits for a picture: that of the edition stands for it.
	const before = await app.get(`${dayPicture}?lng=en`);
	expect([before.status, before.headers.get("Location")]).toEqual([302, "/share/2025-en.png"]);
	expect(await stored()).toEqual([]);

	const asking = Array.from({ length: scaled(1_000) }, async () => (await app.get(dayPicture)).arrayBuffer());
	await Promise.all([drawAll("2025-07-15T18:00:00Z"), ...asking]);
	const { club } = scored;
	const flights = (await paths()).filter((path) => path.startsWith("flight/"));
	expect(flights).toHaveLength(2);
	expect(await paths()).toEqual(
		[
			"day/2025-07-15.png",
			"edition.png",
			...flights,
			`pilot/${erased.id}.png`,
			`pilot/${long.id}.png`,
			`results/2025-07-15/${club}.png`,
			`total/${club}.png`,
		].sort(),
	);
	for (const { path, size } of await stored()) expect(size, path).toBeLessThanOrEqual(120_000);
	const shown = await app.get(dayPicture);
	expect(shown.headers.get("Content-Type")).toBe("image/png");
	const { width, height, pixels } = readPng(new Uint8Array(await shown.arrayBuffer()));
	expect([width, height]).toEqual([1200, 630]);
	expect(pixels.subarray(0, 3)).toEqual(Uint8ClampedArray.of(0x08, 0x29, 0x4d));

	// What the desk knows of their pilots is in none of them.
	const contents = await pictureContents(contextOf({ now: new Date("2025-07-15T18:00:00Z") }));
	expect(contents.length).toBeGreaterThan(7);
	const words = contents.map((content) => JSON.stringify(content) + drawPicture(testEdition, content, null));
	expect(words.join()).toContain("7K");
	for (const secret of Object.values(secrets)) expect(words.join()).not.toContain(secret);

	// Whoever leads leads after a day.
	const linesOf = (name: string) => contents.find((one) => one.path.includes(name))?.lines;
	expect(linesOf("edition")).toEqual(
		["1–1 · 15. 7. 2025"].map((line) => expect.stringMatching(line.replace(/ /g, "\\s"))),
	);
	expect(linesOf("total/")).toEqual(linesOf("edition"));

	// Pages lead to them.
	expect(await pictureOf("/days/4")).toBe(`${dayPicture}?lng=en`);
	expect(await pictureOf("/")).toBe("/pictures/edition.png?lng=en");
	expect(await pictureOf("/pilots/7K")).toBe(`/pictures/pilot/${long.id}.png?lng=en`);
	expect(await pictureOf("/results?view=daily")).toBe(`/pictures/results/2025-07-15/${club}.png?lng=en`);
	expect(await pictureOf("/results?view=total")).toBe(`/pictures/total/${club}.png?lng=en`);
	expect(await pictureOf("/contacts")).toBe("/share/2025-en.png");

	// Asked for many times at once, and looked after by the schedule, each was made once.
	const made = await stored();
	await Promise.all(
		Array.from({ length: scaled(1_000) }, async () => (await app.get(dayPicture)).arrayBuffer()),
	);
	await drawAll("2025-07-15T18:30:00Z");
	expect(await stored()).toEqual(made);

	const [account] = await db.select().from(users).where(eq(users.id, person.user._id));
	await eraseByMail(createApp(), { id: person.user._id, email: account?.email ?? "" });
	expect(await stored()).toEqual([]);
	await drawAll("2025-07-15T19:00:00Z");
	expect(await paths()).toContain(`pilot/${long.id}.png`);
	expect((await paths()).filter((path) => path.includes(erased.id))).toEqual([]);

	// A class that is hidden while it is shared, within a minute.
	const admin = await createAdmin();
	const setPublished = async (published: boolean) =>
		(
			await app.api(
				"PATCH",
				`/api/scoring/${scored.day.id}/${club}`,
				{ published, reason: "Chyba" },
				{ as: admin },
			)
		).status;
	const shared = `results/2025-07-15/${club}.png`;
	expect(await setPublished(false)).toBe(200);
	expect(await pictureOf("/results?view=daily")).toBe("/share/2025-en.png");
	await runScheduleAt("2025-07-15T19:10:00Z");
	expect((await app.get(`/pictures/${shared}`)).status).toBe(302);
	expect((await paths()).filter((path) => /^(results|total)/.test(path))).toEqual([]);
	expect(await setPublished(true)).toBe(200);
	await drawAll("2025-07-15T19:20:00Z");
	expect(await paths()).toContain(shared);

	// Tracks that are hidden, and a day.
	changeEdition({ publishTracks: false });
	await runScheduleAt("2025-07-15T20:00:00Z");
	expect((await paths()).filter((path) => path.startsWith("flight/"))).toEqual([]);
	changeEdition({ publishTracks: true });
	await db
		.update(competitionDays)
		.set({ task: "TASK_CANCELLED" })
		.where(eq(competitionDays.id, scored.day.id));
	await runScheduleAt("2025-07-15T20:01:00Z");
	expect((await app.get(dayPicture)).status).toBe(302);
	expect((await paths()).filter((path) => !path.startsWith("flight/"))).toEqual([]);
});

test("a pilot with another number gets another picture, one who has withdrawn keeps that of the days flown", async () => {
	await scored.publish(scoredTask);
	const jana = await scored.pilot("Vítězná", "J1");
	await scored.fly(jana, { hops: home });
	const made = async () => (await stored()).find(({ path }) => path === `pilot/${jana.id}.png`)?.made;
	await drawAll("2025-07-15T18:00:00Z");
	const before = await made();
	expect(before).toBeDefined();
	await db.update(registrations).set({ startNumber: "9Z" }).where(eq(registrations.id, jana.id));
	await db.update(pilotDays).set({ startNumber: "9Z" });
	await drawAll("2025-07-15T18:30:00Z");
	expect([undefined, before]).not.toContain(await made());
	await app.api(
		"PUT",
		`/api/registration/${jana.id}/quick-actions`,
		{ accepted: false },
		{ as: await createAdmin() },
	);
	await drawAll("2025-07-15T19:00:00Z");
	expect(await made()).toBeDefined();
	expect(await pictureOf("/pilots/9Z")).toBe(`/pictures/pilot/${jana.id}.png?lng=en`);
});
