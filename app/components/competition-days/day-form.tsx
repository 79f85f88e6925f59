import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { CheckboxField, ErrorSummary, SelectField, SubmitButton, TextField } from "~/components/app-form";
import { useAppForm } from "~/components/use-app-form";
import type { EditedDay } from "~/lib/competition-days/days-page.server";
import type { FormReply } from "~/lib/forms/form-action.server";

import { taskStatuses } from "~db/enums";

interface DayFormProps {
	readonly day: EditedDay;
	/** What the server said to the last try, where it was about this day. */
	readonly reply: FormReply | undefined;
	/** Number of accepted competitors. */
	readonly accepted: number;
}

/** The form of one day: its task, whether that is told by e-mail, and the tracking of both classes. */
export function DayForm({ day, reply, accepted }: DayFormProps) {
	const { t } = useTranslation();
	const { fields, busy, summary, formProps } = useAppForm({
		id: `day-${day.date}`,
		reply,
		schema: async () => (await import("~/lib/competition-days/competition-day-schema")).dayFormSchema,
		defaultValue: {
			task: day.task,
			...Object.fromEntries(day.taskUrls.map(({ type, taskUrl }) => [`tracking-${type}`, taskUrl])),
		},
	});
	const taskOptions = taskStatuses.map((task) => ({ value: task, label: t(`competitionDay.task.${task}`) }));
	const labels = {
		task: t("competitionDay.task"),
		...Object.fromEntries(
			day.taskUrls.map(({ type }) => [
				`tracking-${type}`,
				t("competitionDays.taskUrl", { class: t(`competitionClass.${type}`) }),
			]),
		),
	};
	return (
		<form method="post" className="stack" {...formProps}>
			<ErrorSummary {...summary} labels={labels} />
			{reply?.reason === "stale" && <SavedVersion day={day} />}
			<input type="hidden" name="id" value={day.id} />
			<input type="hidden" name="version" value={day.version} />
			<SelectField field={fields.task} label={labels.task} options={taskOptions} required />
			{day.taskUrls.map(({ type }) => (
				<TextField
					key={type}
					field={fields[`tracking-${type}`]}
					label={t("competitionDays.taskUrl", { class: t(`competitionClass.${type}`) })}
					hint={t("competitionDays.taskUrl.hint")}
					type="url"
					inputMode="url"
					autoComplete="off"
				/>
			))}
			<CheckboxField
				field={fields.email}
				label={t("competitionDays.email")}
				hint={t("competitionDays.email.hint", { count: accepted })}
			/>
			<SubmitButton busy={busy}>{t("competitionDays.save")}</SubmitButton>
		</form>
	);
}

/** What somebody else has saved in the meantime; the form below it holds what was to be saved. */
function SavedVersion({ day }: { readonly day: EditedDay }) {
	const { t } = useTranslation();
	return (
		<div className="notice notice-warning">
			<p className="notice-title">{t("competitionDays.stale")}</p>
			<dl className="facts">
				<dt>{t("competitionDay.task")}</dt>
				<dd>{t(`competitionDay.task.${day.task}`)}</dd>
				{day.taskUrls.map(({ type, taskUrl }) => (
					<Fragment key={type}>
						<dt>{t("competitionDays.taskUrl", { class: t(`competitionClass.${type}`) })}</dt>
						<dd>{taskUrl ?? "–"}</dd>
					</Fragment>
				))}
			</dl>
		</div>
	);
}
