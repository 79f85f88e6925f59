import { expect, test } from "vitest";
import { readTypedFields } from "~/lib/http/typed-fields.server";

const boundary = "----season";

function requestOf(parts: readonly (readonly [head: string, content: string | Uint8Array])[]): Request {
	const bytes = Buffer.concat([
		...parts.flatMap(([head, content]) => [
			Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
			Buffer.from(content as Uint8Array),
			Buffer.from("\r\n"),
		]),
		Buffer.from(`--${boundary}--\r\n`),
	]);
	const headers = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
	return new Request("https://site.example.com/", { method: "POST", headers, body: bytes });
}

test("what was typed beside large files is read, and of the files their sizes alone", async () => {
	const large = new Uint8Array(3_000_001).fill(45);
	const { form, files } = await readTypedFields(
		requestOf([
			['name="a/0/name"', "Žluťoučký"],
			['name="a/0/logo/file"; filename="one.png"\r\nContent-Type: image/png', large],
			['name="a/1/logo/file"; filename="two.png"', "small"],
			['name="b"', ""],
			['name="c"', "line\r\nline"],
		]),
	);
	expect([...form]).toEqual([
		["a/0/name", "Žluťoučký"],
		["b", ""],
		["c", "line\r\nline"],
	]);
	expect(Object.fromEntries(files)).toEqual({ "a/0/logo/file": 3_000_001, "a/1/logo/file": 5 });
});

test("a body that is no such form holds nothing", async () => {
	const request = new Request("https://site.example.com/", { method: "POST", body: "a=b" });
	const { form, files } = await readTypedFields(request);
	expect([[...form], [...files]]).toEqual([[], []]);
});
