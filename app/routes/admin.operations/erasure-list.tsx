import { TextArea } from "~/components/app-form";
import { useTexts } from "~/components/use-texts";
import { entryPath } from "~/lib/entries/entry-paths";
import { limits } from "~/lib/forms/limits";
import { formatChangeTime, formatDay } from "~/lib/i18n/format-dates";
import { operationsPath } from "~/lib/operations/operations-path";
import type { ErasuresRead, WaitingErasure } from "./erasures.server";

export function ErasureList({ waiting, intro }: ErasuresRead) {
	const { t } = useTexts();
	return (
		<div className="stack">
			<h2>{t("erasures.title")}</h2>
			{waiting.length > 0 ? <p>{intro}</p> : <p className="empty">{t("erasures.empty")}</p>}
			{waiting.map((erasure) => (
				<ErasureCard key={erasure.id} {...erasure} />
			))}
		</div>
	);
}

/** What an erasure blanks, and the form that stops it. */
function ErasureCard({ id, fullName, dueAt, results }: WaitingErasure) {
	const { t, language, classNameOf } = useTexts();
	const [entry] = results;
	return (
		<section className="card stack" aria-labelledby={id}>
			<h3 id={id}>
				{entry ? (
					<a href={entryPath(entry.registrationId)}>{`${entry.startNumber} ${fullName}`}</a>
				) : (
					fullName
				)}
			</h3>
			{dueAt && <p>{t("erasures.due", { time: formatChangeTime(dueAt, language) })}</p>}
			<h4>{t("erasures.results")}</h4>
			<ul className="lined">
				{results.map(({ date, type, position }) => (
					<li key={date}>
						{t("erasures.result", { day: formatDay(date, language), position })} ({classNameOf(type)})
					</li>
				))}
			</ul>
			<form method="post" action={operationsPath("erasures")} className="stack">
				<input type="hidden" name="erasure" value={id} />
				<TextArea
					field={{ id: `${id}-objection`, name: "objection" }}
					label={t("erasures.objection")}
					hint={t("erasures.objection.hint")}
					rows={3}
					maxLength={limits.objection}
					required
				/>
				<button type="submit" className="button button-danger">
					{t("erasures.object")}
				</button>
			</form>
		</section>
	);
}
