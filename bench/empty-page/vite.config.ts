import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { forWorker, future, workerEntry } from "../../vite.config";

/** A Remix page that does nothing, made by the same versions and options as the application. */
export default defineConfig({
	plugins: [
		remix({ future, appDirectory: "bench/empty-page/app", buildDirectory: ".cache/empty-page" }),
		workerEntry("./bench/empty-page/server.ts"),
	],
	cacheDir: ".cache/vite-empty-page",
	ssr: forWorker,
	build: { target: "es2022" },
});
