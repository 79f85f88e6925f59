/** Escapes an e-mail address for a `mailto:` link (RFC 6068). */
export function mailtoAddress(email: string): string {
	return encodeURIComponent(email).replace("%40", "@");
}
