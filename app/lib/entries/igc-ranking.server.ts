import { z } from "zod";
import type { Ctx } from "~/lib/context";
import { describeError, logLine } from "~/lib/http/log.server";
import { done, type Result, refuse } from "~/lib/result";
import { greatestIgcId } from "./entry-schema";
import { nameKey, withoutMarks } from "./places/ranking-file";

/** A pilot of the IGC ranking list. */
export interface RankedPilot {
	/** The number that results are sent with. */
	readonly id: number;
	readonly name: string;
	/** As the list writes it, three letters; empty where it says none. */
	readonly nation: string;
}

/** Milliseconds for all questions about one name. */
const longestAnswer = 5_000;
/** Characters; ten pilots have some 10,000. */
const longestText = 200_000;
/** Names that stand for nobody. */
const placeholder = "blank blank";

const pilotSchema = z
	.object({
		pilotid: z.coerce.number().int().positive().max(greatestIgcId),
		firstname: z.string().trim().max(200),
		surname: z.string().trim().max(200),
		nationality: z.string().trim().max(20).nullish(),
	})
	.transform(
		({ pilotid, firstname, surname, nationality }): RankedPilot => ({
			id: pilotid,
			name: `${firstname} ${surname}`,
			nation: nationality ?? "",
		}),
	);

/** `data` is null where nobody is found, and the status of the response is 200 then too. */
const answerSchema = z.object({ data: z.array(z.unknown()).nullable() });

/**
 * Asks the public IGC ranking list for pilots of a name (docs/formats.md, 1): by the whole name, then without marks, then by the
 * surname, until somebody is found. The list gets these words and nothing else.
 * @returns at most ten
 */
export async function pilotsInRanking(
	{ settings, requestId }: Pick<Ctx, "settings" | "requestId">,
	{ name, surname }: { readonly name: string; readonly surname: string },
): Promise<Result<readonly RankedPilot[], "unavailable">> {
	if (settings.igcRankingUrl === null) return refuse("unavailable");
	const signal = AbortSignal.timeout(longestAnswer);
	const questions = new Set([name, withoutMarks(name), withoutMarks(surname)]);
	try {
		for (const question of questions) {
			const found = await ask(settings.igcRankingUrl, question, signal);
			if (found.length > 0) return done(found);
		}
		return done([]);
	} catch (error) {
		logLine("error", "igc-ranking.failed", { requestId, ...describeError(error) });
		return refuse("unavailable");
	}
}

async function ask(baseUrl: string, name: string, signal: AbortSignal): Promise<readonly RankedPilot[]> {
	const query = `partialFullname=${encodeURIComponent(name)}&limit=10`;
	const response = await fetch(`${baseUrl}/rest/api/rlpilot?${query}`, {
		headers: { Accept: "application/json", "User-Agent": "glidercup" },
		redirect: "manual",
		signal,
	});
	if (!response.ok) throw new Error(`status ${response.status}`);
	const text = await response.text();
	if (text.length > longestText) throw new Error("the answer is too long");
	const { data } = answerSchema.parse(JSON.parse(text));
	return (data ?? [])
		.flatMap((row) => pilotSchema.safeParse(row).data ?? [])
		.filter((pilot) => !["", placeholder].includes(nameKey(pilot.name)))
		.slice(0, 10);
}

/** The one pilot whose name is the same; null where several have it, or nobody. */
export function exactHit(pilots: readonly RankedPilot[], name: string): RankedPilot | null {
	const same = pilots.filter((pilot) => nameKey(pilot.name) === nameKey(name));
	return same.length === 1 ? (same[0] ?? null) : null;
}
