import fc from "fast-check";
import { expect, test } from "vitest";
import { editionOfHost, isApiHost } from "~/lib/editions/edition-hosts";
import { editions, newestEdition } from "~editions/index";

test.each([
	["2024.glidercup.example", 2024],
	["api.2024.glidercup.example", 2024],
	["2024.localhost", 2024],
	["2020.glidercup.example.", 2020],
	["API.2023.GliderCup.Example", 2023],
	["www.2021.glidercup.example", 2021],
	["2022", 2022],
	["2024.2020.glidercup.example", 2024],
])("the host %s shows the edition %i", (hostname, year) => {
	expect(editionOfHost(hostname, editions, newestEdition()).year).toBe(year);
});

test.each([
	"glidercup.example",
	"api.glidercup.example",
	"localhost",
	"127.0.0.1",
	"[::1]",
	"2019.glidercup.example",
	"20240.glidercup.example",
	"x2024.glidercup.example",
	"02024.localhost",
	"2024-glidercup.example",
	"٢٠٢٤.localhost",
	"",
	".",
	"..",
	"constructor.glidercup.example",
])("the host %j shows the newest edition", (hostname) => {
	expect(editionOfHost(hostname, editions, newestEdition())).toBe(newestEdition());
});

test("any text is a host of some edition", () => {
	fc.assert(
		fc.property(fc.string({ unit: "binary" }), (hostname) => {
			expect(editions).toContain(editionOfHost(hostname, editions, newestEdition()));
			expect(typeof isApiHost(hostname)).toBe("boolean");
		}),
	);
});

test.each([
	["api.2024.glidercup.example", true],
	["API.glidercup.example", true],
	["api.localhost", true],
	["api.localhost.", true],
	["2024.glidercup.example", false],
	["2024.api.glidercup.example", false],
	["apis.glidercup.example", false],
	["api", false],
	["api.", false],
	["", false],
])("whether %s is a host of the API: %s", (hostname, expected) => {
	expect(isApiHost(hostname)).toBe(expected);
});
