import { expect } from "vitest";
import { createApp } from "~test/support/app";
import { changeEdition } from "~test/support/change-edition";
import { createRegistration } from "~test/support/factories";
import { elementsIn, linksIn, sourceOf, textsIn } from "~test/support/html";
import { testEdition } from "~test/support/test-edition";
import { ids, test } from "~test/support/world";

async function home(clock: string, language: "cs" | "en" = "cs", host = "2025.localhost"): Promise<string> {
	const response = await createApp({ clock, host }).get("/", { language });
	expect(response.status).toBe(200);
	return sourceOf(response);
}

const beforeSignup = "2025-03-01T10:59:59Z";
const signupOpen = "2025-03-01T11:00:00Z";
const thirdDay = "2025-07-14T08:00:00Z";
const afterwards = "2025-07-21T08:00:00Z";

test.each([
	["cs", "12. 7. – 20. 7. 2025"],
	["en", "12–20 July 2025"],
] as const)("title, dates and place stand first (%s)", async (language, dates) => {
	const page = await home(signupOpen, language);
	expect(textsIn(page, "h1")).toEqual(["Glider Cup 2025"]);
	expect(page).toContain(dates);
	expect(page).toContain(testEdition.place[language]);
});

test("until signup opens the page says when it will", async () => {
	expect(await home(beforeSignup)).toContain("Účet si můžete založit od 1.\u00a03.\u00a02025 12:00.");
	expect(await home(beforeSignup, "en")).toContain("Signup opens on 1\u00a0March\u00a02025, 12:00.");
});

test("from that moment on signup is said to be open", async () => {
	expect(await home(signupOpen)).toContain("Účet si můžete založit.");
	expect(await home(signupOpen, "en")).toContain("Signup is open.");
});

test("on a flying day the line about signup says whether one can still enter", async () => {
	expect(await home(thirdDay)).toContain(
		"Účet si můžete založit. Do\u00a0soutěže se můžete ještě přihlásit.",
	);
	changeEdition({ entriesUntil: "2025-07-12T08:00:00+02:00" });
	expect(await home(thirdDay)).toContain("Účet si můžete založit. Přihlášky do\u00a0soutěže jsou uzavřené.");
	expect(await home(thirdDay, "en")).toContain("Signup is open. Entries are closed.");
});

test.each([
	// Nobody is invited to a form that does not open yet.
	[beforeSignup, ["/documents", "/starting-list"]],
	[signupOpen, ["/registration", "/starting-list", "/documents"]],
	[thirdDay, ["/statuses", "/results", "/starting-list", "/documents"]],
	[afterwards, ["/results", "/starting-list", "/documents", "/archive"]],
])("at %s the page's links are, in their order, %s", async (clock, addresses) => {
	const links = elementsIn(await home(clock), "ul.quick-links a");
	expect(links.map((link) => link.getAttribute("href"))).toEqual(addresses);
});

test("the board counts the days until the competition, then those of it, then nothing", async () => {
	const board = (page: string) => textsIn(page, "p.home-day")[0]?.replace(/\s+/g, " ");
	expect(board(await home("2025-07-09T22:00:00Z"))).toBe("Do zahájení 2 dny");
	expect(board(await home("2025-07-11T10:00:00Z", "en"))).toBe("Begins in 1 day");
	expect(board(await home(thirdDay))).toBe("Soutěžní den 3 z 9");
	expect(board(await home(afterwards))).toBeUndefined();
});

test("who has withdrawn waits no more", async ({ entry: _ }) => {
	await createRegistration({ withdrawnFrom: "2025-07-13" });
	const classes = textsIn(await home(signupOpen, "en"), ".invitation dd li");
	expect(classes.map((text) => text.replace(/\s+/g, " "))).toContain("Club (and 1 waiting)");
});

