import { describe, expect, test } from "vitest";
import { trackingEntries } from "~db/schema";
import { createApp } from "~test/support/app";
import { createAdmin, createUser, databaseOf, seedReference } from "~test/support/factories";
import { attributeIn, linksIn, sourceOf, textsIn } from "~test/support/html";
import { testEdition } from "~test/support/test-edition";

const flyingDay = "2025-07-13T10:00:00Z";

describe("the bar", () => {
	test.each([
		[
			"cs",
			[
				["Přihláška", "/registration"],
				["Aktuality", "/news"],
				["Stav soutěžících", "/statuses"],
				["Startovní listina", "/starting-list"],
				["Úlohy a\u00a0výsledky", "https://www.soaringspot.com/en_gb/glider-cup-2025/"],
				["Výsledky", "/results"],
				["Nahrát IGC", "/igc"],
				["Dny", "/days"],
				["Dokumenty", "/documents"],
				["Kontakty", "/contacts"],
				["Archiv", "/archive"],
				["Přihlásit se", "/login"],
				["Založit účet", "/signup"],
				["Čeština", "/contacts?lng=cs"],
				["English", "/contacts?lng=en"],
			],
		],
		[
			"en",
			[
				["Entry form", "/registration"],
				["News", "/news"],
				["Competitors status", "/statuses"],
				["Starting list", "/starting-list"],
				["Tasks and results", "https://www.soaringspot.com/en_gb/glider-cup-2025/"],
				["Results", "/results"],
				["IGC upload", "/igc"],
				["Days", "/days"],
				["Documents", "/documents"],
				["Contacts", "/contacts"],
				["Archive", "/archive"],
				["Log in", "/login"],
				["Sign up", "/signup"],
			],
		],
	] as const)("visitors find every page in %s", async (language, links) => {
		const page = await sourceOf(await createApp().get("/contacts", { language }));
		expect(linksIn(page)).toEqual(expect.arrayContaining(links.map(([...link]) => link)));
		expect(page).not.toContain("/change-password");
	});

	test("the other language of an address with two slashes is on this site", async () => {
		const app = createApp();
		const page = await sourceOf(await app.fetch(new Request(`${app.url("/")}/evil.example.com/`)));
		expect(linksIn(page)).toContainEqual(["English", "/evil.example.com/?lng=en"]);
	});

	test("somebody logged in sees their name, their account and the way out", async () => {
		const user = await createUser({ name: "Bohumil", surname: "Vránek" });
		const page = await sourceOf(await createApp().get("/contacts", { as: user, language: "en" }));
		expect(textsIn(page, ".account-name")).toEqual(["Bohumil Vránek"]);
		expect(page).not.toContain(">Admin</span>");
		const links = linksIn(page);
		expect(links).toContainEqual(["Profile", "/user-profile"]);
		expect(links).toContainEqual(["Change password", "/change-password"]);
		expect(textsIn(page, 'form[action="/logout"] > button')).toContain("Log out");
		expect(links.map(([, address]) => address)).not.toContain("/login");
		expect(links.map(([, address]) => address)).not.toContain("/competition-days");
	});

	test("an organiser is marked as one and finds the organisers' pages", async () => {
		const page = await sourceOf(
			await createApp().get("/contacts", { as: await createAdmin(), language: "en" }),
		);
		expect(page).toContain(">Admin</span>");
		const links = linksIn(page);
		expect(links).toContainEqual(["Competition days", "/competition-days"]);
		expect(links).toContainEqual(["Users", "/users"]);
	});

	test("the link to tasks and results is disabled while its address is unknown", async () => {
		const page = await sourceOf(
			await createApp({ host: "2020.localhost" }).get("/contacts", { language: "en" }),
		);
		expect(textsIn(page, 'a[role="link"][aria-disabled="true"]:not([href])')).toEqual(["Tasks and results"]);
	});

	test("without tracking the menu says so and still has the fixed link", async () => {
		const page = await sourceOf(await createApp({ clock: flyingDay }).get("/contacts", { language: "en" }));
		expect(page).toContain("No tracking for this day.");
		expect(linksIn(page)).toContainEqual(["Tracking overview", testEdition.tracking.hubUrl]);
		expect(page).not.toContain("Both classes together");
	});

	test("two tracking entries give a link each and one for both", async () => {
		const { competitionClasses, competitionDays } = await seedReference();
		const day = competitionDays.find(({ date }) => date === "2025-07-13");
		// Written past `commit`, so cached pages lack it: this page was not asked for before.
		await databaseOf()
			.insert(trackingEntries)
			.values(
				competitionClasses.map(({ id, type }) => ({
					id: crypto.randomUUID(),
					dayId: day?.id ?? "",
					competitionClassId: id,
					taskUrl: `https://tasks.example.com/${type}.tsk`,
					updatedAt: new Date(flyingDay),
				})),
			);
		const page = await sourceOf(await createApp({ clock: flyingDay }).get("/archive", { language: "en" }));
		const tracking = "https://glideandseek.com/?taskOneUrl=";
		expect(linksIn(page)).toEqual(
			expect.arrayContaining([
				["Club Day\u00a02", `${tracking}${encodeURIComponent("https://tasks.example.com/club.tsk")}`],
				["Kombi Day\u00a02", `${tracking}${encodeURIComponent("https://tasks.example.com/18_meter.tsk")}`],
			]),
		);
		expect(linksIn(page).map(([words]) => words)).toContain("Both classes together");
	});

	test.each([
		["before the competition", "2023-07-01T10:00:00Z", "Club Day\u00a01"],
		["after it", "2023-07-17T10:00:00Z", "Club Day\u00a09"],
		["in a past edition", "2025-07-13T10:00:00Z", "Club Day\u00a09"],
	])("%s the menu has the tracking of the first or the last day", async (_when, clock, words) => {
		const { competitionClasses, competitionDays } = await seedReference(2023);
		const club = competitionClasses.find(({ type }) => type === "club");
		await databaseOf(2023)
			.insert(trackingEntries)
			.values(
				[competitionDays.at(0), competitionDays.at(-1)].map((day) => ({
					id: crypto.randomUUID(),
					dayId: day?.id ?? "",
					competitionClassId: club?.id ?? "",
					taskUrl: `https://tasks.example.com/${day?.date}.tsk`,
					updatedAt: new Date(clock),
				})),
			)
			.onConflictDoNothing();
		for (const as of [null, await createUser({}, 2023)]) {
			const response = await createApp({ clock, host: "2023.localhost" }).get("/archive", {
				language: "en",
				as,
			});
			const links = linksIn(await sourceOf(response)).filter(([, to]) => to.includes("taskOneUrl"));
			expect(links.map(([label]) => label)).toEqual([words]);
		}
	});

	test.each([
		["2025-02-01T10:00:00Z", "/calendar.ics?event=signup"],
		["2025-05-01T10:00:00Z", "/registration"],
		[flyingDay, "/igc"],
		["2025-08-01T10:00:00Z", "/results"],
	])("the main action at %s is %s", async (clock, address) => {
		const page = await sourceOf(await createApp({ clock }).get("/contacts"));
		expect(attributeIn(page, "a.button-primary.main-action", "href")).toBe(address);
	});
});

test("organisers have the badge Admin, other roles the badge of their name, competitors none", async () => {
	const badgeOf = async (role: "organiser" | "scorer" | null) => {
		const page = await sourceOf(
			await createApp().get("/contacts", { as: await createUser({ role }), language: "en" }),
		);
		return textsIn(page, ".account-name + .badge");
	};
	expect(await badgeOf("organiser")).toEqual(["Admin"]);
	expect(await badgeOf("scorer")).toEqual(["Scorer"]);
	expect(await badgeOf(null)).toEqual([]);
});
