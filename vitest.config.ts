import { defineConfig } from "vitest/config";
import { alias } from "./vite.config";

/** Whether to do in full what `npm test` does a tenth of, and what it does not do at all; see scripts/test-soak.ts. */
const soak = process.env.SOAK === "1";

/** Whether to record the API's answers anew; see test/integration/recorded-api.test.ts. */
const records = process.env.RECORD === "1";

/** What all projects have in common: one test file at a time for each core of a small machine. */
export const common = {
	maxWorkers: 2,
	provide: { soak, records },
	// Generous, so that a busy machine fails nothing: `npm test` runs the journeys beside.
	testTimeout: 180_000,
	hookTimeout: 180_000,
};

const cacheDir = ".cache/vite";

export default defineConfig({
	test: {
		update: records,
		projects: [
			"./vitest.unit.config.ts",
			{
				cacheDir,
				resolve: { alias },
				test: {
					...common,
					name: "system",
					include: ["test/system/**/*.test.ts", ...(soak ? ["test/soak/**/*.test.ts"] : [])],
					globalSetup: ["test/support/build-before.ts"],
					setupFiles: ["test/support/system-setup.ts"],
					// Loading Miniflare, wrangler and the Worker's own modules takes longer than many a file.
					isolate: false,
				},
			},
			"./vitest.workers.config.ts",
		],
	},
});
