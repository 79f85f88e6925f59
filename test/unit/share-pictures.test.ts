import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { languages } from "~/lib/i18n/language";
// Those of the site, not those of the tests.
import { editions } from "../../editions/index";

const pictures = editions.flatMap(({ year }) => languages.map((language) => `${year}-${language}`));

test.each(pictures)("the picture of shared links %s has the size that messengers want", (name) => {
	const png = readFileSync(new URL(`../../public/share/${name}.png`, import.meta.url));
	expect(png.toString("latin1", 1, 4)).toBe("PNG");
	expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
	expect(png.byteLength).toBeLessThan(100_000);
});
