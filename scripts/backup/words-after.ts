import type { makePlace } from "../serve/served-place";
import type { Storage } from "./backup";
import { draftInWords } from "./draft-state";
import { otherSecrets } from "./other-secrets";

/**
 * What a restore that is done tells about drafts, and about the secrets of a folder. What cannot be read is told: the restore stays done.
 * @param place of `npm run serve`; null elsewhere
 */
export async function wordsAfter(
	storage: Pick<Storage, "query">,
	place: Pick<ReturnType<typeof makePlace>, "secrets" | "made"> | null,
	years: readonly number[],
): Promise<string[]> {
	const words: string[] = [];
	try {
		for (const year of years) {
			const state = await draftInWords(storage, year);
			if (state) words.push(state);
		}
		const secrets = place && (await otherSecrets(storage, place, years));
		if (secrets) words.push(`\n${secrets}`);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		words.push(
			`All is restored. Which editions are drafts, and whether the secrets fit, cannot be read: ${reason}`,
		);
	}
	return words;
}
