import { createHmac } from "node:crypto";
import { failureQueue, type OrderedFailure } from "./failures";
import { type FakeAnswer, type FakeRequest, jsonBody, type RunningFake, serve } from "./json-server";
import {
	type FakeContest,
	type FakeResult,
	type FakeTask,
	fakePoints,
	sampleContest,
} from "./soaring-spot-dataset";

/**
 * A fake of the SoaringSpot API v1 that speaks the real protocol over HTTP: HAL, the signed `Authorization` header (signature,
 * a nonce never seen before, a clock at most five minutes off), pages, 404 with JSON for empty lists.
 *
 * Control, all with JSON bodies and without authorization:
 * - `POST /__control/reset` sample contest, page size 2, system clock, no failures, empty log
 * - `PUT /__control/contest` a `FakeContest`
 * - `PUT /__control/clock` `{ "now": "<ISO time>" | null }`, null for the system clock
 * - `PUT /__control/page-size` `{ "pageSize": 2 }`
 * - `POST /__control/failures` an `OrderedFailure`; `match` is looked for in the path
 * - `GET /__control/requests` `[{ path, status }]`, status 0 for no answer
 */
export type SoaringSpotFailure = OrderedFailure<"status" | "hang" | "disconnect" | "notJson">;

export interface SoaringSpotFakeOptions {
	clientId: string;
	secret: string;
	port?: number;
}

const REL = "http://api.soaringspot.com/rel/";
const CLOCK_TOLERANCE_MS = 5 * 60_000;
const DEFAULT_PAGE_SIZE = 2;

/** Starts the fake; the API's base address is `<url>/v1/`. */
export async function startSoaringSpotFake(options: SoaringSpotFakeOptions): Promise<RunningFake> {
	const failures = failureQueue<SoaringSpotFailure["kind"]>();
	const nonces = new Set<string>();
	let contest: FakeContest = sampleContest();
	let clock: number | null = null;
	let pageSize = DEFAULT_PAGE_SIZE;
	let log: { path: string; status: number }[] = [];

	function control({ method, url, body }: FakeRequest, json: unknown): FakeAnswer {
		switch (`${method} ${url.pathname.replace("/__control/", "")}`) {
			case "POST reset":
				contest = sampleContest();
				clock = null;
				pageSize = DEFAULT_PAGE_SIZE;
				log = [];
				failures.clear();
				break;
			case "PUT contest":
				contest = json as FakeContest;
				break;
			case "PUT clock": {
				const { now } = json as { now: string | null };
				clock = now === null ? null : Date.parse(now);
				break;
			}
			case "PUT page-size":
				pageSize = (json as { pageSize: number }).pageSize;
				break;
			case "POST failures":
				failures.order(json as SoaringSpotFailure);
				break;
			case "GET requests":
				return { status: 200, json: log };
			default:
				return { status: 404, json: { msg: `unknown control ${method} ${url.pathname} ${body}` } };
		}
		return { status: 204 };
	}

	function authorizationProblem(header: string | undefined): string | null {
		const match =
			/^http:\/\/api\.soaringspot\.com\/v1\/hmac\/v1 ClientID="([^"]*)", Signature="([^"]*)", Nonce="([^"]*)", Created="(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)"$/.exec(
				header ?? "",
			);
		if (!match) return "malformed";
		const [, clientId = "", signature, nonce = "", created = ""] = match;
		if (clientId !== options.clientId) return "unknown client";
		if (Math.abs((clock ?? Date.now()) - Date.parse(created)) > CLOCK_TOLERANCE_MS) return "clock";
		if (nonce === "" || nonces.has(nonce)) return "nonce";
		nonces.add(nonce);
		const expected = createHmac("sha256", options.secret)
			.update(`${nonce}${created}${clientId}`)
			.digest("base64");
		return signature === expected ? null : "signature";
	}

	function list(url: URL, name: string, items: object[]): FakeAnswer {
		if (items.length === 0) return { status: 404, json: { code: 404, message: "Not found" } };
		const page = Number(url.searchParams.get("page") ?? 1);
		const from = (page - 1) * pageSize;
		const pageAddress = (number: number) => ({ href: `${url.origin}${url.pathname}?page=${number}` });
		const links: Record<string, object> = { self: pageAddress(page) };
		if (from + pageSize < items.length) links.next = pageAddress(page + 1);
		return {
			status: 200,
			headers: { "Content-Type": "application/hal+json" },
			json: { _links: links, _embedded: { [`${REL}${name}`]: items.slice(from, from + pageSize) } },
		};
	}

	function api({ url, headers }: FakeRequest): FakeAnswer {
		const problem = authorizationProblem(headers.authorization);
		if (problem) return { status: 401, json: { code: 401, message: `Unauthorized: ${problem}` } };
		if (headers.accept !== "application/hal+json")
			return { status: 406, json: { code: 406, message: "Not acceptable" } };
		const [, resource, id, part] = url.pathname.split("/").slice(1);
		if (resource === "contests" && id === undefined) {
			return list(url, "contests", [{ id: contest.id, name: contest.name }]);
		}
		if (resource === "contests" && part === "classes") {
			const classes = Number(id) === contest.id ? contest.classes : [];
			return list(
				url,
				"classes",
				classes.map((item) => ({ id: item.id, name: item.name, type: item.type })),
			);
		}
		if (resource === "classes" && part === "results") {
			const tasks = contest.classes.find((item) => item.id === Number(id))?.tasks ?? [];
			return list(
				url,
				"class_results",
				tasks.map((task) => taskResource(task, url.origin)),
			);
		}
		if (resource === "classes" && part === "tasks") {
			const tasks = contest.classes.find((item) => item.id === Number(id))?.tasks ?? [];
			return list(url, "tasks", tasks.map(setTaskResource));
		}
		if (resource === "tasks" && part === "points") {
			// Not in their order.
			const points = fakePoints.map((point, index) => ({ ...point, point_index: index, distance: 0 }));
			return list(url, "points", points.reverse());
		}
		return { status: 404, text: "<!doctype html><title>Not found</title>" };
	}

	function failureAnswer(failure: SoaringSpotFailure): FakeAnswer {
		if (failure.kind === "hang" || failure.kind === "disconnect") return failure.kind;
		if (failure.kind === "notJson") return { status: 200, text: "<!doctype html><title>Maintenance</title>" };
		const status = failure.status ?? 500;
		return { status, json: { code: status, message: "Ordered failure" } };
	}

	return serve((request) => {
		const path = `${request.url.pathname}${request.url.search}`;
		if (path.startsWith("/__control/")) return control(request, jsonBody(request));
		const failure = failures.take(path);
		const answer = failure ? failureAnswer(failure) : api(request);
		log.push({ path, status: typeof answer === "string" ? 0 : answer.status });
		return answer;
	}, options.port);
}

