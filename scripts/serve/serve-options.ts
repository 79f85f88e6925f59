import { existsSync } from "node:fs";
import { isIP } from "node:net";
import { parseArgs } from "node:util";
import { Stop } from "../lib/stop.mjs";
import type { Certificate } from "./front";

export interface ServeOptions {
	/** Folder of databases, files and secrets. */
	readonly data: string;
	readonly port: number;
	readonly certificate: Certificate | null;
	readonly trustedProxy: string | null;
}

const usage =
	"Usage: npm run serve -- --data <folder> [--port <number>] (--cert <file> --key <file> | --trust-proxy <address>)";

/** @throws Stop for arguments with which nobody could be served safely */
export function readServeOptions(args: readonly string[]): ServeOptions {
	const { values } = parseArgs({
		args: [...args],
		options: {
			data: { type: "string" },
			port: { type: "string" },
			cert: { type: "string" },
			key: { type: "string" },
			"trust-proxy": { type: "string" },
		},
	});
	const { data, cert, key, "trust-proxy": proxy } = values;
	if (data === undefined) throw new Stop(usage);
	if ((cert === undefined) !== (key === undefined)) throw new Stop(`A certificate has two files.\n${usage}`);
	const certificate = cert !== undefined && key !== undefined ? { cert, key } : null;
	if (!certificate && proxy === undefined)
		throw new Stop(
			`Passwords do not go over plain http: give a certificate, or the address of a proxy that has one.\n${usage}`,
		);
	for (const file of certificate ? [certificate.cert, certificate.key] : [])
		if (!existsSync(file)) throw new Stop(`There is no file ${file}.`);
	if (proxy !== undefined && !isIP(proxy)) throw new Stop(`${proxy} is no IP address.`);
	const port = Number(values.port ?? (certificate ? 443 : 8080));
	if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Stop(`${values.port} is no port.`);
	return { data, port, certificate, trustedProxy: proxy ?? null };
}
