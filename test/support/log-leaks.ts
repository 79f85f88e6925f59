/** What no line of the Worker's log may look like, for any request. */
const patterns: Readonly<Record<string, RegExp>> = {
	// One character before the @ is enough, and is found many times faster.
	"an e-mail address": /[^\s"'<>(),;:/@]@[^\s"'<>(),;:/@]+\.[a-z]{2,}/i,
	"a session token": /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/,
	"a password's hash": /\$scrypt\$/,
	"the key of a text that is missing": /"event":"text-missing"/,
	"a cookie": /\b(__Host-)?(token|duty|login-step|igc-sent|igc-sender)=[^&\s"]/,
	// A path is that of a route, with the names of its parameters.
	"an address that somebody asked for": /"path":"[^"]*(%|\/[^:/"][^/"]{23})/,
};

/** Shorter ones are words that stand in any log. */
const shortestCanary = 12;

/** How a secret may stand in a log; not at all where it cannot be told from anything else. */
export const spellingsOf = (secret: string) =>
	secret.length >= shortestCanary ? new Set([secret, encodeURIComponent(secret)]) : [];

/**
 * What of a line must not stand there.
 * @param line as the Worker wrote it
 * @param canaries values that were sent to the Worker and are nobody's business, in each spelling
 */
export function leaksIn(line: string, canaries: Iterable<string>): string[] {
	const found = Object.entries(patterns).flatMap(([what, pattern]) => (pattern.test(line) ? [what] : []));
	for (const canary of canaries) if (line.includes(canary)) found.push(`“${canary}”`);
	return found;
}
