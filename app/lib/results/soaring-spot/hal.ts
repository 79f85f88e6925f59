import { SoaringSpotError } from "./error";

const REL = "http://api.soaringspot.com/rel/";

export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What is embedded under a relation of the API, given by its short name; undefined when absent. */
export function embedded(resource: JsonObject, name: string): unknown {
	return isJsonObject(resource._embedded) ? resource._embedded[`${REL}${name}`] : undefined;
}

/** The embedded list of that name; an absent one is empty. Throws `shape` when it is no list of objects. */
export function embeddedList(resource: JsonObject, name: string): JsonObject[] {
	const list = embedded(resource, name) ?? [];
	if (!Array.isArray(list) || !list.every(isJsonObject)) {
		throw new SoaringSpotError("shape", `"${name}" is not a list of objects`);
	}
	return list;
}

/** The address of a link of the API (short name) or of a registered relation such as `next`; null when absent. */
export function linkTo(resource: JsonObject, name: string): string | null {
	if (!isJsonObject(resource._links)) return null;
	const link = resource._links[`${REL}${name}`] ?? resource._links[name];
	return isJsonObject(link) && typeof link.href === "string" ? link.href : null;
}

/**
 * The address that may be requested for a link found in an answer: the same host as the configured base and, unless the
 * base itself is plain http, always https. Throws `foreignLink` for any other, so that no signed request leaves for elsewhere.
 */
export function allowedAddress(href: string, base: URL): URL {
	let address: URL;
	try {
		address = new URL(href, base);
	} catch {
		throw new SoaringSpotError("foreignLink", "a link is not an address");
	}
	// Some links of the API are written with http; they are asked for over https all the same.
	if (address.protocol === "http:" && base.protocol === "https:") address.protocol = "https:";
	const sameOrigin = address.protocol === base.protocol && address.host === base.host;
	if (!sameOrigin || address.username !== "" || address.password !== "") {
		throw new SoaringSpotError("foreignLink", `a link leads to ${address.host}`);
	}
	return address;
}
