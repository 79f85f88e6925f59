import { expect } from "vitest";
import { pilotDays } from "~db/schema";
import { createApp } from "~test/support/app";
import { databaseOf, statusOf } from "~test/support/factories";
import {
	at,
	date,
	isOf,
	launchesOf,
	noon,
	type Person,
	path,
	read,
	seeHome,
	starter,
	stateOf,
	statusId,
	tap,
} from "~test/support/grid-desk";
import { textsIn } from "~test/support/html";
import { dayOn, test } from "~test/support/world";

const db = databaseOf();

async function dutyButtons(app: typeof noon, as: Person, intent: string): Promise<readonly string[]> {
	return textsIn(await read(app, `/statuses?day=${date}&duty=on`, as), `button[value="${intent}"]`);
}

test("the launch of a class counts who stands there unscratched, is not offered for nobody; its undo outlives a tap, and lands who had launched before", async ({
	admin,
}) => {
	await db.update(pilotDays).set({ status: "HOME" });
	const [one, two, three, scratched] = [await starter(), await starter(), await starter(), await starter()];
	await db.update(pilotDays).set({ status: null }).where(isOf(one.entry));
	await tap(noon, scratched.entry, admin, { intent: "scratch", reason: "horečka" });
	await tap(at("08:00:00"), two.entry, admin, { launches: "1" });
	await tap(at("08:30:00"), two.entry, admin, { launches: "2" });
	const landed = { id: await statusId(two.entry), seen: "FLYING", status: "DNF" };
	await at("09:00:00").post("/statuses", landed, { as: admin });
	expect(await dutyButtons(noon, admin, "launch")).toEqual(["Launch 3 of Club"]);
	await noon.post("/statuses", { intent: "launch", day: dayOn(date), class: "club" }, { as: admin });
	expect(await dutyButtons(noon, admin, "launch")).toEqual([]);
	const later = at("10:05:00");
	const status = await statusOf(three.entry, dayOn(date));
	const home = { id: status?.statusId ?? "", seen: "FLYING", status: "HOME" };
	await later.post("/statuses", home, { as: admin });
	expect(await dutyButtons(later, admin, "undo-launch")).toEqual([
		"Take back the launch of Club (gliders: 2)",
	]);
	const undo = { intent: "undo-launch", day: dayOn(date), class: "club" };
	const launchedAt = String(Date.parse(`${date}T10:00:00Z`));
	await later.post("/statuses", { ...undo, undo: launchedAt }, { as: admin });
	expect(await Promise.all([one, two, three].map(({ entry }) => stateOf(entry)))).toEqual([
		"DNF",
		"DNF",
		"HOME",
	]);
	expect(await launchesOf(two.entry)).toHaveLength(2);
});

test("nobody is launched on a day that has not begun, and no button offers it", async ({ admin }) => {
	const { entry } = await starter();
	const eve = createApp({ clock: new Date(Date.parse(`${date}T10:00:00Z`) - 86_400_000).toISOString() });
	const ofClass = { day: dayOn(date), class: "club" };
	const row = { ...ofClass, intent: "launch-row", pilots: entry.id };
	const asked = [
		await tap(eve, entry, admin, { launches: "1", seen: "0" }),
		await eve.post(path, row, { as: admin }),
	];
	for (const { headers } of asked) {
		expect(decodeURIComponent(headers.get("Set-Cookie") ?? "")).toContain("server.day-ahead");
	}
	await eve.post("/statuses", { ...ofClass, intent: "launch" }, { as: admin });
	expect([await launchesOf(entry), await stateOf(entry)]).toEqual([[], "DNF"]);
	const together = 'button:has(use[href*="flying"])';
	expect(await dutyButtons(eve, admin, "launch")).toEqual([]);
	const textsOfLaunch = async (app: typeof noon) =>
		textsIn(await read(app, path, admin), together).filter((text) => text.startsWith("Launch"));
	expect(await textsOfLaunch(noon)).not.toEqual([]);
	expect(await textsOfLaunch(eve)).toEqual([]);
});

test("the launch of a row is undone as a whole, with who got a remark since; who was launched again since stays in the air", async ({
	admin,
}) => {
	const [one, two, again] = [await starter(), await starter(), await starter()];
	const pilots = [one, two, again].map(({ entry }) => entry.id).join(" ");
	const launchedAt = at("16:00:00");
	await launchedAt.post(
		path,
		{ intent: "launch-row", day: dayOn(date), class: "club", pilots },
		{ as: admin },
	);
	const relit = await tap(at("16:20:00"), again.entry, admin, { launches: "2", seen: "1" });
	await tap(at("16:21:00"), two.entry, admin, { intent: "remark", reason: "bez kolečka" });
	const html = await read(noon, path, admin);
	const [, row] = (relit.headers.get("Location") ?? "").split("#");
	expect(textsIn(html, `li[id="${row}"]`).join()).toContain(again.entry.startNumber);
	const offered = ["Take back the launch of Club (gliders: 2)"];
	expect(textsIn(html, 'button[value="undo-launch"]')).toEqual(offered);
	expect(await dutyButtons(at("16:22:00"), admin, "undo-launch")).toEqual(offered);
	const undo = String(Date.parse(`${date}T16:00:00Z`));
	await noon.post(path, { intent: "undo-launch", day: dayOn(date), class: "club", undo }, { as: admin });
	for (const { entry } of [one, two]) {
		expect(await launchesOf(entry)).toEqual([]);
		expect(await stateOf(entry)).toBe("DNF");
	}
	expect(await launchesOf(again.entry)).toHaveLength(2);
	expect(await stateOf(again.entry)).toBe("FLYING");
	expect(await read(noon, path, null)).not.toContain("undo-launch");
});

