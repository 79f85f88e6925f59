import { createHash, randomBytes } from "node:crypto";
import { failureQueue, type OrderedFailure } from "./failures";
import { type FakeAnswer, type FakeRequest, jsonBody, type RunningFake, serve } from "./json-server";

/**
 * A fake of the range interface of Have I Been Pwned over HTTP: `GET /range/<5 hexadecimal digits>` lists `SUFFIX:COUNT` in lines that end
 * with CRLF, and with `Add-Padding: true` several hundred made-up lines of count 0 among them. Give its address as
 * `PWNED_PASSWORDS_BASE_URL`.
 *
 * Control:
 * - `PUT /__control/passwords` `{ "leaked": ["…"], "padding": ["…"] }`; the latter are among the lines of count 0
 * - `GET /__control/requests` `[{ path, padding }]`, one for each request
 * - `POST /__control/failures` an `OrderedFailure`; `match` is looked for in the path
 * - `POST /__control/reset` no passwords, no failures, empty log
 */
export type PwnedPasswordsFailure = OrderedFailure<"status" | "hang" | "disconnect" | "notList">;

interface KnownPasswords {
	leaked: string[];
	padding: string[];
}

const PADDING_LINES = 800;
const PREFIX_LENGTH = 5;

export async function startPwnedPasswordsFake(port?: number): Promise<RunningFake> {
	const failures = failureQueue<PwnedPasswordsFailure["kind"]>();
	let known: KnownPasswords = { leaked: [], padding: [] };
	let log: { path: string; padding: boolean }[] = [];

	function control(request: FakeRequest): FakeAnswer {
		switch (`${request.method} ${request.url.pathname.replace("/__control/", "")}`) {
			case "PUT passwords":
				known = jsonBody(request) as KnownPasswords;
				return { status: 204 };
			case "GET requests":
				return { status: 200, json: log };
			case "POST failures":
				failures.order(jsonBody(request) as PwnedPasswordsFailure);
				return { status: 204 };
			case "POST reset":
				known = { leaked: [], padding: [] };
				log = [];
				failures.clear();
				return { status: 204 };
			default:
				return { status: 404 };
		}
	}

	function range(request: FakeRequest, padded: boolean): FakeAnswer {
		const [, prefix = ""] = /^\/range\/([\da-f]{5})$/i.exec(request.url.pathname) ?? [];
		if (prefix === "") return { status: 400, text: "The hash prefix was not in a valid format" };
		const linesOf = (passwords: string[], count: number) =>
			passwords
				.map(digestOf)
				.filter((digest) => digest.startsWith(prefix.toUpperCase()))
				.map((digest) => `${digest.slice(PREFIX_LENGTH)}:${count}`);
		const madeUp = Array.from({ length: PADDING_LINES }, () => `${randomSuffix()}:0`);
		const padding = padded ? [...linesOf(known.padding, 0), ...madeUp] : [];
		const lines = [...linesOf(known.leaked, 37), ...padding].sort();
		return { status: 200, headers: { "Content-Type": "text/plain" }, text: lines.join("\r\n") };
	}

	function failureAnswer({ kind, status = 503 }: PwnedPasswordsFailure): FakeAnswer {
		if (kind === "hang" || kind === "disconnect") return kind;
		return kind === "status"
			? { status }
			: { status: 200, text: "<!doctype html><title>Maintenance</title>" };
	}

	return serve((request) => {
		const path = request.url.pathname;
		if (path.startsWith("/__control/")) return control(request);
		const padding = request.headers["add-padding"] === "true";
		log.push({ path, padding });
		const failure = failures.take(path);
		return failure ? failureAnswer(failure) : range(request, padding);
	}, port);
}

function digestOf(password: string): string {
	return createHash("sha1").update(password).digest("hex").toUpperCase();
}

function randomSuffix(): string {
	return randomBytes(18).toString("hex").toUpperCase().slice(1);
}
