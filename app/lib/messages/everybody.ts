/** Recipient of a message to all accounts. Apart from the schema, which the page loads later. */
export const everybody = "all";
