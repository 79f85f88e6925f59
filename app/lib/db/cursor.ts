/** The last row of a page of a list, newest first; the next page begins after it. */
export interface Cursor {
	readonly at: Date;
	readonly id: string;
}

/** Writes a cursor as a parameter of a URL. */
export function writeCursor({ at, id }: Cursor): string {
	return `${at.getTime()}-${id}`;
}

/** Reads a cursor. Returns null, which means the first page, for a text that `writeCursor` did not write. */
export function readCursor(text: string | null): Cursor | null {
	const found = /^(\d{1,15})-([\w-]{1,100})$/.exec(text ?? "");
	const at = new Date(Number(found?.[1]));
	return found?.[2] && !Number.isNaN(at.getTime()) ? { at, id: found[2] } : null;
}
