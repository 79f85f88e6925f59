import { data } from "@remix-run/cloudflare";
import type { AdminCtx } from "~/lib/context";
import { invalidForm, refusedForm, unjudgedForm } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { redirectRefused, redirectWithFlash } from "~/lib/http/redirect.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { complaintText } from "~/lib/i18n/message";
import { refusalStatus } from "~/lib/refusals";
import { setDayState } from "~/lib/results/day-states.server";
import { protestDecisionSchema } from "~/lib/results/protest-schema";
import { decideProtest } from "~/lib/results/protests.server";
import {
	decideClass,
	decideScore,
	givePenalty,
	removePenalty,
	setOutAtEntry,
	undoDecision,
} from "~/lib/scoring/decide-scores.server";
import { decisionFormSchema, decisionOfForm } from "~/lib/scoring/decision-form-schema";
import { findingKey, findingText } from "~/lib/scoring/finding-values";
import { classDecisionSchema, dayStateSchema } from "~/lib/scoring/score-decision";
import { evaluateAgain } from "~/lib/scoring/set-aside-logs.server";
import { tryLog } from "~/lib/scoring/try-log.server";
import { changeTask } from "~/lib/tasks/change-task.server";
import type { ResultStatus } from "~db/enums";
import type { DeskRow, ScoringDesk } from "./scoring-desk.server";

const classIntents = {
	show: { published: true },
	hide: { published: false },
	cancel: { cancelled: true },
	restore: { cancelled: false },
} as const;

const stateIntents = { unofficial: "unofficial", official: "official", reopen: "preliminary" } as const;

/** Does what a button of the page asks for. */
export async function actOnDesk(ctx: AdminCtx, desk: ScoringDesk, form: FormData) {
	const intent = String(form.get("intent") ?? "");
	if (intent === "try") return answerTry(ctx, desk, form);
	if (intent === "evaluate") {
		await evaluateAgain(ctx, desk.place);
		return redirectWithFlash(pathOf(desk), "success", "scoringAdmin.evaluateAgain.success");
	}
	if (intent === "airspaces") return switchAirspaces(ctx, desk, form.getAll("inactive").map(String));
	if (Object.hasOwn(stateIntents, intent))
		return answerState(ctx, desk, form, stateIntents[intent as keyof typeof stateIntents]);
	if (intent === "protest") return answerProtest(ctx, desk, form);
	if (Object.hasOwn(classIntents, intent))
		return answerClass(ctx, desk, form, classIntents[intent as keyof typeof classIntents]);
	const id = String(form.get("registrationId") ?? "");
	const row = desk.rows.find(({ registrationId }) => registrationId === id);
	if (!row) return redirectRefused(pathOf(desk), "not-found", "server.not-found");
	if (intent === "decide") return answerDecision(ctx, desk, row, form);
	const decided = await pressed(ctx, desk, row, form, intent);
	if (!decided.ok) return redirectRefused(pathOf(desk, row), decided.reason, `server.${decided.reason}`);
	return redirectWithFlash(pathOf(desk, row), "success", "scoringAdmin.success");
}

/** @param typed names of the spaces that are off; one that the desk does not show is left out */
async function switchAirspaces(ctx: AdminCtx, desk: ScoringDesk, typed: readonly string[]) {
	const inactiveAirspace = desk.spaces.map(({ name }) => name).filter((name) => typed.includes(name));
	const changed = await changeTask(ctx, desk.taskId ?? "", { briefing: { inactiveAirspace } }, null);
	if (!changed.ok) return redirectRefused(pathOf(desk), changed.reason, `server.${changed.reason}`);
	return redirectWithFlash(pathOf(desk), "success", "scoringAdmin.airspaces.success");
}

function pathOf({ day, classType }: ScoringDesk, row?: DeskRow): string {
	return `/admin/scoring/${day.date}/${classType}${row ? `#${row.registrationId}` : ""}`;
}

