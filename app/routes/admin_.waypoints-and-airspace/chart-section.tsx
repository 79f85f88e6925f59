import { TextField } from "~/components/app-form";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { Refusal } from "~/components/refusal";
import { useTexts } from "~/components/use-texts";
import { formatChangeTime } from "~/lib/i18n/format-dates";
import { chartExtensions } from "~/lib/tasks/charts/read-chart";
import type { ChartKind } from "~db/enums";
import type { Letters, ListedChart, SpacesInForce, UploadReply } from "./files.server";
import { WaitingSpaces } from "./waiting-spaces";

interface ChartSectionProps {
	readonly kind: ChartKind;
	/** The one in force first. */
	readonly charts: readonly ListedChart[];
	readonly spaces: SpacesInForce | null;
	readonly reply: UploadReply | undefined;
	readonly letters: Letters | null;
}

/** The files of a kind: the one in force, an upload, and those before. */
export function ChartSection({ kind, charts, spaces, reply, letters }: ChartSectionProps) {
	const { t } = useTexts();
	const [inForce] = charts;
	return (
		<section aria-labelledby={kind} className="card bg-surface">
			<h2 id={kind}>{t(`chart.${kind}`)}</h2>
			{inForce ? <InForce chart={inForce} /> : <p className="empty">{t(`chart.${kind}.none`)}</p>}
			{inForce && letters && <OtherLetters id={inForce.id} letters={letters} />}
			{spaces && <WaitingSpaces spaces={spaces} />}
			<form method="post" encType="multipart/form-data">
				{reply && (
					<Refusal title={t("chart.add.failed")}>
						<Complaints complaints={reply.complaints} />
					</Refusal>
				)}
				<input type="hidden" name="kind" value={kind} />
				<TextField
					field={{ id: `${kind}-file`, name: "chart" }}
					label={t(`chart.${kind}.field`)}
					hint={t(`chart.${kind}.hint`)}
					type="file"
					accept={chartExtensions[kind].map((extension) => `.${extension}`).join(",")}
					required
				/>
				<button type="submit" className="button">
					{t(`chart.${kind}.button`)}
				</button>
			</form>
			{charts.length > 1 && <History kind={kind} charts={charts} />}
		</section>
	);
}

/** More notes would push the rest of the page out of sight. */
const mostShown = 10;

function InForce({ chart }: { readonly chart: ListedChart }) {
	const { t } = useTexts();
	const { kind, size, complaints } = chart;
	return (
		<>
			<p>
				<FileName chart={chart} /> · {t(`chart.${kind}.count`, { count: size })}
			</p>
			<p className="mb-4">
				<Since chart={chart} />
			</p>
			{complaints.length > 0 && (
				<details className="notice notice-warning" open={complaints.length <= mostShown}>
					<summary>{t("chart.unread", { count: complaints.length })}</summary>
					<Complaints complaints={complaints} />
				</details>
			)}
		</>
	);
}

/** Reads the file again in another code page, for names whose letters are wrong. */
function OtherLetters({ id, letters }: { readonly id: string; readonly letters: Letters }) {
	return (
		<details className="mb-4">
			<summary>{letters.question}</summary>
			<p className="my-2">{letters.hint}</p>
			<form method="post" className="flex flex-wrap gap-2">
				<input type="hidden" name="reread" value={id} />
				{letters.codePages.map(({ value, label }) => (
					<button key={value} type="submit" className="button" name="codePage" value={value}>
						{label}
					</button>
				))}
			</form>
		</details>
	);
}

function FileName({ chart: { name, file } }: { readonly chart: ListedChart }) {
	return file === null ? <strong>{name}</strong> : <a href={file}>{name}</a>;
}

/** Since when the file is in force, and who has put it there. */
function Since({ chart: { inForceSince, by } }: { readonly chart: ListedChart }) {
	const { language } = useTexts();
	const since = new Date(inForceSince);
	return (
		<>
			<time dateTime={since.toISOString()}>{formatChangeTime(since, language)}</time>
			{by !== null && `, ${by}`}
		</>
	);
}

function Complaints({ complaints }: Pick<UploadReply, "complaints">) {
	return (
		<ul>
			{complaints.map((complaint) => (
				<li key={complaint}>{complaint}</li>
			))}
		</ul>
	);
}

function History({ kind, charts }: Pick<ChartSectionProps, "kind" | "charts">) {
	const { t } = useTexts();
	const columns = ["file", "size", "since", "state"].map((column) => t(`chart.column.${column}`));
	return (
		<details className="mt-4">
			<summary>{t("chart.history", { count: charts.length })}</summary>
			<DataTable labelledBy={kind} columns={columns}>
				{charts.map((chart) => (
					<DataRow key={chart.id}>
						<RowHeader>
							<FileName chart={chart} />
						</RowHeader>
						<DataCell label={columns[1]}>{t(`chart.${kind}.count`, { count: chart.size })}</DataCell>
						<DataCell label={columns[2]}>
							<Since chart={chart} />
						</DataCell>
						<DataCell label={columns[3]}>
							{chart.inForce ? (
								<span className="chip chip-success">{t("chart.inForce")}</span>
							) : (
								<form method="post">
									<input type="hidden" name="id" value={chart.id} />
									<button type="submit" className="button">
										{t("chart.restore")}
									</button>
								</form>
							)}
						</DataCell>
					</DataRow>
				))}
			</DataTable>
		</details>
	);
}
