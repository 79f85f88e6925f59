import { spawnSync } from "node:child_process";
import { z } from "zod";
import type { Cloudflare } from "../lib/cloudflare";
import { projectRoot } from "../lib/paths.mjs";
import { Stop } from "../lib/stop.mjs";

/** What git says; null when it refuses or is not there. */
export type Git = (...parameters: string[]) => string | null;

export const gitOf =
	(folder = projectRoot): Git =>
	(...parameters) => {
		const { status, stdout } = spawnSync("git", parameters, { cwd: folder, encoding: "utf8" });
		return status === 0 ? stdout.trimEnd() : null;
	};

/** Milliseconds. */
const healthTimeout = 10_000;

const commitSchema = z.object({ commit: z.string() });

/** The commit that runs, by the health of the site, which says it also when it is not well; null when nothing answers there. */
export async function runningCommit(origin: string): Promise<string | null> {
	try {
		const response = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(healthTimeout) });
		return commitSchema.parse(await response.json()).commit;
	} catch {
		return null;
	}
}

const deploymentsSchema = z.object({
	deployments: z.array(z.object({ versions: z.array(z.object({ version_id: z.string() })) })),
});
const versionSchema = z.object({
	annotations: z.object({ "workers/message": z.string().optional() }).optional(),
});

/**
 * The commit that runs, by the message of the version that Cloudflare sends visitors to: also of one that is too bad to say it.
 * @returns null when no version says it, as before the first deployment
 */
export async function deployedCommit({ read }: Cloudflare, worker: string): Promise<string | null> {
	const found = await read(`/workers/scripts/${worker}/deployments`);
	const [newest] = found ? deploymentsSchema.parse(found).deployments : [];
	const id = newest?.versions[0]?.version_id;
	if (!id) return null;
	const { annotations } = versionSchema.parse(await read(`/workers/scripts/${worker}/versions/${id}`));
	const message = annotations?.["workers/message"] ?? "";
	return /^[0-9a-f]{40}$/.test(message) ? message : null;
}

/**
 * What would be deployed over what runs.
 * @param running commit; null when none is known
 * @returns sentences about what stands against it, and the commits between as `git log` shows them
 */
export function compareWithRunning(git: Git, running: string | null) {
	if (git("rev-parse", "HEAD") === null) {
		return { complaints: ["Without git nobody knows what is deployed: clone the repository."], between: [] };
	}
	const changed = (git("status", "--porcelain") ?? "")
		.split("\n")
		.filter((line) => line !== "" && !(/^[ M]{2} wrangler\.toml$/.test(line) && isOnlyNoted(git)));
	const complaints =
		changed.length > 0
			? [`Not committed, so that nobody could find what was deployed:\n${changed.join("\n")}`]
			: [];
	if (running === null) return { complaints, between: [] };
	const isAncestor = git("merge-base", "--is-ancestor", running, "HEAD") !== null;
	if (!isAncestor) {
		complaints.push(
			`The commit that runs, ${running.slice(0, 12)}, is no part of this one: you would take its changes away. Pull first.`,
		);
	}
	const between = isAncestor ? (git("log", "--oneline", `${running}..HEAD`) ?? "").split("\n") : [];
	return { complaints, between: between.filter((line) => line !== "") };
}

/** What a deployment writes into wrangler.toml: ids of databases, and the hosts. */
const notedLine =
	/^[+-](database_id = "[^"]*"|routes = \[\]?|\t\{ pattern = "[^"]*", custom_domain = true \},|\])$/;

/** Whether wrangler.toml differs from the commit by nothing but what a deployment notes there, as after one that broke off. */
function isOnlyNoted(git: Git): boolean {
	const difference = git("diff", "--unified=0", "HEAD", "--", "wrangler.toml") ?? "";
	return difference
		.split("\n")
		.filter((line) => /^[+-]/.test(line) && !/^(\+\+\+|---) /.test(line))
		.every((line) => notedLine.test(line));
}

/** @param reason why it is deployed all the same; undefined for no reason @throws Stop with the complaints */
export function requireNoComplaint(complaints: readonly string[], reason: string | undefined): void {
	if (complaints.length === 0 || reason?.trim()) return;
	throw new Stop(
		`${complaints.join("\n\n")}\n\nTo deploy all the same: npm run deploy -- --force "<reason>"`,
	);
}

/** Notes in git what was deployed, when and, where it was forced, why. @returns the name of the tag; null when git refuses */
export function tagDeployed(git: Git, at: Date, reason: string | undefined): string | null {
	const name = `deployed-${at.toISOString().slice(0, 19).replaceAll(":", "")}Z`;
	const message = reason?.trim() ? `Deployed although: ${reason.trim()}` : "Deployed";
	return git("tag", "--annotate", name, "--message", message) === null ? null : name;
}
