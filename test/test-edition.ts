import { editionOfYear, newestEdition } from "~editions/index";

/** The edition tests are about unless they say otherwise: always the same one, whichever is the newest. */
export const testEdition = editionOfYear(2025) ?? newestEdition;
