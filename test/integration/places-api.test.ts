import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { auditLog } from "~db/schema";
import { json } from "~test/support/app";
import { applyList, beginEmpty, enters, entryNow, placesPage, withPolicy } from "~test/support/place-rounds";
import { test } from "~test/support/world";

/* What old and new clients of the API, and files, say of the places that a policy gives. */

const { db, app, final } = beginEmpty();

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

	test("who waits stands by ranking, without one last, and in a final list the unpaid behind them", async () => {
		withPolicy("by-ranking", 1, "2025-04-15");
		await enters("Adam", { rankingPosition: 1, paid: true });
		await enters("Bez", { paid: true });
		await enters("Cibulka", { rankingPosition: 30, paid: true });
		await enters("Dub", { rankingPosition: 20 });
		const waiting = async (query: string) => names((await listOf(query)).at(-1));
		expect(await waiting("?isFinal=false")).toEqual(["Dub", "Cibulka", "Bez"]);
		expect(await waiting("?isFinal=true")).toEqual(["Cibulka", "Bez", "Dub"]);
	});

	test.for(["?isFinal=x", "?isFinal=", "?isFinal=TRUE", "?isFinal=1"])(
		"a list that is asked for with %s is the one of the day, for everybody",
		async (query, { admin }) => {
			withPolicy("by-ranking", 1, "2025-04-15");
			await enters("Adam", { rankingPosition: 1 });
			await enters("Bor", { rankingPosition: 2, paid: true });
			for (const as of [undefined, admin]) {
				const asked = await listOf(query, as, final);
				expect(names(asked[0])).toEqual(["Bor"]);
				expect(await listOf("", as, final)).toEqual(asked);
			}
		},
	);

	test.for(["by-hand", "by-entry"] as const)(
		"without a ranking (%s) all calls answer byte for byte as if nobody had asked, and know none of its keys",
		async (policy, { admin }) => {
			withPolicy(policy, 1, "2025-04-15");
			const one = await enters("Adam", { rankingPosition: 9, isWildcard: true, accepted: true, igcId: 77 });
			await enters("Bor", { paid: true });
			const bytes = async (path: string, as?: { readonly id: string }) =>
				(await app.api("GET", path, undefined, as ? { as } : {})).text();
			for (const as of [undefined, admin]) {
				const list = await bytes("/api/starting-list", as);
				for (const asked of ["true", "false"])
					expect(await bytes(`/api/starting-list?isFinal=${asked}`, as)).toBe(list);
				expect(JSON.parse(list)).toHaveLength(2);
			}
			const own = await bytes("/api/registration", { id: one.userId });
			const seen = ["/api/starting-list", "/api/starting-list/all", `/api/registration/${one.id}`];
			const all = await Promise.all([...seen, "/api/starting-list/export"].map((path) => bytes(path, admin)));
			for (const text of [own, ...all]) expect(text).not.toMatch(/isWildcard|rankingPosition|not-accepted/);
		},
	);

	test("by ranking every call of 2.0.0 has its keys, with null where nobody knows the value", async ({
		admin,
	}) => {
		withPolicy("by-ranking", 1);
		const one = await enters("Adam", { isWildcard: true });
		const read = async (path: string) => json(await app.api("GET", path, undefined, { as: admin }));
		const unknown = { isWildcard: true, rankingPosition: null };
		expect(await read(`/api/registration/${one.id}`)).toMatchObject(unknown);
		const [club] = await read("/api/starting-list/all");
		expect(club.registrations[0]).toMatchObject({ ...unknown, igcId: null, competitionClass: club.name });
		const [listed, , rest] = await read("/api/starting-list");
		const keys = { ...unknown, igcId: null, registrationCompleted: false, competitionClass: listed._id };
		expect(listed.registrations[0]).toMatchObject(keys);
		expect(rest).toEqual({ _id: "not-accepted", name: "not-accepted", registrations: [] });
		const act = await app.api(
			"PUT",
			`/api/registration/${one.id}/quick-actions`,
			{ isWildcard: false },
			{ as: admin },
		);
		expect(await json(act)).toMatchObject({ isWildcard: false, rankingPosition: null });
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
