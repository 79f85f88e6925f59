import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { dayName, formatDay } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import type { BoardChoice } from "./board-address";
import type { StatusBoard } from "./status-board.server";

interface StatusToolbarProps {
	readonly board: Pick<StatusBoard, "day" | "days" | "gliderTypes">;
	readonly choice: BoardChoice;
	readonly language: Language;
}

export function StatusToolbar({ board, choice, language }: StatusToolbarProps) {
	const { t } = useTranslation();
	return (
		<Form method="get" action="/statuses" className="toolbar" autoComplete="off">
			{choice.duty && <input type="hidden" name="duty" value="on" />}
			<div className="field">
				<label htmlFor="statuses-day">{t("competitionDay.label")}</label>
				<select id="statuses-day" name="day" defaultValue={board.day?.date}>
					{board.days.map(({ name, date }) => (
						<option key={date} value={date}>
							{`${dayName(t, name)}, ${formatDay(date, language)}`}
						</option>
					))}
				</select>
			</div>
			<div className="field">
				<label htmlFor="statuses-glider-type">{t("statuses.gliderType")}</label>
				<select id="statuses-glider-type" name="gliderType" defaultValue={choice.gliderTypeId ?? ""}>
					<option value="">{t("statuses.allGliderTypes")}</option>
					{board.gliderTypes.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</select>
			</div>
			<button type="submit" className="button">
				{t("statuses.show")}
			</button>
		</Form>
	);
}
