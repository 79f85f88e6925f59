import { failureQueue, type OrderedFailure } from "./failures";
import { type FakeAnswer, type FakeRequest, jsonBody, type RunningFake, serve } from "./json-server";

/**
 * A fake of the IGC ranking list over HTTP: `GET /rest/api/rlpilot?partialFullname=<text>&limit=<number>` lists the pilots whose first
 * name and surname hold the text. Where nobody does, the status of the response is 200 and `data` is null. Give its address as
 * `IGC_RANKING_BASE_URL`.
 *
 * Control:
 * - `PUT /__control/pilots` `[{ pilotid, firstname, surname, nationality }]`
 * - `GET /__control/requests` `[{ method, url, headers, body }]`, one for each request
 * - `POST /__control/failures` an `OrderedFailure`; `match` is looked for in the query
 * - `POST /__control/reset` no pilots, no failures, empty log
 */
export type IgcRankingFailure = OrderedFailure<
	"status" | "hang" | "disconnect" | "page" | "shape" | "redirect"
>;

export interface FakePilot {
	pilotid: number | string;
	firstname: string;
	surname: string;
	nationality?: string | null;
}

export interface RankingRequest {
	method: string;
	/** Path and query. */
	url: string;
	headers: Record<string, string>;
	body: string;
}

export async function startIgcRankingFake(port?: number): Promise<RunningFake> {
	const failures = failureQueue<IgcRankingFailure["kind"]>();
	let pilots: FakePilot[] = [];
	let log: RankingRequest[] = [];

	function control(request: FakeRequest): FakeAnswer {
		switch (`${request.method} ${request.url.pathname.replace("/__control/", "")}`) {
			case "PUT pilots":
				pilots = jsonBody(request) as FakePilot[];
				return { status: 204 };
			case "GET requests":
				return { status: 200, json: log };
			case "POST failures":
				failures.order(jsonBody(request) as IgcRankingFailure);
				return { status: 204 };
			case "POST reset":
				pilots = [];
				log = [];
				failures.clear();
				return { status: 204 };
			default:
				return { status: 404 };
		}
	}

	function listed({ url }: FakeRequest): FakeAnswer {
		const part = url.searchParams.get("partialFullname") ?? "";
		const limit = Number(url.searchParams.get("limit") ?? 10);
		const found = pilots.filter(({ firstname, surname }) =>
			`${firstname} ${surname}`.toLowerCase().includes(part.toLowerCase()),
		);
		return found.length > 0
			? { status: 200, json: { status: 200, status_message: "Data Found", data: found.slice(0, limit) } }
			: { status: 200, json: { status: 200, status_message: "Data Not Found", data: null } };
	}

	function failureAnswer({ kind, status = 500 }: IgcRankingFailure): FakeAnswer {
		if (kind === "hang" || kind === "disconnect") return kind;
		if (kind === "status") return { status };
		if (kind === "redirect") return { status: 302, headers: { Location: "/elsewhere" } };
		return kind === "page"
			? { status: 200, text: "<!doctype html><title>Maintenance</title>" }
			: { status: 200, json: { data: { object_name: 7 } } };
	}

	return serve((request) => {
		const { pathname, search } = request.url;
		if (pathname.startsWith("/__control/")) return control(request);
		const headers = Object.fromEntries(
			Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
		);
		log.push({ method: request.method, url: `${pathname}${search}`, headers, body: request.body });
		const failure = failures.take(decodeURIComponent(search));
		if (failure) return failureAnswer(failure);
		return pathname === "/rest/api/rlpilot" ? listed(request) : { status: 404 };
	}, port);
}
