import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { buttonClass } from "~/components/submit-button";
import { useTexts } from "~/components/use-texts";
import type { Ctx } from "~/lib/context";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { errorPage, requireCode, requireStaff } from "~/lib/http/page-guards.server";
import { nextYear, offerOf, type PreparerCtx } from "~/lib/season/next-year.server";
import { page } from "~/shell/handle";
import { open, prepare } from "./actions.server";
import { Opening } from "./opening";
import { toPage } from "./page.server";
import { Summary } from "./summary";
import { Offered } from "./ticks";

export const handle = page({ title: "nextYear.title" });

/** The page asks for a recent code before it is shown: it lets people in, and closes a year. */
async function admitted(context: LoaderFunctionArgs["context"]): Promise<readonly [PreparerCtx, Ctx]> {
	const ctx = requireStaff(context, "settings", "team");
	await requireCode(ctx, "/admin/next-year");
	const draft = await nextYear(ctx);
	if (!draft) throw errorPage("not-found");
	return [ctx, draft];
}

export async function loader({ context }: LoaderFunctionArgs) {
	const [ctx, draft] = await admitted(context);
	return toPage(ctx, draft, await offerOf(ctx, draft));
}

export async function action({ request, context }: ActionFunctionArgs) {
	const [ctx, draft] = await admitted(context);
	const form = bodyOf(await readForm(request, { repeated: ["group", "document", "person"] }));
	return String(form.get("intent")).endsWith("open") ? open(ctx, draft, form) : prepare(ctx, draft, form);
}

export default function NextYearPage() {
	const { t } = useTexts();
	const { lead, url, later, words, ...offered } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	return (
		<div className="narrow stack">
			<h1>{t("nextYear.title")}</h1>
			<p>{lead}</p>
			<p>
				{words.host} <a href={url}>{url}</a>
			</p>
			{later && <p className="muted">{later}</p>}
			{reply && reply.errors.length > 0 && <Refused errors={reply.errors} title={words.failed} />}
			<h2>{words.prepare}</h2>
			<p className="muted">{words.never}</p>
			{reply?.summary && <Summary summary={reply.summary} words={words} />}
			<form method="post" id="take" className="stack">
				<Offered offered={offered} ticked={reply?.ticked ?? null} words={words} />
				<div className="button-row">
					<button
						type="submit"
						className={buttonClass(!reply?.summary && !reply?.opening)}
						name="intent"
						value="preview"
					>
						{words.preview}
					</button>
				</div>
			</form>
			<Opening opening={reply?.opening ?? null} words={words} />
		</div>
	);
}

function Refused({ errors, title }: { readonly errors: readonly string[]; readonly title: string }) {
	return (
		// biome-ignore lint/a11y/noAutofocus: without scripts nothing else brings the reader to what is wrong
		<section className="notice notice-danger" aria-labelledby="refused" tabIndex={-1} autoFocus>
			<h2 id="refused" className="notice-title">
				{title}
			</h2>
			<ul>
				{errors.map((error) => (
					<li key={error}>{error}</li>
				))}
			</ul>
		</section>
	);
}
