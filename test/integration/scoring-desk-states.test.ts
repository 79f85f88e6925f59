import { expect, test } from "vitest";
import { scoreDecisions } from "~db/schema";
import { createApp } from "~test/support/app";
import { databaseOf, storeStatus } from "~test/support/factories";
import { elementsIn, linksIn, sourceOf, textsIn } from "~test/support/html";
import { pilotOf, runScheduleAt } from "~test/support/igc";
import { scoredPair } from "~test/support/scored-pair";

/* What the desk says of the state of results, and offers in it. */

const db = databaseOf();
const pair = scoredPair();
const { scored } = pair;

const desk = () => `/admin/scoring/${scored.day.date}/club`;

test("the dashboard says when results can be official, and that somebody has to do it", async () => {
	await scored.app.api("PATCH", pair.path(), { state: "unofficial" }, { as: pair.admin });
	const lines = async (clock: string) =>
		textsIn(
			await sourceOf(await createApp({ clock }).get("/admin", { as: pair.admin, language: "en" })),
			".attention",
		);
	expect((await lines("2025-07-15T19:00:00Z")).join()).toContain("the protest time is running");
	expect((await lines("2025-07-16T18:00:01Z")).find((line) => line.includes("can be official"))).toMatch(
		/^Attention/,
	);
});

test("the head of the desk says how final the results are, until when there are protests and which wait, and leads to the sheet; nothing offers what the protest time forbids", async () => {
	const shown = async (clock: string) => {
		const page = await createApp({ clock }).get(desk(), { as: pair.admin, language: "en" });
		const html = (await sourceOf(page)).replaceAll("\u00a0", " ");
		const buttons = textsIn(html, "section[aria-labelledby=results-state] button");
		return { head: textsIn(html, ".results-note")[0] ?? "", buttons, links: linksIn(html), html };
	};
	const first = await shown("2025-07-15T18:00:00Z");
	expect(first.head).toMatch(/^Preliminary/);
	expect(first.buttons).toEqual(["Make unofficial"]);
	expect(elementsIn(first.html, "#state-reason"), "nothing needs a reason").toHaveLength(0);
	expect(textsIn(first.html, "#next-state").join()).toMatch(/protests run until .*20:00/);
	expect(first.links).toContainEqual(["Sheet for signature", "/results/sheet/2025-07-15/club"]);
	expect(textsIn(first.html, "thead th")).not.toContain("Official");

	const published = await scored.app.post(desk(), { intent: "unofficial" }, { as: pair.admin });
	const Cookie = `token=${await scored.app.token(pair.admin)}; ${published.headers.get("Set-Cookie")?.split(";")[0]}`;
	const after = await scored.app.get(desk(), { language: "en", headers: { Cookie } });
	expect(textsIn(await sourceOf(after), "[data-flash=success]")).toEqual([
		"The results are unofficial, the protest time is running.",
	]);
	const protest = { text: "Odlet byl otevřen pozdě", feePaid: "on" };
	await scored.app.post("/protests/2025-07-15/club", protest, { as: await pilotOf(pair.eva.id) });
	const running = await shown("2025-07-15T19:00:00Z");
	expect(running.head).toMatch(/^Unofficial.*Protests until.*Protest pending/);
	expect(running.html.match(/Protests until/g)).toHaveLength(1);
	expect(running.buttons).toEqual(["Make official", "Reopen"]);
	expect(textsIn(running.html, '[aria-labelledby="results-state"] button[disabled]')).toEqual([
		"Make official",
	]);
	// What hinders comes first; the rules are folded.
	expect(textsIn(running.html, "#hindrances").join()).toMatch(
		/^Protests run until .*20:00 \(in 23 hours\)\.$/,
	);
	expect(textsIn(running.html, "#state-reason-hint details p")).toHaveLength(2);
	expect(textsIn((await shown("2025-07-16T17:50:00Z")).html, "#hindrances").join()).toContain(
		"(in 10 minutes)",
	);
	const over = await shown("2025-07-16T18:00:01Z");
	expect(textsIn(over.html, "#hindrances")).toEqual(["A protest is still pending."]);
	expect(textsIn(running.html, "h2").indexOf("State of the results")).toBeLessThan(
		textsIn(running.html, "h2").indexOf("Competitors"),
	);
	expect(running.html).toContain("can be made official when the protest time is over");
	expect(elementsIn(running.html, "#state-reason[required]")).toHaveLength(1);
	expect(running.html).not.toContain("has no log");
	expect(textsIn(running.html, "h2").indexOf("Protests")).toBeLessThan(
		textsIn(running.html, "h2").indexOf("Competitors"),
	);
	expect(over.buttons).toEqual(["Make official", "Reopen"]);
	const refused = await scored.app.post(desk(), { intent: "reopen" }, { as: pair.admin });
	expect(refused.headers.get("Location")).toBe("/admin/scoring/2025-07-15/club#results-state");

	const id = elementsIn(running.html, '[name="protest"]')[0]?.getAttribute("value") ?? "";
	const upheld = { intent: "protest", protest: id, outcome: "upheld", reason: "Podle záznamu" };
	await scored.app.post(desk(), upheld, { as: pair.admin });
	await scored.app.post(desk(), { intent: "reopen", reason: "Protest uznán" }, { as: pair.admin });
	const reopened = await shown("2025-07-15T19:00:00Z");
	const scorer = "Karel Správce";
	expect(reopened.head).toMatch(new RegExp(`^Preliminary.*version 2.*${scorer}: Protest uznán`, "i"));
	expect(textsIn(reopened.html, "article .notice").join()).toMatch(
		new RegExp(`Podle záznamu ${scorer}, .*20:00`),
	);
});

