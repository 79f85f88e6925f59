import type { i18n, TFunction } from "i18next";
import { escapeHtml } from "~/lib/escape";

/** Whether a field is returned. Passwords and files are not. */
function isReturned([name, value]: [string, FormDataEntryValue]): boolean {
	return typeof value === "string" && value !== "" && !/password/i.test(name);
}

/** Fields that no form shows. */
const unseen = new Set(["formKey", "id", "intent", "returnTo", "step", "version"]);

/** Ids in selects and hidden fields. They mean nothing to a reader. */
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Possible keys of a field's label: which form it was is not known. */
const namesOf = (name: string) => [
	`registration.field.${name}`,
	`account.${name}`,
	`news.field.${name}`,
	`users.message.${name}`,
];

/** Whether a text was typed into the form. A form with nothing but a button is easily sent again. */
export function holdsText(form: FormData, { exists }: i18n): boolean {
	return [...form].some((field) => isReturned(field) && namesOf(field[0]).some((key) => exists(key)));
}

/** A form with the typed values, which the reader can send again to `action`. */
export function returnedFormHtml(form: FormData, action: string, t: TFunction): string {
	const fields = [...form]
		.filter(isReturned)
		.map(([name, value], index) => fieldHtml(name, String(value), `typed-${index}`, t))
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
