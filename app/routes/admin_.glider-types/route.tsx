import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { TextField } from "~/components/app-form";
import { AppLink } from "~/components/app-link";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { HoldsFrom } from "~/components/entry/holds-from";
import { Refusal } from "~/components/refusal";
import { MovedPoints } from "~/components/scoring/moved-points";
import { buttonClass } from "~/components/submit-button";
import { useTexts } from "~/components/use-texts";
import type { HoldingChoice } from "~/lib/entries/holding-choice.server";
import { requireStaff } from "~/lib/http/page-guards.server";
import { formatNumber } from "~/lib/i18n/format-number";
import { page } from "~/shell/handle";
import { type ListReply, readGliderTypes, sendList } from "./glider-types.server";

export const handle = page({
	title: "gliderTypes.title",
});

export async function loader({ context }: LoaderFunctionArgs) {
	return readGliderTypes(requireStaff(context, "entries"));
}

export async function action({ request, context }: ActionFunctionArgs) {
	return sendList(requireStaff(context, "entries"), request);
}

export default function GliderTypesPage() {
	const { t } = useTexts();
	const { known, hint, holding } = useLoaderData<typeof loader>();
	const reply = useActionData() as ListReply | undefined;
	const plan = reply?.plan;
	return (
		<>
			<p className="mb-6">
				<AppLink className="-my-2.5 inline-block py-2.5" to="/starting-list">
					{t("registration.backToList")}
				</AppLink>
			</p>
			<h1>{t("gliderTypes.title")}</h1>
			<div className="stack">
				<p>{t("gliderTypes.known", { count: known })}</p>
				{reply?.errors && <Refusal title={t("gliderTypes.import.failed")} lines={reply.errors} />}
				{plan && <ImportPreview plan={plan} csv={reply.csv} holding={holding} />}
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
					{holding && (
						<HoldsFrom field={{ id: "from", name: "from", initialValue: holding.usual }} choice={holding} />
					)}
					<button
						type="submit"
						className={buttonClass(!plan || plan.changes.length === 0)}
						name="intent"
						value="preview"
					>
						{t("gliderTypes.preview")}
					</button>
				</form>
			</div>
		</>
	);
}

interface ImportPreviewProps {
	readonly plan: NonNullable<ListReply["plan"]>;
	readonly csv: string;
	readonly holding: HoldingChoice | null;
}

function ImportPreview({ plan, csv, holding }: ImportPreviewProps) {
	const { t, language, classNameOf } = useTexts();
	const number = (value: number | null) => (value === null ? "–" : formatNumber(value, language, [0, 3]));
	const missing = plan.missing.map((text) => <p key={text}>{text}</p>);
	if (plan.changes.length === 0) {
		return (
			<div className="notice notice-info">
				<p>{t("gliderTypes.import.nothing", { count: plan.unchanged })}</p>
				{missing}
			</div>
		);
	}
	const columns = ["name", "class", "before", "after"].map((column) => t(`gliderTypes.column.${column}`));
	return (
		<section aria-labelledby="preview">
			<h2 id="preview">{t("gliderTypes.import.changes", { count: plan.changes.length })}</h2>
			<p className="muted mt-1 mb-4">{t("gliderTypes.import.unchanged", { count: plan.unchanged })}</p>
			{missing.length > 0 && <div className="notice notice-warning mb-4">{missing}</div>}
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
				{holding && (
					<HoldsFrom field={{ id: "preview-from", name: "from", initialValue: plan.from }} choice={holding} />
				)}
				{plan.moved && <MovedPoints words={plan.moved} />}
				<div className="button-row">
					<button type="submit" className="button button-primary" name="intent" value="import">
						{t("gliderTypes.import.button")}
					</button>
					{holding && (
						<button type="submit" className="button" name="intent" value="preview">
							{t("gliderTypes.preview")}
						</button>
					)}
				</div>
			</form>
		</section>
	);
}
