import type { Page, Request } from "@playwright/test";

/** Answers that the server has given and the page does not have yet. */
interface Held {
	/** Resolves when the server has answered the first of them. */
	readonly answered: Promise<void>;
	/** Lets all of them through, and those that follow. */
	readonly release: () => void;
}

/** Keeps the answers to some requests of a page back, so that what happens meanwhile happens at a chosen moment. */
export async function holdAnswers(page: Page, isHeld: (request: Request) => boolean): Promise<Held> {
	const released = signal();
	const answered = signal();
	await page.route("**/*", async (route) => {
		if (!isHeld(route.request())) return route.fallback();
		// The journey may end first.
		const response = await route.fetch().catch(() => null);
		if (!response) return;
		answered.send();
		await released.sent;
		await route.fulfill({ response }).catch(() => undefined);
	});
	return { answered: answered.sent, release: released.send };
}

export function signal() {
	let send = () => {};
	const sent = new Promise<void>((resolve) => {
		send = resolve;
	});
	return { sent, send };
}
