import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EmailField, ErrorSummary, NameField, PasswordField } from "~/components/app-form";
import { Conflict } from "~/components/conflict";
import { SubmitButton } from "~/components/submit-button";
import { UnverifiedNotice } from "~/components/unverified-notice";
import { useAppForm } from "~/components/use-app-form";
import { useTexts } from "~/components/use-texts";
import { profileOf } from "~/lib/accounts/account-queries.server";
import { profileFormSchema } from "~/lib/accounts/account-schemas";
import { changeProfile, setScoreMails } from "~/lib/accounts/change-profile.server";
import { askAgain, keepEmail } from "~/lib/accounts/email/ask-to-verify.server";
import { openClaims, pendingEmail } from "~/lib/accounts/email/email-claims.server";
import { recoveryCodesLeft, secondFactorOf } from "~/lib/accounts/second-factor/second-factor-queries.server";
import { ownSessions } from "~/lib/accounts/session.server";
import type { UserCtx } from "~/lib/context";
import { first, read } from "~/lib/db/read.server";
import { currentDutyLinks, dutyLinksOf } from "~/lib/desk/duty-links.server";
import { answerForm, byIntent, type FormReply } from "~/lib/forms/form-action.server";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { requireUser } from "~/lib/http/page-guards.server";
import { answer, redirectWithFlash } from "~/lib/http/redirect.server";
import { page } from "~/shell/handle";
import { OwnData, type OwnFactor, OwnSecondFactor, OwnSessions, PendingEmail, ScoreMails } from "./sections";

export const handle = page({ title: "account.profile.title" });

export async function loader({ context }: LoaderFunctionArgs) {
	const ctx = requireUser(context);
	const { db, actor, session, now } = ctx;
	const { name, surname, email } = actor;
	const { profile, claims, sessions, links, factor, codes } = await read(db, {
		profile: first(profileOf(db, actor.id)),
		claims: openClaims(db, actor.id, now),
		sessions: ownSessions(ctx),
		links: dutyLinksOf(db, actor.id),
		factor: first(secondFactorOf(db, actor.id)),
		codes: first(recoveryCodesLeft(db, actor.id)),
	});
	const ownFactor: OwnFactor = { on: factor !== undefined, codesLeft: codes?.left ?? 0 };
	return {
		saved: { name, surname, email },
		version: profile?.version,
		pending: pendingEmail(claims),
		sessions: sessions.map(({ id, userAgent, createdAt }) => {
			return { id, client: clientName(userAgent), createdAt, current: id === session.id };
		}),
		duty: currentDutyLinks(links, now),
		factor: actor.role ? ownFactor : null,
		scoreMails: profile?.scoreMails ?? true,
	};
}

export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireUser(context);
	const form = bodyOf(await readForm(request));
	return byIntent(form, {
		"send-again": () => sendAgain(ctx),
		"score-mails-on": () => switchScoreMails(ctx, true),
		"score-mails-off": () => switchScoreMails(ctx, false),
		keep: async () => answer("/user-profile", await keepEmail(ctx), "account.email.kept"),
		otherwise: () => answerProfile(ctx, form),
	});
}

async function switchScoreMails(ctx: UserCtx, on: boolean) {
	await setScoreMails(ctx, on);
	return redirectWithFlash("/user-profile", "account.scoreMails.success");
}

async function answerProfile(ctx: UserCtx, form: FormData) {
	return answerForm(
		{ ctx, form, hidden: ["password"] },
		profileFormSchema,
		(_, { version, password, ...profile }) =>
			changeProfile(ctx, profile, { version, language: ctx.language, password }),
		({ emailWaits }) =>
			redirectWithFlash("/user-profile", emailWaits ? "account.email.linkSent" : "changeUserInfo.success"),
	);
}

async function sendAgain(ctx: UserCtx) {
	const asked = await askAgain(ctx);
	return answer("/user-profile", asked, (isSent) =>
		isSent ? "account.email.sentAgain" : "confirmEmail.success",
	);
}

