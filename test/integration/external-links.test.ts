import { expect, test } from "vitest";
import { createApp } from "~test/support/app";
import { seedReference } from "~test/support/factories";
import { elementsIn } from "~test/support/html";

const app = createApp({ clock: "2025-07-15T08:00:00Z" });

const pages = ["/", "/archive", "/contacts", "/results", "/days", "/privacy"];

test.each([
	["cs", "(otevře se v\u00a0nové kartě)"],
	["en", "(opens in a new tab)"],
] as const)(
	"links to other sites open a new tab and say so to screen readers (%s)",
	async (language, words) => {
		await seedReference();
		for (const path of pages) {
			const page = await (await app.get(path, { language })).text();
			const links = elementsIn(page, 'a[href^="https://"]');
			// The foot of every page leads to the developer and to reports of bugs.
			expect(links.length, path).toBeGreaterThan(1);
			for (const link of links) {
				const name = `${path} ${link.getAttribute("href")}`;
				expect(link.getAttribute("target"), name).toBe("_blank");
				expect(link.getAttribute("rel"), name).toBe("noopener");
				expect(link.querySelector(".sr-only")?.textContent.trim(), name).toBe(words);
			}
		}
	},
);

test.each([
	["cs", "Pole", "Letiště"],
	["en", "Outlanding", "Airfield"],
] as const)(
	"contacts: the field is the numbers of outlandings, the airfield another section (%s)",
	async (language, field, airfield) => {
		const page = await (await app.get("/contacts", { language })).text();
		const numberBelow = (id: string) => elementsIn(page, `section[aria-labelledby="${id}"] a[href^="tel:"]`);
		expect(elementsIn(page, "#field")[0]?.textContent).toBe(field);
		expect(elementsIn(page, "#airfield")[0]?.textContent).toBe(airfield);
		expect(numberBelow("field")[0]?.textContent).toBe("+420 600 158 006");
		expect(numberBelow("airfield")[0]?.textContent).toBe("+420 600 158 003");
	},
);
