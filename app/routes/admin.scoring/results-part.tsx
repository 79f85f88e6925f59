import { useTexts } from "~/components/use-texts";
import type { FormReply } from "~/lib/forms/form-action.server";
import { formatDay } from "~/lib/i18n/format-dates";
import { ImportCheck, ImportForm } from "./import-form";
import type { ImportPreview } from "./import-preview.server";
import type { ResultsAdmin } from "./results-admin.server";
import { SyncPanel } from "./sync-panel";
import { TableList } from "./table-list";

interface ResultsPartProps {
	readonly admin: ResultsAdmin;
	readonly reply: FormReply | { readonly preview: ImportPreview } | undefined;
}

/** Results of elsewhere, beside those that are scored here. */
export function ResultsPart({ admin, reply }: ResultsPartProps) {
	const { t } = useTexts();
	const preview = reply && "preview" in reply ? reply.preview : undefined;
	return (
		<>
			<h2 id="elsewhere" className="section">
				{t("results.manage")}
			</h2>
			<p>{t("results.manage.about")}</p>
			<section className="stack" aria-labelledby="sync">
				<h3 id="sync">{t("results.sync.title")}</h3>
				<SyncPanel admin={admin} />
			</section>
			<section className="section stack" aria-labelledby="import">
				<h3 id="import">{t("results.import.title")}</h3>
				{preview && <ImportCheck preview={preview} />}
				<ImportForm
					admin={admin}
					reply={reply && "submission" in reply ? reply : undefined}
					chosen={preview?.confirm}
					previewed={preview?.errors.length === 0}
				/>
			</section>
			<section className="section stack" aria-labelledby="sheets">
				<h3 id="sheets">{t("results.sheets.title")}</h3>
				<TableList admin={admin} />
			</section>
			{admin.unbound.results > 0 && <UnboundList admin={admin} />}
		</>
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
			<h3 id="unbound">{t("results.sheets.unbound", { count: unbound.results })}</h3>
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
