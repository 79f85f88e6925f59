import { data } from "@remix-run/cloudflare";
import type { ScorerCtx } from "~/lib/context";
import { crewSchema, sayCrew } from "~/lib/days/say-crew.server";
import { chooseRecorder, fillFromBackup } from "~/lib/flights/choose-recorder.server";
import {
	byIntent,
	carryOut,
	type FormReply,
	invalidForm,
	refusedForm,
	unjudgedForm,
} from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import type { FlashKey } from "~/lib/http/flash-keys";
import { answer, redirectRefused, redirectWithFlash } from "~/lib/http/redirect.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { complaintText, saidComplaint } from "~/lib/i18n/message";
import { refusalStatus } from "~/lib/refusals";
import type { Result } from "~/lib/result";
import { protestDecisionSchema } from "~/lib/results/protest-schema";
import { decideProtest, noteDeposit } from "~/lib/results/protests.server";
import { setDayState } from "~/lib/results/set-day-state.server";
import { setProtestEnd } from "~/lib/results/set-protest-end.server";
import {
	decideClass,
	decideScore,
	givePenalty,
	removePenalty,
	setOutAtEntry,
	undoDecision,
	waiveFindings,
} from "~/lib/scoring/decide-scores.server";
import { decisionFormSchema, decisionOfForm } from "~/lib/scoring/decision-form-schema";
import { findingKey, findingText } from "~/lib/scoring/finding-values";
import type { OtherEnd } from "~/lib/scoring/protest-deadline";
import { classDecisionSchema, dayStateSchema, otherEndSchema } from "~/lib/scoring/score-decision";
import { scoringDeskPath } from "~/lib/scoring/scoring-paths";
import { storedScores } from "~/lib/scoring/scoring-queries.server";
import { evaluateAgain } from "~/lib/scoring/set-aside-logs.server";
import { tryLog } from "~/lib/scoring/try-log.server";
import { changeTask } from "~/lib/tasks/change-task.server";
import type { ResultStatus } from "~db/enums";
import { settleLogMatter } from "./log-matters.server";
import type { DeskRow, ScoringDesk } from "./page.server";

/** Does what a button of the page asks for. */
export async function actOnDesk(ctx: ScorerCtx, desk: ScoringDesk, form: FormData) {
	return byIntent(form, {
		try: () => answerTry(ctx, desk, form),
		evaluate: async () =>
			answer(pathOf(desk), await evaluateAgain(ctx, desk.place), "scoringAdmin.evaluateAgain.success"),
		airspaces: () => switchAirspaces(ctx, desk, form.getAll("inactive").map(String)),
		unofficial: () => answerState(ctx, desk, form, "unofficial"),
		official: () => answerState(ctx, desk, form, "official"),
		reopen: () => answerState(ctx, desk, form, "preliminary"),
		protestEnd: () => answerProtestEnd(ctx, desk, form),
		protest: () => answerProtest(ctx, desk, form),
		paid: () => answerDeposit(ctx, desk, form, true),
		unpaid: () => answerDeposit(ctx, desk, form, false),
		show: () => answerClass(ctx, desk, form, { published: true }),
		hide: () => answerClass(ctx, desk, form, { published: false }),
		cancel: () => answerClass(ctx, desk, form, { cancelled: true }),
		restore: () => answerClass(ctx, desk, form, { cancelled: false }),
		waiveAll: () => answerWaiveAll(ctx, desk, form),
		decide: () => answerDecision(ctx, desk, form),
		crew: () => answerCrew(ctx, desk, form),
		exchange: () => answerLog(ctx, desk, form),
		rightLogs: () => answerLog(ctx, desk, form),
		setClock: () => answerLog(ctx, desk, form),
		otherwise: () => answerPress(ctx, desk, form),
	});
}

const noSuchRow = (desk: ScoringDesk) => redirectRefused(pathOf(desk), "not-found", "server.not-found");

function rowOf({ rows }: ScoringDesk, form: FormData): DeskRow | undefined {
	return rows.find(({ registrationId }) => registrationId === form.get("registrationId"));
}

async function answerPress(ctx: ScorerCtx, desk: ScoringDesk, form: FormData) {
	const row = rowOf(desk, form);
	if (!row) return noSuchRow(desk);
	const decided = await pressed(ctx, desk, row, form);
	if (!decided.ok) return redirectRefused(pathOf(desk, row), decided.reason, `server.${decided.reason}`);
	return answerDecided(ctx, desk, row);
}

