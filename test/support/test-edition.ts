import { editionOfYear, newestEdition } from "~editions/index";

/** The edition tests are about unless they say otherwise: always the same one, whichever is the newest. */
export const testEdition = editionOfYear(2025) ?? newestEdition;

/** Only the newest edition stands on the main domain. */
const hostAt = (domain: string) => (testEdition === newestEdition ? domain : `${testEdition.year}.${domain}`);

/** Origin of that edition's links in local mode. */
export const testOrigin = `http://${hostAt("localhost:8787")}`;

/** Origin of that edition's links in production, with the domain of wrangler.toml. */
export const testProductionOrigin = `https://${hostAt("glidercup.example")}`;
