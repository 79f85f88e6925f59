import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { sha256Hex } from "~/lib/digest";
import { isSignedLink, signPath } from "~/lib/files/signed-link.server";
import { storeUpload } from "~/lib/files/store-upload.server";
import { done, refuse } from "~/lib/result";
import { contextOf } from "~test/support/context";

const bytes = new TextEncoder().encode("propozice");

async function objectOf(key: string) {
	return { key, bytes, sha256: await sha256Hex(bytes) };
}

describe("upload", () => {
	test("bytes are in the bucket between the two rows", async () => {
		const ctx = contextOf();
		const steps: string[] = [];
		const look = async (name: string) => {
			steps.push(`${name} ${(await env.FILES.head("2025/documents/a/1")) ? "stored" : "absent"}`);
			return done(name);
		};
		const result = await storeUpload(ctx, await objectOf("2025/documents/a/1"), {
			begin: () => look("begin"),
			finish: () => look("finish"),
		});
		expect(result).toEqual(done("finish"));
		expect(steps).toEqual(["begin absent", "finish stored"]);
	});

	test("what is refused at the beginning is not stored", async () => {
		const result = await storeUpload(contextOf(), await objectOf("2025/documents/a/2"), {
			begin: async () => refuse("stale"),
			finish: async () => done(null),
		});
		expect(result).toEqual(refuse("stale"));
		expect(await env.FILES.head("2025/documents/a/2")).toBeNull();
	});

	test("an object that is there already is never overwritten", async () => {
		await env.FILES.put("2025/documents/a/3", "the first");
		const result = await storeUpload(contextOf(), await objectOf("2025/documents/a/3"), {
			begin: async () => done(null),
			finish: async () => done("finished"),
		});
		expect(result).toEqual(refuse("storage-failed"));
		expect(await (await env.FILES.get("2025/documents/a/3"))?.text()).toBe("the first");
	});

	test("bytes that do not match their digest are refused", async () => {
		const wrong = { ...(await objectOf("2025/documents/a/4")), sha256: "0".repeat(64) };
		const steps = { begin: async () => done(null), finish: async () => done(null) };
		expect(await storeUpload(contextOf(), wrong, steps)).toEqual(refuse("storage-failed"));
	});
});

describe("signed link", () => {
	const path = "/api/igc/file/1";
	const link = async () => new URL(await signPath(contextOf(), "igc-file", path), "http://localhost");
	const at = (iso: string) => contextOf({ now: new Date(iso) });

	test("opens its path for an hour", async () => {
		expect(await isSignedLink(at("2025-03-02T10:59:59Z"), "igc-file", await link())).toBe(true);
		expect(await isSignedLink(at("2025-03-02T11:00:00Z"), "igc-file", await link())).toBe(false);
	});

	test("opens no other path, purpose or edition", async () => {
		const other = await link();
		other.pathname = "/api/igc/file/2";
		expect(await isSignedLink(contextOf(), "igc-file", other)).toBe(false);
		expect(await isSignedLink(contextOf(), "igc-day", await link())).toBe(false);
		expect(await isSignedLink(contextOf({ year: 2024 }), "igc-file", await link())).toBe(false);
	});

	test("does not live longer than it was signed for", async () => {
		const longer = await link();
		longer.searchParams.set("expires", "9999999999");
		expect(await isSignedLink(contextOf(), "igc-file", longer)).toBe(false);
	});

	test.each(["", "x", "A".repeat(43), "%%%"])(
		"garbage as a signature opens nothing: %s",
		async (signature) => {
			const broken = await link();
			broken.searchParams.set("signature", signature);
			expect(await isSignedLink(contextOf(), "igc-file", broken)).toBe(false);
		},
	);

	test("one signed before the secret was changed stays good", async () => {
		const changed = contextOf({
			env: {
				TOKEN_SECRET: "another secret of more than 32 characters",
				TOKEN_SECRET_PREVIOUS: contextOf().settings.tokenSecret,
			},
		});
		expect(await isSignedLink(changed, "igc-file", await link())).toBe(true);
	});
});
