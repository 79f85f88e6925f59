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

/**
 * Provides a browser for the journeys: Chromium without windows, else that of the system, else Playwright's. On Debian root gets the
 * package even where there is a Chromium: with windows, every page of a journey costs three times as much.
 */
export async function provideChromium(print: Print): Promise<void> {
	const found = findChromium();
	if (process.env.CHROMIUM_PATH || found?.endsWith(debianPackage)) return;
	if (await installPackage(print)) return;
	if (found) return;
	const { code } = await runInstalled("@playwright/test/cli.js", ["install", "--only-shell", "chromium"], {
		print,
	});
	if (code !== 0) throw new Stop("No browser for the journeys: install Chromium or set CHROMIUM_PATH.");
}

/** Whether the package is installed now. Only root may, and only on Debian. */
async function installPackage(print: Print): Promise<boolean> {
	if (!existsSync("/etc/debian_version") || process.getuid?.() !== 0) return false;
	print(`Installing the package ${debianPackage} …\n`);
	const apt = ["-qq", "-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=15"];
	const update = await run("apt-get", [...apt, "update"], { print });
	if (update.code !== 0) return false;
	const install = await run("apt-get", [...apt, "install", "-y", "--no-install-recommends", debianPackage], {
		print,
	});
	return install.code === 0;
}
