/// <reference types="node" />
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface RunningFake {
	/** Origin, without a slash at the end. */
	url: string;
	/** Stops the server and drops connections that still hang. */
	close: () => Promise<void>;
}

export interface FakeRequest {
	method: string;
	url: URL;
	headers: IncomingMessage["headers"];
	body: string;
	bytes: Uint8Array;
}

/** What to send; `hang` never answers, `disconnect` drops the connection. */
export type FakeAnswer =
	| {
			status: number;
			headers?: Record<string, string>;
			json?: unknown;
			text?: string;
			bytes?: Uint8Array | undefined;
	  }
	| "hang"
	| "disconnect";

/** Serves on loopback with a handler from request to answer; port 0 takes a free one. */
export async function serve(
	handle: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>,
	port = 0,
): Promise<RunningFake> {
	const server = createServer((incoming, outgoing) => {
		const chunks: Buffer[] = [];
		incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
		incoming.on("end", async () => {
			const bytes = Buffer.concat(chunks);
			const request = {
				method: incoming.method ?? "GET",
				url: new URL(incoming.url ?? "/", `http://${incoming.headers.host}`),
				headers: incoming.headers,
				body: bytes.toString("utf8"),
				bytes,
			};
			try {
				send(outgoing, await handle(request));
			} catch (error) {
				send(outgoing, { status: 500, text: String(error) });
			}
		});
	});
	// On a busy machine a connection is idle for long, and a request on one that has just been closed is lost.
	server.keepAliveTimeout = 0;
	await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
	const address = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${address.port}`,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

function send(outgoing: ServerResponse, answer: FakeAnswer): void {
	if (answer === "hang") return;
	if (answer === "disconnect") {
		outgoing.destroy();
		return;
	}
	const { status, headers = {}, json, text = "", bytes } = answer;
	const type = json === undefined ? "text/html; charset=utf-8" : "application/json; charset=utf-8";
	outgoing.writeHead(status, { "Content-Type": type, ...headers });
	outgoing.end(bytes ?? (json === undefined ? text : JSON.stringify(json)));
}

/** The body as JSON; an empty one is an empty object, a broken one undefined. */
export function jsonBody(request: FakeRequest): unknown {
	try {
		return request.body === "" ? {} : JSON.parse(request.body);
	} catch {
		return undefined;
	}
}
