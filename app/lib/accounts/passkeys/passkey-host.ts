import type { Ctx } from "~/lib/context";

/** Where a passkey works: its relying party. */
export interface PasskeyHost {
	readonly hostname: string;
	/** Browsers state it in what a passkey signs. */
	readonly origin: string;
}

/**
 * Null for a host that is none of the edition's. The settings decide, as a proxy in between could send any Host header; a name of the own
 * machine leads nobody astray.
 */
export function passkeyHost({ edition, settings }: Ctx, request: Request): PasskeyHost | null {
	const { hostname, origin } = new URL(request.url);
	const ours = [settings.publicDomain, `${edition.year}.${settings.publicDomain}`, "localhost"];
	return ours.includes(hostname) || hostname.endsWith(".localhost") ? { hostname, origin } : null;
}
