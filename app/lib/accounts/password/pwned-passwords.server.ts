import type { Ctx } from "~/lib/context";
import { describeError, logLine } from "~/lib/http/log.server";

const timeoutMilliseconds = 1000;
/** Characters of the digest that leave this site. */
const prefixLength = 5;

/**
 * The key of a complaint about a password that Have I Been Pwned has seen in a leak. Its range interface gets five characters of the
 * digest and lists the rest of all digests that begin with them, padded so that the length of the answer says nothing. Null for any other
 * password, where the settings ask nobody, and when no answer comes within a second: a new password must not depend on somebody else.
 */
export async function pwnedComplaint({ settings, requestId }: Ctx, password: string): Promise<string | null> {
	if (settings.pwnedPasswordsUrl === null) return null;
	try {
		const digest = await sha1(password);
		const listed = await rangeOf(settings.pwnedPasswordsUrl, digest.slice(0, prefixLength));
		return isListed(listed, digest.slice(prefixLength)) ? "form.password.common" : null;
	} catch (error) {
		logLine("error", "pwned-passwords.failed", { requestId, ...describeError(error) });
		return null;
	}
}

async function sha1(text: string): Promise<string> {
	const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text));
	return Buffer.from(digest).toString("hex").toUpperCase();
}

async function rangeOf(baseUrl: string, prefix: string): Promise<string> {
	const response = await fetch(`${baseUrl}/range/${prefix}`, {
		headers: { "Add-Padding": "true", "User-Agent": "glidercup" },
		redirect: "manual",
		signal: AbortSignal.timeout(timeoutMilliseconds),
	});
	if (!response.ok) throw new Error(`status ${response.status}`);
	return response.text();
}

/** Whether a list of `SUFFIX:COUNT` has the suffix. Lines that pad the list count 0. */
function isListed(list: string, suffix: string): boolean {
	const line = list.split(/\r?\n/).find((one) => one.startsWith(`${suffix}:`));
	return line !== undefined && Number(line.slice(suffix.length + 1)) > 0;
}
