import type { LiveDay } from "./live-types";

/** Listens to the Open Glider Network for one edition. */
export class LivePositions {
	async fetch(): Promise<Response> {
		const day: LiveDay = { signalAt: null, pilots: [] };
		return Response.json(day);
	}
}