test("before signup home invites: what, places left, fee, camp, tow, contact and the days until signup", async ({
	reference: _,
}) => {
	await createRegistration({ accepted: true, competitionClassId: ids.club });
	changeEdition({
		capacity: { byClass: { club: 2, "18_meter": 32 } },
		invitation: {
			what: { cs: "Devět dnů přeletů.", en: "Nine days of cross-country flying." },
			camp: { cs: "Kemp na letišti.", en: "Campsite at the airfield." },
			tow: { cs: "Pět vlečných.", en: "Five tugs." },
		},
		payment: { iban: "CZ6508000000192000145399", currency: "CZK", recipient: "Aeroklub", amount: 2500 },
	});
	const page = await home("2025-02-10T11:00:00Z", "en");
	const facts = elementsIn(page, ".invitation > div").map((fact) =>
		fact.textContent.replace(/\s+/g, " ").trim(),
	);
	expect(facts).toEqual([
		expect.stringMatching(/^Classes and placesClub 2 places, 1 left.*Kombi 32 places$/),
		"Entry feeCZK 2,500",
		"Where to stay and eatCampsite at the airfield.",
		"TowsFive tugs.",
		"Entries and questionsKvěta Zapletalováentries@example.com+420 600 158 004",
	]);
	expect(page).toContain("Nine days of cross-country flying.");
	expect(textsIn(page, "p.home-day")[0]?.replace(/\s+/g, " ")).toBe("Signup in 19 days");
	// The guard speaks after the invitation.
	expect(page.indexOf('class="invitation"')).toBeLessThan(page.indexOf("home-alert"));
	// An edition that says nothing of itself names its places only.
	changeEdition({ invitation: undefined, capacity: { total: 60 } });
	expect(
		textsIn(await home("2025-02-10T11:00:00Z", "en"), ".invitation > div:first-child li")
			.at(-1)
			?.replace(/\s+/g, " "),
	).toBe("60 places, 59 left");
});

test.each([
	["before signup opens", "2025-02-10T11:00:00Z", true],
	["while it is open", signupOpen, false],
	["on a flying day", thirdDay, false],
	["after the competition", afterwards, true],
] as const)("the upload is a plain link at the foot of home or a button: %s", async (_, clock, isPlain) => {
	const links = elementsIn(await home(clock), 'main a[href="/igc"]');
	expect(links.length).toBeGreaterThan(0);
	for (const link of links) expect(link.classList.contains("button")).toBe(!isPlain);
	if (isPlain)
		expect(
			elementsIn(await home(clock), "main a")
				.at(-1)
				?.getAttribute("href"),
		).toBe("/igc");
});

test("albums stand below their years, several of one year together", async () => {
	const album = (year: number, place: string) => ({
		year,
		title: { cs: place, en: place },
		url: `https://photos.example.com/${year}/${place}/`,
	});
	changeEdition({ photoGalleries: [album(2024, "air"), album(2024, "ground"), album(2023, "all")] });
	const page = await home(thirdDay, "en");
	const [menu] = elementsIn(page, ".home-head details .menu-list");
	expect(menu && textsIn(menu, "strong")).toEqual(["2024", "2023"]);
	expect(menu && linksIn(elementsIn(menu, 'ul[aria-label="2024"]')[0] ?? "").map(([text]) => text)).toEqual([
		"air",
		"ground",
	]);
});

test("albums open in a new tab, flight logs are uploaded at /igc", async () => {
	const page = await home(signupOpen, "en");
	const album = 'a[href="https://photos.example.com/glidercup/2024/"][target="_blank"][rel="noopener"]';
	expect(textsIn(page, album)[0]).toMatch(/^Photos 2024/);
	expect(elementsIn(page, 'a.button[href="/igc"]')).not.toHaveLength(0);
});

test("the alert has its three lines", async () => {
	expect(elementsIn(await home(signupOpen), "section.home-alert p")).toHaveLength(3);
});

test("four sponsors are shown, one of them without a link", async () => {
	const page = await home(signupOpen);
	expect(elementsIn(page, "section.sponsors img")).toHaveLength(4);
	expect(elementsIn(page, "section.sponsors a")).toHaveLength(3);
});

test("each edition has its own home", async () => {
	const page = await home(afterwards, "cs", "2022.localhost");
	expect(textsIn(page, "h1")).toEqual(["Glider Cup 2022"]);
	expect(page).toContain("9. 7. – 17. 7. 2022");
});
