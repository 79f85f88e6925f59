import { eq } from "drizzle-orm";
import { beforeEach, describe, expect } from "vitest";
import { auditLog, payments, pilotDays, registrations } from "~db/schema";
import { createApp, json } from "~test/support/app";
import { databaseOf } from "~test/support/factories";
import { applyList, enters, entryNow, placesPage, withPolicy } from "~test/support/place-rounds";
import { test } from "~test/support/world";

/* What old and new clients of the API, and files, say of the places that a policy gives. */

const db = databaseOf();
const app = createApp({ clock: "2025-04-02T10:00:00Z" });
const final = createApp({ clock: "2025-04-16T10:00:00Z" });

beforeEach(async () => {
	await db.delete(pilotDays);
	await db.delete(payments);
	await db.delete(registrations);
	await db.delete(auditLog);
});

describe("clients of the API", () => {
	const listOf = async (query = "", as?: { id: string }, on = app) =>
		json(await on.api("GET", `/api/starting-list${query}`, undefined, as ? { as } : {}));
	const names = (group: { registrations: { fullName: string }[] }) =>
		group.registrations.map(({ fullName }) => fullName.replace("Jan ", ""));

	test("a client of 2.0.0 gets the places by class and who waits in a group of its own", async ({
		admin,
	}) => {
		withPolicy("by-ranking", 2, "2025-04-15");
		await enters("Adam", { rankingPosition: 9, paid: true, igcId: 77, birthDate: "1980-05-17" });
		await enters("Bor", { rankingPosition: 2 });
		await enters("Cibulka", { isWildcard: true, paid: true });
		await enters("Dub", { paid: true });
		const provisional = await listOf();
		expect(
			provisional.map(({ _id, name, type }: { _id: string; name: string; type?: string }) => [
				_id === name ? _id : name,
				type,
			]),
		).toEqual([
			["Klub", "club"],
			["Kombi", "18_meter"],
			["not-accepted", undefined],
		]);
		expect([names(provisional[0]), names(provisional[2])]).toEqual([["Bor", "Adam", "Cibulka"], ["Dub"]]);
		const finalList = await listOf("?isFinal=true");
		expect([names(finalList[0]), names(finalList[2])]).toEqual([["Adam", "Cibulka", "Dub"], ["Bor"]]);
		expect(await listOf("", undefined, final), "final by the day").toEqual(finalList);
		expect(await listOf("?isFinal=false", undefined, final)).toEqual(provisional);
		expect(provisional[0].registrations[1]).toMatchObject({
			rankingPosition: 9,
			isWildcard: false,
			registrationCompleted: false,
			competitionClass: provisional[0]._id,
			igcId: null,
			birthDate: null,
			accepted: false,
			isReserve: true,
		});
		const [club] = await listOf("", admin);
		expect(club.registrations[1]).toMatchObject({ igcId: 77, birthDate: "1980-05-17" });
	});

	test("accepted says who has a place as applied, and isReserve who waits", async ({ admin }) => {
		withPolicy("by-entry", 1);
		const [a, b] = [await enters("Adam"), await enters("Bor")];
		await applyList(app, admin);
		const read = async ({ id }: { id: string }) =>
			json(await app.api("GET", `/api/registration/${id}`, undefined, { as: admin }));
		expect(await read(a)).toMatchObject({ accepted: true, isReserve: false });
		expect(await read(b)).toMatchObject({ accepted: false, isReserve: true });
	});

	test("a client of 1.7.2 gives and takes a place by hand, at once and audited", async ({ admin }) => {
		withPolicy("by-entry", 1);
		const [a, b] = [await enters("Adam"), await enters("Bor")];
		await applyList(app, admin);
		const act = async ({ id }: { id: string }, body: object) =>
			json(await app.api("PUT", `/api/registration/${id}/quick-actions`, body, { as: admin }));
		expect(await act(b, { accepted: true })).toMatchObject({ accepted: true, isReserve: false });
		expect(await act(a, { isReserve: true })).toMatchObject({ accepted: false, isReserve: true });
		expect([(await entryNow(a)).placeByHand, (await entryNow(b)).placeByHand]).toEqual(["waits", "place"]);
		const rows = await db.select().from(auditLog).where(eq(auditLog.action, "registration.flags"));
		const after = rows.map((row) => row.after as { reason?: string });
		expect(after.filter(({ reason }) => reason === "by client")).toHaveLength(2);
		expect((await placesPage(app, admin)).html, "the list agrees").toContain("Nobody moves");
	});

	test("wild card and position are set by ranking alone; other editions ignore them", async ({ admin }) => {
		const a = await enters("Adam");
		const act = (body: object) =>
			app.api("PUT", `/api/registration/${a.id}/quick-actions`, body, { as: admin });
		expect((await act({ isWildcard: true })).status).toBe(400);
		expect(await json(await act({ paid: true, isWildcard: "x" }))).not.toHaveProperty("isWildcard");
		withPolicy("by-ranking", 1);
		expect(await json(await act({ isWildcard: true }))).toMatchObject({
			isWildcard: true,
			rankingPosition: null,
		});
		expect((await act({ isWildcard: "x" })).status).toBe(400);
		const {
			user: _,
			version: __,
			...entry
		} = await json(await app.api("GET", `/api/registration/${a.id}`, undefined, { as: admin }));
		const body = {
			...entry,
			region: entry.region._id,
			competitionClass: entry.competitionClass._id,
			glider: { ...entry.glider, gliderType: entry.glider.gliderType._id },
			accomodation: { ...entry.accomodation, accomodationType: entry.accomodation.accomodationType._id },
		};
		const put = async (more: object) =>
			json(await app.api("PUT", `/api/registration/${a.id}`, { ...body, ...more }, { as: admin }));
		expect(await put({ isWildcard: false, rankingPosition: 12 })).toMatchObject({
			isWildcard: false,
			rankingPosition: 12,
		});
		const { isWildcard: ___, ...old } = body;
		delete old.rankingPosition;
		const response = await app.api("PUT", `/api/registration/${a.id}`, old, { as: admin });
		expect(await json(response), "what is left out stays").toMatchObject({ rankingPosition: 12 });
	});

	test("the export has wild card and position before the ranking id, by ranking alone", async ({ admin }) => {
		await enters("Adam", { rankingPosition: 9, isWildcard: true, igcId: 77 });
		await enters("Bor");
		const lines = async () => {
			const response = await app.api("GET", "/api/starting-list/export", undefined, { as: admin });
			return (await response.text()).trim().split(/\r?\n/);
		};
		expect((await lines())[0]).toMatch(/registrationCompleted,igcId$/);
		withPolicy("by-ranking", 1);
		const [heading, ...rows] = await lines();
		expect(heading).toMatch(/registrationCompleted,isWildcard,rankingPosition,igcId$/);
		expect(rows.find((row) => row.includes("Adam"))).toMatch(/ano,9,77$/);
		expect(rows.find((row) => row.includes("Bor"))).toMatch(/náhradník,false,ne,,$/);
	});
});
