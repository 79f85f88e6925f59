import { endOfPageEvent } from "./typed-text";

/** The data of a page could not be fetched, and no page waits for them. */
export class LostConnection extends Error {
	override readonly name = "LostConnection";
}

/** `Content-Type` of a page's data. */
const dataType = "text/x-script";

/**
 * Follows a link as a document when the data of its page cannot be fetched. The service worker then shows its stored copy of the page
 * or the offline page; the server shows its own error. Remix 2 fetches the data itself, has no place to change that, and would show
 * an error instead of the page, with the number of an older request.
 */
export function followLostLinks(): void {
	const { fetch } = window;
	window.fetch = async (input, init) => {
		if (!isRead(input, init)) return fetch(input, init);
		const isData = input.pathname.endsWith(".data");
		try {
			const response = await fetch(input, init);
			const type = response.headers.get("Content-Type");
			// Read to its end here: the connection may be lost on the way.
			const body = await response.arrayBuffer();
			if (isData ? type?.startsWith(dataType) : response.ok) {
				return new Response(body.byteLength > 0 ? body : null, response);
			}
		} catch (error) {
			if (init?.signal?.aborted) throw error;
		}
		return loadDocument();
	};
}

/** Whether Remix reads the data of a page or asks for its scripts. */
function isRead(input: RequestInfo | URL, init: RequestInit | undefined): input is URL {
	return (
		input instanceof URL && /\.data$|^\/__manifest$/.test(input.pathname) && (init?.method ?? "GET") === "GET"
	);
}

/**
 * Never settles when a link was followed: the page before stays until the document is there.
 * @throws LostConnection when none was
 */
async function loadDocument(): Promise<never> {
	const { location: shown, navigation } = window.__remixRouter.state;
	if (navigation.state !== "loading") throw new LostConnection();
	document.dispatchEvent(new CustomEvent(endOfPageEvent, { detail: shown.pathname }));
	const { pathname, search, hash } = navigation.location;
	// Remix itself reloads the page it is on when a script of the next one is missing as well.
	history.pushState(null, "", pathname + search + hash);
	location.reload();
	return new Promise(() => {});
}
