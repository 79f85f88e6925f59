import { expect, test } from "vitest";
import { flashCookie, readFlash } from "~/lib/http/flash.server";
import { flashKeys } from "~/lib/http/flash-keys";
import { textsOf } from "~/lib/i18n/i18n.server";

const sent = (cookie: string) =>
	readFlash(new Request("https://glidercup.example/", { headers: { Cookie: cookie } }));

const forged = (flash: unknown) => sent(`flash=${encodeURIComponent(JSON.stringify(flash))}`);

test("a message comes back as it was sent, with its count", () => {
	const flash = { kind: "success", key: "statuses.made", values: { count: 12 } } as const;
	expect(sent(flashCookie(flash).split(";")[0] ?? "")).toEqual(flash);
});

test.each([
	["a text of the site that is no message", { kind: "error", key: "contacts.title", values: {} }],
	["a text there is none of", { kind: "error", key: "call.this.number", values: {} }],
	["words in a value", { kind: "success", key: "statuses.made", values: { count: "many" } }],
	["a value of another name", { kind: "success", key: "statuses.made", values: { day: 1 } }],
	["a number without end", { kind: "success", key: "statuses.made", values: { count: 1e300 } }],
	["another kind", { kind: "info", key: "login.success", values: {} }],
	["no values", { kind: "success", key: "login.success", values: null }],
	["a list", []],
])("a cookie with %s is none", (_, flash) => {
	expect(forged(flash)).toBeNull();
});

test.each(flashKeys)("%s needs no words that the cookie could not hold", (key) => {
	for (const language of ["cs", "en"] as const) {
		const text = textsOf(language).t(key, { count: 2 });
		expect(text).not.toBe(key);
		expect(text).not.toContain("{{");
	}
});
