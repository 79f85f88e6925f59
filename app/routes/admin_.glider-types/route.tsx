import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { TextField } from "~/components/app-form";
import { AppLink } from "~/components/app-link";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { buttonClass } from "~/components/submit-button";
import { useTexts } from "~/components/use-texts";
import type { AdminCtx } from "~/lib/context";
import { decodeText } from "~/lib/csv/csv-reader";
import { classTypesOf } from "~/lib/editions/classes";
import type { ImportPlan } from "~/lib/entries/import-glider-types.server";
import { importGliderTypes, planGliderTypes } from "~/lib/entries/import-glider-types.server";
import { bodyOf, readUpload } from "~/lib/http/body.server";
import { requireAdmin } from "~/lib/http/page-guards.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { formatNumber } from "~/lib/i18n/format-number";
import { textsOf } from "~/lib/i18n/i18n.server";
import { page } from "~/shell/handle";
import { gliderTypes } from "~db/schema";

export const handle = page({
	title: "gliderTypes.title",
});

/** Size in bytes. It is ample for the 2,000 rows that a list may have. */
const largestList = 512 * 1024;

export async function loader({ context }: LoaderFunctionArgs) {
	const ctx = requireAdmin(context);
	const hint = textsOf(ctx.language).t("gliderTypes.list.hint", { types: typesOf(ctx) });
	return { known: await ctx.db.$count(gliderTypes), hint };
}

/** The keys of the edition's classes: "club or 18_meter". */
function typesOf({ edition, language }: AdminCtx): string {
	return new Intl.ListFormat(language, { type: "disjunction" }).format(classTypesOf(edition));
}

export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireAdmin(context);
	const form = bodyOf(await readUpload(request));
	const list = form.get("list");
	const size = list instanceof File ? list.size : (list?.length ?? 0);
	if (list === null || size === 0) {
		return data({ problem: "form.field.required.file", csv: "", plan: null, errors: null }, 400);
	}
	if (size > largestList)
		return data({ problem: "server.too-large", csv: "", plan: null, errors: null }, 413);
	const csv = list instanceof File ? decodeText(new Uint8Array(await list.arrayBuffer())) : list;
	const write = form.get("intent") === "import";
	const plan = write ? await importGliderTypes(ctx, csv) : await planGliderTypes(ctx, csv);
	if (write && plan.ok) {
		const count = plan.changes.length;
		return redirectWithFlash("/admin/glider-types", "success", "gliderTypes.import.success", { count });
	}
	if (plan.ok) return data({ problem: null, csv, plan, errors: null }, 200);
	const { t } = textsOf(ctx.language);
	const errors = plan.errors.map(
		({ line, reason }) =>
			`${t("gliderTypes.import.line", { line })}: ${t(`gliderTypes.import.error.${reason}`, { types: typesOf(ctx) })}`,
	);
	return data({ problem: null, csv, plan: null, errors }, 400);
}

export default function GliderTypesPage() {
	const { t } = useTexts();
	const { known, hint } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	const changes = (reply?.plan?.changes.length ?? 0) > 0;
	return (
		<>
			<p className="mb-6">
				<AppLink to="/starting-list">{t("registration.backToList")}</AppLink>
			</p>
			<h1>{t("gliderTypes.title")}</h1>
			<div className="stack">
				<p>{t("gliderTypes.known", { count: known })}</p>
				{reply?.errors && <ImportErrors errors={reply.errors} />}
				{reply?.plan && <ImportPreview plan={reply.plan} csv={reply.csv} />}
				<form method="post" encType="multipart/form-data" className="card bg-surface">
					<TextField
						field={{
							id: "list",
							name: "list",
							errorId: "list-error",
							errors: reply?.problem ? [reply.problem] : [],
						}}
						label={t("gliderTypes.list")}
						hint={hint}
						type="file"
						accept=".csv,text/csv"
					/>
					<button type="submit" className={buttonClass(!changes)} name="intent" value="preview">
						{t("gliderTypes.preview")}
					</button>
				</form>
			</div>
		</>
	);
}

type Plan = Extract<ImportPlan, { readonly ok: true }>;

function ImportErrors({ errors }: { readonly errors: readonly string[] }) {
	const { t } = useTexts();
	return (
		<div className="notice notice-danger" role="alert">
			<p className="notice-title">{t("gliderTypes.import.failed")}</p>
			<ul>
				{errors.map((error) => (
					<li key={error}>{error}</li>
				))}
			</ul>
		</div>
	);
}

function ImportPreview({ plan, csv }: { readonly plan: Plan; readonly csv: string }) {
	const { t, language, classNameOf } = useTexts();
	const number = (value: number | null) => (value === null ? "–" : formatNumber(value, language, [0, 3]));
	if (plan.changes.length === 0) {
		return <p className="notice notice-info">{t("gliderTypes.import.nothing", { count: plan.unchanged })}</p>;
	}
	const columns = ["name", "class", "before", "after"].map((column) => t(`gliderTypes.column.${column}`));
	return (
		<section aria-labelledby="preview">
			<h2 id="preview">{t("gliderTypes.import.changes", { count: plan.changes.length })}</h2>
			<p className="muted mt-1 mb-4">{t("gliderTypes.import.unchanged", { count: plan.unchanged })}</p>
			<DataTable labelledBy="preview" columns={columns}>
				{plan.changes.map(({ name, classType, before, after }) => (
					<DataRow key={`${classType} ${name}`}>
						<RowHeader>{name}</RowHeader>
						<DataCell label={columns[1]}>{classNameOf(classType)}</DataCell>
						<DataCell label={columns[2]}>{number(before)}</DataCell>
						<DataCell label={columns[3]}>{number(after)}</DataCell>
					</DataRow>
				))}
			</DataTable>
			<form method="post" encType="multipart/form-data" className="my-4">
				<textarea name="list" value={csv} readOnly hidden />
				<button type="submit" className="button button-primary" name="intent" value="import">
					{t("gliderTypes.import.button")}
				</button>
			</form>
		</section>
	);
}
