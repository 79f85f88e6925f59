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
