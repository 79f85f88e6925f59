import { eq } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { formKeys } from "~db/schema";
import type { Committed } from "./commit.server";

/** Longest key of a form that is looked at. */
const longestKey = 100;

/** The key of a form as it was sent, or null when there is none that could be ours. */
export function readFormKey(form: FormData): string | null {
	const key = form.get("formKey");
	return typeof key === "string" && key !== "" && key.length <= longestKey ? key : null;
}

/** Statements that consume the key of a form for what it makes; none for what came without a key. */
export function consumeFormKey({ db, now }: Ctx, key: string | null, subjectId: string) {
	return key === null ? [] : [db.insert(formKeys).values({ key, subjectId, createdAt: now })];
}

/** Whether a write was refused because the same form had been sent before. */
export function wasSentBefore(committed: Committed): boolean {
	return !committed.ok && committed.reason === "taken" && committed.columns === "form_keys.key";
}

/** Id of what a form made when it was sent for the first time. */
export async function madeByForm({ db }: Ctx, key: string): Promise<string | null> {
	const [made] = await db
		.select({ subjectId: formKeys.subjectId })
		.from(formKeys)
		.where(eq(formKeys.key, key));
	return made?.subjectId ?? null;
}
