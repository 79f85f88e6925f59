import { editionOfYear, newestEdition } from "~editions/index";

/** The edition tests are about unless they say otherwise: always the same one, whichever is the newest. */
export const testEdition = editionOfYear(2025) ?? newestEdition;

/** Origin of that edition's links in local mode; only the newest edition stands on the main domain. */
export const testOrigin =
	testEdition === newestEdition ? "http://localhost:8787" : `http://${testEdition.year}.localhost:8787`;
