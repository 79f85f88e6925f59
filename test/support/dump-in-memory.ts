import type { Dump } from "../../scripts/move-in/open-dump";
import type { Doc } from "./old-site";

/** A dump without files. */
export function dumpInMemory(collections: Readonly<Record<string, readonly Doc[]>>): Dump {
	return {
		names: Object.keys(collections),
		read: async function* read(name) {
			for (const [index, document] of (collections[name] ?? []).entries())
				yield { document, place: `document ${index + 1}` };
		},
		digest: async (name) => `digest of ${name}`,
	};
}
