interface FoundPicture {
	readonly mimetype: "image/png" | "image/webp";
	/** Pixels. */
	readonly width: number;
	readonly height: number;
}

const textAt = (bytes: Uint8Array, from: number, to: number) =>
	String.fromCharCode(...bytes.subarray(from, to));

/**
 * The kind and size of a picture by its first bytes (PNG: W3C, third edition, 5.2 and 11.2.1; WebP: RFC 9649); null when it is neither a
 * PNG nor a WebP, or is cut.
 */
export function pictureIn(bytes: Uint8Array): FoundPicture | null {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (bytes.byteLength < 30) return null;
	if (textAt(bytes, 0, 8) === "\x89PNG\r\n\x1a\n" && textAt(bytes, 12, 16) === "IHDR") {
		if (textAt(bytes, bytes.length - 8, bytes.length - 4) !== "IEND") return null;
		return { mimetype: "image/png", width: view.getUint32(16), height: view.getUint32(20) };
	}
	const isWebp = textAt(bytes, 0, 4) === "RIFF" && textAt(bytes, 8, 12) === "WEBP";
	if (!isWebp || view.getUint32(4, true) + 8 > bytes.byteLength) return null;
	const size = webpSize(view, textAt(bytes, 12, 16));
	return size && { mimetype: "image/webp", ...size };
}

function webpSize(view: DataView, chunk: string) {
	switch (chunk) {
		case "VP8 ":
			return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
		case "VP8L": {
			const bits = view.getUint32(21, true);
			return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
		}
		case "VP8X":
			return {
				width: (view.getUint32(24, true) & 0xffffff) + 1,
				height: (view.getUint32(26, true) >>> 8) + 1,
			};
		default:
			return null;
	}
}
