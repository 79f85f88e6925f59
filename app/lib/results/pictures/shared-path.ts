/** What a shared link leads to. */
export type Shared =
	| { readonly kind: "edition" }
	/** On a local date. */
	| { readonly kind: "day"; readonly date: string }
	| { readonly kind: "results"; readonly date: string; readonly classId: string }
	| { readonly kind: "total"; readonly classId: string }
	| { readonly kind: "flight"; readonly id: string }
	/** An entry. */
	| { readonly kind: "pilot"; readonly id: string };

/** Under which the picture of what is shared is stored; its address is `/pictures/<path>.png`. */
export function sharedPath(shared: Shared): string {
	const { kind, ...named } = shared;
	return [kind, ...Object.values(named)].join("/");
}
