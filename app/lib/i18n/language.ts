import type { languages } from "~db/schema";

/** A language of the site. */
export type Language = (typeof languages)[number];
