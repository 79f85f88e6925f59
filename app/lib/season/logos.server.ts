import { and, eq, inArray, lt, notExists, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { commitOrStale } from "~/lib/db/commit.server";
import { sha256Hex } from "~/lib/digest";
import { objectKey } from "~/lib/files/object-key";
import { pictureIn } from "~/lib/files/picture-in";
import { storeUpload, type UnfinishedUploads } from "~/lib/files/store-upload.server";
import { largestLogo } from "~/lib/forms/limits";
import { rasteriseLogo } from "~/lib/maps/raster/rasterise.server";
import { done, type Result, refuse } from "~/lib/result";
import { editionSettings, logos } from "~db/schema";
import { svgComplaint } from "./svg-complaint";

/*
 * Logos that organisers send with a setting. A PNG and a WebP are stored as they are, an SVG as the PNG that it draws: nothing that came
 * as an SVG leaves as one. The name of a stored logo is the digest of its bytes, so what an address shows never changes.
 */

/** Most pixels of a side. */
const longestSide = 4_000;

interface Picture {
	readonly bytes: Uint8Array<ArrayBuffer>;
	readonly mimetype: "image/png" | "image/webp";
}

/** Stores a logo. @returns the path that the setting keeps, or the key of the complaint about the file */
export async function storeLogo(ctx: Ctx, file: File): Promise<Result<string>> {
	if (file.size > largestLogo) return refuse("invalid-fields", { logo: "settings.logo.tooLarge" });
	const picture = await pictureOf(new Uint8Array(await file.arrayBuffer()));
	if (typeof picture === "string") return refuse("invalid-fields", { logo: picture });
	const { bytes, mimetype } = picture;
	const sha256 = await sha256Hex(bytes);
	const path = `/logos/${sha256}.${mimetype.slice("image/".length)}`;
	const known = await logoByDigest(ctx.db, sha256);
	if (known[0]) return done(path);
	const key = objectKey(ctx, "logos", sha256);
	const { db, now: createdAt } = ctx;
	const row = { sha256, key, mimetype, size: bytes.byteLength, createdAt };
	return storeUpload(
		ctx,
		{ key, bytes, sha256 },
		{
			// An upload that broke off, or another one of the same bytes, has left its row.
			begin: () =>
				write(
					ctx,
					db
						.insert(logos)
						.values({ ...row, state: "pending" })
						.onConflictDoNothing(),
				),
			finish: async () => {
				const made = await write(
					ctx,
					db.update(logos).set({ state: "ready" }).where(eq(logos.sha256, sha256)),
				);
				return made.ok ? done(path) : made;
			},
		},
	);
}

function write(ctx: Ctx, statement: Parameters<typeof commitOrStale>[1]["statements"][number]) {
	return commitOrStale(ctx, { statements: [statement], audit: [], visible: false });
}

/** The picture to store, or the key of a complaint. */
async function pictureOf(bytes: Uint8Array<ArrayBuffer>): Promise<Picture | string> {
	const known = pictureIn(bytes);
	if (known) {
		const { mimetype, width, height } = known;
		return Math.max(width, height) > longestSide ? "settings.logo.tooManyPixels" : { bytes, mimetype };
	}
	const svg = svgIn(bytes);
	if (svg === null) return "settings.logo.format";
	const complaint = svgComplaint(svg);
	if (complaint) return `settings.logo.${complaint}`;
	const drawn = await rasteriseLogo(svg, longestSide);
	return drawn === "tooManyPixels" || drawn === "unreadable"
		? `settings.logo.${drawn}`
		: { bytes: drawn, mimetype: "image/png" };
}

/** The text of a file that says it is an SVG; null for another one. */
function svgIn(bytes: Uint8Array): string | null {
	try {
		const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
		return /<svg[\s>]/i.test(text) ? text : null;
	} catch {
		return null;
	}
}

/** Selects a logo that is stored whole. */
export function logoByDigest(db: Db, sha256: string) {
	return db
		.select()
		.from(logos)
		.where(and(eq(logos.sha256, sha256), eq(logos.state, "ready")));
}

/** Logos whose upload broke off, and those that no setting has named: a preview that was not saved leaves one. */
export const unusedLogos: UnfinishedUploads = {
	find: (db, begunBefore, most) =>
		db
			.select({ id: logos.sha256, key: logos.key })
			.from(logos)
			.where(
				and(
					lt(logos.createdAt, begunBefore),
					notExists(
						db
							.select({ key: editionSettings.key })
							.from(editionSettings)
							.where(sql`instr(${editionSettings.value}, ${logos.sha256}) > 0`),
					),
				),
			)
			.limit(most),
	remove: (db, ids) => [db.delete(logos).where(inArray(logos.sha256, [...ids]))],
};