/** A launch of one pilot, by each of the buttons that note one. */
const launches = {
	"one by one": (app: typeof noon, entry: Person, as: Person, waited: string) =>
		tap(app, entry, as, { launches: "1", seen: "0", waited }),
	"as a row": (app: typeof noon, entry: Person, as: Person, waited: string) =>
		tap(app, entry, as, { intent: "launch-row", class: "club", pilots: entry.id, waited }),
	"as a class": (app: typeof noon, _: Person, as: Person, waited: string) =>
		app.post("/statuses", { intent: "launch", day: dayOn(date), class: "club", waited }, { as }),
};
const hour = 3_600_000;

test.for(Object.entries(launches))(
	"launched %s, taken back and launched again, a glider is flying: in the same second, and by a tap that has waited",
	async ([how, launch], { admin }) => {
		for (const waited of [900, hour]) {
			const { entry } = await starter();
			await launch(noon, entry, admin, "0");
			const undo = String(Date.parse(`${date}T10:00:00Z`));
			const takeBack = { intent: "undo-launch", day: dayOn(date), class: "club", undo };
			if (how === "one by one") await tap(noon, entry, admin, { launches: "0", seen: "1" });
			else await noon.post(path, takeBack, { as: admin });
			expect(await stateOf(entry)).toBe("DNF");
			await launch(noon, entry, admin, String(waited));
			expect(await stateOf(entry)).toBe("FLYING");
		}
	},
);

test.for(Object.entries(launches))(
	"a launch %s that has waited leaves on the ground who has landed since, as somebody has said",
	async ([_, launch], { admin }) => {
		const { entry } = await starter();
		const status = { id: await statusId(entry), seen: "DNF", status: "FLYING" };
		await at("10:20:00").post("/statuses", status, { as: admin });
		const landed = { ...status, seen: "FLYING", status: "DNF" };
		await at("10:40:00").post("/statuses", landed, { as: admin });
		await launch(at("11:00:00"), entry, admin, String(hour));
		expect(await stateOf(entry)).toBe("DNF");
	},
);

test("statuses and launches that have waited together hold in the order of their taps", async ({ admin }) => {
	const { entry } = await starter();
	const status = { id: await statusId(entry), seen: "DNF", status: "FLYING" };
	await noon.post("/statuses", status, { as: admin });
	const late = at("12:00:00");
	const landed = { ...status, seen: "FLYING", status: "DNF", waited: String(hour) };
	await late.post("/statuses", landed, { as: admin });
	await tap(late, entry, admin, { launches: "1", seen: "0", waited: String(hour / 2) });
	expect(await stateOf(entry)).toBe("FLYING");
});

test("what has waited takes back no launch that came after the tap, and lands nobody who was launched again since", async ({
	admin,
}) => {
	const { entry } = await starter();
	await tap(noon, entry, admin, { launches: "1", seen: "0" });
	await seeHome(entry, "10:30:00", admin);
	await tap(at("11:00:00"), entry, admin, { launches: "2", seen: "1" });
	await tap(at("11:01:00"), entry, admin, { launches: "1", seen: "2" });
	await tap(at("11:02:00"), entry, admin, { launches: "2", seen: "1" });
	const late = at("12:00:00");
	const waited = String(1.5 * hour);
	await tap(late, entry, admin, { launches: "1", seen: "2", waited });
	expect(await launchesOf(entry)).toHaveLength(2);
	const home = { id: await statusId(entry), seen: "FLYING", status: "HOME", waited };
	const answer = await late.post("/statuses", home, { as: admin });
	expect(answer.headers.get("Set-Cookie")).toContain("competitorStatus.changed");
	expect(await stateOf(entry)).toBe("FLYING");
});

test("taps that have waited for more than a day have their times, and no launch is noted after its day", async ({
	admin,
}) => {
	const [waiting, seen, noted] = [await starter(), await starter(), await starter()];
	const twoDaysLater = createApp({ clock: "2025-07-17T10:30:00Z" });
	const waited = String(48 * hour);
	await tap(twoDaysLater, waiting.entry, admin, { launches: "1", seen: "0", waited });
	expect(await launchesOf(waiting.entry)).toEqual([Date.parse(`${date}T10:30:00Z`)]);
	await tap(noon, seen.entry, admin, { launches: "1", seen: "0" });
	await seeHome(seen.entry, "11:30:00", admin);
	const flying = { id: await statusId(seen.entry), seen: "HOME", status: "FLYING", waited };
	await twoDaysLater.post("/statuses", flying, { as: admin });
	expect(await stateOf(seen.entry)).toBe("HOME");
	await tap(twoDaysLater, noted.entry, admin, { launches: "1", seen: "0" });
	expect(await launchesOf(noted.entry)).toEqual([Date.parse(`${date}T22:00:00Z`) - 1]);
});

test("a relight noted while the status says flying is newer than what has waited since before it", async ({
	admin,
}) => {
	const { entry, user } = await starter();
	await tap(noon, entry, admin, { launches: "1", seen: "0" });
	await tap(at("11:30:00"), entry, admin, { launches: "2", seen: "1" });
	const late = at("12:00:00");
	const home = { id: await statusId(entry), seen: "FLYING", status: "HOME", waited: String(hour) };
	await late.post("/statuses", home, { as: admin });
	const report = { pilot: entry.id, day: dayOn(date), position: "49.6543, 15.3321", condition: "well" };
	await late.post("/outlandings/report", { ...report, waited: String(hour) }, { as: user });
	expect(await stateOf(entry)).toBe("FLYING");
	await late.post("/statuses", { ...home, waited: "900" }, { as: admin });
	expect(await stateOf(entry)).toBe("HOME");
});
