/**
 * Hashes of bcrypt, which the site before this one kept: `$2b$10$`, 22 characters of salt, 31 of the hash, in an alphabet of their own. Their form
 * marks them: our own begin with `$scrypt$`. The first login with the right password replaces one.
 */
const pattern = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;

/** The greatest cost that is checked. One more would take 220 ms of CPU beside our own hash. */
const greatestBcryptCost = 11;
const leastBcryptCost = 4;

/** The cost of a hash of bcrypt, two to the power of which are its rounds; null for anything else, and for a cost that is not checked. */
export function bcryptCostOf(hash: string): number | null {
	const cost = Number(pattern.exec(hash)?.[1] ?? Number.NaN);
	return cost >= leastBcryptCost && cost <= greatestBcryptCost ? cost : null;
}
