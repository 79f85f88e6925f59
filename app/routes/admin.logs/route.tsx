import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { ManyLogsForm } from "~/components/igc/many-logs-form";
import { StepProgress } from "~/components/step-progress";
import { useTexts } from "~/components/use-texts";
import type { AdminCtx } from "~/lib/context";
import { largestSending, manyLogsPath, readLogsPath } from "~/lib/flights/igc-file/upload-limits";
import { addIncomingLogs } from "~/lib/flights/unmatched-logs/add-incoming.server";
import { receiveInTime } from "~/lib/flights/unmatched-logs/receive-in-time.server";
import { discardIncomingLogs, storeIncomingLogs } from "~/lib/flights/unmatched-logs/store-incoming.server";
import { bodyOf, isUpload, readFiles, readForm, refusedBody } from "~/lib/http/body.server";
import { requireAdmin } from "~/lib/http/page-guards.server";
import { answer, redirectRefused, redirectWithFlash } from "~/lib/http/redirect.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { complaintText } from "~/lib/i18n/message";
import { page } from "~/shell/handle";
import { readLogsPage } from "./page.server";
import { RefusedFiles, StoredLogs } from "./sent-files";
import { type StoreReply, WaitingLogs } from "./waiting-logs";

export const handle = page({
	title: "igc.many.form.title",
});

export async function loader({ request, context }: LoaderFunctionArgs) {
	const page = await readLogsPage(requireAdmin(context));
	// The next logs of a stick were received with the first ones.
	return { ...page, receivedAt: new URL(request.url).searchParams.get(receivedField) ?? "" };
}

/** A form with files lays them aside, one without stores or discards what has come. */
export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireAdmin(context);
	return isUpload(request) ? takeFiles(ctx, request) : storeOrDiscard(ctx, request);
}

async function takeFiles(ctx: AdminCtx, request: Request) {
	const form = await readFiles(request, "logs", largestSending);
	if (!form.ok && form.reason !== "too-large") throw refusedBody(form.reason);
	// An empty input sends a file without a name.
	const files = form.ok
		? form.value.getAll("logs").filter((file) => file instanceof File && file.name !== "")
		: [];
	if (form.ok && files.length === 0)
		return redirectRefused(manyLogsPath, "missing-fields", "igc.many.done.noFile");
	const added = form.ok ? await addIncomingLogs(ctx, files as File[]) : form;
	if (!added.ok) {
		const key = added.reason === "too-large" ? "igc.many.done.tooLarge" : (`server.${added.reason}` as const);
		return redirectRefused(manyLogsPath, added.reason, key);
	}
	const { logs, refused, unread, failed } = added.value;
	if (failed > 0) return redirectRefused(manyLogsPath, "storage-failed", "igc.many.done.failed");
	if (logs > 0) return redirectWithFlash(manyLogsPath, { key: "igc.many.done.added", count: logs });
	if (unread > 0) return redirectWithFlash(manyLogsPath, "igc.many.done.unread");
	if (refused > 0) return redirectWithFlash(manyLogsPath, { key: "igc.many.done.noLogs", kind: "error" });
	return redirectWithFlash(manyLogsPath, "igc.many.done.again");
}

const pilotField = "pilot-";
const receivedField = "received";

/** A file without a pilot is left out. What could not be stored stays as it was chosen. */
async function storeOrDiscard(ctx: AdminCtx, request: Request) {
	const form = bodyOf(await readForm(request, { most: 500, repeated: ["log"] }));
	const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
	if (values.intent === "inTime") {
		await receiveInTime(ctx, form.getAll("log").map(String));
		return redirectWithFlash(manyLogsPath, "igc.many.done.inTime");
	}
	if (values.intent === "discard") {
		return answer(
			manyLogsPath,
			await discardIncomingLogs(ctx),
			"igc.many.done.discarded",
			"server.storage-failed",
		);
	}
	const choices = Object.entries(values).flatMap(([name, pilot]) => {
		const id = name.slice(pilotField.length);
		return name.startsWith(pilotField) && pilot !== "" ? [{ id, pilot, day: values[`day-${id}`] ?? "" }] : [];
	});
	if (choices.length === 0) return redirectRefused(manyLogsPath, "missing-fields", "igc.many.done.nothing");
	const received = values[receivedField] ?? "";
	const outcome = await storeIncomingLogs(ctx, choices, received);
	if (!outcome.ok && !outcome.errors)
		return redirectRefused(manyLogsPath, outcome.reason, `server.${outcome.reason}`);
	const { stored, complaints } = outcome.ok ? outcome.value : { stored: 0, complaints: outcome.errors ?? {} };
	const path = received === "" ? manyLogsPath : `${manyLogsPath}?${new URLSearchParams({ received })}`;
	if (Object.keys(complaints).length === 0)
		return redirectWithFlash(path, { key: "igc.many.done.stored", count: stored });
	const { t } = textsOf(ctx.language);
	const texts = Object.entries(complaints).map(([id, complaint]) => [id, complaintText(t, complaint)]);
	const reply: StoreReply = { stored, values, complaints: Object.fromEntries(texts) };
	return data(reply, 400);
}

export default function LogsPage() {
	const { t } = useTexts();
	const { open, form, unread, waiting, title, about, refused, stored, pilots, days, received, receivedAt } =
		useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	return (
		<div className="stack">
			<div>
				<h1>{t("igc.many.form.title")}</h1>
				<p>
					<AppLink to="/igc">{t("igc.many.back")}</AppLink>
				</p>
			</div>
			{unread && (
				<StepProgress work={unread} path={readLogsPath} next={t("igc.many.unread.next")}>
					<p role="status">{unread.text}</p>
				</StepProgress>
			)}
			{waiting.length > 0 && (
				<WaitingLogs
					logs={waiting}
					title={title}
					about={about}
					pilots={pilots}
					days={days}
					received={{ ...received, at: receivedAt }}
					reply={reply}
				/>
			)}
			<RefusedFiles {...refused} />
			<StoredLogs {...stored} />
			{open ? (
				<ManyLogsForm title={t("igc.many.add")} {...form} />
			) : (
				<p className="notice notice-info">{t("igc.closed")}</p>
			)}
		</div>
	);
}
