import { readClock } from "~/lib/settings.server";
import type { Edition } from "~editions/schema";
import { startOgnFake } from "~test/fakes/ogn";
import { liveGliders } from "../demo/live-gliders";

/** Milliseconds between two beacons of a glider. */
const interval = 2_000;
/** Milliseconds of the tracks that who connects hears first: visitors see positions late. */
const heardBefore = 29 * 60_000;
/** Milliseconds between two positions of those. */
const thinnedTo = 10_000;

export interface FakeNetwork {
	/** With them a Worker listens to it. */
	readonly variables: Readonly<Record<string, string>>;
	close(): Promise<void>;
}

/**
 * A server of the Open Glider Network on this machine, which hears the gliders of the demo.
 * @param clock CLOCK as the Worker reads it
 */
export async function startFakeNetwork(edition: Edition, clock: string | undefined): Promise<FakeNetwork> {
	const heardAt = liveGliders(edition);
	const now = () => readClock({ MODE: "local", ...(clock && { CLOCK: clock }) });
	const network = await startOgnFake(0, () => {
		const end = now().getTime();
		const times = Array.from({ length: heardBefore / thinnedTo }, (_, place) => end - place * thinnedTo);
		return times.reverse().flatMap((time) => heardAt(new Date(time)));
	});
	const sending = setInterval(() => {
		if (network.isHeard()) for (const beacon of heardAt(now())) network.beacon(beacon);
	}, interval).unref();
	return {
		variables: { LIVE: "on", OGN_SERVER: network.server, OGN_DEVICES_URL: `${network.url}/download/?j=1` },
		close() {
			clearInterval(sending);
			return network.close();
		},
	};
}
