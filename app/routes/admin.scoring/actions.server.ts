import { data } from "@remix-run/cloudflare";
import type { z } from "zod";
import type { StaffCtx } from "~/lib/context";
import { decodeText } from "~/lib/csv/csv-reader";
import { byIntent, invalidForm, refusedForm } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { readUpload, refusedBody } from "~/lib/http/body.server";
import type { FlashKey } from "~/lib/http/flash-keys";
import { answer, redirectWithFlash } from "~/lib/http/redirect.server";
import { type Result, refuse } from "~/lib/result";
import { checkImport, importResults, removeImport } from "~/lib/results/import-results.server";
import { checkSchema, importSchema, tableSchema } from "~/lib/results/import-schema";
import { followSource, syncResults } from "~/lib/results/sync-results.server";
import { outcomeOf } from "~/lib/results/sync-runs.server";
import { scoringDaysPath } from "~/lib/scoring/scoring-paths";
import { type ImportPreview, toImportPreview } from "./import-preview.server";

const path = scoringDaysPath;
/** The forms lead to their section; the message of a success is at the top of the page. */
const top = `${path}#content`;

/** Fetches, follows, removes and imports results of elsewhere. */
export async function actOnResults(ctx: StaffCtx<"scoring">, request: Request) {
	const form = await readUpload(request);
	if (!form.ok && form.reason !== "too-large") throw refusedBody(form.reason);
	if (!form.ok) {
		const submission = parseForm(new FormData(), checkSchema);
		return refusedForm(submission, refuse("too-large", { file: "results.import.error.tooLarge" }));
	}
	return byIntent(form.value, {
		sync: () => sync(ctx),
		follow: () => changeTable(form.value, (where) => followSource(ctx, where), "results.follow.success"),
		remove: () => changeTable(form.value, (where) => removeImport(ctx, where), "results.remove.success"),
		import: () => confirmImport(ctx, form.value),
		otherwise: () => check(ctx, form.value),
	});
}

async function sync(ctx: StaffCtx<"scoring">) {
	return answer(path, await syncResults(ctx), (runs) => {
		const outcome = outcomeOf(runs);
		return { key: `results.sync.outcome.${outcome}`, kind: outcome === "ok" ? "success" : "error" };
	});
}

async function changeTable(
	form: FormData,
	change: (where: z.infer<typeof tableSchema>) => Promise<Result<null, "stale" | "results-source-missing">>,
	success: FlashKey,
) {
	const submission = parseForm(form, tableSchema);
	return answer(
		path,
		submission.status === "success" ? await change(submission.value) : refuse("stale"),
		success,
	);
}

async function check(ctx: StaffCtx<"scoring">, form: FormData) {
	const submission = parseForm(form, checkSchema);
	if (submission.status !== "success") return invalidForm(submission, ["file"]);
	const { file, ...where } = submission.value;
	const text = decodeText(new Uint8Array(await file.arrayBuffer()));
	const checked = await checkImport(ctx, { ...where, text });
	if (!checked.ok) return refusedForm(submission, checked, ["file"]);
	return previewed(toImportPreview(checked.value, ctx.language, text, null));
}

async function confirmImport(ctx: StaffCtx<"scoring">, form: FormData) {
	const submission = parseForm(form, importSchema);
	if (submission.status !== "success") return invalidForm(submission, ["text"]);
	const imported = await importResults(ctx, submission.value);
	if (!imported.ok) return refusedForm(submission, imported, ["text"]);
	const { outcome, content } = imported.value;
	if (outcome === "imported") {
		return redirectWithFlash(top, { key: "results.import.success", count: content.rows.length });
	}
	return previewed(toImportPreview(imported.value, ctx.language, submission.value.text, outcome));
}

function previewed(preview: ImportPreview) {
	const status = preview.errors.length > 0 || preview.reason?.complaint ? 400 : preview.stale ? 409 : 200;
	return data({ preview }, status);
}
