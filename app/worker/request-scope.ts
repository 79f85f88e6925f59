import type { RequestInfo } from "./request-info.server";

/** One request on its way through the Worker. */
export interface RequestScope {
	readonly info: RequestInfo;
	readonly request: Request;
	readonly env: Env;
	readonly execution: ExecutionContext;
	readonly requestId: string;
}