test("the desk says beforehand that official results ask for a reason, and about whom", async () => {
	const flying = await scored.pilot("Letící", "F3");
	const landed = await scored.pilot("Polní", "F4");
	const since = { dayId: scored.day.id, statusAt: new Date("2025-07-15T10:00:00Z") };
	await storeStatus({ registrationId: flying.id, status: "FLYING", ...since });
	await storeStatus({ registrationId: landed.id, status: "OUTLANDING", ...since });
	await runScheduleAt("2025-07-15T18:01:00Z");
	const html = await sourceOf(await scored.app.get(desk(), { as: pair.admin, language: "en" }));
	// What hinders the state after the next one is folded.
	expect(textsIn(html, "#hindrances p")).toEqual([
		expect.stringMatching(/^2 pilots are flying.* \(F3, F4\)$/),
		"To announce results nevertheless, write a reason.",
	]);
	expect(linksIn(html)).toContainEqual(["F3", `${desk()}#${flying.id}`]);
	const required = textsIn(html, "#state-reason-hint p").filter((text) => text.includes("F3"));
	expect(required).toEqual(["2 pilots have no log (F3, F4)"]);
	expect(textsIn(html, ".results-note").join()).toContain("2 of 4 logs");
});

test("a decision that changes points while protests run says that their time ends later; another one does not", async () => {
	await scored.app.api("PATCH", pair.path(), { state: "unofficial" }, { as: pair.admin });
	const later = createApp({ clock: "2025-07-16T08:00:00Z" });
	const decide = async (fields: Readonly<Record<string, string>>) => {
		const [row] = await db.select().from(scoreDecisions);
		const decidedAt = row ? String(row.updatedAt.getTime()) : "";
		const form = {
			intent: "decide",
			registrationId: pair.adam.id,
			decidedAt,
			reason: "Rozhodnuto",
			...fields,
		};
		return (await later.post(desk(), form, { as: pair.admin })).headers.get("Set-Cookie");
	};
	expect(await decide({ penaltyPoints: "10", penaltyText: "Vysoký odlet" })).toContain("protestsAnew");
	const same = { points0: "10", text0: "Vysoký odlet" };
	expect(await decide(same)).toContain("scoringAdmin.success");
});

test("the desk of official results offers no decision, only to reopen them", async () => {
	const put = (state: string, clock: string) =>
		createApp({ clock }).api("PATCH", pair.path(), { state, reason: "Zkontrolováno" }, { as: pair.admin });
	const offered = async () => {
		const html = await sourceOf(await scored.app.get(desk(), { as: pair.admin, language: "en" }));
		return elementsIn(html, 'a[href*="?decide="]').length;
	};
	expect(await offered()).toBe(2);
	await put("unofficial", "2025-07-15T18:00:00Z");
	await put("official", "2025-07-16T18:00:01Z");
	expect(await offered()).toBe(0);
});

test("a hidden class gets no other state, and official results are not hidden: on the desk and by a client", async () => {
	const app = createApp({ clock: "2025-07-16T18:00:01Z" });
	const send = async (body: object, on = scored.app) => {
		const answer = await on.api(
			"PATCH",
			pair.path(),
			{ reason: "Zkontrolováno", ...body },
			{ as: pair.admin },
		);
		return [answer.status, (await answer.json<{ readonly msg?: string }>()).msg];
	};
	const press = async (intent: string, on = scored.app) =>
		(await on.post(desk(), { intent, reason: "Zkontrolováno" }, { as: pair.admin })).headers.get("X-Refusal");
	const isHidden = [409, "The class is hidden. Show it first."];

	expect(await press("hide")).toBeNull();
	expect(await send({ state: "unofficial" })).toEqual(isHidden);
	expect(await press("unofficial")).toBe("results-hidden");
	const page = await scored.app.get(desk(), { as: pair.admin, language: "en" });
	expect(textsIn(await sourceOf(page), "#hindrances")).toEqual(isHidden.slice(1));
	expect(await press("show")).toBeNull();
	expect(await press("unofficial")).toBeNull();

	expect(await send({ published: false })).toEqual([200, undefined]);
	expect(await send({ state: "official" }, app)).toEqual(isHidden);
	await press("show");
	expect(await send({ state: "official" }, app)).toEqual([200, undefined]);
	expect(await send({ published: false }, app)).toEqual([
		409,
		"The results of the day are closed. Reopen them first.",
	]);
	expect(await press("hide", app)).toBe("results-closed");
});
