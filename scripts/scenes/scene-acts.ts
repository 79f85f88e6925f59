import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { type IgcFileOptions, igcFile } from "../demo/igc-generator";
import { daysBefore, flyingDay, pilotsEntry } from "./scene-demo";

/* What is done to a page before its picture is taken. */

type Act = (page: Page) => Promise<unknown>;
type Values = Readonly<Record<string, string>>;

async function submit(page: Page, form: string): Promise<void> {
	await Promise.all([
		page.waitForEvent("load"),
		page.locator(form).evaluate((element: HTMLFormElement) => element.submit()),
	]);
}

/** Sends a form of the page as a browser without scripts does, whatever the browser thinks of its fields. */
export const send =
	(form: string, values: Values = {}): Act =>
	async (page) => {
		for (const [name, value] of Object.entries(values)) {
			const field = page.locator(`${form} [name="${name}"]`);
			const kind = await field.evaluate((element) => (element as HTMLInputElement).type);
			if (kind === "hidden")
				await field.evaluate((element, text) => element.setAttribute("value", text), value);
			else await (kind === "select-one" ? field.selectOption(value) : field.fill(value));
		}
		await submit(page, form);
	};

/** Sends a form that somebody else has been quicker with: what is saved has another version by now. */
export const sendLate = (form: string, values: Values): Act => send(form, { ...values, version: "999" });

/** Posts a form that stands on no page. */
export const post =
	(action: string, values: Values): Act =>
	async (page) => {
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

/** Chooses a file that consists of these lines and sends the form it belongs to. */
export const sendFile =
	(form: string, lines: readonly string[]): Act =>
	async (page) => {
		const buffer = Buffer.from(`${lines.join("\r\n")}\r\n`);
		await page
			.locator(`${form} [type=file]`)
			.setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer });
		for (const choice of await page.locator(`${form} select`).all()) await choice.selectOption({ index: 1 });
		await submit(page, form);
	};

export const openFolds: Act = (page) =>
	page.locator("main details").evaluateAll((folds: HTMLDetailsElement[]) => {
		for (const fold of folds) fold.open = true;
	});

export const loseConnection: Act = (page) => page.evaluate(`dispatchEvent(new Event("offline"))`);

/** First one, then the other. */
export const inTurn =
	(...acts: readonly Act[]): Act =>
	async (page) => {
		for (const act of acts) await act(page);
	};

const ownFlight: IgcFileOptions = {
	date: flyingDay.date,
	gliderType: "LS 4",
	registration: pilotsEntry.registrationNumber,
	competitionNumber: pilotsEntry.startNumber,
	pilot: "Jakub Hradecký",
};

/** A log that nobody has uploaded yet. */
function newLog(name: string, options: IgcFileOptions) {
	const digits = () => String(randomInt(10, 60));
	const content = igcFile({ ...ownFlight, start: `09:${digits()}:${digits()}`, ...options });
	return { name, mimeType: "application/octet-stream", buffer: Buffer.from(content) };
}

const goodLog = () => newLog("57HV6MS1.IGC", {});
const oddLog = () =>
	newLog(`${daysBefore(2)}-XCS-AAA-01.igc`, {
		date: daysBefore(2),
		registration: "D-1234",
		competitionNumber: "X1",
		signed: false,
		interval: 60,
	});
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

/** Drops three files: a good flight log, an odd one, and one that is none. */
export const uploadSeveral: Act = async (page) => {
	await choosePilotAndDay(page);
	await page.locator(`${uploadForm} [name=igc]`).setInputFiles([goodLog(), oddLog(), noLog]);
	await page.locator(`${uploadForm} [type=submit]`).click();
	await page.locator("main article").nth(1).waitFor();
	await page.locator("main .notice-danger").first().waitFor();
};
