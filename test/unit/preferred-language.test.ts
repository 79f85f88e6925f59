import { expect, test } from "vitest";
import { preferredLanguage } from "~/lib/i18n/language";

test.each([
	["cs", "cs"],
	["en", "en"],
	["cs-CZ", "cs"],
	["EN-us", "en"],
	["cs-CZ,cs;q=0.9,en;q=0.8", "cs"],
	["cs-CZ,en;q=0.5", "cs"],
	["en;q=0.8, cs;q=0.9", "cs"],
	["en , cs", "en"],
	// Browsers of pilots from Austria, Germany and Slovakia.
	["de-AT,de;q=0.9,en-US;q=0.8,en;q=0.7", "en"],
	["de, en-GB;q=0.5", "en"],
	["sk-SK,sk;q=0.9,cs;q=0.8,en-US;q=0.7,en;q=0.6", "cs"],
	["zh-Hant-TW, en;q=0.1", "en"],
	["cs;q=0, en;q=0.001", "en"],
	["en;q=1.000", "en"],
	["en; level=1; q=0.2, cs;q=0.1", "en"],
] as const)("%s asks for %s", (header, language) => {
	expect(preferredLanguage(header)).toBe(language);
});

test.each([null, "", "*", "de", "pl, sk;q=0.5", "cs;q=0", "english", ",;q=1,,", "-cs", "cs_CZ"])(
	"%s asks for none of ours",
	(header) => {
		expect(preferredLanguage(header)).toBeNull();
	},
);
