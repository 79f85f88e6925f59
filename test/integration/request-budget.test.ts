import { expect } from "vitest";
import { createApp } from "~test/support/app";
import { sourceOf, textsIn, valueIn } from "~test/support/html";
import { multipart } from "~test/support/multipart";
import { test } from "~test/support/world";

const app = createApp({ clock: "2025-07-01T10:00:00Z" });

function send(path: string, body: string, type: string) {
	const headers = { "Content-Type": type };
	return app.fetch(new Request(app.url(path), { method: "POST", headers, body }));
}

const urlencoded = "application/x-www-form-urlencoded";

test.each([
	["a path of 3,000 characters", `/${"a".repeat(3_000)}`],
	["a path of 16,000 slashes", `${"/".repeat(16_000)}a`],
	["forty segments", "/a".repeat(40)],
	["a manifest for thirty paths", `/__manifest?version=x${"&p=%2Fnews".repeat(30)}`],
	["a manifest for a path of 7,500 slashes", `/__manifest?version=x&p=${"/".repeat(7_500)}`],
])("%s is too long an address", async (_what, path) => {
	const response = await app.get(path);
	expect(response.status).toBe(414);
	expect(textsIn(await sourceOf(response), "h1")).toEqual(["Adresa je příliš dlouhá."]);
});

test("too long an address of the API is refused in its way", async () => {
	const response = await app.get(`/api/news/${"a/".repeat(40)}`);
	expect(response.status).toBe(414);
	expect(await response.json()).toEqual({ msg: "The address is too long." });
});

test("the address of every page and a manifest for twenty paths are short enough", async () => {
	const paths = "&p=%2Figc%2Freceipt%2Fsome-version".repeat(20);
	expect((await app.get(`/__manifest?version=x${paths}`)).status).toBe(204);
	expect((await app.get(`/news/${"a".repeat(2_000)}`)).status).toBe(404);
});

test.each(["/login", "/signup", "/password-reset"])(
	"a form of 32,000 empty fields is too large for %s",
	async (path) => {
		expect((await send(path, "a&".repeat(32_000), urlencoded)).status).toBe(413);
	},
);

test("a form of many parts is too large, however they are bounded", async () => {
	const part = (boundary: string) => `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`;
	for (const [boundary, type] of [
		["x", "multipart/form-data; boundary=x"],
		["x y", 'multipart/form-data; boundary="x y"'],
	] as const) {
		const body = `${part(boundary).repeat(400)}--${boundary}--`;
		expect((await send("/api/igc", body, type)).status).toBe(413);
		expect((await send("/igc", body, type)).status).toBe(413);
	}
});

test.each([
	["a plain boundary", "multipart/form-data; boundary=----x'()+_,-./:=?1"],
	["a quoted boundary", 'multipart/form-data; boundary="----x\'()+_,-./:=?1"'],
	["no blank, and capitals", "Multipart/Form-Data;BOUNDARY=----x'()+_,-./:=?1"],
])("a form is read whose header has %s", async (_what, type) => {
	const field = (name: string) =>
		`------x'()+_,-./:=?1\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${name}@example.com\r\n`;
	const body = `${field("email")}${field("password")}------x'()+_,-./:=?1--`;
	expect(valueIn(await sourceOf(await send("/login", body, type)), "email")).toBe("email@example.com");
});

test.each([
	["a boundary inside another parameter", 'multipart/form-data; x="; boundary=fake"; boundary=real'],
	["a parameter behind the boundary", "multipart/form-data; boundary=real; charset=utf-8"],
	["two boundaries", "multipart/form-data; boundary=fake; boundary=real"],
	["an escaped quote", 'multipart/form-data; boundary="fake\\"; boundary=real"'],
	["an extended boundary", "multipart/form-data; boundary*=utf-8''real"],
	["two types", "multipart/form-data; boundary=real, multipart/form-data; boundary=fake"],
	["a blank at the end of its boundary", 'multipart/form-data; boundary="real "'],
	["an empty boundary", 'multipart/form-data; boundary=""'],
	["a boundary of 71 characters", `multipart/form-data; boundary=${"a".repeat(71)}`],
	["no boundary", "multipart/form-data"],
])("a form is refused whose header has %s", async (_what, type) => {
	const body = `--real\r\nContent-Disposition: form-data; name="email"\r\n\r\na\r\n--real--`;
	for (const path of ["/api/igc", "/igc", "/login"]) expect((await send(path, body, type)).status).toBe(400);
});

test.each([
	["name", `Content-Disposition: form-data; name="${"a".repeat(60_000)}"`],
	["header", `Content-Disposition: form-data; name="a"\r\nX-Padding: ${"a".repeat(60_000)}`],
	["list of headers", `Content-Disposition: form-data; name="a"\r\n${"X: y\r\n".repeat(10_000)}`],
])("a form whose part has a long %s is too large", async (_what, head) => {
	const body = `--x\r\n${head}\r\n\r\nv\r\n--x--`;
	for (const path of ["/api/igc", "/igc", "/login"])
		expect((await send(path, body, "multipart/form-data; boundary=x")).status).toBe(413);
});

test("a field that stands in the form twice is refused", async () => {
	const body = "email=a%40example.com&email=b%40example.com&password=x";
	expect((await send("/login", body, urlencoded)).status).toBe(400);
});

test("an organiser accepts a whole list at once, as far as a form goes", async ({ admin }) => {
	const accept = (count: number) => {
		const entry = Array.from({ length: count }, (_, index) => `entry-${index}`);
		const form = multipart({ intent: "accept", entry });
		return app.post("/starting-list", form, { as: admin });
	};
	expect((await accept(600)).status).toBe(303);
	expect((await accept(1600)).status).toBe(413);
});
