/**
 * Path of the dark modules of a QR code: a rectangle for every horizontal run, which is shorter than one for every module.
 * @param offset distance from the top and the left, in modules
 */
export function modulesPath(rows: readonly (readonly boolean[])[], offset = 0): string {
	const runs: string[] = [];
	for (const [y, row] of rows.entries()) {
		for (let x = 0; x < row.length; x++) {
			const start = x;
			while (row[x]) x++;
			if (x > start) runs.push(`M${start + offset} ${y + offset}h${x - start}v1h-${x - start}z`);
		}
	}
	return runs.join("");
}
