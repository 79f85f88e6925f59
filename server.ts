import * as build from "virtual:remix/server-build";
import { createWorker } from "~/worker/worker.server";

export default createWorker(build);
