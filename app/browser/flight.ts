import { showFlight } from "./show-flight";

/* The script of a flight's page, for visitors: makes its pictures movable. Without it they show the same flight. */
for (const root of document.querySelectorAll<HTMLElement>("[data-flight]")) showFlight(root);
