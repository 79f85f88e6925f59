import type { i18n } from "i18next";
import { escapeHtml } from "~/lib/escape";

/** Whether a field is returned. Passwords and files are not. */
function isReturned([name, value]: [string, FormDataEntryValue]): boolean {
	return typeof value === "string" && value !== "" && !/password/i.test(name);
}

/** Ids in selects and hidden fields. They mean nothing to a reader. */
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Labels of fields that several forms have. */
const commonLabels: Readonly<Record<string, string>> = {
	objection: "erasures.objection",
	reason: "registration.withdrawal.reason",
	text: "news.field.body",
};

/** Key of a field's label: which form it was is not known. Undefined for what no form shows. */
function labelOf(name: string, value: FormDataEntryValue, { exists }: i18n): string | undefined {
	const keys = [
		...(value === "on" ? [`news.field.${name}`] : []),
		`registration.field.${name}`,
		`account.${name}`,
		`news.field.${name}`,
		`users.message.${name}`,
		`outlanding.field.${name}`,
		`safetyCard.${name}`,
		commonLabels[name] ?? "",
	];
	return typeof value === "string" && uuid.test(value) ? undefined : keys.find((key) => exists(key));
}

/** Whether a text was typed into the form. A form with nothing but a button is easily sent again. */
export function holdsText(form: FormData, texts: i18n): boolean {
	return [...form].some((field) => isReturned(field) && labelOf(...field, texts) !== undefined);
}

/** A form with the typed values, which the reader can send again to `action`. */
export function returnedFormHtml(form: FormData, action: string, texts: i18n): string {
	const fields = [...form]
		.filter(isReturned)
		.map(([name, value], index) => fieldHtml(name, String(value), `typed-${index}`, texts))
		.join("");
	return `<form method="post" action="${escapeHtml(action)}">${fields}<button class="button button-primary">${escapeHtml(texts.t("error.tryAgain"))}</button></form>`;
}

function fieldHtml(name: string, value: string, id: string, texts: i18n): string {
	const [ownName, text] = [escapeHtml(name), escapeHtml(value)];
	const key = labelOf(name, value, texts);
	if (key === undefined) return `<input type="hidden" name="${ownName}" value="${text}">`;
	const label = escapeHtml(texts.t(key));
	if (value === "on") {
		return `<div class="field field-check"><input type="checkbox" id="${id}" name="${ownName}" checked><label for="${id}">${label}</label></div>`;
	}
	const control = /[\r\n]/.test(value)
		? `<textarea id="${id}" name="${ownName}">\n${text}</textarea>`
		: `<input type="text" id="${id}" name="${ownName}" value="${text}">`;
	return `<div class="field"><label for="${id}">${label}</label>${control}</div>`;
}
