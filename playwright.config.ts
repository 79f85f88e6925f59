import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/lib/chromium";
import { browserFlags } from "./test/e2e/browser-flags";

const port = process.env.JOURNEYS_PORT ?? "8797";
const executablePath = findChromium() ?? undefined;

/**
 * Journeys through the built Worker in a browser, every one with scripts and without. One that cannot do without them carries the tag
 * `@scripts`. All share one server with the demo: a journey that changes something does it to what it has made itself.
 */
export default defineConfig({
	testDir: "test/e2e",
	testMatch: "**/*.test.ts",
	// The played day ends at last light: `npm run test:soak` gives its server another clock.
	testIgnore: process.env.JOURNEYS_CLOCK ? [] : "**/played-day.test.ts",
	outputDir: "test-results",
	globalTeardown: "test/e2e/look-through-log.ts",
	forbidOnly: Boolean(process.env.CI),
	reporter: "list",
	fullyParallel: true,
	workers: 2,
	// Generous, so that a busy machine fails nothing. No journey gets another try: one that fails now and then has a cause.
	timeout: 120_000,
	expect: { timeout: 20_000 },
	retries: 0,
	use: {
		baseURL: `http://localhost:${port}`,
		locale: "cs-CZ",
		timezoneId: "Europe/Prague",
		// Installed, it fetches the texts of every page, and what passes it Playwright cannot lose. Journeys about it allow it, and so
		// does the longest one, of a competitor.
		serviceWorkers: "block",
		launchOptions: { executablePath, args: browserFlags },
		// Without a graphics card, animations cost more than the pages they are on.
		contextOptions: { reducedMotion: "reduce" },
	},
	projects: [
		{ name: "scripts" },
		{ name: "no scripts", use: { javaScriptEnabled: false }, grepInvert: /@scripts/ },
	],
	webServer: {
		command: "node scripts/run.mjs serve-journeys",
		env: { JOURNEYS_PORT: port },
		url: `http://localhost:${port}/api`,
		timeout: 600_000,
		gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
		stdout: "ignore",
	},
});
