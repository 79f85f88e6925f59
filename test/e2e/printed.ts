/** How many sheets of paper a PDF has. */
export function sheetsOf(pdf: Buffer): number {
	return pdf.toString("latin1").match(/\/Type\s*\/Page[^s]/g)?.length ?? 0;
}
