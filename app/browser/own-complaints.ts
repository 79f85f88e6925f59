import { element } from "./element";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const fields = "input, select, textarea";

const isField = (target: EventTarget | null): target is Field =>
	target instanceof Element && target.matches(fields);

const complaintOf = (field: Field) => document.getElementById(`${field.id}-missing`);

/** Says beside a field what the browser would say in a bubble that goes away, and puts the focus into the first such field. */
function complain(field: Field, text: string): void {
	complaintOf(field)?.remove();
	const id = `${field.id}-missing`;
	field.parentElement?.insertBefore(element("p", { className: "field-error", id }, [text]), field);
	field.ariaInvalid = "true";
	const described = (field.getAttribute("aria-describedby") ?? "")
		.split(" ")
		.filter((one) => one && one !== id);
	field.setAttribute("aria-describedby", [...described, id].join(" "));
	const first = [...(field.form?.elements ?? [])].find((one) => isField(one) && !one.validity.valid);
	if (first === field) field.focus();
}

/** @param required what is said of an empty field. @returns what stops it */
export function sayComplaints(required: string): () => void {
	const stop = new AbortController();
	const options = { capture: true, signal: stop.signal };
	document.addEventListener(
		"invalid",
		(event) => {
			if (!isField(event.target) || !event.target.id) return;
			event.preventDefault();
			const { validity, validationMessage } = event.target;
			complain(event.target, validity.valueMissing ? required : validationMessage);
		},
		options,
	);
	document.addEventListener(
		"input",
		({ target }) => {
			if (!isField(target) || !target.validity.valid || !complaintOf(target)) return;
			complaintOf(target)?.remove();
			target.ariaInvalid = null;
		},
		options,
	);
	return () => stop.abort();
}
