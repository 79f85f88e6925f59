import { createServer } from "node:net";

function canListen(port: number, host: string): Promise<boolean> {
	return new Promise((resolve) => {
		const server = createServer();
		// A machine without IPv6 has no ::1 that could be taken.
		server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code !== "EADDRINUSE"));
		server.listen(port, host, () => server.close(() => resolve(true)));
	});
}

/** Whether nobody listens on a port of this machine, neither by IPv4 nor by IPv6. */
export async function isPortFree(port: number): Promise<boolean> {
	return (await canListen(port, "127.0.0.1")) && (await canListen(port, "::1"));
}

/**
 * The given port or the next one that is free.
 * @param together how many ports in a row must be free
 */
export async function freePortFrom(port: number, together = 1): Promise<number> {
	for (let offset = 0; offset < together; offset++) {
		if (!(await isPortFree(port + offset))) return freePortFrom(port + offset + 1, together);
	}
	return port;
}
