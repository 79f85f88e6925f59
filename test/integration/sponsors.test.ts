import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { sweepUploads } from "~/lib/files/store-upload.server";
import { unusedLogos } from "~/lib/season/logos.server";
import { logos } from "~db/schema";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { createAdmin, databaseOf, seedReference } from "~test/support/factories";
import { attributeIn, elementsIn, rowsIn, sourceOf, textsIn, valueIn } from "~test/support/html";
import { multipart } from "~test/support/multipart";
import { restoreSetting, settingsForm } from "~test/support/set-edition";
import { testEdition } from "~test/support/test-edition";

/* The sponsors of an edition with their logos, from the file that an organiser sends to the picture on home. */

const now = "2025-03-10T12:00:00+01:00";
const app = createApp({ clock: now });
const db = databaseOf();

await seedReference();
const admin = await createAdmin();

const path = "/admin/settings/sponsors";
const last = testEdition.sponsors.length;

const svgOf = (inside: string, head = "") =>
	`<?xml version="1.0"?>${head}<svg xmlns="http://www.w3.org/2000/svg" width="250" height="90">${inside}</svg>`;
const box = '<rect width="200" height="60" fill="#0b4f8a"/>';
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const png = fromBase64(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);
const webp = fromBase64("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==");

/** A PNG that says it has so many pixels a side. */
function pngOf(side: number): Uint8Array<ArrayBuffer> {
	const bytes = png.slice();
	new DataView(bytes.buffer).setUint32(16, side);
	return bytes;
}

type Typed = Record<string, string | File>;

/** Sends the form of the sponsors as it stands, with what was typed. */
async function send(typed: Typed, by = app) {
	const fields = { ...(await settingsForm(app, admin, "sponsors")), ...typed };
	return by.post(path, multipart(fields), { as: admin, language: "en" });
}

const added = (logo: BlobPart, name: string, typed: Typed = {}): Typed => ({
	[`sponsors/${last}/name`]: "Svahové létání",
	[`sponsors/${last}/url`]: "https://svah.example.com/",
	[`sponsors/${last}/logo/file`]: new File([logo], name),
	...typed,
});

/** Looks at what would change, and saves it. @returns the path of the new logo */
async function save(typed: Typed): Promise<string> {
	const preview = await send({ ...typed, intent: "preview" });
	const html = await sourceOf(preview);
	expect(preview.status, textsIn(html, ".notice-danger").join()).toBe(200);
	const fields = Object.fromEntries(
		elementsIn(html, "#settings input:not([type=checkbox])").map((input) => [
			input.getAttribute("name") ?? "",
			input.getAttribute("value") ?? "",
		]),
	);
	const previewed = attributeIn(html, "[name=previewed]", "value") ?? "";
	const saved = await app.post(path, multipart({ ...fields, previewed, intent: "save" }), { as: admin });
	expect(saved.status).toBe(303);
	return fields[`sponsors/${last}/logo`] ?? "";
}

const undo = () => restoreSetting(app, admin, "sponsors", "sponsors", 0);
const logosOnHome = async () =>
	elementsIn(await sourceOf(await app.get("/")), ".sponsors img").map((image) => image.getAttribute("src"));

