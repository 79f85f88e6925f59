import * as build from "virtual:remix/server-build";
import { createWorker } from "~/worker/worker.server";

export { LivePositions } from "~/lib/live/live-positions.server";

export default createWorker(build);
