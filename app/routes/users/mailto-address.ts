/** An e-mail address as a part of a `mailto:` address (RFC 6068). */
export function mailtoAddress(email: string): string {
	return encodeURIComponent(email).replace("%40", "@");
}
