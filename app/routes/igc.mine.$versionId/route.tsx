import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { Refusal } from "~/components/refusal";
import { useTexts } from "~/components/use-texts";
import { confirmLog, logToConfirm } from "~/lib/flights/log-rights/confirm-log.server";
import { receiptPath, toReceipt } from "~/lib/flights/upload-receipt";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { errorPage } from "~/lib/http/page-guards.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { hiddenAddress } from "~/lib/http/security-headers.server";
import { formatDay, formatTime } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { refusalStatus } from "~/lib/refusals";
import { page } from "~/shell/handle";

export const handle = page({ title: "igc.mine.title" });

export const headers = hiddenAddress;

/** Shows what the link does and does nothing: programs that read mails open links. */
export async function loader({ request, params, context: { ctx } }: LoaderFunctionArgs) {
	const found = await logToConfirm(ctx, params.versionId ?? "", new URL(request.url).search);
	if (!found.ok && found.reason === "not-sender") return data(null, { status: refusalStatus["not-sender"] });
	if (!found.ok) throw errorPage(found.reason);
	const { hasOwnLogOfDay, isAnnounced, standing } = found.value;
	const { t } = textsOf(ctx.language);
	const decided = standing === "scores" ? "done" : standing === "waiting" ? "waiting" : null;
	return data({
		...toReceipt(found.value),
		/** That nothing is left to confirm, in words; null when something is. */
		decided: decided && t(`igc.mine.${decided}`),
		text: t("igc.mine.text"),
		/** What speaks against it, in words: announced results, another own log. */
		beside: [
			...(isAnnounced ? [t("igc.mine.announced")] : []),
			...(hasOwnLogOfDay ? [t("igc.mine.hasOwn")] : []),
		],
	});
}

export async function action({ request, params, context: { ctx } }: ActionFunctionArgs) {
	bodyOf(await readForm(request));
	const versionId = params.versionId ?? "";
	const confirmed = await confirmLog(ctx, versionId, new URL(request.url).search);
	if (!confirmed.ok && confirmed.reason === "not-sender")
		return data(null, { status: refusalStatus["not-sender"] });
	if (!confirmed.ok) throw errorPage(confirmed.reason);
	const { standing, isAnnounced } = confirmed.value;
	const waits = isAnnounced && standing !== "scores";
	return redirectWithFlash(receiptPath(versionId), waits ? "igc.mine.waits" : "igc.mine.success");
}

export default function OwnLogPage() {
	const { t, language } = useTexts();
	const log = useLoaderData<typeof loader>();
	const time = (moment: string | null) =>
		moment === null ? t("igc.receipt.unknown") : formatTime(new Date(moment), language);
	return (
		<div className="narrow stack">
			<h1>{t("igc.mine.title")}</h1>
			{log ? (
				<>
					<p>
						<span className="start-number">{log.pilot.startNumber}</span> {log.pilot.name} {log.pilot.surname}
						, {formatDay(log.day, language)}, {time(log.flight.takeOff)} – {time(log.flight.landing)}
					</p>
					<p>
						<AppLink to={receiptPath(log.versionId)}>{t("igc.mine.receipt")}</AppLink>
					</p>
					{log.decided ? (
						<p className={`notice notice-${log.standing === "scores" ? "success" : "warning"}`}>
							{log.decided}
						</p>
					) : (
						<>
							<p>{log.text}</p>
							{log.beside.map((words) => (
								<p key={words} className="notice notice-warning">
									{words}
								</p>
							))}
							<form method="post">
								<button type="submit" className="button button-primary">
									{t("igc.mine.confirm")}
								</button>
							</form>
						</>
					)}
				</>
			) : (
				<Refusal title={t("igc.mine.refused")}>
					<p>
						<AppLink to="/login">{t("nav.login")}</AppLink>
					</p>
				</Refusal>
			)}
		</div>
	);
}
