import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EndingDutyLinks, type OwnDutyLinks } from "~/components/desk/own-duty-links";
import { CodeForm } from "~/components/second-factor";
import { useTexts } from "~/components/use-texts";
import { codeSchema } from "~/lib/accounts/account-schemas";
import { sessionHeaders } from "~/lib/accounts/known-device.server";
import { type FactorOwner, readFactorOwner, setUpFactor } from "~/lib/accounts/second-factor/set-up.server";
import { appAddress, grouped, toBase32 } from "~/lib/accounts/second-factor/totp";
import type { Ctx } from "~/lib/context";
import { currentDutyLinks, dutyLinksOf } from "~/lib/desk/duty-links.server";
import { invalidForm, refusedForm } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { readLoginStepCookie } from "~/lib/http/cookies.server";
import { orAskForCode } from "~/lib/http/page-guards.server";
import { nextPath } from "~/lib/http/redirect.server";
import { qrPath } from "~/lib/qr-code";
import { page } from "~/shell/handle";

export const handle = page({ title: "secondFactor.title" });

export async function loader({ request, context: { ctx } }: LoaderFunctionArgs) {
	const owner = await readOwner(ctx, request);
	const redirectTo = nextPath(request);
	// After the form that has set it up, the login is over; only a form has a Content-Type.
	if (!owner && request.headers.has("Content-Type")) return { redirectTo, offer: null };
	if (!owner) throw redirect(`/login?${new URLSearchParams({ redirectTo })}`);
	const links = await dutyLinksOf(ctx.db, owner.user.id);
	return {
		redirectTo,
		offer: { ...offerOf(ctx, owner), duty: currentDutyLinks(links, ctx.now) },
	};
}

/** The values for the authenticator app. */
function offerOf({ edition }: Ctx, { user, factor, secret }: FactorOwner) {
	const address = appAddress(secret, edition.title, user.email);
	return { secret: grouped(toBase32(secret), " "), picture: appCode(address), replaces: factor !== null };
}

/** Data address of the QR code that an authenticator app reads. */
function appCode(address: string): string {
	const { path, size } = qrPath(address);
	const svg = [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`,
		`<rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`,
	].join("");
	return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

export async function action({ request, context }: ActionFunctionArgs) {
	const { ctx } = context;
	const owner = await readOwner(ctx, request);
	if (!owner) throw redirect("/login", 303);
	const form = bodyOf(await readForm(request));
	const submission = parseForm(form, codeSchema);
	if (submission.status !== "success") return invalidForm(submission);
	const result = await setUpFactor(ctx, owner, submission.value.code);
	if (!result.ok) return refusedForm(submission, result, ["code"]);
	const { session, codes } = result.value;
	// The page of the codes answers the form itself: its bar is that of the new session.
	context.ctx = { ...ctx, actor: session.user };
	return data({ codes }, { headers: sessionHeaders(ctx, request, session) });
}

function readOwner(ctx: Ctx, request: Request) {
	return orAskForCode("/second-factor", () => readFactorOwner(ctx, readLoginStepCookie(request)));
}

export default function SecondFactorPage() {
	const { t } = useTexts();
	const { redirectTo, offer } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	if (answer && "codes" in answer) return <RecoveryCodes codes={answer.codes} next={redirectTo} />;
	return (
		<div className="narrow stack">
			<h1>{t("secondFactor.title")}</h1>
			{offer && <AppSecret {...offer} />}
			<CodeForm reply={answer} button={t("secondFactor.submit")} />
		</div>
	);
}

interface AppSecretProps {
	/** Secret in groups of four characters. */
	readonly secret: string;
	/** Data address of the QR code. */
	readonly picture: string;
	/** Whether the app in use stops working. */
	readonly replaces: boolean;
	readonly duty: OwnDutyLinks;
}

/** The values for the authenticator app, as a picture and as text. */
function AppSecret({ secret, picture, replaces, duty }: AppSecretProps) {
	const { t } = useTexts();
	return (
		<>
			<p>{t("secondFactor.intro")}</p>
			{replaces && (
				<div className="notice notice-warning">
					<p>{t("secondFactor.replaces")}</p>
				</div>
			)}
			<EndingDutyLinks {...duty} />
			<section className="card stack" aria-labelledby="app-secret">
				<h2 id="app-secret">{t("secondFactor.scan")}</h2>
				<img src={picture} alt={t("secondFactor.picture")} width="220" height="220" />
				<p>{t("secondFactor.bySecret")}</p>
				<p>
					<code className="text-lg wrap-anywhere">{secret}</code>
				</p>
			</section>
		</>
	);
}

/** The codes are shown once, to be printed or written down. */
function RecoveryCodes({ codes, next }: { readonly codes: readonly string[]; readonly next: string }) {
	const { t } = useTexts();
	return (
		<div className="narrow stack">
			<h1>{t("secondFactor.codes.title")}</h1>
			<div className="notice notice-success">
				<p>{t("secondFactor.success")}</p>
			</div>
			<p>{t("secondFactor.codes.text")}</p>
			<ul className="columns-3xs">
				{codes.map((code) => (
					<li key={code} className="break-inside-avoid py-1">
						<code className="text-lg wrap-anywhere">{code}</code>
					</li>
				))}
			</ul>
			<p className="no-print">
				<a className="button button-primary" href={next}>
					{t("secondFactor.codes.next")}
				</a>
			</p>
		</div>
	);
}
