import type { Page } from "@playwright/test";
import { addDays } from "~/lib/editions/prague-time";
import { demoOf } from "~db/demo/demo-of";
import { newestEdition } from "~editions/index";

const { from, to, signupSince } = newestEdition.competition;

/** Times at which the site is shown: CLOCK of the local server. */
export const clocks = {
	closed: `${addDays(signupSince.slice(0, 10), -28)}T12:00:00Z`,
	open: `${addDays(from, -72)}T12:00:00Z`,
	flying: `${addDays(from, 5)}T14:00:00Z`,
	over: `${addDays(to, 12)}T12:00:00Z`,
} as const;

export type Clock = keyof typeof clocks;
export type Who = "visitor" | "novice" | "pilot" | "admin";

/** The edition that has nothing but its reference data and an admin. */
export const emptyYear = 2020;

/** The edition whose news cannot be read. */
export const brokenYear = 2021;

/** A page in one state. */
export interface Scene {
	readonly clock: Clock;
	readonly who: Who;
	readonly path: string;
	/** Edition; the newest one without it. */
	readonly year?: number;
	/** What is done to the page before it is shown, and the word for it. */
	readonly state?: string;
	readonly act?: (page: Page) => Promise<unknown>;
	/** Whether all menus of the bar stand open. */
	readonly menus?: boolean;
}

/** Sends a form of the page as a browser without scripts does, whatever the browser thinks of its fields. */
const send =
	(form: string, values: Readonly<Record<string, string>> = {}) =>
	async (page: Page) => {
		for (const [name, value] of Object.entries(values))
			await page.locator(`${form} [name="${name}"]`).fill(value);
		await Promise.all([
			page.waitForEvent("load"),
			page.locator(form).evaluate((element: HTMLFormElement) => element.submit()),
		]);
	};

const openFolds = (page: Page) =>
	page.locator("main details").evaluateAll((folds: HTMLDetailsElement[]) => {
		for (const fold of folds) fold.open = true;
	});

const loseConnection = (page: Page) => page.evaluate(`dispatchEvent(new Event("offline"))`);

const at = (clock: Clock, who: Who, paths: readonly string[], rest: Partial<Scene> = {}): Scene[] =>
	paths.map((path) => ({ clock, who, path, ...rest }));

/** The page of a flight of the demo. */
const [flight] = demoOf(newestEdition, { passwordHash: "", whole: true }).rows.igcFiles;
const flightPath = `/igc/${flight?.id}`;

const lists = ["/news", "/starting-list", "/statuses", "/results", "/documents", "/igc"];

const full: readonly Scene[] = [
	...at("flying", "visitor", [
		"/",
		...["/news", "/starting-list", "/starting-list?q=hrad", "/statuses", "/statuses?view=board"],
		...["/results", "/results?view=total", "/results?view=daily"],
		...["/documents", "/contacts", "/archive", "/igc", "/login", "/signup", "/password-reset", "/offline"],
	]),
	...at("flying", "visitor", ["/"], { state: "menus", menus: true }),
	...at("flying", "visitor", ["/"], { state: "galleries", act: openFolds }),
	...at("flying", "visitor", ["/results?view=daily"], {
		state: "map",
		act: async (page) => {
			await page.locator('main a[href*="flight="]').first().click();
			await page.waitForLoadState();
			await openFolds(page);
		},
	}),
	...at("flying", "novice", ["/registration"]),
	...at("flying", "pilot", ["/", "/registration", "/igc", "/user-profile", "/change-password"]),
	...at("flying", "visitor", [flightPath]),
	...at("flying", "admin", ["/"], { state: "menus", menus: true }),
	...at("flying", "admin", [
		...["/starting-list", "/statuses", "/statuses?duty=on", "/igc", "/news", "/documents"],
		...["/competition-days", "/users", "/admin", "/admin/mail", "/admin/audit", "/admin/results"],
		"/admin/glider-types",
	]),
	...at("closed", "visitor", ["/", "/signup"]),
	...at("open", "visitor", ["/", "/signup"]),
	...at("over", "visitor", ["/", "/results", "/statuses"]),
];

const empty: readonly Scene[] = [
	...at("flying", "visitor", ["/", ...lists, "/statuses?view=board", "/results?view=daily"], {
		year: emptyYear,
	}),
	...at("flying", "visitor", ["/starting-list?q=nobody"]),
	...at("flying", "admin", [...lists, "/users", "/admin", "/admin/mail", "/admin/results"], {
		year: emptyYear,
	}),
];

const faulty: readonly Scene[] = [
	...at("flying", "visitor", ["/no-such-page", "/registration", "/password-reset?token=none"]),
	...at("flying", "visitor", ["/news"], { year: brokenYear }),
	...at("flying", "visitor", ["/contacts"], { state: "offline", act: loseConnection }),
	...at("flying", "visitor", ["/login"], {
		state: "error",
		act: send("main form", { email: "pilot@example.com", password: "not the password" }),
	}),
	...at("flying", "visitor", ["/signup", "/igc", "/password-reset"], {
		state: "error",
		act: send("main form"),
	}),
	...at("flying", "novice", ["/registration"], { state: "error", act: send("main form") }),
	...at("flying", "novice", ["/admin"]),
	...at("flying", "pilot", ["/user-profile"], {
		state: "error",
		act: send("main form:has([name=email])", { email: "not an address" }),
	}),
	...at("flying", "pilot", ["/change-password"], { state: "error", act: send("main form") }),
	...at("flying", "admin", ["/news"], { state: "error", act: send("main form:has([name=title])") }),
	...at("flying", "admin", ["/documents"], { state: "error", act: send("main form:has([type=file])") }),
];

/** Every page of the site: full, empty and in error. */
export const scenes: readonly Scene[] = [...full, ...empty, ...faulty];

/** Scenes that are also shown as they come out of the printer. */
export const printedPaths: readonly string[] = ["/starting-list", "/statuses", "/results?view=daily"];

/** File name of a scene without its ending, for example `flying-visitor-results-view-daily-map`. */
export function sceneName({ clock, who, path, year, state }: Scene): string {
	const words = path.replace(flightPath, "flight").split(/[^a-z]+/);
	return [clock, who, year, ...words, state].filter(Boolean).join("-");
}
