/*
 * One schema for the database of every edition. Days are local dates (YYYY-MM-DD, Europe/Prague). Nothing cascades: D1
 * keeps foreign keys on while a table is rebuilt, and a cascade would silently delete the rows of other tables.
 */
export * from "./schema/accounts";
export * from "./schema/charts";
export * from "./schema/content";
export * from "./schema/days";
export * from "./schema/desk";
export * from "./schema/entries";
export * from "./schema/flight-logs";
export * from "./schema/flight-results";
export * from "./schema/payments";
export * from "./schema/protests";
export * from "./schema/replays";
export * from "./schema/results";
export * from "./schema/score-decisions";
export * from "./schema/scoring";
export * from "./schema/season";
export * from "./schema/system";
export * from "./schema/tasks";
