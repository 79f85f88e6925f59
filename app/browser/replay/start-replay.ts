import { unpackFlights } from "~/lib/flights/replay/unpack";
import { glidersOf } from "./flight";
import { readReplayData } from "./replay-data";
import { Stage } from "./stage";

/** Brings the flights of a class onto the map. The page is complete without it, and stays as it is when they do not come. */
export async function startReplay(stage: HTMLElement): Promise<void> {
	const data = readReplayData(stage);
	try {
		const response = await fetch(data.pack);
		if (!response.ok || !response.body) throw new Error(`The flights were answered with ${response.status}`);
		const pack = response.body.pipeThrough(new DecompressionStream("gzip"));
		const bytes = new Uint8Array(await new Response(pack).arrayBuffer());
		const tracks = new Map(unpackFlights(bytes).map(({ id, track }) => [id, track]));
		const gliders = glidersOf(data, tracks);
		if (gliders.length > 0) new Stage(stage, data, gliders).begin();
	} catch {
		const message = stage.querySelector("[data-replay-message]");
		if (message) message.textContent = data.texts.failed;
	}
}
