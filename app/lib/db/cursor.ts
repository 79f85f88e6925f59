/** The place in a list, newest first, behind which the next page begins. */
export interface Cursor {
	readonly at: Date;
	readonly id: string;
}

/** A cursor as a parameter of an address. */
export function writeCursor({ at, id }: Cursor): string {
	return `${at.getTime()}-${id}`;
}

/** The cursor of an address; null when there is none or it is not one of ours, which is the first page. */
export function readCursor(text: string | null): Cursor | null {
	const found = /^(\d{1,15})-([\w-]{1,100})$/.exec(text ?? "");
	const at = new Date(Number(found?.[1]));
	return found?.[2] && !Number.isNaN(at.getTime()) ? { at, id: found[2] } : null;
}
