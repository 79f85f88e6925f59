/** Bytes of a file, the last one included. */
export interface ByteRange {
	readonly first: number;
	readonly last: number;
}

/** Bytes of one answer: tiles and directories of a basemap are smaller. */
const mostBytes = 2 ** 20;

/** Reads a Range header. Null when it asks for anything but one part of at most 1 MiB. */
export function readRange(header: string | null): ByteRange | null {
	const found = /^bytes=(\d{1,12})-(\d{1,12})$/.exec(header ?? "");
	const [first, last] = [Number(found?.[1]), Number(found?.[2])];
	return found && last >= first && last - first < mostBytes ? { first, last } : null;
}
