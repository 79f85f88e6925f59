import type { Language } from "~/lib/i18n/language";

/** The page to which a shared link leads. */
export type Shared =
	| { readonly kind: "edition" }
	/** The page of a local date. */
	| { readonly kind: "day"; readonly date: string }
	| { readonly kind: "results"; readonly date: string; readonly classId: string }
	| { readonly kind: "total"; readonly classId: string }
	| { readonly kind: "flight"; readonly id: string }
	/** The page of an entry. */
	| { readonly kind: "pilot"; readonly id: string };

/** Path of the stored picture of a page. Its address is `/pictures/<path>.png`. */
export function sharedPath(shared: Shared): string {
	const { kind, ...named } = shared;
	return [kind, ...Object.values(named)].join("/");
}

/** Width and height of the picture of a link, in pixels. */
export const sharedSize = [1_200, 630] as const;

interface Pictured {
	readonly year: number;
	/** Files that answer everybody show no draft, so an edition that began as one has none until its file says otherwise. */
	readonly hasSharePicture: boolean;
}

/** The file that messengers show of any page of an edition. */
export function pictureOf({ year, hasSharePicture }: Pictured, language: Language) {
	return hasSharePicture
		? { path: `/share/${year}-${language}.png`, size: sharedSize }
		: { path: "/icons/icon-512.png", size: [512, 512] as const };
}
