import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { hashPassword } from "~/lib/accounts/password/password.server";
import { igcFileVersions, registrations, users } from "~db/schema";
import { goodPassword, mailsTo } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { createAdmin, createUser, databaseOf } from "~test/support/factories";
import { place } from "~test/support/flown";
import { elementsIn, textsIn } from "~test/support/html";
import { deleteLogs, type IgcJson, storedIgc } from "~test/support/igc";
import { flight, idOf, sentLogs } from "~test/support/sent-logs";

/* Who may score (docs/security.md, rule 42): anybody may upload a log for anybody, and only some of them score by themselves. */

const db = databaseOf();
const sent = sentLogs();
const { scored, body, counting, row, send, standing } = sent;
const { app } = scored;

const passwordHash = hashPassword(goodPassword);

/** Logs an account in. @returns the cookie of the browser, which the account knows from now on */
async function deviceOf({ id, email }: { readonly id: string; readonly email: string }): Promise<string> {
	await db
		.update(users)
		.set({ passwordHash: await passwordHash })
		.where(eq(users.id, id));
	const login = await app.post("/login", { email, password: goodPassword });
	const cookies = login.headers.getSetCookie().filter((cookie) => cookie.startsWith("device="));
	expect(cookies.map((cookie) => /Path=([^;]*)/.exec(cookie)?.[1])).toEqual(["/login", "/igc"]);
	return cookies[0]?.split(";")[0] ?? "";
}

test("the pilot's own log scores at once", async () => {
	await send(flight(), { as: sent.pilot });
	expect(await standing()).toBe("scores");
	expect(await row()).not.toContain("unconfirmed");
});

test("an organiser's log scores at once", async () => {
	await send(flight(), { as: await createAdmin() });
	expect(await standing()).toBe("scores");
});

test("a log from a browser in which the pilot has logged in scores at once", async () => {
	const device = await deviceOf(sent.pilot);
	await send(flight(), { headers: { Cookie: device } });
	expect(await standing()).toBe("scores");
	const { versions } = await storedIgc();
	expect(versions.map(({ sender }) => sender).toSorted()).toEqual(["device", "pilot"]);
});

test("the device of another account makes a log nobody's own", async () => {
	const device = await deviceOf(await createUser());
	await send(flight(), { headers: { Cookie: device } });
	expect(await standing()).toBe("kept");
});

test("a log that a visitor has left is a visitor's whoever has logged in since, and its browser's", async () => {
	const device = await deviceOf(sent.pilot);
	const headers = { Accept: "application/json", "X-Account": "visitor", Cookie: device };
	const admin = await createAdmin();
	const answer = await app.post("/igc/upload", body(flight()), { as: admin, headers });
	const { receipt } = await answer.json<{ receipt: string }>();
	const { versions } = await storedIgc();
	expect(versions.find(({ id }) => id === idOf(receipt))).toMatchObject({
		uploadedBy: null,
		sender: "device",
	});
});

test("a new password ends the devices of an account, and not the one on which it was set", async () => {
	const before = await deviceOf(sent.pilot);
	const change = { oldPassword: goodPassword, newPassword: "Lucerna stojí v trávě" };
	const changed = await app.post("/change-password", change, { as: sent.pilot });
	await send(flight(), { headers: { Cookie: before } });
	expect(await standing()).toBe("kept");
	const [own = ""] = changed.headers.getSetCookie().filter((cookie) => cookie.startsWith("device="));
	await send(flight(), { headers: { Cookie: own.split(";")[0] ?? "" } });
	expect(await standing()).toBe("scores");
});

test("an account that takes over the address of another takes no device of it", async () => {
	const device = await deviceOf(sent.pilot);
	await db.update(users).set({ email: "old@example.com" }).where(eq(users.id, sent.pilot.id));
	const heir = await createUser({ email: sent.pilot.email });
	await db.update(registrations).set({ userId: heir.id }).where(eq(registrations.id, sent.entry.id));
	await send(flight(), { headers: { Cookie: device } });
	expect(await standing()).toBe("kept");
});