/** None of the findings that the page showed as a kind gets a penalty. */
async function answerWaiveAll(ctx: ScorerCtx, desk: ScoringDesk, form: FormData) {
	const { t } = textsOf(ctx.language);
	const seen = form.getAll("seen").map((one) => {
		const [registrationId = "", finding = ""] = String(one).split(/ (.*)/s);
		const found = desk.rows
			.find((row) => row.registrationId === registrationId)
			?.findings.find((other) => findingKey(other) === finding);
		return { registrationId, finding, text: found ? findingText(t, found, desk.points, ctx.language) : "" };
	});
	return answer(pathOf(desk), await waiveFindings(ctx, desk.place, seen), ({ stale }) =>
		stale > 0
			? { key: "scoringAdmin.waiveAll.partly", kind: "error", count: stale }
			: "scoringAdmin.waiveAll.success",
	);
}

async function answerCrew(ctx: ScorerCtx, desk: ScoringDesk, form: FormData) {
	const row = rowOf(desk, form);
	const submission = parseForm(form, crewSchema);
	if (!row || submission.status !== "success") return noSuchRow(desk);
	const where = { dayId: desk.place.dayId, registrationId: row.registrationId };
	return answer(pathOf(desk, row), await sayCrew(ctx, where, submission.value.crew), "crew.said");
}

async function answerLog(ctx: ScorerCtx, desk: ScoringDesk, form: FormData) {
	const row = rowOf(desk, form);
	if (!row) return noSuchRow(desk);
	return answer(pathOf(desk, row), await settleLogMatter(ctx, row.matters, form), "igc.decide.success");
}

/** @param typed names of the spaces that are off; one that the desk does not show is left out */
async function switchAirspaces(ctx: ScorerCtx, desk: ScoringDesk, typed: readonly string[]) {
	const inactiveAirspace = desk.spaces.map(({ name }) => name).filter((name) => typed.includes(name));
	return answer(
		pathOf(desk),
		await changeTask(ctx, desk.taskId ?? "", { briefing: { inactiveAirspace } }, null),
		"scoringAdmin.airspaces.success",
	);
}

function pathOf({ day, classType }: ScoringDesk, row?: DeskRow): string {
	return `${scoringDeskPath(day.date, classType)}${row ? `#${row.registrationId}` : ""}`;
}

/** Says also that the protest time begins anew, when the decision has changed points of unofficial results. */
async function answerDecided(ctx: ScorerCtx, desk: ScoringDesk, row: DeskRow) {
	const [stored] = await storedScores(ctx.db, desk.place);
	const isAnew = desk.isOurs && stored?.protestsUntil?.getTime() !== desk.state.protestsUntil?.getTime();
	return redirectWithFlash(pathOf(desk, row), isAnew ? "scoringAdmin.protestsAnew" : "scoringAdmin.success");
}

/** A decision by one button, without a form. Its reason is the text of the button. */
function pressed(ctx: ScorerCtx, { place, points }: ScoringDesk, row: DeskRow, form: FormData) {
	const { t } = textsOf(ctx.language);
	const text = (name: string) => String(form.get(name) ?? "");
	const competitor = { ...place, registrationId: row.registrationId };
	const penalty = { points: Number(text("points")), text: text("text") };
	const finding = row.findings.find((one) => findingKey(one) === text("finding"));
	const what = finding ? findingText(t, finding, points, ctx.language) : "";
	return byIntent(form, {
		undo: () => undoDecision(ctx, competitor, Number(text("decidedAt")), t("scoringAdmin.undo.reason")),
		remove: () =>
			removePenalty(ctx, competitor, penalty, t("scoringAdmin.remove.reason", { text: penalty.text })),
		out: () => setOutAtEntry(ctx, competitor, text("finding"), what),
		choose: () => chooseRecorder(ctx, text("versionId")),
		fill: () => fillFromBackup(ctx, text("igcFileId"), true),
		unfill: () => fillFromBackup(ctx, text("igcFileId"), false),
		otherwise: () =>
			givePenalty(ctx, competitor, {
				finding: text("finding"),
				text: what,
				isWaived: text("intent") === "waive",
			}),
	});
}

