import { describe, expect, test } from "vitest";
import { privacySections } from "~/lib/content/privacy-texts.server";
import { linkDays, logsOfOthersDays, mailDays, safetyCardDays } from "~/lib/kept-for";
import { createApp } from "~test/support/app";
import { createUser } from "~test/support/factories";
import { attributeIn, elementsIn, linksIn, sourceOf, textsIn } from "~test/support/html";
import { heldTestEdition, testEdition } from "~test/support/test-edition";

const app = createApp({ clock: "2025-04-10T10:00:00Z" });
const { organiser } = testEdition.contacts;

type Language = "cs" | "en";

const read = async (path: string, language: Language) => sourceOf(await app.get(path, { language }));

const textOf = async (path: string, language: Language) =>
	textsIn(await read(path, language), "main")
		.join(" ")
		.replaceAll("\u00a0", " ");

const points = {
	cs: [
		"pořadatel zpracovává vaše osobní údaje pro potřeby soutěže,",
		"vaše jméno, aeroklub, kluzák a výsledky budou zveřejněny na tomto webu,",
		"vám pořadatel posílá e‑maily s informacemi o soutěži,",
		"se budete řídit pravidly a propozicemi soutěže.",
	],
	en: [
		"the organiser processes your personal data for the needs of the competition,",
		"your name, aeroclub, glider and results are published on this website,",
		"the organiser sends you emails with information about the competition,",
		"you will keep to the rules and regulations of the competition.",
	],
} as const;

const languages: readonly Language[] = ["cs", "en"];

describe.each(languages)("in %s", (language) => {
	test("signup asks for the four consents, in their words", async () => {
		const html = await read("/signup", language);
		const listed = textsIn(html, ".notice li").map((text) => text.replaceAll("\u00a0", " "));
		expect(listed).toEqual(points[language]);
	});

	test.each(["/signup", "/privacy"])(
		"%s names the organiser with address, number and e-mail",
		async (path) => {
			const text = await textOf(path, language);
			for (const part of [organiser.name, organiser.address[language], organiser.idNumber]) {
				expect(text).toContain(part);
			}
			expect(linksIn(await read(path, language))).toContainEqual([
				organiser.email,
				`mailto:${organiser.email}`,
			]);
		},
	);

	test.each(["/signup", "/privacy"])("%s names who gets the data", async (path) => {
		const text = await textOf(path, language);
		for (const name of ["SeeYou", "SoaringSpot", "Cloudflare", "Resend"]) expect(text).toContain(name);
	});

	test("signup leads to sections that the page has", async () => {
		const ways = linksIn(await read("/signup", language)).map(([, path = ""]) => path);
		const anchors = ways.filter((path) => path.startsWith("/privacy#")).map((path) => path.split("#")[1]);
		expect(anchors).toEqual(["responsible", "public", "recipients", "kept", "erasure"]);
		const page = await read("/privacy", language);
		for (const anchor of anchors) expect(attributeIn(page, `h2#${anchor}`, "id")).toBe(anchor);
	});

	test("the page says how long the schedule keeps what it removes", async () => {
		const text = await textOf("/privacy", language);
		expect([linkDays, mailDays, safetyCardDays, logsOfOthersDays]).toEqual([7, 90, 30, 30]);
		const figures = { cs: ["7 dní", "90 dní", "59 minut"], en: ["7 days", "90 days", "59 minutes"] };
		for (const figure of figures[language]) expect(text).toContain(figure);
		// Thirty days after 20 July, said of the safety cards and of the logs of others.
		expect(text.split({ cs: "do 19. 8. 2025", en: "until 19 August 2025" }[language])).toHaveLength(3);
	});

	test("the page says that the record of changes holds logins for longer than they are open", async () => {
		const text = await textOf("/privacy", language);
		const words = {
			cs: ["Otevřená přihlášení: 59 minut", "prohlížeči přihlásil a kdo co změnil: dokud je ročník na webu"],
			en: [
				"Open logins: 59 minutes",
				"in which browser, and who changed what: as long as the edition is online",
			],
		};
		for (const part of words[language]) expect(text).toContain(part);
	});

	test("every page leads to it from its foot, and it leads to the erasure", async () => {
		const title = { cs: "Osobní údaje", en: "Personal data" }[language];
		const [foot] = elementsIn(await read("/", language), "footer");
		expect(linksIn(String(foot))).toContainEqual([title, "/privacy"]);
		const page = await read("/privacy", language);
		expect(textsIn(page, "h1")).toEqual([title]);
		expect(linksIn(page).map(([, path]) => path)).toEqual(
			expect.arrayContaining(["/user-profile", "/user-profile/erase"]),
		);
	});
});

test("an organiser without a number in a register has none", () => {
	const contacts = { ...testEdition.contacts, organiser: { ...organiser, idNumber: null } };
	const [first] = privacySections({ edition: heldTestEdition({ contacts }), language: "en" });
	expect(first?.lead).toBe(
		"The organiser is responsible for personal data: Aeroklub Horní Lesnice, z. s., Letiště 1, 000 00 Horní Lesnice, Czech Republic",
	);
});

test("an edition says that tracks are public when it shows them", () => {
	const detailsOf = (publishTracks: boolean) =>
		privacySections({ edition: heldTestEdition({ publishTracks }), language: "en" })
			.find(({ id }) => id === "public")
			?.details.filter((detail) => detail.includes("tracks"));
	expect(detailsOf(true)).toHaveLength(1);
	expect(detailsOf(false)).toEqual([]);
});

test("who is signed in reads the same page", async () => {
	const html = await sourceOf(await app.get("/privacy", { as: await createUser(), language: "en" }));
	expect(textsIn(html, "main h2")).toEqual(textsIn(await read("/privacy", "en"), "main h2"));
});
