import { timeZone } from "~/lib/editions/prague-time";
import { editions } from "~editions/index";
import type { Edition } from "~editions/schema";
import { demoPassword } from "../demo/demo-account";
import { demoAccounts } from "../demo/people";
import { runsOn } from "./demo-clock";

const pragueTime = new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "full", timeStyle: "short" });

/** Two aligned columns. */
function table(rows: readonly (readonly [left: string, right: string])[]): string {
	const width = Math.max(...rows.map(([left]) => left.length));
	return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}

/**
 * What time it is on the site.
 * @param clock as it was set; undefined when it was not
 * @param beginning of the demo's clock; null without the demo
 */
export function clockInWords(clock: string | undefined, beginning: Date | null): string {
	if (!clock) {
		return beginning
			? `It is ${pragueTime.format(beginning)} in Prague, a flying day of the demo, and the clock runs on.`
			: "The clock shows the real time.";
	}
	if (clock === "now") return "The clock shows the real time.";
	const [, instant] = runsOn.exec(clock) ?? [];
	if (instant) return `The clock began at ${pragueTime.format(new Date(instant))} in Prague and runs on.`;
	if (clock.startsWith("+")) return `The clock is ${Number(clock)} days ahead of the real time.`;
	return `It is ${pragueTime.format(new Date(clock))} in Prague, and the clock stands still.`;
}

const accountsOfDemo = `Demo accounts, password ${demoPassword}:

${table(demoAccounts.map(({ email, is }) => [email, is]))}`;

/** What each command that serves the site on this machine adds to the end of what it says. */
const notes = {
	// These stand in for a server in front of workerd, whose timeout no setting changes: one would read requests by rules of its own,
	// and answer malformed ones as the Worker does not.
	"npm start": `Its runtime closes a connection
after 5 s without a request, and does not announce it: a client that keeps connections keeps them for less, or asks again.`,
	"npm run dev": `A page
that is asked for again shows what you have saved. After a change of the schema: npm run db:generate, and another start.`,
} as const;

interface Running {
	readonly port: number;
	/** Of the site, in words. */
	readonly time: string;
	/** Whether there are accounts of the demo. */
	readonly hasDemo: boolean;
	/** The edition of the main domain. */
	readonly newest: Edition;
}

/** Says what runs and how to change it. */
export function banner(
	{ port, time, hasDemo, newest }: Running,
	command: keyof typeof notes = "npm start",
): string {
	const origin = `http://localhost:${port}`;
	const earlier = editions
		.filter((edition) => edition !== newest && (edition.practice || edition.year < newest.year))
		.map(({ year }) => year);
	const drafts = editions.filter(({ year, practice }) => !practice && year > newest.year);
	return `
Glider Cup is running:

${table([
	[origin, newest.title],
	[`http://<year>.localhost:${port}`, `other years: ${earlier.reverse().join(", ")}`],
	...drafts.map(
		({ year }) => [`http://${year}.localhost:${port}`, "a draft, shown to its organisers alone"] as const,
	),
	[`${origin}/dev/mail`, "mails that would have been sent"],
])}

${hasDemo ? accountsOfDemo : "There are no accounts yet: sign up, then npm run admin:grant -- <e-mail>."}

${time} To change it:

${table([
	[`CLOCK=now ${command}`, "the real time"],
	[`CLOCK=2025-02-01T12:00:00Z ${command}`, "a time that stands still"],
	[`CLOCK=2025-02-01T12:00:00Z+ ${command}`, "the same time, and it runs on"],
])}

Ctrl-C ends it. Every minute it does what the schedule does in production: mails, results, tidying up. ${notes[command]}
`;
}
