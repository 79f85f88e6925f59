import type { App } from "./app";

/** A browser without scripts, as far as logins go: it keeps the cookies of the whole site and of paths below their own. */
export function createBrowser() {
	/** By name and path, as browsers keep them. */
	const jar = new Map<string, { readonly name: string; readonly value: string; readonly path: string }>();

	const cookiesFor = (path: string) =>
		[...jar.values()]
			.filter((cookie) => path.startsWith(cookie.path))
			.map(({ name, value }) => `${name}=${value}`)
			.join("; ");

	function keep(response: Response): Response {
		for (const cookie of response.headers.getSetCookie()) {
			const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
			const path = /; Path=([^;]+)/.exec(cookie)?.[1] ?? "/";
			if (/; Max-Age=0/.test(cookie)) jar.delete(`${name} ${path}`);
			else jar.set(`${name} ${path}`, { name, value, path });
		}
		return response;
	}

	const headersFor = (path: string) => {
		const cookies = cookiesFor(path);
		return {
			"User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
			...(cookies && { Cookie: cookies }),
		};
	};

	return {
		get: async (app: App, path: string) => keep(await app.get(path, { headers: headersFor(path) })),
		post: async (app: App, path: string, fields: Record<string, string> = {}) =>
			keep(await app.post(path, fields, { headers: headersFor(path) })),
		/** The value of a cookie, whatever its prefix. */
		cookie: (name: string): string | undefined =>
			[...jar.values()].find((own) => own.name.replace(/^__(Host|Secure)-/, "") === name)?.value,
		setCookie: (name: string, value: string, path = "/") => jar.set(`${name} ${path}`, { name, value, path }),
	};
}

export type Browser = ReturnType<typeof createBrowser>;
