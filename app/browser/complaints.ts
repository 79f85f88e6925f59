import { element } from "./element";
import { hydrates } from "./hydration";
import type { UploadTexts } from "./uploads/upload-texts";

type Field = HTMLInputElement | HTMLSelectElement;

const isField = (control: unknown): control is Field =>
	control instanceof HTMLInputElement || control instanceof HTMLSelectElement;

/** Fields of the form that are empty, of those named. */
function emptyFields(form: HTMLFormElement, names: readonly string[]): Field[] {
	const controls = names.map((name): unknown => form.elements.namedItem(name));
	return controls.filter(isField).filter(({ value }) => value === "");
}

/** Hides the complaints, those of the server's HTML too. They may belong to React, so they stay. */
function clearComplaints(form: HTMLFormElement): void {
	for (const old of form.querySelectorAll<HTMLElement>(".notice, .field-error")) old.hidden = true;
	for (const field of form.querySelectorAll("[aria-invalid]")) {
		field.removeAttribute("aria-invalid");
		const hint = document.getElementById(`${field.id}-hint`);
		if (hint) field.setAttribute("aria-describedby", hint.id);
		else field.removeAttribute("aria-describedby");
	}
}

function complain(field: Field, text: string): void {
	const id = `${field.id}-missing`;
	document.getElementById(id)?.remove();
	field.parentElement?.insertBefore(element("p", { className: "field-error", id }, [text]), field);
	field.ariaInvalid = "true";
	const described = [field.getAttribute("aria-describedby"), id].filter(Boolean).join(" ");
	field.setAttribute("aria-describedby", described);
}

/**
 * Shows which fields are missing as the server does: beside the fields, and as links at the top, which take the focus.
 * @param required text for each field, by its name
 */
export function requireFields(
	form: HTMLFormElement,
	texts: Pick<UploadTexts, "fields" | "summary" | "titlePrefix">,
	required: Readonly<Record<string, string>>,
): boolean {
	clearComplaints(form);
	const title = document.title.replace(texts.titlePrefix, "");
	const empty = emptyFields(form, Object.keys(required));
	document.title = empty.length > 0 ? texts.titlePrefix + title : title;
	if (empty.length === 0) return true;
	const links = empty.map((field) => {
		const { [field.name]: label = "" } = texts.fields;
		const { [field.name]: missing = "" } = required;
		complain(field, missing);
		const link = element("a", { href: `#${field.id}` }, [`${label}: ${missing}`]);
		link.addEventListener("click", (event) => {
			event.preventDefault();
			field.focus();
		});
		return element("li", {}, [link]);
	});
	const summary = element("div", { className: "notice notice-danger", role: "alert", tabIndex: -1 }, [
		element("p", { className: "notice-title" }, [texts.summary]),
		element("ul", {}, links),
	]);
	form.insertBefore(summary, form.firstChild);
	summary.focus();
	return false;
}

/** After the first refusal a complaint goes as soon as its field is filled. Those of a form of React are React's. */
export function withdrawComplaints(): void {
	document.addEventListener("input", ({ target }) => {
		if (!isField(target) || target.value === "" || target.ariaInvalid !== "true") return;
		const missing = document.getElementById(`${target.id}-missing`);
		const refused = hydrates() ? null : document.getElementById(`${target.id}-error`);
		if (!missing && !refused) return;
		target.ariaInvalid = null;
		missing?.remove();
		refused?.remove();
	});
}
