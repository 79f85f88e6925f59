import { once } from "node:events";
import { readFileSync, unwatchFile, watchFile } from "node:fs";
import {
	type ClientRequest,
	createServer,
	request as httpRequest,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type RequestListener,
	type Server,
	type ServerResponse,
} from "node:http";
import { createServer as createTlsServer, type Server as TlsServer } from "node:https";
import { isIP } from "node:net";
import { pipeline } from "node:stream";
import { Stop } from "../lib/stop.mjs";

/** Paths of the files of a certificate, with its chain, and of its key. */
export interface Certificate {
	readonly cert: string;
	readonly key: string;
}

interface FrontOptions {
	readonly port: number;
	/** Port on this machine at which the Worker answers. */
	readonly workerPort: number;
	/** Null serves plain http, for a proxy. */
	readonly certificate: Certificate | null;
	/** Address of the proxy whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed; null believes nobody. */
	readonly trustedProxy: string | null;
}

/** Headers that say what only a server before the Worker may say: who asks, and how Miniflare takes the request. */
const notOfClients = /^(cf-|mf-|x-mf-|x-forwarded-|x-real-ip$|forwarded$|true-client-ip$)/;
/** Headers of a connection, not of what is sent on it. */
const ofConnection = new Set([
	"connection",
	"keep-alive",
	"proxy-connection",
	"te",
	"transfer-encoding",
	"upgrade",
]);

/** Milliseconds between two looks whether the certificate was renewed. */
const lookInterval = 60_000;

/**
 * Answers the visitors of `npm run serve`: it ends TLS, says who asks and by which address, and hands the request to the Worker, which
 * hears this machine alone.
 * @returns what stops it
 * @throws Stop when it cannot listen, or the certificate is none
 */
export async function startFront(options: FrontOptions): Promise<() => Promise<void>> {
	const { certificate, port } = options;
	const answer = (request: IncomingMessage, response: ServerResponse) => forward(options, request, response);
	const server = certificate ? tlsServer(certificate, answer) : createServer(answer);
	const unwatch = certificate ? watch(certificate, server as TlsServer) : () => {};
	server.listen(port);
	await once(server, "listening").catch((error: Error) => {
		throw new Stop(
			`Nobody can be served on port ${port} (${error.message}). Another one is chosen by --port.`,
		);
	});
	return async () => {
		unwatch();
		await closed(server);
	};
}

function tlsServer(certificate: Certificate, answer: RequestListener): TlsServer {
	try {
		return createTlsServer(read(certificate), answer);
	} catch (error) {
		throw new Stop(`${certificate.cert} and ${certificate.key} are no certificate with its key: ${error}`);
	}
}

function read({ cert, key }: Certificate) {
	return { cert: readFileSync(cert), key: readFileSync(key) };
}

/** Takes a renewed certificate over. A pair that does not fit, as between two writes, leaves the one before. */
function watch(certificate: Certificate, server: TlsServer): () => void {
	const paths = Object.values(certificate);
	const takeOver = () => {
		try {
			server.setSecureContext(read(certificate));
		} catch (error) {
			console.error(`The certificate is not taken over: ${error}`);
		}
	};
	for (const path of paths) watchFile(path, { interval: lookInterval, persistent: false }, takeOver);
	return () => {
		for (const path of paths) unwatchFile(path, takeOver);
	};
}

function closed(server: Server | TlsServer): Promise<void> {
	return new Promise((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
}

/** Where a request comes from. */
interface Client {
	readonly address: string;
	readonly isSecure: boolean;
}

/** @param trusted address of the proxy */
function clientOf({ socket, headers }: IncomingMessage, { trustedProxy, certificate }: FrontOptions): Client {
	// An IPv4 address on a socket of IPv6.
	const peer = (socket.remoteAddress ?? "").replace(/^::ffff:(?=\d+\.)/, "");
	if (trustedProxy === null || peer !== trustedProxy)
		return { address: peer, isSecure: certificate !== null };
	// The proxy adds whom it sees at the end; what stands before it was said by others.
	const last =
		String(headers["x-forwarded-for"] ?? "")
			.split(",")
			.at(-1)
			?.trim() ?? "";
	return {
		address: isIP(last) ? last : peer,
		isSecure: certificate !== null || headers["x-forwarded-proto"] === "https",
	};
}

function forward(options: FrontOptions, request: IncomingMessage, response: ServerResponse): void {
	const { url = "", method, headers } = request;
	const { address, isSecure } = clientOf(request, options);
	const asked = `${isSecure ? "https" : "http"}://${headers.host ?? ""}${url}`;
	if (!url.startsWith("/") || !headers.host || !URL.canParse(asked)) {
		refuse(response, 400, "Bad request.");
		return;
	}
	// Miniflare's own addresses.
	if (new URL(asked).pathname.startsWith("/cdn-cgi/")) {
		refuse(response, 404, "Not found.");
		return;
	}
	const ask = () =>
		httpRequest({
			host: "127.0.0.1",
			port: options.workerPort,
			method,
			path: url,
			// The Worker closes a connection that is idle for 5 s, and a form sent on it just then would be lost.
			agent: false,
			headers: {
				...passedOn(headers),
				"CF-Connecting-IP": address,
				"MF-Original-URL": asked,
				"MF-Disable-Pretty-Error": "true",
			},
		});
	const sent = ask();
	passBack(sent, request, response);
	sent.on("error", () => {
		if (response.headersSent || response.destroyed) return;
		if (Number(headers["content-length"] ?? 0) > 0) askWithoutBody(ask(), request, response);
		else refuseForNow(response);
	});
	request.pipe(sent);
}

function passBack(sent: ClientRequest, request: IncomingMessage, response: ServerResponse): void {
	sent.on("response", (answer) => {
		// An answer before the end of a body: the Worker does not want the rest.
		request.unpipe().resume();
		response.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers));
		pipeline(answer, response, () => {});
	});
	response.on("close", () => sent.destroy());
}

/** Milliseconds within which the Worker refuses a body that it has not read. */
const refusalTimeout = 2_000;

/**
 * Asks once more for an answer that was lost: the Worker refuses a body by its announced length and closes the connection, which drops the
 * answer when the body comes faster than it is read. Nothing is done twice, as no body follows.
 */
function askWithoutBody(again: ClientRequest, request: IncomingMessage, response: ServerResponse): void {
	request.unpipe().resume();
	passBack(again, request, response);
	again.setTimeout(refusalTimeout, () => again.destroy());
	again.on("error", () => {
		if (!response.headersSent) refuseForNow(response);
	});
	again.flushHeaders();
}

function refuseForNow(response: ServerResponse): void {
	refuse(response, 503, "The server is not ready for this. Try again in a few seconds.");
}

function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
	return Object.fromEntries(
		Object.entries(headers).filter(([name]) => !notOfClients.test(name) && !ofConnection.has(name)),
	);
}

function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
	return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name)));
}

function refuse(response: ServerResponse, status: number, text: string): void {
	response.writeHead(status, {
		"Content-Type": "text/plain; charset=utf-8",
		"Cache-Control": "no-store",
		...(status === 503 && { "Retry-After": "5" }),
	});
	response.end(`${text}\n`);
}