const schema = () => import("~/lib/accounts/account-schemas").then((schemas) => schemas.profileFormSchema);

export default function UserProfilePage() {
	const { t } = useTexts();
	const { pending, sessions, duty, factor, scoreMails } = useLoaderData<typeof loader>();
	return (
		<div className="narrow stack">
			<h1>{t("account.profile.title")}</h1>
			{pending ? <PendingEmail email={pending} /> : <UnverifiedNotice />}
			<ProfileForm />
			{factor && <OwnSecondFactor {...factor} />}
			<ScoreMails on={scoreMails} />
			<OwnSessions sessions={sessions} duty={duty} />
			<OwnData />
		</div>
	);
}

function ProfileForm() {
	const { t } = useTexts();
	const { saved, version } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	const { fields, busy, summary, formProps } = useAppForm({
		id: "profile",
		reply,
		defaultValue: saved,
		schema,
	});
	const labels = {
		name: t("account.name"),
		surname: t("account.surname"),
		email: t("account.email"),
		password: t("account.profile.password"),
	};
	return (
		<form method="post" {...formProps}>
			<ErrorSummary {...summary} labels={labels} />
			{reply?.reason === "stale" && <StaleProfile reply={reply} saved={saved} labels={labels} />}
			<input type="hidden" name="version" value={version} />
			<NameField field={fields.name} label={labels.name} autoComplete="given-name" />
			<NameField field={fields.surname} label={labels.surname} autoComplete="family-name" />
			<EmailField field={fields.email} label={labels.email} hint={t("account.profile.emailHint")} />
			<PasswordField
				field={fields.password}
				label={labels.password}
				hint={t("account.profile.passwordHint")}
				autoComplete="current-password"
				required={false}
			/>
			<SubmitButton busy={busy}>{t("account.save")}</SubmitButton>
		</form>
	);
}

const savedFields = ["name", "surname", "email"] as const;
type SavedTexts = Readonly<Record<(typeof savedFields)[number], string>>;

interface StaleProfileProps {
	readonly reply: FormReply;
	readonly saved: SavedTexts;
	readonly labels: SavedTexts;
}

/** What somebody else has saved meanwhile, beside what was typed. */
function StaleProfile({ reply, saved, labels }: StaleProfileProps) {
	const typed = reply.submission.initialValue ?? {};
	const different = savedFields
		.map((name) => ({ name, label: labels[name], yours: String(typed[name] ?? ""), saved: saved[name] }))
		.filter((row) => row.yours.trim() !== row.saved);
	return <Conflict rows={different} />;
}

/** Names in the order in which they are tried, as most browsers also claim to be an older one. */
const browsers = [
	["Edge", /\bEdg(?:e|A|iOS)?\//],
	["Opera", /\bOPR\//],
	["Samsung Internet", /\bSamsungBrowser\//],
	["Firefox", /\b(?:Firefox|FxiOS)\//],
	["Chrome", /\b(?:Chrome|Chromium|CriOS)\//],
	["Safari", /\bSafari\//],
] as const;

const systems = [
	["Android", /\bAndroid\b/],
	["iPhone", /\biPhone\b/],
	["iPad", /\biPad\b/],
	["Windows", /\bWindows\b/],
	["macOS", /\bMac OS X\b/],
	["Linux", /\bLinux\b/],
] as const;

const nameIn = (names: readonly (readonly [string, RegExp])[], userAgent: string) =>
	names.find(([, pattern]) => pattern.test(userAgent))?.[0];

/** Browser and system for people: `Firefox, Android`. What is no browser is named as it names itself; null when it does not. */
function clientName(userAgent: string | null): string | null {
	if (!userAgent) return null;
	const names = [nameIn(browsers, userAgent), nameIn(systems, userAgent)].filter(Boolean);
	return names.join(", ") || (userAgent.split(/[\s/]/, 1)[0] ?? null);
}
