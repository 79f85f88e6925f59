import { newestEdition } from "~editions/index";

/** The edition tests are about unless they say otherwise. */
export const testEdition = newestEdition;

/** Origin of that edition's links in local mode. */
export const testOrigin = "http://localhost:8787";

/** Origin of that edition's links in production, with the domain of the tests. */
export const testProductionOrigin = "https://glidercup.example";
