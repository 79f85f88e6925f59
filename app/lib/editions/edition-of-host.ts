import type { Edition } from "~editions/schema";

/** The labels of a hostname in lower case, without the empty one behind a trailing dot. */
function labelsOf(hostname: string): string[] {
	return hostname.toLowerCase().replace(/\.$/, "").split(".");
}

/**
 * The edition a host shows: the first label that is the year of an edition picks it, every other host shows
 * the newest one. Any text will do as a hostname, nothing is refused.
 * @param hostname of the request's URL, without the port
 * @param editions all editions, in any order
 */
export function editionOfHost(hostname: string, editions: readonly [Edition, ...Edition[]]): Edition {
	for (const label of labelsOf(hostname)) {
		const edition = editions.find(({ year }) => String(year) === label);
		if (edition) return edition;
	}
	return editions.reduce((newest, edition) => (edition.year > newest.year ? edition : newest));
}

/** Whether a host is one for the clients of `/api`, such as `api.2024.glidercup.example`. */
export function isApiHost(hostname: string): boolean {
	const [first, ...domain] = labelsOf(hostname);
	return first === "api" && domain.length > 0;
}
