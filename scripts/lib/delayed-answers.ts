import { once } from "node:events";
import { createServer, request } from "node:http";
import { pipeline } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Answers on a port what a server on another one answers, half of it late: at random, by up to so many milliseconds. So answers overtake
 * each other, as they do on a bad line.
 */
export async function delayAnswers(port: number, behind: number, mostDelay: number): Promise<void> {
	const server = createServer((asked, answer) => {
		const { method, url, rawHeaders: headers } = asked;
		// A connection for each request: workerd closes kept ones.
		const forwarded = request({ port: behind, host: "localhost", method, path: url, headers, agent: false });
		forwarded.on("response", async (response) => {
			if (Math.random() < 0.5) await pause(Math.random() * mostDelay);
			answer.writeHead(response.statusCode ?? 502, response.rawHeaders);
			pipeline(response, answer, () => {});
		});
		forwarded.on("error", () => answer.destroy());
		answer.on("close", () => forwarded.destroy());
		pipeline(asked, forwarded, () => {});
	});
	server.listen(port, "localhost");
	await once(server, "listening");
}
