import type { Call } from "~/lib/http/api-call.server";
import type { Input, Role } from "./ask";
import type { World } from "./season";

/* What is wrong in general with a request: made from the description of each call and from its first good input. */

export const absentId = "00000000-0000-4000-8000-000000000000";

/** Who gets furthest with as few rights as the call asks for. */
const leastOf: Readonly<Record<Call["access"], Role>> = {
	all: "anonymous",
	user: "pilot",
	admin: "organiser",
};

/** The others are told from these by good inputs. */
const oneOfEachAccess = ["anonymous", "pilot", "organiser"] as const;

export function badInputsOf(call: Call, good: Input, world: World): Input[] {
	const general = [
		...badParams(call.path, good, world),
		...(call.body ? badBodies(good) : []),
		...(call.upload && !call.body ? badUploads(good) : []),
	].map((input) => ({ ...input, by: oneOfEachAccess }));
	const by = [leastOf[call.access]];
	return [...general, ...(call.body ? badFields(good.json).map((field) => ({ ...good, ...field, by })) : [])];
}

/** Ids that are nobody's, of another kind, of another edition, and none at all. */
function badParams(path: string, good: Input, { before, people }: World): Input[] {
	const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
	const elsewhere: Readonly<Record<string, string>> = { ...before, id: before.dayId };
	return names.flatMap((name, index) => {
		const others = {
			"absent id": absentId,
			"id of an account": people.newcomer.id,
			"id of another edition": elsewhere[name],
			"no id": "%20nothing'%22",
		};
		return Object.entries(others).flatMap(([what, value]) =>
			value ? [{ ...good, what: `${name}: ${what}`, params: (good.params ?? []).with(index, value) }] : [],
		);
	});
}

function badBodies({ json: _, form: __, ...good }: Input): Input[] {
	const text = JSON.stringify({ text: "x" });
	const bodies: Readonly<Record<string, NonNullable<Input["raw"]>>> = {
		"no body": { type: null, text: "" },
		"half a JSON": { type: "application/json", text: '{"text": "x' },
		"a list": { type: "application/json", text: "[]" },
		"the JSON null": { type: "application/json", text: "null" },
		"an empty object": { type: "application/json", text: "{}" },
		"unknown fields": { type: "application/json", text },
		"JSON as plain text": { type: "text/plain", text },
		"JSON of no type": { type: null, text },
		"a page's form": { type: "application/x-www-form-urlencoded", text: "text=x" },
		"too much": { type: "application/json", text: JSON.stringify({ text: "x".repeat(70_000) }) },
	};
	return Object.entries(bodies).map(([what, raw]) => ({ ...good, what, raw }));
}

function badUploads({ json: _, form: __, ...good }: Input): Input[] {
	const formOf =
		(...entries: readonly (readonly [string, string])[]) =>
		() => {
			const form = new FormData();
			for (const [name, value] of entries) form.append(name, value);
			return form;
		};
	return [
		{ ...good, what: "an empty form", form: formOf() },
		{ ...good, what: "unknown fields", form: formOf(["text", "x"]) },
		{ ...good, what: "a field twice", form: formOf(["text", "x"], ["text", "y"]) },
		{ ...good, what: "JSON", json: { text: "x" } },
		{ ...good, what: "no body", raw: { type: null, text: "" } },
		{ ...good, what: "no parts", raw: { type: "multipart/form-data; boundary=x", text: "text" } },
		{ ...good, what: "no boundary", raw: { type: "multipart/form-data", text: "text" } },
	];
}

/** What may stand in place of a value, apart from nothing at all and null. */
function othersOf(value: unknown): Readonly<Record<string, unknown>> {
	if (typeof value === "string")
		return { empty: "", "a number": 7, "an object": {}, long: "x".repeat(5_000) };
	if (typeof value === "number")
		return { negative: -1, huge: 1e9, "of a text": String(value), "a word": "x", "an object": {} };
	if (typeof value === "boolean") return { "of a text": String(value), "a word": "x", "an object": {} };
	if (Array.isArray(value)) return { empty: [], "a word": "x", "an object": {} };
	return { empty: {}, "a word": "x", "a list": [] };
}

/** A good body with a field taken away or replaced: each field, those of groups and of the first of a list too. */
function badFields(body: unknown): Pick<Input, "what" | "json">[] {
	return fieldsOf(body).flatMap(({ path, value }) => {
		const name = path.join(".");
		const changes = Object.entries({ null: null, ...othersOf(value) });
		return [
			{ what: `${name} left out`, json: withField(body, path, undefined) },
			...changes.map(([what, other]) => ({ what: `${name} ${what}`, json: withField(body, path, other) })),
		];
	});
}

interface Field {
	readonly path: readonly string[];
	readonly value: unknown;
}

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === "object" && value !== null;

function fieldsOf(body: unknown, above: readonly string[] = []): Field[] {
	if (!isGroup(body)) return [];
	const entries = Array.isArray(body) ? Object.entries(body).slice(0, 1) : Object.entries(body);
	return entries.flatMap(([name, value]) => {
		const path = [...above, name];
		return [...(Array.isArray(body) ? [] : [{ path, value }]), ...fieldsOf(value, path)];
	});
}

function withField(body: unknown, [name = "", ...rest]: readonly string[], value: unknown): unknown {
	if (!isGroup(body)) return value;
	const inner = rest.length === 0 ? value : withField(body[name], rest, value);
	if (Array.isArray(body)) return body.with(Number(name), inner);
	return { ...body, [name]: inner };
}
