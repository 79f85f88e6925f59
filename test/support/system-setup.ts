import { afterAll } from "vitest";
import { noteSecrets } from "./log-watch";
import { lookThroughOutput } from "./worker-output";

const send = globalThis.fetch;

globalThis.fetch = async (input, init) => {
	await noteSecrets(input instanceof Request ? input.clone() : new Request(input, init));
	return send(input, init);
};

// Runs after the hooks of the test file, in which it ends its Workers.
afterAll(lookThroughOutput);
