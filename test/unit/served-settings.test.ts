import { expect, test } from "vitest";
import { lackingSettings } from "../../scripts/serve/lacking-settings";

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
