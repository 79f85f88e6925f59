import type { Call } from "~/lib/http/api-call.server";
import { further, type Plan, plan } from "../ask";
import type { World } from "../season";

/** Origins that browsers name. */
const origins = {
	"a host of the domain": "https://2024.glidercup.example",
	localhost: "http://localhost:5173",
	"a stranger": "https://stranger.example.com",
};

const fromOrigins = (call: string) =>
	further(
		call,
		...Object.entries(origins).map(([what, origin]) => ({
			what: `from ${what}`,
			headers: { Origin: origin },
			by: ["anonymous"] as const,
		})),
	);

/** What is no good token, as the header has it. */
const badTokens = ({ badTokens: { expired, ofNobody } }: World) => ({
	"an expired one": `Bearer ${expired}`,
	"of nobody": `Bearer ${ofNobody}`,
	"a word": "Bearer word",
	"no word": "Bearer ",
	"another scheme": "Basic cGlsb3Q6aGVzbG8=",
	"no scheme": "word",
	"three words": "Bearer a.b.c",
});

const withBadTokens = (call: string, world: World) =>
	further(
		call,
		...Object.entries(badTokens(world)).map(([what, value]) => ({
			what: `the token: ${what}`,
			headers: { Authorization: value },
			by: ["anonymous"] as const,
		})),
	);

/** A method that a path does not have, for each path. */
function withOtherMethods(calls: readonly Call[]): Plan[] {
	return [...new Set(calls.map(({ path }) => path))].flatMap((path) => {
		const has = (method: string) => calls.some((call) => call.path === path && call.method === method);
		const method = ["DELETE", "PATCH", "PUT", "POST", "GET"].find((one) => !has(one));
		const params = [...path.matchAll(/\{/g)].map(() => "any");
		return method ? further(`${method} ${path}`, { what: "another method", params, by: ["anonymous"] }) : [];
	});
}

/** Health, descriptions, and what holds for all of the API: unknown paths, methods, origins and tokens. */
export function reads(world: World, calls: readonly Call[]): Plan[] {
	const nobody = { by: ["anonymous", "organiser"] as const };
	return [
		plan("GET /api", { what: "the health" }, { what: "of the year before", host: "2024.localhost" }),
		further("GET /", { what: "the root of an API host", host: "api.2025.localhost", by: ["anonymous"] }),
		further("GET /days", { what: "a page of an API host", host: "api.2025.localhost", by: ["anonymous"] }),
		plan("GET /api/health", { what: "for a monitor" }),
		plan("GET /api/docs", { what: "for people" }),
		plan("GET /api/openapi.json", { what: "for programs" }),
		further("POST /api/docs", { what: "another method", ...nobody }),
		further("POST /api/openapi.json", { what: "another method", ...nobody }),
		plan("GET /api/nothing", { what: "an unknown path" }),
		further("POST /api/nothing", { what: "an unknown path", json: {}, ...nobody }),
		further("GET /api/days/", { what: "a slash at the end", ...nobody }),
		further("GET /API/days", { what: "another case", ...nobody }),
		further(`GET /api/${"x".repeat(2_100)}`, { what: "too long an address", ...nobody }),
		further("PROPFIND /api/days", { what: "a method that no path has", ...nobody }),
		...[
			"GET /api/days",
			"GET /api/users",
			"GET /api/nothing",
			"POST /api/auth",
			"OPTIONS /api/auth",
			"OPTIONS /api/nothing",
		].map(fromOrigins),
		...["GET /api/auth/user", "GET /api/users", "GET /api/days"].map((call) => withBadTokens(call, world)),
		...withOtherMethods(calls),
		further("GET /api/auth/user", {
			what: "a session of the page",
			headers: { Cookie: "token=word" },
			by: ["anonymous", "pilot"],
		}),
	];
}

export const writes = (_: World): Plan[] => [];
