import type { Page } from "@playwright/test";
import { everybody } from "~/lib/content/recipients";
import { addDays } from "~/lib/editions/prague-time";
import { newestEdition } from "~editions/index";
import { demoTimeOf } from "../demo/flying-day";
import {
	badResults,
	badTypes,
	goodResults,
	goodTypes,
	inTurn,
	loseConnection,
	openFolds,
	post,
	send,
	sendFile,
	sendLate,
	sendLog,
	sendMany,
	uploadSeveral,
} from "./scene-acts";
import {
	daysBefore,
	document,
	flight,
	flyingDay,
	mailLinks,
	newsItem,
	type otherEntries,
	pilotsEntry,
	resetToken,
	task,
} from "./scene-demo";

const { from, to, signupSince } = newestEdition().competition;

/** CLOCK of the local server. */
export const clocks = {
	closed: `${addDays(signupSince.slice(0, 10), -28)}T12:00:00Z`,
	open: `${addDays(from, -72)}T12:00:00Z`,
	morning: `${flyingDay.date}T07:00:00Z`,
	flying: demoTimeOf(newestEdition()).toISOString(),
	late: `${flyingDay.date}T18:20:00Z`,
	over: `${addDays(to, 12)}T12:00:00Z`,
} as const;

export type Clock = keyof typeof clocks;
export type Who = "visitor" | "novice" | "pilot" | "admin" | keyof typeof otherEntries;

/** The edition with only its reference data and an admin. */
export const emptyYear = 2020;

/** The edition whose news cannot be read. */
export const brokenYear = 2021;

/** The edition whose results could not be fetched. */
export const unfetchedYear = 2024;

/** A page in one state. */
export interface Scene {
	readonly clock: Clock;
	readonly who: Who;
	readonly path: string;
	/** Edition; the newest one without it. */
	readonly year?: number;
	/** Name of the state after `act`. */
	readonly state?: string;
	readonly act?: (page: Page) => Promise<unknown>;
	/** Opens all menus of the bar. */
	readonly menus?: boolean;
}

function at(clock: Clock, who: Who, paths: readonly string[], rest: Partial<Scene> = {}): Scene[] {
	return paths.map((path) => ({ clock, who, path, ...rest }));
}

