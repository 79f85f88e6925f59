import { mkdirSync, writeFileSync } from "node:fs";

const style = `
body { display: flex; flex-wrap: wrap; gap: 1rem; font: 14px system-ui }
h1 { width: 100% }
figure { margin: 0; max-width: 320px }
img { height: 480px; max-width: 320px; object-fit: cover; object-position: top; border: 1px solid }`;

function page(title: string, body: string): string {
	return `<!doctype html><meta charset="utf-8"><title>${title}</title><style>${style}</style><h1>${title}</h1>${body}`;
}

/**
 * Writes a page of thumbnails into the folder of each sheet, and an index page.
 * @param sheets file names without `.png` by sheet
 */
export function writeContactSheets(folder: string, sheets: ReadonlyMap<string, readonly string[]>): void {
	for (const [sheet, names] of sheets) {
		const figures = names.map(
			(name) =>
				`<figure><figcaption>${name}</figcaption><a href="${name}.png"><img src="${name}.png" alt="" loading="lazy"></a></figure>`,
		);
		mkdirSync(`${folder}/${sheet}`, { recursive: true });
		writeFileSync(`${folder}/${sheet}/index.html`, page(sheet, figures.join("\n")));
	}
	const links = [...sheets.keys()].map((sheet) => `<li><a href="${sheet}/index.html">${sheet}</a></li>`);
	writeFileSync(`${folder}/index.html`, page("Screenshots", `<ul>${links.join("")}</ul>`));
}
