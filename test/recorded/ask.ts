import { throttles } from "~db/schema";
import { createApp } from "~test/support/app";
import { databaseOf } from "~test/support/factories";
import { now, type World } from "./season";

/** Who asks: nobody, competitors with an entry, an account without one, an organiser, and the organiser of another edition. */
export const roles = ["anonymous", "pilot", "other pilot", "newcomer", "organiser", "other edition"] as const;
export type Role = (typeof roles)[number];

/** One request. */
export interface Input {
	/** What is asked for, in a few words; the inputs of one call differ in it. */
	readonly what: string;
	/** In place of the method of the call. */
	readonly method?: "HEAD";
	/** Values of the path's parameters, in its order. */
	readonly params?: readonly string[];
	readonly query?: string;
	readonly json?: unknown;
	readonly form?: () => FormData;
	/** A body as it is, of a type; null for none. */
	readonly raw?: { readonly type: string | null; readonly text: string };
	readonly headers?: Readonly<Record<string, string>>;
	readonly host?: string;
	readonly clock?: string;
	readonly isProduction?: true;
	/** How often it is asked; the last answer is recorded. */
	readonly times?: number;
	/** All roles unless given. */
	readonly by?: readonly Role[];
}

/** A call of the API with what it is asked. */
export interface Plan {
	readonly method: string;
	/** With parameters in braces, as the routes have it. */
	readonly path: string;
	readonly inputs: readonly Input[];
	/** Whether what is wrong in general is asked as well: absent ids, bodies of other shapes. */
	readonly isWholeCall: boolean;
}

/** What a call of a route is asked. What is wrong in general is added. @param call method and path */
export function plan(call: string, ...inputs: readonly Input[]): Plan {
	const [method = "", path = ""] = call.split(" ");
	return { method, path, inputs, isWholeCall: true };
}

/** Further inputs of a call, as they are. */
export const further = (call: string, ...inputs: readonly Input[]): Plan => ({
	...plan(call, ...inputs),
	isWholeCall: false,
});

/** The address of an input. */
export function addressOf({ path }: Pick<Plan, "path">, { params = [], query = "" }: Input): string {
	const left = [...params];
	return `${path.replace(/\{\w+\}/g, () => left.shift() ?? "")}${query}`;
}

/** By role and time: the log is searched for each token that was ever sent. */
const tokens = new Map<string, Promise<string>>();

/** A token as a role has it; null for a visitor. */
async function tokenOf(role: Role, { people, pilots }: World, clock: string): Promise<string | null> {
	const persons = {
		pilot: pilots.A1,
		"other pilot": pilots.B2,
		newcomer: people.newcomer,
		organiser: people.organiser,
		"other edition": people.foreign,
	};
	if (role === "anonymous") return null;
	const host = role === "other edition" ? "2024.localhost" : "2025.localhost";
	const key = `${role} ${clock}`;
	const token = tokens.get(key) ?? createApp({ clock, host }).token(persons[role]);
	tokens.set(key, token);
	return token;
}

/** Sends an input as a role. No request before has used up a limit. */
export async function ask(plan: Plan, input: Input, role: Role, world: World): Promise<Response> {
	const { clock = now, host, isProduction, times = 1 } = input;
	const production = { env: { MODE: "production" }, host: "2025.glidercup.example" } as const;
	const app = createApp({ clock, ...(host ? { host } : {}), ...(isProduction ? production : {}) });
	const headers = new Headers(input.headers);
	const token = await tokenOf(role, world, clock);
	if (token && !headers.has("Authorization")) headers.set("Authorization", `Bearer ${token}`);
	const { type = null, body } = bodyOf(input);
	if (type) headers.set("Content-Type", type);
	const method = input.method ?? plan.method;
	await databaseOf().delete(throttles);
	const send = () => app.fetch(new Request(app.url(addressOf(plan, input)), { method, headers, body }));
	for (let time = 1; time < times; time++) await send();
	return send();
}

function bodyOf({ raw, form, json }: Input): {
	readonly type?: string | null;
	readonly body: BodyInit | null;
} {
	// The platform would give a text a type.
	if (raw) return { type: raw.type, body: new TextEncoder().encode(raw.text) };
	if (form) return { body: form() };
	return json === undefined ? { body: null } : { type: "application/json", body: JSON.stringify(json) };
}
