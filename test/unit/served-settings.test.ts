import { expect, test } from "vitest";
import { addressesInWords, lackingSettings } from "../../scripts/serve/served-settings";

const own = { PUBLIC_DOMAIN: "plachtarina.cz", MAIL_FROM: "Soutěž <web@plachtarina.cz>" };

test("a served site says at its start why its mails would not arrive or would lead nowhere", () => {
	expect(lackingSettings({ ...own, RESEND_API_KEY: "key" }, "")).toEqual([]);
	expect(lackingSettings(own, "")).toEqual([expect.stringContaining("RESEND_API_KEY is missing")]);
	expect(lackingSettings(own, "TOKEN_SECRET=aa\nRESEND_API_KEY=key\n")).toEqual([]);
	const sample = {
		PUBLIC_DOMAIN: "glidercup.example",
		MAIL_FROM: "a@glidercup.example",
		RESEND_API_KEY: "key",
	};
	expect(lackingSettings(sample, "")).toEqual([expect.stringContaining("glidercup.example")]);
	expect(lackingSettings(sample, "PUBLIC_DOMAIN=plachtarina.cz\nMAIL_FROM=web@plachtarina.cz\n")).toEqual([]);
});

test("the start names where the site is looked at: by the domain of the folder, and without names on the machine itself", () => {
	const own = "PUBLIC_DOMAIN=plachtarina.cz\n";
	const certificate = { cert: "cert.pem", key: "key.pem" };
	const words = (port: number, given: typeof certificate | null) =>
		addressesInWords({ PUBLIC_DOMAIN: "glidercup.example" }, own, { port, certificate: given });
	expect(words(443, certificate)).toBe("https://plachtarina.cz");
	expect(words(8443, certificate)).toBe("https://plachtarina.cz:8443");
	expect(words(8080, null)).toBe(
		"https://plachtarina.cz behind its proxy; on this machine http://localhost:8080",
	);
});
