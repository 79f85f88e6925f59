import type { Answer, Question } from "~/lib/live/live-positions.server";
import { liveEntries, pilotDays } from "~db/schema";
import { createApp } from "./app";
import { createRegistration, createUser, databaseOf, recordStatus } from "./factories";
import { place } from "./flown";
import { agreeFor } from "./live";
import { dayOn, ids } from "./world";

/* Pages of live positions, with an object that knows what a test says in the place of the one that listens. */

/** The day on which everybody flies. */
export const date = "2025-07-15";
export const day = dayOn(date);
export const noon = `${date}T12:00:00Z`;
export const evening = `${date}T19:30:00Z`;

export type Seen = Answer["seen"][number];

/** Positions by device. */
export const seen = new Map<string, Seen>();

/** When the network was last heard; null for never, undefined for this moment. */
export const network: { signalAt: number | null | undefined } = { signalAt: undefined };

/** In the place of what listens. */
export const object = {
	fetch: async (_: string, { body }: { readonly body: string }) => {
		const { now, devices }: Question = JSON.parse(body);
		const known = [...seen.values()].filter(
			({ device, fix }) => device in devices && fix.at <= now - (devices[device] ?? 0),
		);
		const signalAt = network.signalAt === undefined ? now : network.signalAt;
		return Response.json({ signalAt, seen: known } satisfies Answer);
	},
};

export const appAt = (clock: string) =>
	createApp({ clock, env: { LIVE: "on", LIVE_POSITIONS: { getByName: () => object } as never } });

/** Lets nobody be heard any more, nor fly. */
export async function hearNobody(): Promise<void> {
	seen.clear();
	network.signalAt = undefined;
	await databaseOf().delete(liveEntries);
	await databaseOf().delete(pilotDays);
}

let count = 0;

/** A pilot of the club class with a device, of whom the network has heard. @param minutes before the clock */
export async function heard(
	clock: string,
	minutes: number,
	fix: Partial<Seen["fix"]> = {},
	stillMinutes: number | null = null,
) {
	count += 1;
	const device = `DD${String(count).padStart(4, "0")}`;
	const user = await createUser();
	const entry = await createRegistration({ userId: user.id, accepted: true, competitionClassId: ids.club });
	await recordStatus(entry.id, day, "FLYING");
	await agreeFor(entry.id, [device]);
	const at = Date.parse(clock) - minutes * 60_000;
	seen.set(device, {
		device,
		fix: { at, ...place(30_000), altitude: 1638, speed: 92, climb: 1, track: 45, ...fix },
		stands: [],
		mayHaveLanded: false,
		flewAt: null,
		progress: null,
	});
	if (stillMinutes !== null) stand(device, stillMinutes);
	return { ...entry, device, name: `${user.name} ${user.surname}` };
}

/** A glider stands where it was last heard. @param minutes until then */
export function stand(device: string, minutes: number) {
	const known = seen.get(device) as Seen;
	const { fix, stands } = known;
	seen.set(device, { ...known, stands: [...stands, { ...fix, at: fix.at - minutes * 60_000 }] });
}

/** A page in English. */
export const readAt = async (clock: string, path: string, as: { readonly id: string } | null = null) =>
	(await appAt(clock).get(path, { as, language: "en" })).text();

/** With ordinary spaces. */
export const plain = (text: string) => text.replaceAll("\u00a0", " ");
