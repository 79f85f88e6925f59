import { serverText, textsOf } from "~/lib/i18n/i18n.server";
import { complaintText } from "~/lib/i18n/message";
import { refusalStatus } from "~/lib/refusals";
import { type FieldErrors, type Refusal, refuse } from "~/lib/result";

/**
 * The text of a refusal. For wrong fields it is the first complaint, because existing clients show no other. A reason with a text
 * of its own keeps it, and so do the calls of an account (`allRequired`) the specification's one text for missing fields.
 */
function messageOf({ reason, errors, detail }: Refusal): string {
	if (detail) return complaintText(textsOf("en").t, detail);
	return (reason === "invalid-fields" && errors && firstSentence(errors)) || serverText("en", reason);
}

/** The JSON of a refusal: `{msg}`, and `errors` where fields are to blame. */
export function refusalResponse(refusal: Refusal, extra: Readonly<Record<string, unknown>> = {}): Response {
	const errors = refusal.errors && {
		errors: Object.fromEntries(
			Object.entries(refusal.errors).map(([name, key]) => [name, key.split("?")[0]]),
		),
	};
	const headers = new Headers();
	if (refusal.retryAfter) headers.set("Retry-After", String(refusal.retryAfter));
	const answer = { msg: messageOf(refusal), ...errors, ...extra };
	return Response.json(answer, { status: refusalStatus[refusal.reason], headers });
}

/** The refusal of a method that a path does not have. @param methods those it has */
export function refuseMethod(methods: readonly string[]): Response {
	const response = refusalResponse(refuse("method-not-allowed"));
	const allowed = methods.flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name]));
	response.headers.set("Allow", [...allowed, "OPTIONS"].join(", "));
	return response;
}

type Values = Readonly<Record<string, string>>;

/** Complaints whose text stands beside its field and does not name it. The API speaks English only. */
const sentences: Readonly<Record<string, (subject: string, values: Values) => string>> = {
	"form.field.characters": (subject) => `${subject} contains characters that are not allowed`,
	"form.field.choice": (subject) => `${subject} is not one of the options`,
	"form.field.date": (subject) => `${subject} must be a date, like 2025-07-12`,
	"form.field.decimal": (subject) => `${subject} must be a number`,
	"form.field.email": (subject) => `${subject} must be an email address, like jana@example.com`,
	"form.field.number": (subject) => `${subject} must be a number`,
	"form.field.range": (subject, { min, max }) => `${subject} must be a whole number from ${min} to ${max}`,
	"form.field.required": (subject) => `${subject} is required`,
	"form.field.text": (subject) => `${subject} must be a text`,
	"form.field.tooLong": (subject, { max }) => `${subject} is too long: ${max} characters at most`,
	"form.field.tooShort": (subject, { min }) => `${subject} is too short: ${min} characters at least`,
	"task.file.structure": (subject) => `${subject} must be a JSON object or list`,
	"form.registration.phone.error": (subject) => `${subject} must be a phone number`,
};

/** Names of fields, where the field's name in words does not say what it means. */
const words: Readonly<Record<string, string>> = {
	accepted: "accepted flag",
	accomodationType: "accommodation",
	body: "text",
	downloaded: "downloaded flag",
	hasEngine: "engine flag",
	igc: "flight log",
	igcId: "IGC ranking list number",
	isGuest: "guest flag",
	isReserve: "reserve flag",
	paid: "paid flag",
	processed: "processed flag",
	registrationCompleted: "completed flag",
	seenVersionId: "version",
	taskUrl: "task address",
};

function subjectOf(field: string): string {
	if (field === "") return "At least one field";
	return `The ${words[field] ?? field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`;
}

/** The first complaint in a sentence, for clients that show nothing else; null without one. */
export function firstSentence(errors: FieldErrors): string | null {
	const [first] = Object.entries(errors);
	if (!first) return null;
	const [field, complaint] = first;
	const [key = "", query = ""] = complaint.split("?");
	const sentence = sentences[key];
	if (!sentence) return complaintText(textsOf("en").t, complaint, field);
	return sentence(subjectOf(field), Object.fromEntries(new URLSearchParams(query)));
}
