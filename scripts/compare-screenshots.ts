import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { inProject } from "./lib/paths.mjs";
import { Stop } from "./lib/stop.mjs";
import { launchBrowser } from "./scenes/browser";

/*
 * `npm run screenshots:compare -- <folder>`: which pictures below screenshots/ differ from those of the same names in another
 * folder, and by how many pixels. Two runs of one commit are equal.
 */

const [other] = process.argv.slice(2);
if (!other || !existsSync(other)) {
	throw new Stop("Name a folder of other screenshots: npm run screenshots:compare -- <folder>");
}

const dataAddress = (file: string) => `data:image/png;base64,${readFileSync(file, "base64")}`;

/** Steps of 255 that a colour may change: what is half transparent is not drawn alike twice. */
const unseenStep = 2;

/** How a picture differs from another one; the browser decodes both. */
function difference(page: Page, before: string, after: string): Promise<string> {
	return page.evaluate(
		async ({ addresses, unseen }) => {
			const [one, two] = await Promise.all(
				addresses.map(async (address) => {
					const image = new Image();
					image.src = address;
					await image.decode();
					const { width, height } = image;
					const drawing = new OffscreenCanvas(width, height).getContext("2d");
					drawing?.drawImage(image, 0, 0);
					return { width, height, pixels: drawing?.getImageData(0, 0, width, height).data ?? [] };
				}),
			);
			if (!one || !two) return "cannot be read";
			if (one.width !== two.width || one.height !== two.height) {
				return `${one.width} × ${one.height} became ${two.width} × ${two.height}`;
			}
			let count = 0;
			let top = one.height;
			let bottom = 0;
			for (let at = 0; at < one.pixels.length; at += 4) {
				const steps = [0, 1, 2].map((channel) =>
					Math.abs((one.pixels[at + channel] ?? 0) - (two.pixels[at + channel] ?? 0)),
				);
				if (Math.max(...steps) <= unseen) continue;
				count += 1;
				const row = Math.floor(at / 4 / one.width);
				top = Math.min(top, row);
				bottom = row;
			}
			return count > 0 ? `${count} px, rows ${top} to ${bottom}` : "";
		},
		{ addresses: [dataAddress(before), dataAddress(after)], unseen: unseenStep },
	);
}

const folder = inProject("screenshots");
const picturesIn = (place: string) => readdirSync(place, { recursive: true, encoding: "utf8" });
const files = new Set([...picturesIn(folder), ...picturesIn(other)]);
const names = [...files].filter((name) => name.endsWith(".png")).sort();
const browser = await launchBrowser();
const page = await browser.newPage();
let different = 0;
for (const name of names) {
	const [before, after] = [`${other}/${name}`, `${folder}/${name}`];
	const found = !existsSync(before)
		? "is new"
		: !existsSync(after)
			? "is missing"
			: readFileSync(before).equals(readFileSync(after))
				? ""
				: await difference(page, before, after);
	if (!found) continue;
	different += 1;
	console.log(`${name}: ${found}`);
}
await browser.close();
console.log(`${different} of ${names.length} differ.`);
