import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import * as build from "virtual:remix/server-build";
import { signToken } from "~/lib/accounts/token.server";
import { readClock, readSettings } from "~/lib/settings.server";
import { compileRoutes, createWorker } from "~/worker/worker.server";
import { holdToDescription } from "./contract";
import { noteSecrets } from "./log-watch";
import { testEdition } from "./test-edition";

interface AppOptions {
	/** Moves the clock of the application (ISO time). */
	readonly clock?: string;
	/** Bindings and variables other than those of the test environment. */
	readonly env?: Partial<Env>;
	/** Host that is asked; picks the edition. */
	readonly host?: string;
	/** Keeps the Worker's memories from request to request, for tests of the edge cache. */
	readonly remembers?: boolean;
	/** Asked at every request, for tests in which several apps share its memories. */
	readonly worker?: ReturnType<typeof freshWorker>;
}

interface Person {
	readonly id: string;
	readonly tokenVersion?: number;
}

interface Asked {
	readonly as?: Person | null;
	readonly headers?: Readonly<Record<string, string>>;
	readonly language?: "cs" | "en";
}

const routes = compileRoutes(build);

/** A Worker that has never been asked anything: a version of its own keeps it apart in the data centre's cache. */
export function freshWorker() {
	return createWorker({ ...build, assets: { ...build.assets, version: crypto.randomUUID() } }, routes);
}

/**
 * The whole Worker as a test sees it: with empty memories at every request, and answers that are complete, work
 * after the answer included. Redirects are not followed.
 */
export function createApp({
	clock,
	env: other,
	host = `${testEdition.year}.localhost`,
	remembers = false,
	worker: shared,
}: AppOptions = {}) {
	const remembering = shared ?? (remembers ? freshWorker() : null);
	const bindings = { ...env, ...(clock ? { CLOCK: clock } : {}), ...other } as Env;
	/** In production, plain http leads to https. */
	const scheme = bindings.MODE === "production" ? "https" : "http";
	const year = Number(/\d{4}/.exec(host)?.[0] ?? testEdition.year);

	async function fetch(request: Request): Promise<Response> {
		const execution = createExecutionContext();
		const worker = remembering ?? freshWorker();
		await noteSecrets(request);
		const response = await worker.fetch(request, bindings, execution);
		const body = await response.arrayBuffer();
		await waitOnExecutionContext(execution);
		return new Response(response.status === 204 || response.status === 304 ? null : body, response);
	}

	function token(person: Person): Promise<string> {
		const user = { id: person.id, tokenVersion: person.tokenVersion ?? 1 };
		return signToken("session", user, {
			edition: { year },
			settings: readSettings(bindings, year),
			now: readClock(bindings),
		});
	}

	async function headersOf({ as, headers, language }: Asked): Promise<Headers> {
		const all = new Headers(headers);
		const others = all.get("Cookie");
		// Appended, the cookies would be divided by a comma.
		if (as) all.set("Cookie", [`token=${await token(as)}`, ...(others ? [others] : [])].join("; "));
		if (language) all.set("Accept-Language", language);
		return all;
	}

	return {
		fetch,
		token,
		url: (path: string) => `${scheme}://${host}${path}`,

		/** A page or file, as a browser asks for it. */
		async get(path: string, asked: Asked = {}): Promise<Response> {
			return fetch(new Request(`${scheme}://${host}${path}`, { headers: await headersOf(asked) }));
		},

		/** A form, as a browser sends it. A form with files must be given as FormData. */
		async post(
			path: string,
			fields: Record<string, string> | FormData | URLSearchParams,
			asked: Asked = {},
		): Promise<Response> {
			const headers = await headersOf(asked);
			headers.set("Host", host);
			headers.set("Origin", `${scheme}://${host}`);
			headers.set("Sec-Fetch-Site", "same-origin");
			const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
			return fetch(new Request(`${scheme}://${host}${path}`, { method: "POST", headers, body }));
		},

		/** A call of the API with a JSON body or, given FormData, a multipart one. */
		async api(method: string, path: string, body?: unknown, asked: Asked = {}): Promise<Response> {
			const headers = new Headers(asked.headers);
			if (asked.as) headers.set("Authorization", `Bearer ${await token(asked.as)}`);
			let sent: BodyInit | undefined;
			if (body instanceof FormData) sent = body;
			else if (body !== undefined) {
				headers.set("Content-Type", "application/json");
				sent = JSON.stringify(body);
			}
			const response = await fetch(
				new Request(`${scheme}://${host}${path}`, { method, headers, body: sent }),
			);
			await holdToDescription(method, path, response.clone());
			return response;
		},
	};
}

export type App = ReturnType<typeof createApp>;

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what is tested
export const json = async (response: Response): Promise<any> => response.json();
