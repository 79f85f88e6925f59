import type { SyncError } from "~db/schema";

/**
 * Why a request to SoaringSpot failed; the text is `results.sync.error.<kind>`.
 *
 * - `unauthorized`: the key is refused, or the clock of the Worker is more than five minutes off
 * - `notFound`, `http`: another error status
 * - `timeout`, `network`: no response
 * - `notJson`, `shape`, `tooLarge`: an unreadable response
 * - `foreignLink`: a link to another host
 */
export type SoaringSpotErrorKind = Exclude<SyncError, "noContest" | "interrupted" | "internal">;

/** The message is for the log. It never holds keys or the body of a response. */
export class SoaringSpotError extends Error {
	readonly kind: SoaringSpotErrorKind;
	readonly status: number | null;

	constructor(kind: SoaringSpotErrorKind, message: string, status: number | null = null) {
		super(message);
		this.name = "SoaringSpotError";
		this.kind = kind;
		this.status = status;
	}
}

const relationPrefix = "http://api.soaringspot.com/rel/";

export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param name short name of a relation of the API */
export function embedded(resource: JsonObject, name: string): unknown {
	return isJsonObject(resource._embedded) ? resource._embedded[`${relationPrefix}${name}`] : undefined;
}

/** Reads a list; an absent one is empty. @throws SoaringSpotError `shape` when it is not a list of objects */
export function embeddedList(resource: JsonObject, name: string): JsonObject[] {
	const list = embedded(resource, name) ?? [];
	if (!Array.isArray(list) || !list.every(isJsonObject)) {
		throw new SoaringSpotError("shape", `"${name}" is not a list of objects`);
	}
	return list;
}

/** @param name short name of a relation of the API, or a registered relation such as `next` */
export function linkTo(resource: JsonObject, name: string): string | null {
	if (!isJsonObject(resource._links)) return null;
	const link = resource._links[`${relationPrefix}${name}`] ?? resource._links[name];
	return isJsonObject(link) && typeof link.href === "string" ? link.href : null;
}

/**
 * Returns the address of a link. A signed request goes only to the host of the configured base, and over https unless the base
 * itself is plain http.
 * @param href a link from a response
 * @throws SoaringSpotError `foreignLink` for any other address
 */
export function allowedAddress(href: string, base: URL): URL {
	let address: URL;
	try {
		address = new URL(href, base);
	} catch {
		throw new SoaringSpotError("foreignLink", "a link is not an address");
	}
	// The API writes some of its links with http.
	if (address.protocol === "http:" && base.protocol === "https:") address.protocol = "https:";
	const sameOrigin = address.protocol === base.protocol && address.host === base.host;
	if (!sameOrigin || address.username !== "" || address.password !== "") {
		throw new SoaringSpotError("foreignLink", `a link leads to ${address.host}`);
	}
	return address;
}