const entrants = ["novice", "waiting", "reserve", "unpaid"] as const;
const lists = ["/news", "/starting-list", "/statuses", "/results", "/documents", "/igc"];
const taskDesk = `/admin/tasks/${flyingDay.date}/club`;
const days = ["/competition-days"];
const dayForm = `#day-${flyingDay.date}`;
const cancelled = { task: "TASK_CANCELLED" };
const charts = "/admin/waypoints-and-airspace";
const gliderTypesForm = "main form:has([type=file])";
const full: readonly Scene[] = [
	...at("flying", "visitor", [
		...["/", "/password-reset?sent"],
		...["/news", "/starting-list", "/starting-list?q=hrad", "/statuses", "/statuses?view=board"],
		...["/grid", "/outlandings", "/outlandings/report"],
		...["/results", "/results?view=total", "/results?view=daily"],
		...[
			"/documents",
			"/contacts",
			"/privacy",
			"/archive",
			"/igc",
			"/login",
			"/signup",
			"/password-reset",
			"/offline",
		],
	]),
	...at("flying", "visitor", ["/"], { state: "menus", menus: true }),
	...at("flying", "visitor", ["/"], { state: "galleries", act: openFolds }),
	...at("flying", "visitor", [`/results?view=daily&day=${flight.dayId}`], {
		state: "map",
		act: async (page) => {
			await page.locator('main a[href*="flight="]').first().click();
			await page.waitForLoadState();
			await openFolds(page);
		},
	}),
	...at("flying", "visitor", [`/password-reset?token=${resetToken}`], { state: "valid" }),
	...at("flying", "visitor", mailLinks.good, { state: "good" }),
	...entrants.flatMap((who) => at("flying", who, ["/registration"])),
	...at("flying", "pilot", ["/", "/registration", "/igc", "/user-profile", "/change-password"]),
	...at("flying", "pilot", ["/registration/safety-card"]),
	...at("flying", "pilot", ["/user-profile/erase"]),
	...at("flying", "visitor", [
		...[`/igc/${flight.id}`, `/scores/${flight.dayId}/${flight.registrationId}`],
		...[
			"/days/1",
			"/days/5/replay?class=club",
			`/tasks/${flyingDay.date}`,
			`/tasks/${task.id}/sheet`,
			...[
				"/dev/gallery",
				"/dev/gallery/day",
				"/dev/gallery/desk",
				"/dev/gallery/results",
				"/dev/gallery/task",
			],
		],
	]),
	...at("flying", "visitor", ["/days", "/pilots"], { state: "list" }),
	...at("flying", "visitor", ["/days/6", `/pilots/${pilotsEntry.startNumber}`], { state: "today" }),
	...at("flying", "admin", ["/"], { state: "menus", menus: true }),
	...at("flying", "admin", [
		...["/starting-list", "/statuses", "/statuses?duty=on", "/igc", "/news", "/documents"],
		...["/grid", "/outlandings", "/duty", `/outlandings/overdue/${flyingDay.date}/${pilotsEntry.id}`],
		...[
			"/competition-days",
			"/users",
			"/admin",
			"/admin/operations?view=mail",
			"/admin/operations?view=audit",
			"/admin/scoring",
		],
		...["/admin/glider-types", "/starting-list?view=owing", "/admin/operations?view=erasures", charts],
		...["/admin/settings", "/admin/settings/dates", "/admin/settings/contacts"],
		...[taskDesk, `${taskDesk}?cancel`, `${taskDesk}/build`, `${taskDesk}/build?from=${task.id}`],
		...[`/admin/scoring/${daysBefore(1)}/club`, `/igc/${flight.id}`, "/second-factor"],
		...["/users?entries=filter%3Dunpaid", "/starting-list?filter=unpaid"],
		...[`/registration/${pilotsEntry.id}`, `/news/${newsItem.id}/delete`, `/documents/${document.id}/delete`],
		...[
			"/admin/operations?view=mail&state=failed",
			`/admin/operations?view=audit&action=registration.flags&date=${daysBefore(2)}`,
		],
	]),
	...at("flying", "admin", ["/igc", "/admin/operations?view=audit", "/competition-days", taskDesk, charts], {
		state: "unfolded",
		act: openFolds,
	}),
	...at("flying", "admin", ["/users"], {
		state: "preview",
		act: inTurn(
			openFolds,
			send("#message-form", {
				to: everybody,
				subject: "Briefing",
				body: "Briefing v 9.30 v hangáru.\n\nDo té doby pěkný večer.",
			}),
		),
	}),
	...at("flying", "admin", ["/igc"], { state: "matched", act: sendMany }),
	...at("flying", "admin", ["/admin/scoring"], {
		state: "preview",
		act: sendFile("#import-form", goodResults),
	}),
	...at("flying", "admin", ["/admin/glider-types"], {
		state: "preview",
		act: sendFile(gliderTypesForm, goodTypes),
	}),
	...(["closed", "open"] as const).flatMap((clock) => at(clock, "visitor", ["/", "/signup"])),
	...(["morning", "late"] as const).flatMap((clock) =>
		at(clock, "visitor", ["/", "/statuses", "/results?view=daily", "/days/6"]),
	),
	...at("over", "visitor", ["/", "/results", "/statuses", "/days/5"]),
	...at("over", "visitor", ["/", "/results", "/archive"], { year: unfetchedYear }),
];

