import { describeError, logLine } from "~/lib/http/log.server";
import { createLineReader } from "./aprs-line";

/** Milliseconds after which the network must hear of us; it ends connections that are silent for longer than 240 s. */
const keepAliveAfter = 150_000;
/** Milliseconds without a byte after which a connection is dead: servers say something every 20 s. */
const deadAfter = 120_000;

/** A server of the network, and what it is told first. */
interface Server {
	/** Host and port. */
	readonly address: string;
	/** The line that logs in, without its end. */
	readonly login: string;
}

/** A connection to a server of APRS-IS. It ends by itself when the server ends it or fails. */
export class OgnConnection {
	#socket: Socket | null = null;
	#writer: WritableStreamDefaultWriter<Uint8Array> | null = null;
	#sentAt = 0;
	#heardAt = 0;
	/** Resolves when the connection has ended, with whether anything was ever heard on it. It never rejects. */
	readonly ended: Promise<boolean>;

	/** @param hear gets every line, words of the server among them */
	constructor(server: Server, hear: (line: string) => void) {
		this.#heardAt = Date.now();
		this.ended = this.#listen(server, hear).catch((error: unknown) => {
			if (!this.#isClosed) logLine("error", "live-connection", describeError(error));
			return this.#hasHeard;
		});
	}

	#hasHeard = false;
	#isClosed = false;

	async #listen({ address, login }: Server, hear: (line: string) => void): Promise<boolean> {
		// Of the platform: Node, which runs the Worker in development, does not have it.
		const { connect } = await import("cloudflare:sockets");
		const socket = connect(address);
		this.#socket = socket;
		this.#writer = socket.writable.getWriter();
		await this.#send(login);
		const lines = createLineReader();
		for await (const bytes of socket.readable as ReadableStream<Uint8Array>) {
			this.#heardAt = Date.now();
			this.#hasHeard = true;
			for (const line of lines(bytes)) hear(line);
		}
		return this.#hasHeard;
	}

	async #send(line: string): Promise<void> {
		this.#sentAt = Date.now();
		await this.#writer?.write(new TextEncoder().encode(`${line}\r\n`));
	}

	/** Is to be called every half minute. Ends a connection that is dead. */
	async keepAlive(): Promise<void> {
		const now = Date.now();
		if (now - this.#heardAt > deadAfter) return this.close();
		if (now - this.#sentAt > keepAliveAfter) await this.#send("#keepalive").catch(() => this.close());
	}

	async close(): Promise<void> {
		this.#isClosed = true;
		await this.#socket?.close().catch(() => undefined);
	}
}
