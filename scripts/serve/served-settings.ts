import { parseEnv } from "node:util";
import { placeholderComplaint } from "../deploy/deployment";
import type { ServeOptions } from "./serve-options";

/**
 * What a served site lacks to send mail that arrives and leads somewhere; it is served all the same, as on an airfield without internet.
 * @param configured variables of wrangler.toml
 * @param own text of the folder's `.dev.vars`, which goes over them
 */
export function lackingSettings(configured: Readonly<Record<string, unknown>>, own: string): string[] {
	const variables = { ...configured, ...parseEnv(own) };
	const complaint = placeholderComplaint({ variables });
	const lacking = complaint ? [`${complaint} .dev.vars of the folder goes over it.`] : [];
	return variables.RESEND_API_KEY
		? lacking
		: [...lacking, "RESEND_API_KEY is missing in .dev.vars of the folder: mail waits."];
}

/**
 * Where a served site is looked at.
 * @param configured variables of wrangler.toml
 * @param own text of the folder's `.dev.vars`, which goes over them
 */
export function addressesInWords(
	configured: Readonly<Record<string, unknown>>,
	own: string,
	{ port, certificate }: Pick<ServeOptions, "port" | "certificate">,
): string {
	const { PUBLIC_DOMAIN: domain } = { ...configured, ...parseEnv(own) };
	return certificate
		? `https://${domain}${port === 443 ? "" : `:${port}`}`
		: `https://${domain} behind its proxy; on this machine http://localhost:${port}`;
}
