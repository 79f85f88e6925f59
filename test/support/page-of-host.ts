import http from "node:http";

/** @param host names the edition */
export function pageOf(url: URL, host: string): Promise<{ readonly status: number; readonly text: string }> {
	return new Promise((resolve, reject) => {
		http
			.get(url, { headers: { Host: host }, agent: false }, (response) => {
				const parts: Buffer[] = [];
				response.on("data", (part: Buffer) => parts.push(part));
				response.on("end", () =>
					resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString("utf8") }),
				);
			})
			.on("error", reject);
	});
}
