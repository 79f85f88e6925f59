import type { createApp } from "./app";
import { attributeIn, elementsIn, sourceOf } from "./html";

/* Settings of the edition, changed as an organiser changes them in the browser without scripts. */

type App = ReturnType<typeof createApp>;
type Person = { readonly id: string };

/** The values of the form of a group by the names of its fields. */
export async function settingsForm(app: App, admin: Person, group: string): Promise<Record<string, string>> {
	const html = await sourceOf(await app.get(`/admin/settings/${group}`, { as: admin, language: "en" }));
	return Object.fromEntries(
		elementsIn(html, "#settings :is(input, textarea, select)")
			.filter((input) => input.getAttribute("type") !== "checkbox" || input.hasAttribute("checked"))
			.map((input) => [input.getAttribute("name") ?? "", typedIn(input)]),
	);
}

function typedIn(input: ReturnType<typeof elementsIn>[number]): string {
	if (input.tagName === "TEXTAREA") return input.textContent.trim();
	const chosen = input.querySelector("option[selected]") ?? input.querySelector("option") ?? input;
	return chosen.getAttribute("value") ?? "";
}

/** What is typed into fields; null takes the tick from a box. */
type Typed = Readonly<Record<string, string | null>>;

/** Asks what typed values would change. */
export async function previewSettings(app: App, admin: Person, group: string, typed: Typed) {
	const all = Object.entries({ ...(await settingsForm(app, admin, group)), ...typed, intent: "preview" });
	const fields = Object.fromEntries(all.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
	const response = await app.post(`/admin/settings/${group}`, fields, { as: admin, language: "en" });
	const html = await sourceOf(response);
	return { status: response.status, html, fields, previewed: attributeIn(html, "[name=previewed]", "value") };
}

/** Types values, looks at what they change, and saves that. @returns the answer to the second press */
export async function setEdition(app: App, admin: Person, group: string, typed: Typed) {
	const { fields, previewed = "" } = await previewSettings(app, admin, group, typed);
	return app.post(
		`/admin/settings/${group}`,
		{ ...fields, previewed, intent: "save" },
		{ as: admin, language: "en" },
	);
}

/** An earlier value of the history. */
type Asked = Readonly<Record<"restore" | "version", string>>;

/** Asks what an earlier value would change. @returns the answer, its page, and the answer to the press that sets it again */
export async function previewEarlier(app: App, admin: Person, group: string, asked: Asked) {
	const { seen = "" } = await settingsForm(app, admin, group);
	const send = (more: Readonly<Record<string, string>> = {}) =>
		app.post(`/admin/settings/${group}`, { ...asked, seen, ...more }, { as: admin, language: "en" });
	const response = await send();
	const html = await sourceOf(response.clone());
	const previewed = attributeIn(html, "[name=previewed]", "value");
	return {
		response,
		html,
		isOffered: Boolean(previewed),
		save: () => send({ previewed: previewed ?? "", intent: "save" }),
	};
}

/** Takes back what was last saved together. */
export async function undoLastSave(app: App, admin: Person, group: string) {
	const { seen = "" } = await settingsForm(app, admin, group);
	return app.post(`/admin/settings/${group}`, { undo: "last", seen }, { as: admin, language: "en" });
}

/**
 * Sets an earlier value of a setting again.
 * @param version 0 for that of the file
 * @returns the answer to the last press that the page offers
 */
export async function restoreSetting(app: App, admin: Person, group: string, key: string, version: number) {
	const asked = { restore: key, version: String(version) };
	const { response, isOffered, save } = await previewEarlier(app, admin, group, asked);
	return isOffered ? save() : response;
}
