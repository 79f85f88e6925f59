/** What speaks for a competitor as the owner of a recorder. */
export interface RecorderClaim {
	readonly registrationId: string;
	/** When the entry was given the text that names the recorder; null when it does not name it. */
	readonly namedAt: Date | null;
	/** When the first flight with it came. */
	readonly sentAt: Date;
	/** Local date of the first earlier day on which a flight with it has points. */
	readonly flownOn: string | null;
}

/**
 * Returns whose a recorder is: that of the competitor whose entry names it, or who has flown with it on an earlier day with points. Its
 * serial stands in every log, so a name counts only when it is older than every flight of another competitor with the recorder. Among
 * several whose entries name it, or who have flown with it, it is that of the one who has flown with it first; nobody's when the signs
 * contradict each other. Nobody then loses points by the recorder alone, and the scorer decides.
 */
export function ownerOfRecorder(claims: readonly RecorderClaim[]): string | null {
	const checked = claims.map((claim) => (isNamedFirst(claim, claims) ? claim : { ...claim, namedAt: null }));
	const named = checked.filter(({ namedAt }) => namedAt !== null);
	const owners = named.length > 0 ? named : checked.filter(({ flownOn }) => flownOn !== null);
	const owner = owners.find((one) => owners.every((other) => other === one || isBefore(one, other)));
	return owner?.registrationId ?? null;
}

function isNamedFirst({ registrationId, namedAt }: RecorderClaim, claims: readonly RecorderClaim[]): boolean {
	return (
		namedAt !== null &&
		claims.every((other) => other.registrationId === registrationId || namedAt <= other.sentAt)
	);
}

function isBefore(one: RecorderClaim, other: RecorderClaim): boolean {
	const hasFlownFirst = one.flownOn !== null && (other.flownOn === null || one.flownOn < other.flownOn);
	const isNamedLater = one.namedAt !== null && other.namedAt !== null && one.namedAt > other.namedAt;
	return hasFlownFirst && !isNamedLater;
}
