import { parseEnv } from "node:util";
import { placeholderComplaint } from "../deploy/deployment";

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
