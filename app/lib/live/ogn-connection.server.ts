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
	#heardAt = Date.now();
	#hasHeard = false;
	#isClosed = false;
	#end: () => void = () => {};
	/** Resolves when the connection has ended, with whether a packet was ever heard on it. It never rejects. */
	readonly ended: Promise<boolean>;

	/** @param hear gets every line, words of the server among them */
	constructor(server: Server, hear: (line: string) => void) {
		const listened = this.#listen(server, hear).catch((error: unknown) => {
			if (!this.#isClosed) logLine("error", "live-connection", describeError(error));
		});
		const closed = new Promise<void>((resolve) => {
			this.#end = resolve;
		});
		// A socket that is dead may never say that it was closed.
		this.ended = Promise.race([listened, closed]).then(() => this.#hasHeard);
	}

	async #listen({ address, login }: Server, hear: (line: string) => void): Promise<void> {
		// Of the platform: Node, which runs the Worker in development, does not have it.
		const { connect } = await import("cloudflare:sockets");
		if (this.#isClosed) return;
		const socket = connect(address);
		this.#socket = socket;
		this.#writer = socket.writable.getWriter();
		await this.#send(login);
		const lines = createLineReader();
		for await (const bytes of socket.readable as ReadableStream<Uint8Array>) {
			if (this.#isClosed) return;
			this.#heardAt = Date.now();
			for (const line of lines(bytes)) {
				// A server that is full, or wants us no more, greets as well.
				if (!line.startsWith("#")) this.#hasHeard = true;
				hear(line);
			}
		}
	}

	async #send(line: string): Promise<void> {
		this.#sentAt = Date.now();
		await this.#writer?.write(new TextEncoder().encode(`${line}\r\n`));
	}

	/** Is to be called every half minute. Ends a connection that is dead. It waits for no server that takes nothing any more. */
	keepAlive(): void {
		const now = Date.now();
		if (now - this.#heardAt > deadAfter) this.close();
		else if (now - this.#sentAt > keepAliveAfter) void this.#send("#keepalive").catch(() => this.close());
	}

	close(): void {
		this.#isClosed = true;
		this.#end();
		void this.#socket?.close().catch(() => undefined);
	}
}
