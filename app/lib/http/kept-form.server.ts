import type { i18n, TFunction } from "i18next";
import { escapeHtml } from "~/lib/escape";
import { largestForm, readForm } from "./body.server";

/**
 * A second look at a form that is on its way to an action, for giving back what was typed should the action fail.
 * Null for what is no small form.
 */
export function keepForm(request: Request): (() => Promise<FormData | null>) | null {
	if (request.method !== "POST" || Number(request.headers.get("Content-Length") ?? 0) > largestForm)
		return null;
	// A file whose length is not announced must not be held twice.
	if (!request.headers.has("Content-Length") && isMultipart(request)) return null;
	// The platform's type of a clone says something else about `cf` than that of what was cloned.
	const copy = request.clone() as typeof request;
	return async () => {
		const form = await readForm(copy);
		return form.ok ? form.value : null;
	};
}

function isMultipart(request: Request): boolean {
	return /^multipart\//i.test(request.headers.get("Content-Type") ?? "");
}

/** Passwords and files are not given back. */
function isGivenBack([name, value]: [string, FormDataEntryValue]): boolean {
	return typeof value === "string" && value !== "" && !/password/i.test(name);
}

/** Fields that no form shows. */
const unseen = new Set(["formKey", "id", "intent", "returnTo", "step", "version"]);

/** Values that only the database knows, of selects and of fields that are not shown. */
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The page does not know which form it was: names of fields that several have are in words. */
const namesOf = (name: string) => [
	`registration.field.${name}`,
	`account.${name}`,
	`news.field.${name}`,
	`users.message.${name}`,
];

/** Whether somebody has typed something into the form that can be given back; a button alone is pressed again soon enough. */
export function holdsText(form: FormData, { exists }: i18n): boolean {
	return [...form].some((field) => isGivenBack(field) && namesOf(field[0]).some((key) => exists(key)));
}

/** A form like the one that failed, with what was typed in it, to be sent again. */
export function keptFormHtml(form: FormData, action: string, t: TFunction): string {
	const fields = [...form]
		.filter(isGivenBack)
		.map(([name, value], index) => fieldHtml(name, String(value), `kept-${index}`, t))
		.join("");
	return `<form method="post" action="${escapeHtml(action)}">${fields}<button class="button button-primary">${escapeHtml(t("error.tryAgain"))}</button></form>`;
}

function fieldHtml(name: string, value: string, id: string, t: TFunction): string {
	const [ownName, text] = [escapeHtml(name), escapeHtml(value)];
	if (unseen.has(name) || uuid.test(value)) return `<input type="hidden" name="${ownName}" value="${text}">`;
	if (value === "on") {
		const label = escapeHtml(t([`news.field.${name}`, ...namesOf(name), name]));
		return `<div class="field field-check"><input type="checkbox" id="${id}" name="${ownName}" checked><label for="${id}">${label}</label></div>`;
	}
	const label = t([...namesOf(name), name]);
	const control = /[\r\n]/.test(value)
		? `<textarea id="${id}" name="${ownName}">\n${text}</textarea>`
		: `<input type="text" id="${id}" name="${ownName}" value="${text}">`;
	return `<div class="field"><label for="${id}">${escapeHtml(label)}</label>${control}</div>`;
}
