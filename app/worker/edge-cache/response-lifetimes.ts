/** Milliseconds for which a response is fresh. */
export const freshFor = 60_000;
/**
 * Milliseconds for which a response is sent that lacks a part, as the readers of a failing database must not all ask it, or that says
 * what is so at this moment.
 */
export const briefFor = 5_000;
/** Milliseconds for which the last good response may be sent when the database fails. */
export const lastGoodFor = 24 * 3_600_000;
