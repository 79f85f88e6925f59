import type { Settings } from "~/lib/settings.server";
import type { Edition } from "~editions/schema";
import type { HeldEdition } from "./opening-times";

/** The labels in lower case, without the empty one after a trailing dot. */
function labelsOf(hostname: string): string[] {
	return hostname.toLowerCase().replace(/\.$/, "").split(".");
}

/** Returns the edition whose year is the first label of the host; else the newest edition. @param hostname any text, without the port */
export function editionOfHost(hostname: string, editions: readonly Edition[], newest: Edition): Edition {
	for (const label of labelsOf(hostname)) {
		const edition = editions.find(({ year }) => String(year) === label);
		if (edition) return edition;
	}
	return newest;
}

/** Whether a host is for clients of `/api`, such as `api.2024.glidercup.example`. */
export function isApiHost(hostname: string): boolean {
	const [first, ...domain] = labelsOf(hostname);
	return first === "api" && domain.length > 0;
}

/**
 * The public origin of an edition, for example `https://2024.glidercup.example`; the newest one has the main domain. It is never
 * made from the Host header, which the client can forge.
 */
export function editionOrigin(
	{ year, newestYear }: Pick<HeldEdition, "year" | "newestYear">,
	settings: Settings,
): string {
	const label = year === newestYear ? "" : `${year}.`;
	return settings.local
		? `http://${label}localhost:${settings.localPort}`
		: `https://${label}${settings.publicDomain}`;
}
