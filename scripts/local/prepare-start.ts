import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Edition } from "~editions/schema";
import { Stop } from "../lib/stop.mjs";
import { timed } from "../lib/timed.mjs";
import { keepClock, requireClock, runningFrom } from "./demo-clock";
import { requireFreePort } from "./dev-server";
import { completeLocalSecrets } from "./local-secrets";
import { developersPlace } from "./local-state";
import { prepareLocalData } from "./prepare-local";

/** What a server of this machine needs to know before it starts. */
export interface PreparedStart {
	readonly port: number;
	/** CLOCK as somebody has set it, for people; undefined where nobody has. */
	readonly clock: string | undefined;
	/** CLOCK as the Worker reads it; undefined for the real time. */
	readonly setting: string | undefined;
	/** When the clock of the demo begins; null without the demo. */
	readonly beginning: Date | null;
	/** The edition of the main domain. */
	readonly newest: Edition;
}

function portOf(text: string | undefined): number {
	const port = Number(text || 8787);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new Stop(`PORT must be a number from 1 to 65535, not "${text}".`);
}

function writeLocalSecrets(path: string): void {
	const before = existsSync(path) ? readFileSync(path, "utf8") : "";
	const after = completeLocalSecrets(before);
	if (after !== before) writeFileSync(path, after, { mode: 0o600 });
}

/**
 * Takes port and clock from the environment, completes the secrets and prepares the databases of the developer.
 * @param meanwhile is done beside the databases, such as a build
 */
export async function prepareStart(meanwhile: () => Promise<unknown>): Promise<PreparedStart> {
	const port = portOf(process.env.PORT);
	await requireFreePort(port);
	writeLocalSecrets(developersPlace.secrets);
	const databases = () =>
		prepareLocalData(developersPlace, {
			...(process.env.DEMO === "no" ? { withDemo: [] } : {}),
			clock: process.env.CLOCK,
			report: (line) => console.log(`  ${line}`),
		});
	const [data] = await Promise.all([timed("databases", databases), meanwhile()]);
	const clock = process.env.CLOCK || data.clock;
	if (clock) requireClock(clock);
	// The same for a server that is started again, so that its clock goes on.
	const kept = keepClock(developersPlace, clock || undefined);
	const setting = kept ?? (data.beginning ? runningFrom(data.beginning) : undefined);
	const { beginning, newest } = data;
	return { port, clock: clock || undefined, setting, beginning, newest };
}
