import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run, runInstalled } from "./command.mjs";
import { Stop } from "./stop.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** CHROMIUM_PATH, or the first Chromium on PATH; null when there is none. */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | null {
	if (environment.CHROMIUM_PATH) return environment.CHROMIUM_PATH;
	const folders = ["/usr/bin", ...(environment.PATH ?? "").split(delimiter)];
	const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
	return candidates.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/** Provides a browser for the journeys: that of the system, else on Debian as root its package, else Playwright's. */
export async function provideChromium(): Promise<void> {
	if (findChromium()) return;
	if (existsSync("/etc/debian_version") && process.getuid?.() === 0) {
		console.log("Installing the package chromium …");
		const update = await run("apt-get", ["update", "-qq"]);
		const install = await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]);
		if (update.code === 0 && install.code === 0 && findChromium()) return;
	}
	const { code } = await runInstalled("@playwright/test/cli.js", ["install", "chromium"]);
	if (code !== 0) throw new Stop("No browser for the journeys: install Chromium or set CHROMIUM_PATH.");
}
