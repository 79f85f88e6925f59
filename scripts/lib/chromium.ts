import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run, runInstalled } from "./command.mjs";
import type { Print } from "./steps";
import { Stop } from "./stop.mjs";

/** Chromium without windows: a page of a new context costs it a third of the processor's time. */
const debianPackage = "chromium-headless-shell";

const names = [debianPackage, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

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
export async function provideChromium(print: Print): Promise<void> {
	if (findChromium()) return;
	if (existsSync("/etc/debian_version") && process.getuid?.() === 0) {
		print(`Installing the package ${debianPackage} …\n`);
		const update = await run("apt-get", ["update", "-qq"], { print });
		const install = await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", debianPackage], {
			print,
		});
		if (update.code === 0 && install.code === 0 && findChromium()) return;
	}
	const { code } = await runInstalled("@playwright/test/cli.js", ["install", "--only-shell", "chromium"], {
		print,
	});
	if (code !== 0) throw new Stop("No browser for the journeys: install Chromium or set CHROMIUM_PATH.");
}
