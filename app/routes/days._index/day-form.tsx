import { useRevalidator } from "@remix-run/react";
import { CheckboxField, ErrorSummary, SelectField, TextField } from "~/components/app-form";
import { Conflict } from "~/components/conflict";
import { useSent } from "~/components/queue/use-queue";
import { Waiting } from "~/components/queue/waiting";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { useTexts } from "~/components/use-texts";
import type { FormReply } from "~/lib/forms/form-action.server";
import { taskStatuses } from "~db/enums";
import type { EditedDay } from "./day-forms.server";

interface DayFormProps {
	readonly day: EditedDay;
	/** Undefined if the last try was about another day. */
	readonly reply: FormReply | undefined;
	/** Number of competitors who get a mail. */
	readonly recipients: number;
}

export function DayForm({ day, reply, recipients }: DayFormProps) {
	const { t, classNameOf } = useTexts();
	const { revalidate } = useRevalidator();
	const asks = reply?.reason === "unconfirmed";
	const label = t(asks ? "cancellation.day.button" : "competitionDays.save");
	const errorText = t("competitionDays.update.error");
	const target = `/competition-days#${day.id}`;
	useSent(target, revalidate);
	const { fields, busy, summary, formProps } = useAppForm({
		id: `form-${day.date}`,
		waits: { label, errorText, target },
		reply,
		schema: async () =>
			(await import("~/lib/days/day-schema")).dayFormSchema(day.taskUrls.map(({ type }) => type)),
		defaultValue: {
			task: day.task,
			...Object.fromEntries(day.taskUrls.map(({ type, taskUrl }) => [`tracking-${type}`, taskUrl])),
		},
	});
	const taskOptions = taskStatuses.map((task) => ({ value: task, label: t(`competitionDay.task.${task}`) }));
	const allFields: Readonly<Record<string, (typeof fields)["task"]>> = fields;
	const trackingFields = day.taskUrls.flatMap(({ type }) => {
		const field = allFields[`tracking-${type}`];
		return field ? [{ type, field }] : [];
	});
	const labels = useLabels(day);
	return (
		<form method="post" {...formProps}>
			<ErrorSummary {...summary} labels={labels} title={asks ? t("cancellation.day.title") : errorText} />
			{reply?.reason === "stale" && (
				<DayConflict day={day} typed={reply.submission.initialValue ?? {}} labels={labels} />
			)}
			<input type="hidden" name="id" value={day.id} />
			<input type="hidden" name="version" value={day.version} />
			<SelectField field={fields.task} label={labels.task} options={taskOptions} required />
			{trackingFields.map(({ type, field }) => (
				<TextField
					key={type}
					field={field}
					label={t("competitionDays.taskUrl", { class: classNameOf(type) })}
					hint={t("competitionDays.taskUrl.hint")}
					type="url"
					inputMode="url"
					autoComplete="off"
				/>
			))}
			<CheckboxField
				field={fields.email}
				label={t("competitionDays.email")}
				hint={t("competitionDays.email.hint", { count: recipients })}
			/>
			{asks && <CancelDay recipients={reply.submission.initialValue?.email ? recipients : 0} />}
			<SubmitButton busy={busy} danger={asks}>
				{label}
			</SubmitButton>
			<Waiting target={target} />
		</form>
	);
}

/** What cancelling the day does, above the button that confirms it. */
function useLabels({ taskUrls }: EditedDay) {
	const { t, classNameOf } = useTexts();
	return {
		task: t("competitionDay.task"),
		...Object.fromEntries(
			taskUrls.map(({ type }) => [
				`tracking-${type}`,
				t("competitionDays.taskUrl", { class: classNameOf(type) }),
			]),
		),
	};
}

function CancelDay({ recipients }: Pick<DayFormProps, "recipients">) {
	const { t } = useTexts();
	return (
		<>
			<p className="notice notice-warning">
				{recipients > 0 ? t("cancellation.day.mails", { count: recipients }) : t("cancellation.day.noMails")}
			</p>
			<input type="hidden" name="confirmed" value="on" />
		</>
	);
}

interface DayConflictProps {
	/** The day as it is saved now. */
	readonly day: EditedDay;
	/** Typed values by the name of the field. */
	readonly typed: Readonly<Record<string, unknown>>;
	readonly labels: Readonly<Record<string, string>>;
}

/** Shown when somebody else changed the day meanwhile. */
function DayConflict({ day, typed, labels }: DayConflictProps) {
	const { t } = useTexts();
	const textOf = (name: string) => String(typed[name] ?? "").trim();
	const taskText = (task: string) => (task ? t(`competitionDay.task.${task}`) : "");
	const rows = [
		{ name: "task", yours: taskText(textOf("task")), saved: taskText(day.task) },
		...day.taskUrls.map(({ type, taskUrl }) => ({
			name: `tracking-${type}`,
			yours: textOf(`tracking-${type}`),
			saved: taskUrl ?? "",
		})),
	]
		.filter(({ yours, saved }) => yours !== saved)
		.map((row) => ({ ...row, label: labels[row.name] ?? row.name }));
	return <Conflict rows={rows} />;
}
