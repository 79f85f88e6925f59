import type { Page } from "@playwright/test";
import { manyLogsPath } from "../../app/lib/flights/igc-file/upload-limits";
import { type IgcFileOptions, igcFile } from "../demo/igc-generator";
import { daysBefore, flyingDay, pilotsEntry } from "./scene-demo";

/* Steps on a page before its screenshot. */

type Act = (page: Page) => Promise<unknown>;
type Values = Readonly<Record<string, string>>;

/** @param hidden values of hidden fields, set in one step with the sending: a form that is drawn again gets its own back */
async function submit(page: Page, form: string, hidden: Values = {}): Promise<void> {
	await Promise.all([
		page.waitForEvent("load"),
		page.locator(form).evaluate((element: HTMLFormElement, values: Values) => {
			for (const [name, value] of Object.entries(values)) {
				element.querySelector(`[name="${name}"]`)?.setAttribute("value", value);
			}
			element.submit();
		}, hidden),
	]);
}

/** Sends a form as a browser without scripts does, without the browser's own validation. */
export function send(form: string, values: Values = {}): Act {
	return async (page) => {
		const hidden: Record<string, string> = {};
		for (const [name, value] of Object.entries(values)) {
			const field = page.locator(`${form} [name="${name}"]`);
			const kind = await field.evaluate((element) => (element as HTMLInputElement).type);
			if (kind === "hidden") hidden[name] = value;
			else await (kind === "select-one" ? field.selectOption(value) : field.fill(value));
		}
		await submit(page, form, hidden);
	};
}

/** Sends a form whose version is not the saved one, as after somebody else's change. */
export function sendLate(form: string, values: Values): Act {
	return send(form, { ...values, version: "999" });
}

/** Posts a form that is on no page. */
export function post(action: string, values: Values): Act {
	return async (page) => {
		await page.evaluate(
			([path, pairs]) => {
				const form = document.createElement("form");
				form.id = "made-up";
				form.method = "post";
				form.action = path;
				for (const [name, value] of Object.entries(pairs)) {
					const field = document.createElement("input");
					Object.assign(field, { name, value });
					form.appendChild(field);
				}
				document.body.appendChild(form);
			},
			[action, values] as const,
		);
		await submit(page, "#made-up");
	};
}

/** Chooses a file of these lines in a form and sends the form. */
export function sendFile(form: string, lines: readonly string[]): Act {
	return async (page) => {
		const buffer = Buffer.from(`${lines.join("\r\n")}\r\n`);
		await page
			.locator(`${form} [type=file]`)
			.setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer });
		for (const choice of await page.locator(`${form} select`).all()) await choice.selectOption({ index: 1 });
		await submit(page, form);
	};
}

export const openFolds: Act = (page) =>
	page.locator("main details").evaluateAll((folds: HTMLDetailsElement[]) => {
		for (const fold of folds) fold.open = true;
	});

export const loseConnection: Act = (page) => page.evaluate(`dispatchEvent(new Event("offline"))`);

export function inTurn(...acts: readonly Act[]): Act {
	return async (page) => {
		for (const act of acts) await act(page);
	};
}

const ownFlight: IgcFileOptions = {
	date: flyingDay.date,
	gliderType: "LS 4",
	registration: pilotsEntry.registrationNumber,
	competitionNumber: pilotsEntry.startNumber,
	pilot: "Jakub Hradecký",
};

let logs = 0;

/** A log whose digest is new, so that it is no repeated upload. */
function newLog(name: string, options: IgcFileOptions) {
	logs += 1;
	const seconds = String(logs % 60).padStart(2, "0");
	const content = igcFile({ ...ownFlight, start: `09:${10 + Math.floor(logs / 60)}:${seconds}`, ...options });
	return { name, mimeType: "application/octet-stream", buffer: Buffer.from(content) };
}

function goodLog() {
	return newLog("57HV6MS1.IGC", {});
}

/** A log with several warnings. */
function oddLog() {
	return newLog(`${daysBefore(2)}-XCS-AAA-01.igc`, {
		date: daysBefore(2),
		registration: "D-1234",
		competitionNumber: "X1",
		signed: false,
		interval: 60,
	});
}

const noLog = { name: "tasks.igc", mimeType: "text/plain", buffer: Buffer.from("Task of the day\r\n") };

const uploadForm = "#igc-form";

async function choosePilotAndDay(page: Page): Promise<void> {
	await page.locator(`${uploadForm} [name=pilot]`).selectOption(pilotsEntry.id);
	await page.locator(`${uploadForm} [name=day]`).selectOption(flyingDay.id);
}

/** Sends one odd flight log as a browser without scripts does. */
export const sendLog: Act = async (page) => {
	await choosePilotAndDay(page);
	await page.locator(`${uploadForm} [name=igc]`).setInputFiles(oddLog());
	await submit(page, uploadForm);
};

/** Uploads three files: a good flight log, an odd one, and a text file. */
export const uploadSeveral: Act = async (page) => {
	await choosePilotAndDay(page);
	await page.locator(`${uploadForm} [name=igc]`).setInputFiles([goodLog(), oddLog(), noLog]);
	await page.locator(`${uploadForm} [type=submit]`).click();
	await page.locator(`main a[href^="/igc/receipt/"]`).nth(1).waitFor();
	await page.locator("main .notice-danger").first().waitFor();
};

/** Sends an organiser's files of several pilots: a good flight log, an odd one, and a text file. */
export const sendMany: Act = async (page) => {
	await page.locator("#many-logs").setInputFiles([goodLog(), oddLog(), noLog]);
	await submit(page, `form[action="${manyLogsPath}"]`);
};

/* Lines of files that organisers send. */
export const goodTypes = ["name;competition_class_type;index", "LS 4;club;104.5", "Discus 3;18_meter;118.2"];
export const badTypes = ["name;competition_class_type;index", "LS 4;club;none", "LS 4;club;104", ";club;100"];
export const goodResults = [
	"cn;name;club;glider;handicap;points",
	"7K;Jakub Hradecký;Aeroklub Horní Lesnice;LS 4;104;987",
	"X1;Maxmilián Alexandr Podhorský-Vyskočil;Aeroklub Brno-Medlánky;ASW 19;100;954.5",
];
export const badResults = ["cn;name;points", "7K;Jakub Hradecký;many", ";;12"];
