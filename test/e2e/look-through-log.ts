import { readFileSync } from "node:fs";
import { inProject } from "../../scripts/lib/paths.mjs";
import { leaksIn, spellingsOf } from "../support/log-leaks";
import { demoPassword } from "./accounts";

const folder = inProject(".cache/journeys");

/** What people typed in the journeys, and what the server alone knows. */
function canaries(): string[] {
	const secrets = readFileSync(`${folder}/secrets.env`, "utf8").matchAll(/^\w*SECRET\w*=(.+)$/gm);
	return [
		demoPassword,
		"Vlečná 4 po větru",
		"secret of mine",
		...[...secrets].map(([, secret = ""]) => secret),
	];
}

/** When all journeys have ended: the log of their server tells nobody's secrets. @throws Error with the lines that do */
export default function lookThroughLog(): void {
	const log = readFileSync(`${folder}/server.log`, "utf8");
	if (!log.includes('"event":"request"'))
		throw new Error("The log of the journeys' server has no line of the Worker");
	const secrets = canaries().flatMap((secret) => [...spellingsOf(secret)]);
	const told = log.split("\n").flatMap((line) => leaksIn(line, secrets).map((leak) => `${leak} in ${line}`));
	if (told.length > 0) throw new Error(`The log of the journeys' server tells\n${told.join("\n")}`);
}
