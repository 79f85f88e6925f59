import { createServer } from "node:net";

function canListen(port: number, host: string): Promise<boolean> {
	return new Promise((resolve) => {
		const server = createServer();
		// Without IPv6 there is no ::1 that could be taken.
		server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code !== "EADDRINUSE"));
		server.listen(port, host, () => server.close(() => resolve(true)));
	});
}

/** Asks by IPv4 and by IPv6. */
export async function isPortFree(port: number): Promise<boolean> {
	return (await canListen(port, "127.0.0.1")) && (await canListen(port, "::1"));
}

/**
 * The port itself or the next free one.
 * @param together count of ports in a row that must be free
 */
export async function freePortFrom(port: number, together = 1): Promise<number> {
	for (let offset = 0; offset < together; offset++) {
		if (!(await isPortFree(port + offset))) return freePortFrom(port + offset + 1, together);
	}
	return port;
}
