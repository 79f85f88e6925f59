/** These characters would end a string of the page. */
function escaped(text: string): string {
	return text.replace(/[\\()]/g, (character) => `\\${character}`);
}

/**
 * The smallest PDF that shows a page of text: one A4 page, a heading and lines in Helvetica.
 * @param lines ASCII text, at most 45 lines of about 90 characters
 * @throws {RangeError} when a text is not ASCII
 */
export function pdfOf(heading: string, lines: readonly string[]): Uint8Array<ArrayBuffer> {
	if (/[^ -~]/.test([heading, ...lines].join(""))) throw new RangeError("the text must be ASCII");
	const content = [
		"BT",
		`/F1 18 Tf 56 780 Td (${escaped(heading)}) Tj`,
		"/F1 11 Tf 0 -34 Td 15 TL",
		...lines.map((line) => `(${escaped(line)}) Tj T*`),
		"ET",
	].join("\n");
	const objects = [
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		`<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	];
	let file = "%PDF-1.4\n";
	const offsets = objects.map((object, index) => {
		const offset = file.length;
		file += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return offset;
	});
	const crossReference = file.length;
	const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
	file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
	file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${crossReference}\n%%EOF\n`;
	return new TextEncoder().encode(file);
}