/** A refused form keeps what was typed, and so does one that takes an evaluated value over, for example "start=13:05:12". */
async function answerDecision(ctx: ScorerCtx, desk: ScoringDesk, form: FormData) {
	const row = rowOf(desk, form);
	if (!row) return noSuchRow(desk);
	const [name = "", value] = String(form.get("take") ?? "").split("=");
	if (value !== undefined && Object.hasOwn(decisionFormSchema.shape, name)) {
		form.set(name, value);
		return unjudgedForm(parseForm(form, decisionFormSchema));
	}
	const submission = parseForm(form, decisionFormSchema);
	if (submission.status !== "success") return invalidForm(submission);
	const input = decisionOfForm(submission.value, desk.day.date);
	const seen = Number(form.get("decidedAt")) || null;
	const competitor = { ...desk.place, registrationId: row.registrationId };
	const decided = await decideScore(ctx, competitor, input, seen);
	if (!decided.ok) return refusedForm(submission, decided);
	return answerDecided(ctx, desk, row);
}

async function answerClass(
	ctx: ScorerCtx,
	desk: ScoringDesk,
	form: FormData,
	change: { readonly published: boolean } | { readonly cancelled: boolean },
) {
	const parsed = classDecisionSchema.safeParse({ ...change, reason: form.get("reason") });
	if (!parsed.success) return redirectRefused(pathOf(desk), "invalid-fields", "scoringAdmin.reasonMissing");
	return answer(pathOf(desk), await decideClass(ctx, desk.place, parsed.data), "scoringAdmin.class.success");
}

async function answerState(ctx: ScorerCtx, desk: ScoringDesk, form: FormData, state: ResultStatus) {
	const parsed = dayStateSchema.safeParse({ state, reason: form.get("reason") || undefined });
	if (!parsed.success) return redirectRefused(pathOf(desk), "invalid-fields", "scoringAdmin.reasonMissing");
	return answerEnd(ctx, desk, form, {
		act: (otherEnd) => setDayState(ctx, desk.place, { ...parsed.data, otherEnd }),
		success: `scoringAdmin.stateSet.${state}`,
	});
}

/** To a form with another end of the protest time: what was typed of it, and what is wrong with it. */
export interface EndReply {
	readonly end: FormReply;
}

interface ActWithEnd {
	readonly act: (typed: OtherEnd) => Promise<Result<null>>;
	/** Key of the text after it is done. */
	readonly success: FlashKey;
}

async function answerEnd(ctx: ScorerCtx, desk: ScoringDesk, form: FormData, { act, success }: ActWithEnd) {
	const replyOf = ({ data: end, init }: ReturnType<typeof invalidForm>) =>
		data({ end } satisfies EndReply, init ?? {});
	const submission = parseForm(form, otherEndSchema);
	if (submission.status !== "success") return replyOf(invalidForm(submission));
	const acted = await act(submission.value);
	if (acted.ok) return redirectWithFlash(pathOf(desk), success);
	if (acted.errors) {
		const { t } = textsOf(ctx.language);
		const said = Object.entries(acted.errors).map(([name, key]) => [name, saidComplaint(t, key, name)]);
		return replyOf(refusedForm(submission, { ...acted, errors: Object.fromEntries(said) }));
	}
	// Where the reason is written that most refusals ask for.
	return redirectRefused(`${pathOf(desk)}#results-state`, acted.reason, `server.${acted.reason}`);
}

function answerProtestEnd(ctx: ScorerCtx, desk: ScoringDesk, form: FormData) {
	const seen = Number(form.get("seen"));
	return answerEnd(ctx, desk, form, {
		act: (typed) => setProtestEnd(ctx, desk.place, { ...typed, seen }),
		success: "scoringAdmin.end.success",
	});
}

async function answerProtest(ctx: ScorerCtx, desk: ScoringDesk, form: FormData) {
	const id = String(form.get("protest") ?? "");
	const decided = await carryOut({ ctx, form }, protestDecisionSchema, (_, typed) =>
		decideProtest(ctx, id, typed),
	);
	return answer(pathOf(desk), decided, "protest.decided", { "invalid-fields": "scoringAdmin.reasonMissing" });
}

async function answerDeposit(ctx: ScorerCtx, desk: ScoringDesk, form: FormData, isPaid: boolean) {
	const noted = await noteDeposit(ctx, String(form.get("protest") ?? ""), isPaid);
	return answer(`${pathOf(desk)}#protests`, noted, "protest.depositNoted");
}

async function answerTry(ctx: ScorerCtx, { place }: ScoringDesk, form: FormData) {
	const tried = await tryLog(ctx, place, form.get("log"));
	if (tried.ok) return data({ tried: tried.value, complaint: null }, 200);
	const complaint = complaintText(textsOf(ctx.language).t, tried.errors?.log ?? `server.${tried.reason}`);
	return data({ tried: null, complaint }, refusalStatus[tried.reason]);
}
