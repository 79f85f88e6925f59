import * as build from "virtual:remix/server-build";
import { expect, test } from "vitest";
import type { Question } from "~/lib/live/live-positions.server";
import { changeEdition } from "~test/support/change-edition";
import { createRegistration, recordStatus } from "~test/support/factories";
import { agreeFor } from "~test/support/live";
import { ask, askForData, askIn, createWorld, isRead, matrix, prepareWorlds } from "./ask";
import type { World } from "./row";

/* Positions that nobody may see are in nothing that others can read, even where what listens would give them away. */

const now = new Date("2025-07-12T10:00:00Z");

/** Each device is somewhere else. Written as degrees, and as an altitude in metres. */
const places = {
	shown: { device: "AA0001", latitude: 49.71111, longitude: 15.81111, altitude: 2411 },
	silent: { device: "AA0002", latitude: 49.72222, longitude: 15.82222, altitude: 2422 },
	out: { device: "AA0003", latitude: 49.73333, longitude: 15.83333, altitude: 2433 },
	home: { device: "AA0004", latitude: 49.74444, longitude: 15.84444, altitude: 2444 },
	shared: { device: "AA0005", latitude: 49.75555, longitude: 15.85555, altitude: 2455 },
} as const;

type Name = keyof typeof places;

const textsOf = (name: Name): readonly string[] => {
	const { device, latitude, longitude, altitude } = places[name];
	const metres = [",", "\u00a0"].map((mark) => `${String(altitude).replace(/^(\d)/, `$1${mark}`)}\u00a0m`);
	return [device, String(latitude), String(longitude), ...metres];
};

/** What listens, and knows no rules: it says where every device is that it is asked about. */
const talkative = {
	getByName: () => ({
		async fetch(_: string, { body }: { readonly body: string }) {
			const { devices }: Question = JSON.parse(body);
			const at = now.getTime() - 1000;
			const seen = Object.values(places)
				.filter(({ device }) => device in devices)
				.map(({ device, ...place }) => ({
					device,
					fix: { ...place, at, speed: 95, climb: 1, track: 120 },
					stands: [],
					mayHaveLanded: false,
					flewAt: null,
					progress: null,
				}));
			return Response.json({ signalAt: at, seen });
		},
	}),
} as unknown as DurableObjectNamespace;

async function fly({ dayId, registration, otherRegistration }: World) {
	const [home, shared, twin, shown] = await Promise.all(
		Array.from({ length: 4 }, () => createRegistration({ accepted: true })),
	);
	if (!home || !shared || !twin || !shown) throw new Error("four entries were to be made");
	await agreeFor(registration.id, [places.out.device]);
	await recordStatus(registration.id, dayId, "OUTLANDING");
	await agreeFor(otherRegistration.id, [places.silent.device], null);
	await recordStatus(otherRegistration.id, dayId, "FLYING");
	await agreeFor(home.id, [places.home.device]);
	await recordStatus(home.id, dayId, "HOME");
	for (const [{ id }, status] of [
		[shared, "FLYING"],
		[twin, "HOME"],
	] as const) {
		await agreeFor(id, [places.shared.device]);
		await recordStatus(id, dayId, status);
	}
	await agreeFor(shown.id, [places.shown.device]);
	await recordStatus(shown.id, dayId, "FLYING");
}

test("no answer to a visitor or another competitor has the position of who has not agreed, is out, home, or shares a device", async () => {
	changeEdition({ liveDelay: 0 });
	await prepareWorlds();
	const world = await createWorld();
	await fly(world);
	askIn({ LIVE: "on", LIVE_POSITIONS: talkative });
	const found: string[] = [];
	let shown = 0;
	for (const row of matrix.filter(isRead)) {
		const isPage = build.routes[row.route]?.module.default !== undefined;
		const answers = [
			{ role: "anonymous", answer: await ask(row, "anonymous", world) },
			{ role: "otherPilot", answer: await ask(row, "otherPilot", world) },
			...(isPage ? await askForData(row, "anonymous", world) : []).map((answer) => ({
				role: "anonymous",
				answer,
			})),
		];
		for (const { role, answer } of answers) {
			// The other pilot is the silent one, who reads the own device, never the own position.
			const text = (await answer.text()).replaceAll(role === "otherPilot" ? places.silent.device : "\0", "");
			if (text.includes(String(places.shown.latitude))) shown += 1;
			for (const name of ["silent", "out", "home", "shared"] as const)
				found.push(
					...textsOf(name).flatMap((one) => (text.includes(one) ? `${row.what}: ${name} ${one}` : [])),
				);
		}
	}
	askIn({});
	expect(found).toEqual([]);
	// There is something to see at all.
	expect(shown).toBeGreaterThan(0);
});
