import { openBasemap } from "./open-basemap";

/* The map of the region, as a script of its own: the replay loads it where the edition has a basemap. */
globalThis.openBasemap = openBasemap;
