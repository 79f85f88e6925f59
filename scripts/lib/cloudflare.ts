import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { wranglerModule } from "./large-modules";
import { inProject } from "./paths.mjs";
import { Stop } from "./stop.mjs";
import { wrangler } from "./wrangler";

/*
 * Cloudflare's API (https://developers.cloudflare.com/api/), for what wrangler does with a process for each object or not at all. It works
 * with wrangler's own login, in the account that wrangler would take.
 */

export interface Cloudflare {
	/**
	 * @param path below the account
	 * @returns the result of an answer in JSON; null when there is no such thing
	 * @throws Stop when the API refuses
	 */
	readonly read: (path: string) => Promise<unknown>;
	/** @returns the result @throws Stop when the API refuses */
	readonly change: (method: "POST" | "DELETE", path: string, body?: unknown) => Promise<unknown>;
	/** @returns the bytes of an object; null when there is none */
	readonly getObject: (bucket: string, key: string) => Promise<Uint8Array | null>;
	readonly putObject: (bucket: string, key: string, bytes: Uint8Array) => Promise<void>;
}

/** Tries of a request that the API is too busy for, or that the line has lost. */
const mostTries = 5;
/** Milliseconds before the second try; each wait is twice as long as the one before. */
const firstWait = 1_000;

const loginSchema = z.union([
	z.object({ type: z.enum(["api_token", "oauth"]), token: z.string() }),
	z.object({ type: z.literal("api_key"), key: z.string(), email: z.string() }),
]);

/** Logs in once for all requests. @throws Stop when nobody is logged in, or in several accounts */
export async function openCloudflare(): Promise<Cloudflare> {
	const login = await readLogin();
	const headers: Record<string, string> =
		login.type === "api_key"
			? { "X-Auth-Key": login.key, "X-Auth-Email": login.email }
			: { Authorization: `Bearer ${login.token}` };
	const origin = process.env.CLOUDFLARE_API_BASE_URL ?? "https://api.cloudflare.com/client/v4";
	const ask = (path: string, init: RequestInit = {}) =>
		askAgain(`${origin}${path}`, { ...init, headers: { ...headers, ...init.headers } });
	const account = `/accounts/${await accountOf(ask)}`;
	const object = (bucket: string, key: string) =>
		`${account}/r2/buckets/${bucket}/objects/${key.split("/").map(encodeURIComponent).join("/")}`;
	return {
		read: async (path) => {
			const response = await ask(account + path);
			return response.status === 404 ? null : resultOf(response);
		},
		change: async (method, path, body) => {
			const json = { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
			return resultOf(await ask(account + path, { method, ...(body !== undefined && json) }));
		},
		getObject: async (bucket, key) => {
			const response = await ask(object(bucket, key));
			if (response.status === 404) return null;
			await requireOk(response);
			return new Uint8Array(await response.arrayBuffer());
		},
		putObject: async (bucket, key, bytes) => {
			const body = bytes as Uint8Array<ArrayBuffer>;
			await requireOk(await ask(object(bucket, key), { method: "PUT", body }));
		},
	};
}

/** A token of the environment, which wrangler would take, or what wrangler has. */
async function readLogin(): Promise<z.infer<typeof loginSchema>> {
	const { CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_API_KEY: key } = process.env;
	if (token && !key) return { type: "api_token", token };
	return loginSchema.parse(JSON.parse(await wrangler(["auth", "token", "--json"])));
}

/** The account of the environment or of wrangler.toml, else the only one of who is logged in. */
async function accountOf(ask: (path: string) => Promise<Response>): Promise<string> {
	const config = wranglerModule().unstable_readConfig({ config: inProject("wrangler.toml") });
	const chosen = process.env.CLOUDFLARE_ACCOUNT_ID ?? config.account_id;
	if (chosen) return chosen;
	const accounts = z
		.array(z.object({ id: z.string(), name: z.string() }))
		.parse(await resultOf(await ask("/accounts")));
	const [only, other] = accounts;
	if (only && !other) return only.id;
	const names = accounts.map(({ id, name }) => `  ${id}  ${name}`).join("\n");
	throw new Stop(`Name your account in CLOUDFLARE_ACCOUNT_ID. You are logged in for these:\n\n${names}`);
}

/** Asks again when the API is busy, after the time that it names, and, where that does no harm, when it has failed. */
async function askAgain(address: string, init: RequestInit): Promise<Response> {
	const isHarmless = init.method !== "POST";
	for (let tries = 1; ; tries += 1) {
		const answer = await fetch(address, init).catch((error: unknown) => error as Error);
		const failed = answer instanceof Error || answer.status >= 500;
		const again = tries < mostTries && (failed ? isHarmless : answer.status === 429);
		if (!again && answer instanceof Error) throw new Stop(`Cloudflare does not answer: ${reasonOf(answer)}`);
		if (!again && !(answer instanceof Error)) return answer;
		const named = answer instanceof Error ? null : answer.headers.get("Retry-After");
		await pause(named === null ? firstWait * 2 ** (tries - 1) : Number(named) * 1_000);
	}
}

/** The one of `fetch` is in the cause. */
function reasonOf({ message, cause }: Error): string {
	return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

async function requireOk(response: Response): Promise<void> {
	if (response.ok) return;
	const { pathname } = new URL(response.url);
	throw new Stop(`Cloudflare refuses ${pathname}: ${response.status} ${await response.text()}`);
}

async function resultOf(response: Response): Promise<unknown> {
	await requireOk(response);
	return ((await response.json()) as { readonly result: unknown }).result;
}
