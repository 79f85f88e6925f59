/** The bytes of a log, and the seconds that organisers add to its times. */
export interface ShiftedLog {
	readonly sha256: string;
	readonly clockShift: number;
}

export interface FlownLogs {
	/** In the order of time. */
	readonly pieces: readonly ShiftedLog[];
	/** Backups that fill their gaps. */
	readonly backups: readonly ShiftedLog[];
}

/** Reads what is evaluated as one flight, as `settleStandings` writes it: pieces such as "<sha256>@18000", joined by "+", and backups behind "~". */
export function readFlownAs(text: string): FlownLogs {
	const [pieces = "", ...backups] = text.split("~");
	return { pieces: pieces.split("+").map(readPart), backups: backups.map(readPart) };
}

function readPart(part: string): ShiftedLog {
	const [sha256 = "", clockShift = "0"] = part.split("@");
	return { sha256, clockShift: Number(clockShift) };
}
