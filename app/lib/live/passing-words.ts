/**
 * The element of a page around what it says of positions. When the database fails, a page that was good is sent for a day: it must not
 * say by then where somebody was who has taken back the consent since, or is missing.
 */
export const passingElement = "live-words";

const passing = new RegExp(`<${passingElement}>.*?</${passingElement}>`, "gs");

/** A page without what it says of positions. */
export const withoutPassing = (html: string): string => html.replace(passing, "");
