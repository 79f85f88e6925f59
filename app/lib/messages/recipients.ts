/* Recipients of a message beside a single account. Apart from the schema, which the page loads later. */

/** All accounts. */
export const everybody = "all";

/** The accounts of the field `recipients`. */
export const chosen = "chosen";
