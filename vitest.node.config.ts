import { defineConfig } from "vitest/config";
import { alias } from "./vite.config";

/** Tests that need files, processes or another server beside the Worker. */
export default defineConfig({
	cacheDir: ".cache/vite",
	resolve: { alias },
	test: {
		name: "node",
		include: ["test/node/**/*.test.ts"],
		environment: "node",
		setupFiles: ["test/support/node-setup.ts"],
		testTimeout: 60_000,
	},
});
