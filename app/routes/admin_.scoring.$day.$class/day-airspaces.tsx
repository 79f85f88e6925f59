import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { ScoringDesk } from "./scoring-desk.server";

/** Spaces that flights of the class were in, and those that its task makes inactive. One that is off leaves no finding. */
export function DayAirspaces({ spaces }: Pick<ScoringDesk, "spaces">) {
	const { t } = useTranslation();
	if (spaces.length === 0) return null;
	return (
		<section aria-labelledby="day-airspaces" className="card card-surface">
			<h2 id="day-airspaces">{t("scoringAdmin.airspaces")}</h2>
			<Form method="post">
				<p className="muted mb-4">{t("scoringAdmin.airspaces.hint")}</p>
				{spaces.map(({ name, isInactive }, index) => (
					<p key={name} className="field-check">
						<input
							id={`space-${index}`}
							type="checkbox"
							name="inactive"
							value={name}
							defaultChecked={isInactive}
						/>
						<label htmlFor={`space-${index}`}>{name}</label>
					</p>
				))}
				<button type="submit" className="button" name="intent" value="airspaces">
					{t("scoringAdmin.airspaces.save")}
				</button>
			</Form>
		</section>
	);
}
