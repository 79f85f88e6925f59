import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { beaconLine, type SentBeacon } from "./beacon-line";
import { type FakeAnswer, type FakeRequest, jsonBody, type RunningFake, serve } from "./json-server";

/**
 * A fake of the Open Glider Network: a server of APRS-IS over TCP, which greets, takes a line that logs in, says so, filters by radius,
 * and sends beacons to whom is logged in; and the device database over HTTP, `GET /download/?j=1`. Give `server` as `OGN_SERVER` and
 * `<url>/download/?j=1` as `OGN_DEVICES_URL`.
 *
 * Control:
 * - `POST /__control/send` bytes for everybody who is connected, as they are
 * - `GET /__control/connections` `{ logins, keepAlives }` since the last reset, and how many are `open`
 * - `POST /__control/drop` ends every connection
 * - `PUT /__control/devices` `{ "devices": […] }` as the database lists them, `{ "status": 503 }`, or `{ "hangs": true }`: who asks waits for the
 *   next one
 * - `GET /__control/reads` how often the database was read
 * - `POST /__control/reset`
 */
export interface OgnFake extends RunningFake {
	/** Host and port of the APRS server. */
	readonly server: string;
	/** Sends lines to everybody who is logged in and asked for their place. */
	beacon(beacon: SentBeacon): void;
	/** Whether anybody is logged in. */
	isHeard(): boolean;
}

interface Device {
	readonly device_type: string;
	readonly device_id: string;
	readonly tracked: "Y" | "N";
	readonly identified: "Y" | "N";
}

type Database =
	| { readonly devices: readonly Device[] }
	| { readonly status: number }
	| { readonly hangs: true };

interface Client {
	readonly socket: Socket;
	filter: { readonly latitude: number; readonly longitude: number; readonly km: number } | null;
	isLoggedIn: boolean;
}

/** As precise as a filter needs. */
const kmPerDegree = 111.2;

function isWithin({ latitude, longitude }: SentBeacon, filter: NonNullable<Client["filter"]>): boolean {
	const east = (longitude - filter.longitude) * Math.cos((filter.latitude * Math.PI) / 180);
	return Math.hypot(latitude - filter.latitude, east) * kmPerDegree <= filter.km;
}

/** A device that nobody has, as a database without any is broken. */
const nobodys: Device = { device_type: "F", device_id: "FFFFFF", tracked: "Y", identified: "Y" };

/**
 * @param port of HTTP; 0 takes a free one, and so does APRS
 * @param greeting beacons that who logs in hears at once
 */
export async function startOgnFake(
	port = 0,
	greeting: () => readonly SentBeacon[] = () => [],
): Promise<OgnFake> {
	const clients = new Set<Client>();
	let logins: string[] = [];
	let keepAlives = 0;
	let reads = 0;
	let database: Database = { devices: [nobodys] };
	let answerWaiting = () => {};

	function hear(client: Client, line: string): void {
		if (line.startsWith("#")) keepAlives += 1;
		const [, call, filter = ""] = /^user (\S+) pass \S+ vers \S+ \S+(?: filter (.*))?$/.exec(line) ?? [];
		if (!call) return;
		logins.push(line);
		const [, latitude, longitude, km] = /r\/(-?[\d.]+)\/(-?[\d.]+)\/(\d+)/.exec(filter) ?? [];
		client.filter = km ? { latitude: Number(latitude), longitude: Number(longitude), km: Number(km) } : null;
		client.isLoggedIn = true;
		client.socket.write(`# logresp ${call} unverified, server FAKE\r\n`);
		for (const beacon of greeting()) send(client, beacon);
	}

	function send({ socket, filter, isLoggedIn }: Client, beacon: SentBeacon): void {
		if (isLoggedIn && filter && isWithin(beacon, filter)) socket.write(`${beaconLine(beacon)}\r\n`, "latin1");
	}

	const aprs = createServer((socket) => {
		const client: Client = { socket, filter: null, isLoggedIn: false };
		clients.add(client);
		socket.write("# aprsc 2.1.19-g730c5c0\r\n");
		let begun = "";
		socket.setEncoding("latin1");
		socket.on("data", (text: string) => {
			const lines = (begun + text).split("\r\n");
			begun = lines.pop() ?? "";
			for (const line of lines) hear(client, line);
		});
		socket.on("error", () => clients.delete(client));
		socket.on("close", () => clients.delete(client));
	});
	await new Promise<void>((resolve) => aprs.listen(0, "127.0.0.1", resolve));

	const drop = () => {
		for (const { socket } of clients) socket.destroy();
		clients.clear();
	};

	function control(request: FakeRequest): FakeAnswer {
		switch (`${request.method} ${request.url.pathname.replace("/__control/", "")}`) {
			case "POST send":
				for (const { socket } of clients) socket.write(request.bytes);
				return { status: 204 };
			case "GET connections":
				return { status: 200, json: { logins, keepAlives, open: clients.size } };
			case "POST drop":
				drop();
				return { status: 204 };
			case "PUT devices":
				database = jsonBody(request) as Database;
				answerWaiting();
				return { status: 204 };
			case "GET reads":
				return { status: 200, json: reads };
			case "POST reset":
				drop();
				[logins, keepAlives, reads, database] = [[], 0, 0, { devices: [nobodys] }];
				return { status: 204 };
			default:
				return { status: 404 };
		}
	}

	function answer(): FakeAnswer | Promise<FakeAnswer> {
		if ("status" in database) return { status: database.status };
		if ("devices" in database) return { status: 200, json: database };
		return new Promise((resolve) => {
			answerWaiting = () => resolve(answer());
		});
	}

	const http = await serve((request) => {
		if (request.url.pathname.startsWith("/__control/")) return control(request);
		if (request.url.pathname !== "/download/" || request.url.searchParams.get("j") !== "1")
			return { status: 404 };
		reads += 1;
		return answer();
	}, port);

	return {
		url: http.url,
		server: `127.0.0.1:${(aprs.address() as AddressInfo).port}`,
		beacon(beacon) {
			for (const client of clients) send(client, beacon);
		},
		isHeard: () => [...clients].some(({ isLoggedIn }) => isLoggedIn),
		async close() {
			drop();
			await Promise.all([http.close(), new Promise((resolve) => aprs.close(resolve))]);
		},
	};
}
