import type { TFunction } from "i18next";
import { ruleTexts } from "~/components/tasks/task-texts";
import type { StaffCtx } from "~/lib/context";
import { openCancellations } from "~/lib/days/cancellations.server";
import { dayByDate } from "~/lib/days/days-queries.server";
import { first, read } from "~/lib/db/read.server";
import { classByType } from "~/lib/entries/classes-queries.server";
import { flyingAccounts } from "~/lib/entries/mail-recipients.server";
import { formatDay, formatTime } from "~/lib/i18n/format-dates";
import { textsOf, textsUnder } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import { complaintText } from "~/lib/i18n/message";
import { pick } from "~/lib/pick";
import { countLogs, evaluatingNow } from "~/lib/scoring/scoring-queries.server";
import { hasResultsSource } from "~/lib/settings.server";
import { groundAround } from "~/lib/tasks/charts/chart-ground";
import { chartsInForce } from "~/lib/tasks/charts/charts-queries.server";
import { unusualIn } from "~/lib/tasks/check-task";
import { drawTaskThumbnail } from "~/lib/tasks/draw-task.server";
import { aboutPoint } from "~/lib/tasks/files/complaint-lines.server";
import { versionLetter } from "~/lib/tasks/task-content";
import { taskDistances } from "~/lib/tasks/task-distances";
import { formValues } from "~/lib/tasks/task-form-schema";
import { taskPageCode } from "~/lib/tasks/task-links.server";
import { toTaskView } from "~/lib/tasks/task-view";
import { inForceOf, type StoredTask, tasksOfClass } from "~/lib/tasks/tasks-queries.server";
import type { TaskScoring } from "~db/schema";

/** What is unusual about a task, in words. */
function warningsOf({ edition, language }: StaffCtx<"tasks">, task: StoredTask): string[] {
	const { t } = textsOf(language);
	return unusualIn(task, taskDistances(task), edition.airfield).map(({ point, complaint }) => {
		return aboutPoint(t, task.points, point, complaintText(t, complaint));
	});
}

/** Every rule of a task in words, with what it comes from: nothing is set by a file without being seen. */
function rulesOf({ language }: StaffCtx<"tasks">, { sources, rules, scoring }: StoredTask) {
	const { t } = textsOf(language);
	return [...ruleTexts(t, language, rules), ...scoringTexts(t, scoring)].map(({ name, label, value }) => {
		const source = sources[name];
		return {
			label,
			value: value ?? t("taskAdmin.noRule"),
			source: source ? t(`taskAdmin.source.${source}`) : "–",
		};
	});
}

function scoringTexts(t: TFunction, { d1Km, dmKm, handicaps, earth, subtractFinishRadius }: TaskScoring) {
	const yesOrNo = (value: boolean) => t(value ? "common.yes" : "common.no");
	const values = {
		d1Km: String(d1Km),
		dmKm: String(dmKm),
		handicaps: yesOrNo(handicaps),
		earth: t(`taskAdmin.field.earth.${earth}`),
		subtractFinishRadius: yesOrNo(subtractFinishRadius),
	};
	return (Object.keys(values) as (keyof typeof values)[]).map((name) => ({
		name,
		label: t(`taskAdmin.field.${name}`),
		value: values[name],
	}));
}

/** What the page has no bytes to say itself. @param recipients number of competitors who get a mail */
function wordsOf({ language }: StaffCtx<"tasks">, recipients: number) {
	const { t } = textsOf(language);
	return {
		upload: t("taskAdmin.upload.hint"),
		publish: recipients > 0 ? t("taskAdmin.publish.hint", { count: recipients }) : t("taskAdmin.nobody"),
		confirm: t("taskAdmin.publish.confirm"),
		next: t("taskAdmin.next"),
		cancel: `${recipients > 0 ? t("cancellation.task.mails", { count: recipients }) : t("cancellation.day.noMails")} ${t("cancellation.task.after")}`,
	};
}

export type TaskWords = ReturnType<typeof wordsOf>;

/** The versions of a class on a day. Null when there is no such day or class. */
export async function readTaskDesk(ctx: StaffCtx<"tasks">, date: string, classType: string) {
	const { db, language, now } = ctx;
	const { day, competitionClass } = await read(db, {
		day: first(dayByDate(db, date)),
		competitionClass: first(classByType(db, classType)),
	});
	if (!day || !competitionClass) return null;
	const { id: classId, name, type } = competitionClass;
	const where = { dayId: day.id, classId };
	const { versions, open, recipients, logs, ...charts } = await read(db, {
		versions: tasksOfClass(db, where),
		open: openCancellations(ctx, day.id),
		recipients: flyingAccounts(db, now, where),
		...chartsInForce(db),
		logs: countLogs(db, where),
	});
	const ground = await groundAround(
		ctx,
		charts,
		versions.flatMap(({ points }) => points),
	);
	const cancelled = versions.flatMap(({ id, number, revision }) => {
		const [cancellation] = open.filter(({ taskId }) => taskId === id);
		if (!cancellation) return [];
		const { endsAt, mails } = cancellation;
		return [{ id, revision, version: versionLetter(number), until: formatTime(endsAt, language), mails }];
	});
	const show = (task: StoredTask | undefined) =>
		task
			? {
					view: toTaskView(task, ground),
					values: formValues(task),
					rules: rulesOf(ctx, task),
					labels: textsUnder(language, "taskAdmin.field."),
					warnings: warningsOf(ctx, task),
					code: taskPageCode(ctx, task),
				}
			: null;
	return {
		where,
		day: { name: day.name, date: day.date, dateText: formatDay(day.date, language) },
		classType: type,
		className: name,
		hasSoaringSpot: hasResultsSource(ctx.settings),
		recipients: recipients.length,
		words: wordsOf(ctx, recipients.length),
		evaluating: evaluatingNow(logs),
		/** Cancelled versions that can still be taken back. */
		cancelled,
		draft: show(versions.find(({ state }) => state === "draft")),
		inForce: show(inForceOf(versions)),
		versions: versions.map((task) => toVersion(task, language)),
	};
}

function toVersion({ number, points, publishedAt, ...task }: StoredTask, language: Language) {
	return {
		...pick(task, "id", "state", "kind", "taskTimeS", "distanceM", "minDistanceM", "maxDistanceM"),
		thumbnail: drawTaskThumbnail(points),
		version: versionLetter(number),
		/** Local time; null for a version that is not published. */
		publishedAt: publishedAt && formatTime(publishedAt, language),
	};
}

export type TaskDesk = NonNullable<Awaited<ReturnType<typeof readTaskDesk>>>;
export type ShownTask = NonNullable<TaskDesk["draft"]>;
