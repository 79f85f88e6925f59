import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inProject } from "./lib/paths.mjs";

/*
 * `node scripts/run.mjs subset-font`: cuts the typeface of headings and numbers down to the letters of Central Europe. To be run when
 * the package of the font has changed; the file is committed, with its licence beside it.
 */

interface SubsetOptions {
	readonly targetFormat: "woff2";
	/** OpenType features that stay. */
	readonly keepFeatures: readonly string[];
	readonly noHinting: boolean;
}

/** The package has no types. */
const subsetFont: (font: Buffer, letters: string, options: SubsetOptions) => Promise<Buffer> = createRequire(
	import.meta.url,
)("subset-font");

const source = "barlow-semi-condensed";

function range(from: number, to: number): string {
	return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
}

const letters = [
	range(0x20, 0x7e),
	"\u00a0§©°±·×",
	range(0xc0, 0xff),
	"ČčĎďĚěŇňŘřŠšŤťŮůŽž", // Czech
	"ĹĺĽľŔŕ", // Slovak
	"ĄąĆćĘęŁłŃńŚśŹźŻż", // Polish
	"ŐőŰű", // Hungarian
	"ĂăȘșȚțĐđ", // Romanian, Croatian
	"–—‘’‚“”„…•−→€\u202f",
].join("");

/** Small and capital letters of the Cyrillic alphabets, for the names of competitors. */
const cyrillic = `${range(0x400, 0x45f)}\u0490\u0491`;

/** @param path of the font among the installed packages */
async function subsetOf(path: string, text: string): Promise<Buffer> {
	return subsetFont(
		readFileSync(inProject(`node_modules/@expo-google-fonts/${path}`)),
		text,
		// Browsers hint by themselves where a screen needs it.
		{ targetFormat: "woff2", keepFeatures: ["kern", "locl", "tnum"], noHinting: true },
	);
}

const font = await subsetOf(`${source}/700Bold/BarlowSemiCondensed_700Bold.ttf`, letters);
writeFileSync(inProject("app/styles/fonts/barlow-semi-condensed-700.woff2"), font);
copyFileSync(
	inProject(`node_modules/@expo-google-fonts/${source}/LICENSE_FONT`),
	inProject("app/styles/fonts/OFL.txt"),
);
// The Worker draws pictures with both, and loads them as bytes.
const pictures = "app/lib/maps/raster/fonts";
writeFileSync(inProject(`${pictures}/latin.bin`), font);
const other = await subsetOf("roboto-condensed/700Bold/RobotoCondensed_700Bold.ttf", cyrillic);
writeFileSync(inProject(`${pictures}/cyrillic.bin`), other);
copyFileSync(
	inProject("node_modules/@expo-google-fonts/roboto-condensed/LICENSE_FONT"),
	inProject(`${pictures}/OFL.txt`),
);
console.log(`${font.byteLength} and ${other.byteLength} bytes`);
