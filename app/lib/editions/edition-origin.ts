import type { Settings } from "~/lib/settings.server";
import { newestEdition } from "~editions/index";

/**
 * Where an edition is reached from outside, e.g. `https://2024.glidercup.example`; the newest one has the main
 * domain. Made from the settings alone: the Host header is the client's word.
 */
export function editionOrigin(year: number, settings: Settings): string {
	const label = year === newestEdition.year ? "" : `${year}.`;
	return settings.local
		? `http://${label}localhost:${settings.localPort}`
		: `https://${label}${settings.publicDomain}`;
}