/** What one press decides, without a form. The reason is what the button says. */
function pressed(
	ctx: AdminCtx,
	{ place, points }: ScoringDesk,
	row: DeskRow,
	form: FormData,
	intent: string,
) {
	const { t } = textsOf(ctx.language);
	const text = (name: string) => String(form.get(name) ?? "");
	const id = row.registrationId;
	if (intent === "undo")
		return undoDecision(ctx, place, id, Number(text("decidedAt")), t("scoringAdmin.undo.reason"));
	if (intent === "remove") {
		const penalty = { points: Number(text("points")), text: text("text") };
		const reason = t("scoringAdmin.remove.reason", { text: penalty.text });
		return removePenalty(ctx, place, id, penalty, reason);
	}
	const finding = row.findings.find((one) => findingKey(one) === text("finding"));
	const what = finding ? findingText(t, finding, points, ctx.language) : "";
	if (intent === "out") return setOutAtEntry(ctx, place, id, text("finding"), what);
	return givePenalty(ctx, place, id, text("finding"), what);
}

/** A refused form keeps what was typed, and so does one that takes an evaluated value over, for example "start=13:05:12". */
async function answerDecision(ctx: AdminCtx, desk: ScoringDesk, row: DeskRow, form: FormData) {
	const [name = "", value] = String(form.get("take") ?? "").split("=");
	if (value !== undefined && Object.hasOwn(decisionFormSchema.shape, name)) {
		form.set(name, value);
		return unjudgedForm(parseForm(form, decisionFormSchema));
	}
	const submission = parseForm(form, decisionFormSchema);
	if (submission.status !== "success") return invalidForm(submission);
	const input = decisionOfForm(submission.value, desk.day.date, row.penalties);
	const seen = Number(form.get("decidedAt")) || null;
	const decided = await decideScore(ctx, desk.place, row.registrationId, input, seen);
	if (!decided.ok) return refusedForm(submission, decided);
	return redirectWithFlash(pathOf(desk, row), "success", "scoringAdmin.success");
}

async function answerClass(
	ctx: AdminCtx,
	desk: ScoringDesk,
	form: FormData,
	change: (typeof classIntents)[keyof typeof classIntents],
) {
	const parsed = classDecisionSchema.safeParse({ ...change, reason: form.get("reason") });
	if (!parsed.success) return redirectRefused(pathOf(desk), "invalid-fields", "scoringAdmin.reasonMissing");
	const decided = await decideClass(ctx, desk.place, parsed.data);
	if (!decided.ok) return redirectRefused(pathOf(desk), decided.reason, `server.${decided.reason}`);
	return redirectWithFlash(pathOf(desk), "success", "scoringAdmin.class.success");
}

async function answerState(ctx: AdminCtx, desk: ScoringDesk, form: FormData, state: ResultStatus) {
	const parsed = dayStateSchema.safeParse({ state, reason: form.get("reason") || undefined });
	if (!parsed.success) return redirectRefused(pathOf(desk), "invalid-fields", "scoringAdmin.reasonMissing");
	const changed = await setDayState(ctx, desk.place, parsed.data);
	if (!changed.ok) return redirectRefused(pathOf(desk), changed.reason, `server.${changed.reason}`);
	return redirectWithFlash(pathOf(desk), "success", `scoringAdmin.stateSet.${state}`);
}

async function answerProtest(ctx: AdminCtx, desk: ScoringDesk, form: FormData) {
	const submission = parseForm(form, protestDecisionSchema);
	if (submission.status !== "success")
		return redirectRefused(pathOf(desk), "invalid-fields", "scoringAdmin.reasonMissing");
	const decided = await decideProtest(ctx, String(form.get("protest") ?? ""), submission.value);
	if (!decided.ok) return redirectRefused(pathOf(desk), decided.reason, `server.${decided.reason}`);
	return redirectWithFlash(pathOf(desk), "success", "protest.decided");
}

async function answerTry(ctx: AdminCtx, { place }: ScoringDesk, form: FormData) {
	const tried = await tryLog(ctx, place, form.get("log"));
	if (tried.ok) return data({ tried: tried.value, complaint: null }, 200);
	const complaint = complaintText(textsOf(ctx.language).t, tried.errors?.log ?? `server.${tried.reason}`);
	return data({ tried: null, complaint }, refusalStatus[tried.reason]);
}