const empty: readonly Scene[] = [
	...at("flying", "visitor", ["/", ...lists, "/statuses?view=board", "/results?view=daily"], {
		year: emptyYear,
	}),
	...at("flying", "visitor", ["/starting-list?q=nobody"]),
	...at("flying", "admin", [...lists, "/users", "/admin", "/admin/operations?view=mail", "/admin/scoring"], {
		year: emptyYear,
	}),
];

const faulty: readonly Scene[] = [
	...at("flying", "visitor", ["/no-such-page", "/registration", "/password-reset?token=none"]),
	...at("flying", "visitor", mailLinks.used, { state: "used" }),
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
	...at("flying", "visitor", [`/password-reset?token=${resetToken}`], {
		state: "error",
		act: send("main form", { password: "one password", passwordAgain: "another password" }),
	}),
	...at("flying", "visitor", ["/igc"], { state: "several", act: uploadSeveral }),
	...at("flying", "visitor", ["/igc"], { state: "receipt", act: sendLog }),
	...at("flying", "visitor", [`/igc/mine/${flight.currentVersionId}`], { state: "refused" }),
	...at("flying", "pilot", ["/user-profile/erase"], {
		state: "error",
		act: send("main form", { password: "not the password" }),
	}),
	...at("flying", "pilot", ["/user-profile"], {
		state: "conflict",
		act: sendLate("main form:has([name=email])", { name: "Kuba", surname: "Hradecký ml." }),
	}),
	...at("flying", "pilot", ["/registration"], {
		state: "conflict",
		act: sendLate("#entry", { phone: "600 111 222", meals: "9" }),
	}),
	...at("flying", "admin", [`/registration/${pilotsEntry.id}`], {
		state: "conflict",
		act: sendLate("#entry", { phone: "600 111 222", igcId: "4711", note: "Přijede až v\u00a0neděli." }),
	}),
	...at("flying", "admin", days, { state: "conflict", act: sendLate(dayForm, cancelled) }),
	...at("flying", "admin", days, { state: "error", act: send(dayForm, cancelled) }),
	...at("flying", "admin", ["/admin/scoring"], {
		state: "error",
		act: sendFile("#import-form", badResults),
	}),
	...at("flying", "admin", ["/admin/scoring"], {
		state: "conflict",
		act: inTurn(
			sendFile("#import-form", goodResults),
			send("main form:has([name=replaces])", { replaces: "another table" }),
		),
	}),
	...at("flying", "admin", ["/admin/scoring"], { year: unfetchedYear }),
	...at("flying", "admin", ["/admin/glider-types"], {
		state: "error",
		act: sendFile(gliderTypesForm, badTypes),
	}),
	...at("flying", "admin", ["/contacts"], {
		year: brokenYear,
		state: "unavailable",
		act: post("/news", { title: "Dnešní úloha", body: "Zveřejníme ji v\u00a010 hodin.", formKey: "kept" }),
	}),
	...at("flying", "admin", ["/news"], { state: "error", act: send("main form:has([name=title])") }),
	...at("flying", "admin", ["/documents"], { state: "error", act: send("main form:has([type=file])") }),
];

/** Every page of the site: full, empty and in error. */
export const scenes: readonly Scene[] = [...full, ...empty, ...faulty];

/** Scenes that are also shown in print. */
export const printedPaths: readonly string[] = [
	...["/starting-list", "/statuses", "/results?view=daily", "/results?view=total"],
	...[`/igc/${flight.id}`, `/scores/${flight.dayId}/${flight.registrationId}`],
	...[`/tasks/${flyingDay.date}`, `/tasks/${task.id}/sheet`, "/days/1"],
];

/** File name without its extension, for example `flying-visitor-results-view-daily-map`. */
export function sceneName({ clock, who, path, year, state }: Scene): string {
	const words = path.replace(/[0-9a-f]{8}-[-0-9a-f]{27}/, "one").split(/[^a-z]+/);
	return [clock, who, year, ...words, state].filter(Boolean).join("-");
}
