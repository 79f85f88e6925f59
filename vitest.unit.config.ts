import { defineConfig } from "vitest/config";
import { testAlias } from "./test/support/alias";
import { common } from "./vitest.config";

/** Pure functions, in Node. By itself it starts in half the time, as the Worker's plugins stay away. */
export default defineConfig({
	cacheDir: ".cache/vite",
	resolve: { alias: testAlias },
	test: { ...common, name: "unit", include: ["test/unit/**/*.test.ts"], isolate: false },
});
