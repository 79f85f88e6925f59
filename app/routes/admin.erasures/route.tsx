import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { TextArea } from "~/components/app-form";
import { useTexts } from "~/components/use-texts";
import { objectionSchema } from "~/lib/accounts/account-schemas";
import { concernedResults, isWaiting, openErasures } from "~/lib/accounts/erasure-queries.server";
import { objectToErasure } from "~/lib/accounts/erasure-requests.server";
import type { AdminCtx } from "~/lib/context";
import { read } from "~/lib/db/read.server";
import { entryPath } from "~/lib/entries/entry-paths";
import { limits } from "~/lib/forms/limits";
import { parseForm } from "~/lib/forms/parse-form";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { requireAdmin } from "~/lib/http/page-guards.server";
import { answer, redirectRefused } from "~/lib/http/redirect.server";
import { formatChangeTime, formatDay } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { page } from "~/shell/handle";

export const handle = page({ title: "erasures.title" });

const path = "/admin/erasures";

export async function loader({ context }: LoaderFunctionArgs) {
	const ctx = requireAdmin(context);
	return { waiting: await readWaitingErasures(ctx), intro: textsOf(ctx.language).t("erasures.intro") };
}

export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireAdmin(context);
	const submission = parseForm(bodyOf(await readForm(request)), objectionSchema);
	if (submission.status !== "success") return redirectRefused(path, "invalid-fields", "erasures.missing");
	return answer(path, await objectToErasure(ctx, submission.value), "erasures.objected", "erasures.tooLate");
}

export default function ErasuresPage() {
	const { t } = useTexts();
	const { waiting, intro } = useLoaderData<typeof loader>();
	return (
		<div className="stack">
			<h1>{t("erasures.title")}</h1>
			{waiting.length > 0 ? <p>{intro}</p> : <p className="empty">{t("erasures.empty")}</p>}
			{waiting.map((erasure) => (
				<ErasureCard key={erasure.id} {...erasure} />
			))}
		</div>
	);
}

/** What an erasure blanks, and the form that stops it. */
function ErasureCard({ id, fullName, dueAt, results }: WaitingErasure) {
	const { t, language, classNameOf } = useTexts();
	const [entry] = results;
	return (
		<section className="card stack" aria-labelledby={id}>
			<h2 id={id}>
				{entry ? (
					<a href={entryPath(entry.registrationId)}>{`${entry.startNumber} ${fullName}`}</a>
				) : (
					fullName
				)}
			</h2>
			{dueAt && <p>{t("erasures.due", { time: formatChangeTime(dueAt, language) })}</p>}
			<h3>{t("erasures.results")}</h3>
			<ul className="lined">
				{results.map(({ date, type, position }) => (
					<li key={date}>
						{t("erasures.result", { day: formatDay(date, language), position })} ({classNameOf(type)})
					</li>
				))}
			</ul>
			<form method="post" className="stack">
				<input type="hidden" name="erasure" value={id} />
				<TextArea
					field={{ id: `${id}-objection`, name: "objection" }}
					label={t("erasures.objection")}
					hint={t("erasures.objection.hint")}
					rows={3}
					maxLength={limits.objection}
					required
				/>
				<button type="submit" className="button button-danger">
					{t("erasures.object")}
				</button>
			</form>
		</section>
	);
}

/** The erasures that organisers may object to, the next one first, with the results that each would blank. */
async function readWaitingErasures({ db, now }: AdminCtx) {
	const { waiting, results } = await read(db, {
		waiting: openErasures(db, isWaiting(now)),
		results: concernedResults(db, now),
	});
	return waiting.map(({ id, userId, name, surname, dueAt }) => ({
		id,
		fullName: `${surname} ${name}`,
		dueAt,
		results: results.filter((result) => result.userId === userId),
	}));
}

type WaitingErasure = Awaited<ReturnType<typeof readWaitingErasures>>[number];
