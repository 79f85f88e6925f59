import type { MailPayloads, TaskInMail } from "~/lib/db/mail-to";
import { nameOfClass } from "~/lib/editions/classes";
import { shortTime } from "~/lib/editions/clock-times";
import { dayAndDate, dayName, formatDay } from "~/lib/i18n/format-dates";
import {
	details,
	link,
	type MailBlock,
	type MailTemplate,
	type MailTools,
	paragraph,
	picture,
} from "~/lib/mail/template";
import { pointNumber } from "~/lib/tasks/draw-task.server";
import { taskSummary } from "~/lib/tasks/task-summary";

export const taskPublished: MailTemplate<MailPayloads["task-published"]> = async (task, tools) => {
	const { t, link: to } = tools;
	const isNew = task.replaces === null;
	const changed = task.changed.map((part) => t(`mail.task.changed.${part}`)).join(", ");
	return {
		subject: t(isNew ? "mail.task.subject" : "mail.task.subject.changed", subjectValues(task, tools)),
		blocks: [
			paragraph(
				isNew
					? t("mail.task.body")
					: t("mail.task.body.changed", { version: task.version, replaces: task.replaces }),
			),
			details([...(changed ? [[t("mail.task.changed"), changed] as const] : []), ...rowsOf(task, tools)]),
			...(await picturesIn(task, tools)),
			link(t("mail.task.page"), to(`/tasks/${task.date}#${task.classType}`)),
			link(t("mail.task.sheet"), to(`/tasks/${task.id}/sheet`)),
			link("SeeYou (.cup)", to(`/tasks/${task.id}.cup`)),
			link("XCSoar (.tsk)", to(`/tasks/${task.id}.tsk`)),
			link("XCTrack (.xctsk)", to(`/tasks/${task.id}.xctsk`)),
		],
	};
};

/** The width of a mail's text. */
const mapWidth = 552;
/** The width of the QR code: large enough for the camera of an instrument, and small enough for a phone. */
const codeWidth = 280;

async function picturesIn(task: TaskInMail, { t, language, taskPictures }: MailTools): Promise<MailBlock[]> {
	const pictures = await taskPictures(task.id);
	if (!pictures) return [];
	const name = (what: string) => `${task.date}-${task.classType}-${task.version}-${what}.png`.toLowerCase();
	const values = { summary: taskSummary(t, language, task), route: task.points.join(" – ") };
	return [
		picture({ name: name("map"), alt: t("task.map.label", values), png: pictures.map.png, width: mapWidth }),
		paragraph(t("mail.task.qr")),
		picture({ name: name("qr"), alt: t("task.qr.task"), png: pictures.code.png, width: codeWidth }),
	];
}

export const taskCancelled: MailTemplate<MailPayloads["task-cancelled"]> = (task, tools) => {
	const { t, link: to } = tools;
	return {
		subject: t("mail.task.subject.cancelled", subjectValues(task, tools)),
		blocks: [
			paragraph(t("mail.task.body.cancelled", { version: task.version })),
			details(placeRows(task, tools)),
			link(t("mail.task.page"), to(`/tasks/${task.date}`)),
		],
	};
};

function subjectValues({ version, classType, date }: TaskInMail, { language, edition }: MailTools) {
	return {
		version,
		class: nameOfClass(edition, classType, language),
		date: formatDay(date, language),
		title: edition.title,
	};
}

type Row = readonly [name: string, value: string];

function placeRows(task: TaskInMail, { t, language, edition }: MailTools): Row[] {
	return [
		[t("competitionDay.label"), dayAndDate(t, { name: task.day, date: task.date }, language)],
		[t("mail.task.class"), nameOfClass(edition, task.classType, language)],
	];
}

function rowsOf(task: TaskInMail, tools: MailTools): Row[] {
	const { t, language } = tools;
	return [
		...placeRows(task, tools),
		[t("mail.task.version"), task.version],
		[t("mail.task.task"), taskSummary(t, language, task)],
		[
			t("mail.task.points"),
			task.points.map((name, index) => `${pointNumber(index, task.points.length)}\u00a0${name}`).join(" – "),
		],
		...(task.startOpens === null ? [] : [[t("mail.task.startOpens"), shortTime(task.startOpens)] as const]),
	];
}

export const taskDay: MailTemplate<MailPayloads["task-day"]> = (
	{ day, date, task },
	{ t, language, edition, link: to },
) => {
	const readable = formatDay(date, language);
	const status = t(`competitionDay.task.${task}`);
	return {
		subject: t("mail.taskDay.subject", { title: edition.title, date: readable, status }),
		blocks: [
			paragraph(t("mail.taskDay.body")),
			details([
				[t("competitionDay.label"), `${dayName(t, day)}, ${readable}`],
				[t("competitionDay.task"), status],
			]),
			link(t("mail.taskDay.link"), to(`/statuses?day=${date}`)),
		],
	};
};
