import { expect, test } from "vitest";
import { extensionOf, tidyFileName } from "~/lib/files/file-name";
import { contentDisposition, downloadHeaders, matchesETag, safeType } from "~/lib/http/download.server";

test("a name with quotes, line breaks and diacritics makes one safe header", () => {
	const header = contentDisposition('Otočné "body"\r\nX-Evil: 1.cup', "attachment");
	expect(header).toBe(
		`attachment; filename="Otocne _body___X-Evil_ 1.cup"; filename*=UTF-8''Oto%C4%8Dn%C3%A9%20%22body%22%0D%0AX-Evil%3A%201.cup`,
	);
	expect(() => new Headers({ "Content-Disposition": header })).not.toThrow();
});

test("apostrophes, stars and brackets of a name are percent-encoded", () => {
	expect(contentDisposition("a'(*)!.pdf", "inline")).toContain("filename*=UTF-8''a%27%28%2A%29%21.pdf");
});

test.each(["text/html", "image/svg+xml", "application/xhtml+xml", "text/javascript", "application/xml"])(
	"%s never leaves as itself",
	(type) => {
		const headers = downloadHeaders({ name: "x", mimetype: type, sha256: "00", public: true });
		expect(safeType(type)).toBe("application/octet-stream");
		expect(headers.get("Content-Type")).toBe("application/octet-stream");
		expect(headers.get("Content-Disposition")).toMatch(/^attachment;/);
	},
);

test("every download is sandboxed and its type is not guessed", () => {
	for (const mimetype of ["application/pdf", "text/plain", "image/png"]) {
		const headers = downloadHeaders({ name: "x", mimetype, sha256: "00", public: false });
		expect(headers.get("Content-Security-Policy")).toContain("sandbox");
		expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
		expect(headers.get("Cache-Control")).toBe("private, no-store");
	}
});

test("only PDF and images are shown in the browser's window", () => {
	const kind = (mimetype: string) =>
		downloadHeaders({ name: "x", mimetype, sha256: "00", public: true }).get("Content-Disposition");
	expect(kind("application/pdf")).toMatch(/^inline;/);
	expect(kind("image/webp")).toMatch(/^inline;/);
	expect(kind("text/plain")).toMatch(/^attachment;/);
	expect(kind("application/zip")).toMatch(/^attachment;/);
});

test("a reader that names the bytes has them already", () => {
	const request = (tags: string) => new Request("http://localhost/", { headers: { "If-None-Match": tags } });
	expect(matchesETag(request('"aa", W/"bb"'), '"bb"')).toBe(true);
	expect(matchesETag(request('"aa"'), '"bb"')).toBe(false);
	expect(matchesETag(new Request("http://localhost/"), '"bb"')).toBe(false);
});

test("a file name loses its folders and whatever does not print", () => {
	expect(tidyFileName("C:\\temp\\Propozice.pdf")).toBe("Propozice.pdf");
	expect(tidyFileName("../../etc/pass\nwd\u0000.txt")).toBe("pass wd .txt");
	expect(tidyFileName("gpj.\u202Eevil.pdf")).toBe("gpj. evil.pdf");
	expect(tidyFileName("  Úloha \u201E1\u201C 🛩.pdf ")).toBe("Úloha „1“ 🛩.pdf");
	expect(tidyFileName("\n")).toBe("");
	expect(tidyFileName("Úlohy %22A%22%0D%0A.txt")).toBe('Úlohy "A" .txt');
});

test("the extension is what stands behind the last dot of a name", () => {
	expect(extensionOf("Propozice.2025.PDF")).toBe("pdf");
	expect(extensionOf("propozice.pdf.html")).toBe("html");
	expect(extensionOf("README")).toBe("");
	expect(extensionOf(".pdf")).toBe("");
	expect(extensionOf("x.")).toBe("");
});
