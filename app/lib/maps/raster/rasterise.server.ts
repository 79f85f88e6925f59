type Library = Awaited<ReturnType<typeof load>>;

let loaded: Promise<Library> | null = null;

/** A PNG of an SVG, in its own size. Text is set in the typeface of headings, names in Cyrillic in another one. */
export async function rasterise(svg: string): Promise<Uint8Array<ArrayBuffer>> {
	loaded ??= load();
	const { Resvg, font } = await loaded;
	const drawing = new Resvg(svg, { font });
	const image = drawing.render();
	const png = new Uint8Array(image.asPng());
	image.free();
	drawing.free();
	return png;
}

/** The library's code and the fonts take a megabyte: only who draws a picture loads them. */
async function load() {
	const [{ initWasm, Resvg }, code, latin, cyrillic] = await Promise.all([
		import("@resvg/resvg-wasm"),
		import("@resvg/resvg-wasm/index_bg.wasm"),
		import("./fonts/latin.bin"),
		import("./fonts/cyrillic.bin"),
	]);
	await initWasm(code.default);
	const fontBuffers = [latin, cyrillic].map((font) => new Uint8Array(font.default));
	return { Resvg, font: { fontBuffers, defaultFontFamily: "Barlow Semi Condensed" } };
}