describe("a log of somebody else", () => {
	test.each([
		["a visitor", async () => undefined],
		["another account", () => createUser()],
	])("without a second sign is kept and stands in no table (%s)", async (_, sender) => {
		const before = await scored.daily();
		const receipt = await send(flight(), { as: await sender() });
		expect(await standing()).toBe("kept");
		expect((await row()) ?? "").not.toContain("unconfirmed");
		expect(textsIn(await scored.daily(), "tbody tr")).toEqual(textsIn(before, "tbody tr"));
		const page = await (await app.get(receipt, { language: "en" })).text();
		expect(textsIn(page, ".verdict-warning h1")).toEqual([
			"The log is stored and is waiting to be confirmed.",
		]);
	});

	test("says in the API why it does not score, beside what it said before", async () => {
		const response = await app.api("POST", "/api/igc", body(flight()));
		const json = await response.json<IgcJson>();
		expect(response.status).toBe(201);
		expect(json.warnings.map(({ reason }) => reason)).toContain("sentBySomebodyElse");
	});

	test("is listed for organisers with who has sent it", async () => {
		await send(flight());
		const html = await (
			await app.get(`/igc?day=${scored.day.id}`, { as: await createAdmin(), language: "en" })
		).text();
		expect(textsIn(html, ".chip-warning").join()).toContain("does not score");
		expect(html).toContain("Sent by somebody else");
	});

	test("scores when the pilot confirms it by the link of the mail, which changes nothing by itself", async () => {
		await send(flight());
		const [mail] = await mailsTo(sent.pilot.email);
		const link = /\/igc\/mine\/\S+/.exec(mail?.text ?? "")?.[0] ?? "";
		const page = await app.get(link, { language: "en" });
		expect(page.status).toBe(200);
		expect(textsIn(await page.text(), "main form button")).toEqual(["This is mine"]);
		expect(await standing()).toBe("kept");
		const confirmed = await app.post(link, {});
		expect([confirmed.status, await standing()]).toEqual([303, "scores"]);
		expect(await row()).not.toContain("unconfirmed");
		expect((await app.post(link, {})).status).toBe(303);
	});

	test("is confirmed by nobody else: the address of the receipt is no right", async () => {
		const receipt = await send(flight());
		const path = receipt.replace("/receipt/", "/mine/");
		for (const as of [undefined, await createUser()]) {
			expect((await app.get(path, { as })).status).toBe(403);
			expect((await app.post(path, {}, { as })).status).toBe(403);
		}
		expect(await standing()).toBe("kept");
		expect((await app.post(path, {}, { as: sent.pilot })).status).toBe(303);
		expect(await standing()).toBe("scores");
	});

	test("says on its link that an own log of the day scores already", async () => {
		const own = "Your own log of this day scores already.";
		const receipt = await send(flight());
		const page = () => app.get(receipt.replace("/receipt/", "/mine/"), { as: sent.pilot, language: "en" });
		expect(await (await page()).text()).not.toContain(own);
		await send(flight([], { begins: "16:00:00", hops: [{ to: place(-4000), height: 0 }] }), {
			as: sent.pilot,
		});
		expect(await (await page()).text()).toContain(own);
	});

	test("counts nothing beside an own log of the day, overlapping or not", async () => {
		await send(flight(), { as: sent.pilot });
		await send(flight([], { begins: "16:00:00", hops: [{ to: place(-400), height: 0 }] }));
		const { flights } = await storedIgc();
		const own = flights.filter((one) => one.registrationId === sent.entry.id);
		expect(own.map((one) => one.standing).toSorted()).toEqual(["kept", "scores"]);
	});

	test("stops counting when an own log comes, also of another flight", async () => {
		await send(flight());
		await db.update(igcFileVersions).set({ hasSecondSign: true });
		await send(flight([], { begins: "16:00:00", hops: [{ to: place(-4000), height: 0 }] }), {
			as: sent.pilot,
		});
		const { flights } = await storedIgc();
		const own = flights.filter((one) => one.registrationId === sent.entry.id);
		expect(own.map((one) => one.standing).toSorted()).toEqual(["kept", "scores"]);
	});
});