test("an SVG becomes a PNG: seen in the preview, on home after saving, with an address for ever, and gone by one press", async () => {
	const before = await logosOnHome();
	const preview = await sourceOf(await send({ ...added(svgOf(box), "logo.svg"), intent: "preview" }));
	expect(attributeIn(preview, "section td img", "src")).toMatch(/^\/logos\/[0-9a-f]{64}\.png$/);
	expect(await logosOnHome()).toEqual(before);
	const logo = await save(added(svgOf(box), "logo.svg"));
	expect(await logosOnHome()).toEqual([...before, logo]);
	const picture = await app.get(logo);
	expect(picture.headers.get("Content-Type")).toBe("image/png");
	expect(picture.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
	expect(picture.headers.get("X-Content-Type-Options")).toBe("nosniff");
	expect(picture.headers.get("Content-Security-Policy")).toContain("sandbox");
	const bytes = new Uint8Array(await picture.arrayBuffer());
	expect([...bytes.slice(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
	expect(new DataView(bytes.buffer).getUint32(16)).toBe(500);
	expect((await app.get(logo.replace(".png", ".webp"))).status).toBe(404);
	expect((await undo()).status).toBe(303);
	expect(await logosOnHome()).toEqual(before);
});

test.each([
	["PNG", png, "logo.png", "image/png"],
	["WebP", webp, "logo.webp", "image/webp"],
])("a %s is stored as it is", async (_, bytes, name, type) => {
	const logo = await save(added(bytes, name));
	const picture = await app.get(logo);
	expect(picture.headers.get("Content-Type")).toBe(type);
	expect(new Uint8Array(await picture.arrayBuffer())).toEqual(bytes);
	await undo();
});

test.each([
	["a script", svgOf("<script>alert(1)</script>"), "An SVG with scripts is not accepted"],
	["a script of an event", svgOf('<rect onload="alert(1)"/>'), "An SVG with scripts is not accepted"],
	[
		"a picture elsewhere",
		svgOf('<image href="https://evil.example.com/x.png"/>'),
		"refers to files elsewhere",
	],
	["a style elsewhere", svgOf("<style>@import 'x.css'</style>"), "refers to files elsewhere"],
	["a file of the server", svgOf('<use xlink:href="/etc/passwd#a"/>'), "refers to files elsewhere"],
	["entities", svgOf("&a;", '<!DOCTYPE svg [<!ENTITY a "b">]>'), "with definitions of its own"],
	["clones of clones", svgOf('<use href="#a"/>'.repeat(13)), "too complex"],
	["a thousand levels", svgOf(`${"<g>".repeat(1000)}${"</g>".repeat(1000)}`), "too complex"],
	["nothing that can be drawn", svgOf("<rect").replace("</svg>", ""), "could not be read"],
	["20,000 pixels", pngOf(20_000), "at most 4,000 pixels a side"],
	["an SVG of 20,000 pixels", svgOf(box).replace("250", "20000"), "at most 4,000 pixels a side"],
	["2 MB and a little", new Uint8Array(2_000_001), "at most 2\u00a0MB"],
	["a cut PNG", png.slice(0, 40), "neither PNG, WebP nor SVG"],
	["a page", "<h1>logo</h1>", "neither PNG, WebP nor SVG"],
] as const)(
	"a logo with %s is refused at its field, and what was typed stays",
	async (_, bytes, complaint) => {
		const before = await db.$count(logos);
		const response = await send({ ...added(bytes, "logo.svg"), intent: "preview" });
		expect(response.status).toBe(400);
		const html = await sourceOf(response);
		expect(textsIn(html, ".field-error").join()).toContain(complaint);
		expect(valueIn(html, `sponsors/${last}/name`)).toBe("Svahové létání");
		expect(await db.$count(logos)).toBe(before);
	},
);

test("a file of 11 MB is answered with the form as it was typed, and the reason at its field", async () => {
	const typed = { "sponsors/0/name": "Jiné jméno", reason: "nový sponzor", intent: "preview" };
	const fields = { ...(await settingsForm(app, admin, "sponsors")), ...typed };
	const encoded = new Response(multipart({ ...fields, ...added(new Uint8Array(11_000_000), "logo.png") }));
	const body = await encoded.arrayBuffer();
	const headers = {
		"Content-Type": encoded.headers.get("Content-Type") ?? "",
		// Browsers say how long a form is.
		"Content-Length": String(body.byteLength),
		Host: new URL(app.url("")).host,
		...{
			Cookie: `token=${await app.token(admin)}`,
			Origin: new URL(app.url("")).origin,
			"Accept-Language": "en",
		},
	};
	const response = await app.fetch(new Request(app.url(path), { method: "POST", headers, body }));
	expect(response.status).toBe(413);
	const html = await sourceOf(response);
	expect(textsIn(html, ".field-error").join()).toContain("at most 2\u00a0MB");
	expect(valueIn(html, `sponsors/${last}/name`)).toBe("Svahové létání");
	expect(valueIn(html, "sponsors/0/name")).toBe("Jiné jméno");
	expect(valueIn(html, "reason")).toBe("nový sponzor");
	expect(valueIn(html, "sponsors/0/logo")).toBe(testEdition.sponsors[0]?.logo);
});

test("sponsors stand by their numbers, and one goes by its tick", async () => {
	const before = await logosOnHome();
	await save({ [`sponsors/${last - 1}/order`]: "1" });
	expect(await logosOnHome()).toEqual([before.at(-1), ...before.slice(0, -1)]);
	await undo();
	const shown = await sourceOf(await send({ "sponsors/0/remove": "on", intent: "preview" }));
	const name = testEdition.sponsors[0]?.name ?? "";
	expect(rowsIn(shown)).toEqual([[`Sponsors, 1. ${name}`, name, "nothing"]]);
	await save({ "sponsors/0/remove": "on" });
	expect(await logosOnHome()).toEqual(before.slice(1));
	await undo();
});

test("a logo that no setting has named goes an hour later; one that a setting has named stays for its undo", async () => {
	const kept = await save(added(svgOf(`${box}<!-- kept -->`.replace("200", "190")), "logo.svg"));
	await undo();
	const preview = await send({ ...added(svgOf(box.replace("200", "180")), "logo.svg"), intent: "preview" });
	const html = await sourceOf(preview);
	const left = valueIn(html, `sponsors/${last}/logo`) ?? "";
	const previewed = attributeIn(html, "[name=previewed]", "value") ?? "";
	const sweep = (iso: string) => sweepUploads(contextOf({ now: new Date(iso) }), [unusedLogos]);
	await sweep("2025-03-10T12:30:00+01:00");
	expect((await app.get(left)).status).toBe(200);
	await sweep("2025-03-10T13:30:00+01:00");
	expect((await app.get(left)).status).toBe(404);
	expect(await env.FILES.head(`2025/logos/${left.slice(7, 71)}`)).toBeNull();
	expect((await app.get(kept)).status).toBe(200);
	const late = await send({
		...added("", ""),
		[`sponsors/${last}/logo/file`]: new File([], ""),
		[`sponsors/${last}/logo`]: left,
		previewed,
		intent: "save",
	});
	expect(late.status).toBe(400);
	expect(textsIn(await sourceOf(late), ".field-error").join()).toContain("send it again");
});
