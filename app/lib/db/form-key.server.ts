import { eq } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { sha256Hex } from "~/lib/digest";
import { formKeys } from "~db/schema";
import { type Committed, commit } from "./commit.server";

/*
 * How a form or a tap that is sent twice is taken once: it carries a random key (`readFormKey`), the write uses the key up in its own
 * batch (`consumeFormKey`), and when that is refused (`wasSentBefore`) the answer is about what the key made (`madeByForm`).
 */

/** Length in characters. */
const longestKey = 100;

/** The random key in a form that creates a row; null when it is missing or too long. */
export function readFormKey(form: FormData): string | null {
	const key = form.get("formKey");
	return typeof key === "string" && key !== "" && key.length <= longestKey ? key : null;
}

/** Adds what was typed to the key of a form: the same form sent again with another text makes another row. */
export async function keyWithText(formKey: string | null, text: object): Promise<string | null> {
	return formKey && sha256Hex(JSON.stringify([formKey, text]));
}

/** Statements that use up the key for the row that the form creates; none without a key. */
export function consumeFormKey({ db, now }: Ctx, key: string | null, subjectId: string) {
	return key === null ? [] : [db.insert(formKeys).values({ key, subjectId, createdAt: now })];
}

/**
 * Uses up the key of a tap that found nothing to change. Otherwise the tap, sent again, would undo what somebody else has set since.
 */
export async function commitFormKey(ctx: Ctx, key: string | null, subjectId: string): Promise<void> {
	await commit(ctx, { statements: consumeFormKey(ctx, key, subjectId), audit: [], visible: false });
}

/** Whether the write was refused because the form was sent before. */
export function wasSentBefore(committed: Committed): boolean {
	return !committed.ok && committed.reason === "taken" && committed.columns === "form_keys.key";
}

/** Id of the row that the form created when it was sent first. */
export async function madeByForm({ db }: Ctx, key: string): Promise<string | null> {
	const [made] = await db
		.select({ subjectId: formKeys.subjectId })
		.from(formKeys)
		.where(eq(formKeys.key, key));
	return made?.subjectId ?? null;
}