function setTaskResource(task: FakeTask, index: number): object {
	return {
		id: index + 1,
		task_date: task.date,
		task_number: task.number,
		task_name: `Task ${task.number}`,
		task_type: "assigned_area",
		task_duration: 10_800,
	};
}

function taskResource(task: FakeTask, origin: string): object {
	return {
		task_date: task.date,
		task_number: task.number,
		result_status: task.status,
		task_type: "polygon",
		task_distance: 312_400,
		_embedded: { [`${REL}results`]: task.results.map((result) => resultResource(result, origin)) },
	};
}

function resultResource({ contestant, ...result }: FakeResult, origin: string): object {
	return {
		points: result.points,
		points_total: result.pointsTotal,
		rank: result.rank,
		rank_total: result.rankTotal,
		penalty: result.penalty ?? 0,
		status_evaluated: true,
		scored_distance: 312_400,
		scored_speed: 27.4,
		_links: result.flightId ? { [`${REL}flight`]: { href: `${origin}/v1/flights/${result.flightId}` } } : {},
		_embedded: {
			[`${REL}contestant`]: {
				name: contestant.name,
				club: contestant.club,
				aircraft_model: contestant.model,
				contestant_number: contestant.number,
				aircraft_registration: contestant.registration,
				handicap: contestant.handicap,
				not_competing: contestant.notCompeting ?? false,
				_embedded: { [`${REL}pilot`]: [pilotResource(contestant.name)] },
			},
		},
	};
}

function pilotResource(name: string): object {
	const [first = "", ...last] = name.split(" ");
	return { first_name: first, last_name: last.join(" ") };
}
