import type { Settings } from "~/lib/settings.server";
import { newestEdition } from "~editions/index";

/**
 * The public origin of an edition, for example `https://2024.glidercup.example`; the newest one has the main domain.
 * Never made from the Host header, which the client can forge.
 */
export function editionOrigin(year: number, settings: Settings): string {
	const label = year === newestEdition.year ? "" : `${year}.`;
	return settings.local
		? `http://${label}localhost:${settings.localPort}`
		: `https://${label}${settings.publicDomain}`;
}
