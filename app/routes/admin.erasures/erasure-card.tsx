import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import { limits } from "~/lib/forms/limits";
import { formatChangeTime, formatDay } from "~/lib/i18n/format-dates";
import type { WaitingErasure } from "./waiting-erasures.server";

/** What an erasure blanks, and the form that stops it. */
export function ErasureCard({ id, fullName, dueAt, results }: WaitingErasure) {
	const { t } = useTranslation();
	const language = useLanguage();
	const [entry] = results;
	const hint = `${id}-hint`;
	return (
		<section className="card stack" aria-labelledby={id}>
			<h2 id={id}>
				{entry ? (
					<a href={`/registration/${entry.registrationId}`}>{`${entry.startNumber} ${fullName}`}</a>
				) : (
					fullName
				)}
			</h2>
			{dueAt && <p>{t("erasures.due", { time: formatChangeTime(dueAt, language) })}</p>}
			<h3>{t("erasures.results")}</h3>
			<ul className="lined">
				{results.map(({ date, type, position }) => (
					<li key={date}>
						{t("erasures.result", { day: formatDay(date, language), position })} (
						{t(`competitionClass.${type}`)})
					</li>
				))}
			</ul>
			<form method="post" className="stack">
				<input type="hidden" name="erasure" value={id} />
				<div className="field">
					<label htmlFor={`${id}-objection`}>{t("erasures.objection")}</label>
					<p id={hint} className="field-hint">
						{t("erasures.objection.hint")}
					</p>
					<textarea
						id={`${id}-objection`}
						name="objection"
						rows={3}
						maxLength={limits.objection}
						aria-describedby={hint}
						required
					/>
				</div>
				<button type="submit" className="button button-danger">
					{t("erasures.object")}
				</button>
			</form>
		</section>
	);
}