describe("a second log of somebody else, of the same flight and with no better sign", () => {
	const second = () => flight([], { pressureAtField: 460 });
	let first: string;

	beforeEach(async () => {
		first = await send(flight());
	});

	test("stands beside the first one, and says so on the page, to its script and in the API", async () => {
		const receipt = await send(second());
		expect(await counting()).toBe(idOf(first));
		const page = await app.get(receipt, { language: "en" });
		expect(textsIn(await page.text(), ".verdict-warning h1")).toEqual([
			"Another log of this flight waits to be confirmed, too.",
		]);
		const third = body(flight([], { pressureAtField: 470 }));
		const script = await app.post("/igc/upload", third, { language: "en" });
		expect([script.status, await script.json()]).toMatchObject([201, { fine: false }]);
		const answer = await app.api("POST", "/api/igc", body(flight([], { pressureAtField: 480 })));
		const { warnings } = await answer.json<IgcJson>();
		expect([answer.status, warnings.map(({ reason }) => reason)]).toEqual([
			201,
			expect.arrayContaining(["sentBySomebodyElse"]),
		]);
		expect(await counting()).toBe(idOf(first));
	});

	test("scores when the pilot confirms it by the mail that it brings, or an organiser chooses it", async () => {
		const receipt = await send(second());
		const mails = await mailsTo(sent.pilot.email);
		const links = mails.map(({ text }) => /\/igc\/mine\/\S+/.exec(text)?.[0] ?? "");
		const link = links.find((one) => one.includes(idOf(receipt) ?? "?")) ?? "";
		expect((await app.post(link, {})).status).toBe(303);
		expect([await counting(), await standing()]).toEqual([idOf(receipt), "scores"]);
	});

	test("takes its place when the same browser sends it within the hour, and nobody has confirmed the first one", async () => {
		const cookieOf = (response: Response) =>
			response.headers
				.getSetCookie()
				.find((one) => one.startsWith("igc-sent="))
				?.split(";")[0] ?? "";
		const again = await app.post("/igc", body(flight()));
		expect(cookieOf(again)).toBe("");
		await deleteLogs();
		const started = await app.post("/igc", body(flight()));
		const headers = { Cookie: cookieOf(started) };
		await send(second(), { headers }, createApp({ clock: "2025-07-15T19:01:00Z" }));
		expect(await counting()).toBe(idOf(started.headers.get("Location") ?? ""));
		const third = () => flight([], { pressureAtField: 470 });
		const script = await app.post("/igc/upload", body(third()), { headers });
		expect(await script.json()).toMatchObject({ msg: expect.stringContaining("nahradil") });
		const { receipt } = await (await app.post("/igc/upload", body(third()))).json<{ receipt: string }>();
		expect(await counting()).toBe(idOf(receipt.split("?")[0] ?? ""));
		await app.post(`/igc/mine/${await counting()}`, {}, { as: sent.pilot });
		await send(flight([], { pressureAtField: 480 }), { headers: { Cookie: cookieOf(script) } });
		expect(await counting()).toBe(idOf(receipt.split("?")[0] ?? ""));
	});

	test("takes the place of the first one when that is discarded, and gives it back", async () => {
		const receipt = await send(second(), {}, createApp({ clock: "2025-07-15T18:30:00Z" }));
		const admin = await createAdmin();
		const { flights } = await storedIgc();
		const path = `/igc/${flights.find((one) => one.registrationId === sent.entry.id)?.id}`;
		const versionId = idOf(first) ?? "";
		await app.post(path, { intent: "discard", reason: "Another glider", versionId }, { as: admin });
		expect(await counting()).toBe(idOf(receipt));
		await app.post(path, { intent: "take-back", versionId }, { as: admin });
		expect(await counting()).toBe(idOf(first));
	});
});

test("a log that waited in the browser is the pilot's own by the ticket of its form for 72 hours", async () => {
	const page = await (await app.get("/igc", { as: sent.pilot })).text();
	const ticket = elementsIn(page, 'input[name="ticket"]')[0]?.getAttribute("value") ?? "";
	const withTicket = (log: string) => {
		const form = body(log);
		form.set("ticket", ticket);
		return form;
	};
	const nextDays = createApp({ clock: "2025-07-18T17:00:00Z" });
	expect((await nextDays.post("/igc/upload", withTicket(flight()))).status).toBe(201);
	expect(await standing()).toBe("scores");
	expect((await storedIgc()).versions.find(({ uploadedBy }) => uploadedBy === sent.pilot.id)?.sender).toBe(
		"pilot",
	);
	const tooLate = createApp({ clock: "2025-07-18T18:01:00Z" });
	await tooLate.post("/igc/upload", withTicket(flight([], { begins: "16:00:00" })));
	expect((await storedIgc()).versions.map(({ sender }) => sender).toSorted()).toEqual([
		"other",
		"pilot",
		"pilot",
	]);
});
