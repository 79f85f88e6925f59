import { data } from "@remix-run/cloudflare";
import type { StaffCtx } from "~/lib/context";
import { largestSending } from "~/lib/flights/igc-file/upload-limits";
import { addIncomingLogs } from "~/lib/flights/unmatched-logs/add-incoming.server";
import { receiveInTime } from "~/lib/flights/unmatched-logs/receive-in-time.server";
import { discardIncomingLogs, storeIncomingLogs } from "~/lib/flights/unmatched-logs/store-incoming.server";
import { bodyOf, isUpload, readFiles, readForm, refusedBody } from "~/lib/http/body.server";
import { answer, redirectRefused, redirectWithFlash } from "~/lib/http/redirect.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { complaintText } from "~/lib/i18n/message";
import type { StoreReply } from "./waiting-logs";

/** The forms for the logs of several pilots: one with files lays them aside, one without stores or discards what has come. */
export function takeLogs(ctx: StaffCtx<"logs">, request: Request) {
	return isUpload(request) ? takeFiles(ctx, request) : storeOrDiscard(ctx, request);
}

/** The page, where the forms lead back to. */
const page = "/igc";

async function takeFiles(ctx: StaffCtx<"logs">, request: Request) {
	const form = await readFiles(request, "logs", largestSending);
	if (!form.ok && form.reason !== "too-large") throw refusedBody(form.reason);
	// An empty input sends a file without a name.
	const files = form.ok
		? form.value.getAll("logs").filter((file) => file instanceof File && file.name !== "")
		: [];
	if (form.ok && files.length === 0) return redirectRefused(page, "missing-fields", "igc.many.done.noFile");
	const added = form.ok ? await addIncomingLogs(ctx, files as File[]) : form;
	if (!added.ok) {
		const key = added.reason === "too-large" ? "igc.many.done.tooLarge" : (`server.${added.reason}` as const);
		return redirectRefused(page, added.reason, key);
	}
	const { logs, refused, unread, failed } = added.value;
	if (failed > 0) return redirectRefused(page, "storage-failed", "igc.many.done.failed");
	if (logs > 0) return redirectWithFlash(page, { key: "igc.many.done.added", count: logs });
	if (unread > 0) return redirectWithFlash(page, "igc.many.done.unread");
	if (refused > 0) return redirectWithFlash(page, { key: "igc.many.done.noLogs", kind: "error" });
	return redirectWithFlash(page, "igc.many.done.again");
}

const pilotField = "pilot-";
/** The next logs of a stick were received with the first ones. */
export const receivedField = "received";

/** A file without a pilot is left out. What could not be stored stays as it was chosen. */
async function storeOrDiscard(ctx: StaffCtx<"logs">, request: Request) {
	const form = bodyOf(await readForm(request, { most: 500, repeated: ["log"] }));
	const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
	if (values.intent === "inTime") {
		await receiveInTime(ctx, form.getAll("log").map(String));
		return redirectWithFlash(page, "igc.many.done.inTime");
	}
	if (values.intent === "discard") {
		return answer(page, await discardIncomingLogs(ctx), "igc.many.done.discarded", "server.storage-failed");
	}
	const choices = Object.entries(values).flatMap(([name, pilot]) => {
		const id = name.slice(pilotField.length);
		return name.startsWith(pilotField) && pilot !== "" ? [{ id, pilot, day: values[`day-${id}`] ?? "" }] : [];
	});
	if (choices.length === 0) return redirectRefused(page, "missing-fields", "igc.many.done.nothing");
	const received = values[receivedField] ?? "";
	const outcome = await storeIncomingLogs(ctx, choices, received);
	if (!outcome.ok && !outcome.errors)
		return redirectRefused(page, outcome.reason, `server.${outcome.reason}`);
	const { stored, complaints } = outcome.ok ? outcome.value : { stored: 0, complaints: outcome.errors ?? {} };
	const path = received === "" ? page : `${page}?${new URLSearchParams({ received })}`;
	if (Object.keys(complaints).length === 0)
		return redirectWithFlash(path, { key: "igc.many.done.stored", count: stored });
	const { t } = textsOf(ctx.language);
	const texts = Object.entries(complaints).map(([id, complaint]) => [id, complaintText(t, complaint)]);
	const reply: StoreReply = { stored, values, complaints: Object.fromEntries(texts) };
	return data(reply, 400);
}
