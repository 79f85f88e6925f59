const prefix = "status-";

/** What a tap on a status changes, by the id of the status. */
export const statusTarget = (id: string) => prefix + id;

/** Id of the status that a target names; null for other targets. */
export const statusIn = (target: string) => (target.startsWith(prefix) ? target.slice(prefix.length) : null);
