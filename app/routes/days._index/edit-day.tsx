import { AppLink } from "~/components/app-link";
import { Fold } from "~/components/fold";
import { TakeBack } from "~/components/tasks/take-back";
import { useTexts } from "~/components/use-texts";
import type { FormReply } from "~/lib/forms/form-action.server";
import { dayName } from "~/lib/i18n/format-dates";
import { taskDeskPath } from "~/lib/tasks/task-paths";
import { DayForm } from "./day-form";
import type { DayForms, EditedDay } from "./day-forms.server";

interface EditDayProps extends Pick<DayForms, "recipients"> {
	readonly day: EditedDay;
	/** Whether it is open before anybody opens it. */
	readonly isOpen: boolean;
	/** Undefined if the last try was about another day. */
	readonly reply: FormReply | undefined;
}

/** What organisers change of a day: its task, the tracking, a mail; and the ways to the tasks of its classes. */
export function EditDay({ day, isOpen, reply, recipients }: EditDayProps) {
	const { t } = useTexts();
	const { id, date, version, cancellation } = day;
	return (
		<Fold
			id={date}
			className="mt-3 max-w-4xl print:hidden"
			open={isOpen}
			summary={
				<>
					<strong>
						{t("competitionDays.edit")}
						<span className="sr-only">: {dayName(t, day.name)}</span>
					</strong>
					<span className="chip">{t(`competitionDay.task.${day.task}`)}</span>
				</>
			}
		>
			{cancellation && (
				<TakeBack {...cancellation} fields={{ id, version }}>
					{t("cancellation.day.open")}
				</TakeBack>
			)}
			<TaskLinks day={day} />
			<p className="mb-4">
				<AppLink to={`/statuses?day=${date}`}>{t("competitionDays.statuses")}</AppLink>
			</p>
			<DayForm day={day} reply={reply} recipients={recipients} />
		</Fold>
	);
}

/** The tasks of the day's classes, each with the way to its desk. */
function TaskLinks({ day }: { readonly day: EditedDay }) {
	const { t, classNameOf } = useTexts();
	return (
		<ul className="day-tasks mt-3 mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
			{day.tasks.map(({ type, task }) => (
				<li key={type} className="col-span-2 grid grid-cols-subgrid items-center">
					<AppLink
						className="button whitespace-nowrap"
						to={taskDeskPath({ date: day.date, classType: type })}
					>
						{t("competitionDays.taskOf", { class: classNameOf(type) })}
					</AppLink>
					<span>
						{task
							? `${t("task.version", { version: task.version })}, ${t(`task.state.${task.state}`)}`
							: t("competitionDays.taskOf.none")}
					</span>
				</li>
			))}
		</ul>
	);
}
