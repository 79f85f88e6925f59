import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import type { z } from "zod";
import { AppLink } from "~/components/app-link";
import { loadFresh, useFreshData } from "~/components/queue/fresh-data";
import { useTexts } from "~/components/use-texts";
import type { AdminCtx } from "~/lib/context";
import { decodeText } from "~/lib/csv/csv-reader";
import { byIntent, invalidForm, refusedForm } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { readUpload, refusedBody } from "~/lib/http/body.server";
import type { FlashKey } from "~/lib/http/flash-keys";
import { requireAdmin } from "~/lib/http/page-guards.server";
import { answer, redirectRefused, redirectWithFlash } from "~/lib/http/redirect.server";
import { formatDay } from "~/lib/i18n/format-dates";
import { type Result, refuse } from "~/lib/result";
import { checkImport, importResults, removeImport } from "~/lib/results/import-results.server";
import { checkSchema, importSchema, tableSchema } from "~/lib/results/import-schema";
import { followSource, syncResults } from "~/lib/results/sync-results.server";
import { outcomeOf } from "~/lib/results/sync-runs.server";
import { scoringDaysPath } from "~/lib/scoring/scoring-paths";
import { page } from "~/shell/handle";
import { ImportCheck, ImportForm } from "./import-form";
import { type ImportPreview, toImportPreview } from "./import-preview.server";
import { type ResultsAdmin, readResultsAdmin } from "./page.server";
import { SyncPanel } from "./sync-panel";
import { TableList } from "./table-list";

export const handle = page({
	title: "results.manage",
});

const path = "/admin/results";
/** The forms lead to their section; the message of a success is at the top of the page. */
const top = `${path}#content`;

export async function loader({ context }: LoaderFunctionArgs) {
	const ctx = requireAdmin(context);
	return { admin: await readResultsAdmin(ctx), version: context.version };
}

export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireAdmin(context);
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

async function sync(ctx: AdminCtx) {
	const synced = await syncResults(ctx);
	if (!synced.ok) return redirectRefused(path, synced.reason, `server.${synced.reason}`);
	const outcome = outcomeOf(synced.value);
	return redirectWithFlash(path, {
		key: `results.sync.outcome.${outcome}`,
		kind: outcome === "ok" ? "success" : "error",
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

async function check(ctx: AdminCtx, form: FormData) {
	const submission = parseForm(form, checkSchema);
	if (submission.status !== "success") return invalidForm(submission, ["file"]);
	const { file, ...where } = submission.value;
	const text = decodeText(new Uint8Array(await file.arrayBuffer()));
	const checked = await checkImport(ctx, { ...where, text });
	if (!checked.ok) return refusedForm(submission, checked, ["file"]);
	return previewed(toImportPreview(checked.value, ctx.language, text, null));
}

async function confirmImport(ctx: AdminCtx, form: FormData) {
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

export const clientLoader = loadFresh;

export default function ResultsAdminPage() {
	const { t } = useTexts();
	const { admin } = useFreshData<typeof loader>().data;
	const reply = useActionData<typeof action>();
	const preview = reply && "preview" in reply ? reply.preview : undefined;
	return (
		<div className="stack">
			<div className="page-head">
				<div>
					<h1>{t("results.manage")}</h1>
					<p>{t("results.manage.about")}</p>
				</div>
				<p className="button-row">
					<AppLink className="button" to={scoringDaysPath}>
						{t("day.scoring")}
					</AppLink>
					<AppLink className="button" to="/results">
						{t("nav.results")}
					</AppLink>
				</p>
			</div>
			<section className="stack" aria-labelledby="sync">
				<h2 id="sync">{t("results.sync.title")}</h2>
				<SyncPanel admin={admin} />
			</section>
			<section className="section stack" aria-labelledby="import">
				<h2 id="import">{t("results.import.title")}</h2>
				{preview && <ImportCheck preview={preview} />}
				<ImportForm
					admin={admin}
					reply={reply && "submission" in reply ? reply : undefined}
					chosen={preview?.confirm}
					previewed={preview?.errors.length === 0}
				/>
			</section>
			<section className="section stack" aria-labelledby="sheets">
				<h2 id="sheets">{t("results.sheets.title")}</h2>
				<TableList admin={admin} />
			</section>
			{admin.unbound.results > 0 && <UnboundList admin={admin} />}
		</div>
	);
}

interface UnboundListProps {
	readonly admin: Pick<ResultsAdmin, "unbound" | "aboutUnbound">;
}

/** Lists the competitors whose results keep their name when the account is erased. */
function UnboundList({ admin: { unbound, aboutUnbound } }: UnboundListProps) {
	const { t, language, classNameOf } = useTexts();
	return (
		<section className="section stack" aria-labelledby="unbound">
			<h2 id="unbound">{t("results.sheets.unbound", { count: unbound.results })}</h2>
			<p>{aboutUnbound}</p>
			<ul className="lined">
				{unbound.competitors.map(({ key, type, known, dates }) => (
					<li key={key}>
						{classNameOf(type)}: {known} – {dates.map((date) => formatDay(date, language)).join(", ")}
					</li>
				))}
			</ul>
		</section>
	);
}
