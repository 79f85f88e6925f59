import type { HeldEdition } from "~/lib/editions/opening-times";
import { newestEdition } from "~editions/index";
import type { Edition } from "~editions/schema";

/** The edition tests are about unless they say otherwise. */
export const testEdition = newestEdition();

/** That edition as the newest one. */
export const heldTestEdition = (changes: Partial<Edition> = {}): HeldEdition => ({
	...testEdition,
	newestYear: testEdition.year,
	...changes,
});

/** Origin of that edition's links in local mode. */
export const testOrigin = "http://localhost:8787";

/** Origin of that edition's links in production, with the domain of the tests. */
export const testProductionOrigin = "https://glidercup.example";
