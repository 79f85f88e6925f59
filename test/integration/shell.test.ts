import { describe, expect, test } from "vitest";
import { type App, createApp } from "~test/support/app";
import { createAdmin, createUser } from "~test/support/factories";
import { attributeIn, elementsIn, linksIn, sourceOf, textsIn } from "~test/support/html";
import { testEdition, testOrigin } from "~test/support/test-edition";

const flyingDay = "2025-07-13T10:00:00Z";

/** The cookie that brings a message to the next page. */
function flashCookie(kind: "success" | "error", key: string): string {
	return `flash=${encodeURIComponent(JSON.stringify({ kind, key, values: {} }))}`;
}

describe("the document", () => {
	test("a reading page for visitors holds no inline script, no nonce and no React", async () => {
		const response = await createApp().get("/contacts");
		const page = await sourceOf(response);
		const scripts = elementsIn(page, "script");
		expect(scripts.map((script) => script.hasAttribute("src"))).toEqual([true, true]);
		expect(scripts.map(({ rawText }) => rawText)).toEqual(["", ""]);
		expect(page).not.toMatch(/nonce|modulepreload|__remix|\sstyle="/);
		expect(response.headers.get("Content-Security-Policy")).toContain("script-src 'self';");
	});

	test("the same page hydrates for somebody logged in, under a nonce", async () => {
		const response = await createApp().get("/contacts", { as: await createUser() });
		const page = await sourceOf(response);
		const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(
			response.headers.get("Content-Security-Policy") ?? "",
		);
		expect(page).toContain("data-hydrates");
		expect(page).toContain(`nonce="${nonce?.[1]}"`);
	});

	test("a page asks for its texts with its scripts: a competitor's for one file, an organiser's for both", async () => {
		const app = createApp();
		const readers = [undefined, await createUser(), await createAdmin()];
		const files = readers.map(async (as) => {
			const page = await sourceOf(await app.get("/contacts", as && { as }));
			return elementsIn(page, 'link[rel="preload"][as="fetch"][crossorigin][fetchpriority="low"]').length;
		});
		expect(await Promise.all(files)).toEqual([0, 1, 2]);
	});

	test.each<[string, (app: App) => Promise<Response>]>([
		["", (app) => app.get("/login")],
		[
			" with a message",
			(app) => app.get("/login", { headers: { Cookie: flashCookie("error", "error.generic") } }),
		],
		[" with a mistake", (app) => app.post("/login", { email: "nobody", password: "" })],
	])("a visitor gets a form%s without React", async (_, ask) => {
		const page = await sourceOf(await ask(createApp()));
		expect(page).toContain("<form");
		expect(page).not.toContain("data-hydrates");
		expect(page).not.toContain('type="module"');
	});

	test.each(["/LOGIN", "/login/", "/%6Cogin", "/Api/Days"])(
		"an address is found however it is written: %s",
		async (path) => {
			expect((await createApp().get(path)).status).toBe(200);
		},
	);

	test("its title is the page's and the edition's", async () => {
		const page = await sourceOf(await createApp({ host: "2024.localhost" }).get("/contacts"));
		expect(page).toContain("<title>Kontakty – Glider Cup 2024</title>");
		expect(await sourceOf(await createApp().get("/"))).toContain("<title>Glider Cup 2025</title>");
	});

	test("it says its language and where the other one is", async () => {
		const page = await sourceOf(await createApp().get("/archive", { language: "en" }));
		expect(page).toContain('<html lang="en"');
		expect(page).toContain(`<link rel="canonical" href="${testOrigin}/archive?lng=en"/>`);
		expect(page).toContain(`<link rel="alternate" hrefLang="cs" href="${testOrigin}/archive?lng=cs"/>`);
		expect(page).toContain(`<link rel="alternate" hrefLang="en" href="${testOrigin}/archive?lng=en"/>`);
		expect(attributeIn(page, 'meta[name="description"]', "content")).toMatch(/^Gliding competition/);
	});

	test.each([
		["de-AT,de;q=0.9,en-US;q=0.8,en;q=0.7", "", "en"],
		["de", "", "cs"],
		["en", "i18nextLng=cs", "cs"],
	])(
		"a browser that prefers %s gets the first language there is (cookie %o: %s)",
		async (preferred, cookie, language) => {
			const headers = { "Accept-Language": preferred, Cookie: cookie };
			const response = await createApp().get("/archive", { headers });
			expect(response.headers.get("Content-Language")).toBe(language);
		},
	);

	test("the footer holds copyright, version, credit and where bugs are reported", async () => {
		const page = await sourceOf(await createApp().get("/contacts", { language: "en" }));
		expect(page).toContain("© Glider Cup 2025");
		expect(page).toContain("Version 1.7.2");
		expect(page).toContain("The application is being tested and may not work properly.");
		expect(linksIn(page)).toContainEqual([testEdition.developer.name, testEdition.developer.url]);
		expect(linksIn(page)).toContainEqual(["Report a bug", testEdition.bugReportUrl]);
	});

	test("a message of the page before is a banner, once", async () => {
		const headers = { Cookie: flashCookie("error", "error.generic") };
		const response = await createApp().get("/contacts", { headers });
		const banner = '.notice.notice-danger[role="alert"][data-flash="error"] > p';
		expect(textsIn(await sourceOf(response), banner)).toHaveLength(1);
		expect(response.headers.get("Set-Cookie")).toMatch(/^flash=;.*Max-Age=0/);
	});
});

describe("a page that cannot be shown", () => {
	test.each([
		["cs", "Stránka neexistuje – Glider Cup 2025", "Na úvodní stránku"],
		["en", "There is no such page – Glider Cup 2025", "To the home page"],
	] as const)(
		"an unknown address is told in %s, with the bar and a way on",
		async (language, title, home) => {
			const response = await createApp().get("/no/such/page", { language });
			expect(response.status).toBe(404);
			const page = await sourceOf(response);
			expect(page).toContain(`<title>${title}</title>`);
			expect(elementsIn(page, "header.site-bar")).toHaveLength(1);
			expect(linksIn(page)).toContainEqual([home, "/"]);
		},
	);
});

describe("a page that hydrates", () => {
	test.each(["/contacts", "/registration"])("holds nothing behind its end: %s", async (path) => {
		const html = await (await createApp({ clock: flyingDay }).get(path, { as: await createUser() })).text();
		expect(html).toContain("streamController.close()");
		expect(html.split("</body></html>")).toEqual([expect.any(String), ""]);
	});
});

describe("what others read of a page", () => {
	test("an installed app has the edition's name, in the language of the page", async () => {
		const app = createApp({ host: "2021.localhost" });
		const html = await sourceOf(await app.get("/contacts", { language: "en" }));
		const response = await app.get(attributeIn(html, 'link[rel="manifest"]', "href") ?? "");
		expect(response.headers.get("Content-Type")).toBe("application/manifest+json");
		expect(await response.json()).toMatchObject({
			name: "Glider Cup 2021",
			short_name: "Glider Cup",
			lang: "en",
			start_url: "/",
			scope: "/",
			display: "standalone",
		});
	});

	test("a link to a page is shown with its title, its picture and its languages", async () => {
		const html = await sourceOf(await createApp().get("/starting-list?q=x", { language: "en" }));
		const shown = elementsIn(html, 'meta[property^="og:"]').map((tag) => [
			tag.getAttribute("property"),
			tag.getAttribute("content"),
		]);
		expect(shown).toEqual([
			["og:type", "website"],
			["og:site_name", testEdition.title],
			["og:title", `Starting list – ${testEdition.title}`],
			["og:description", testEdition.pageDescription.en],
			["og:url", attributeIn(html, 'link[rel="canonical"]', "href")],
			["og:image", `${testOrigin}/share/${testEdition.year}-en.png`],
			["og:image:width", "1200"],
			["og:image:height", "630"],
			["og:image:alt", testEdition.title],
			["og:locale", "en_GB"],
			["og:locale:alternate", "cs_CZ"],
		]);
	});

	test("a link to nowhere is shown without", async () => {
		const html = await sourceOf(await createApp().get("/no/such/page"));
		expect(elementsIn(html, 'meta[property^="og:"]')).toEqual([]);
	});
});
