import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EmailField, ErrorSummary, SelectField } from "~/components/app-form";
import { AppLink } from "~/components/app-link";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { useTexts } from "~/components/use-texts";
import { inviteSchema, roleSchema, signupLinkSchema } from "~/lib/accounts/account-schemas";
import { makeSignupLink, openSignupLinks, withdrawSignupLink } from "~/lib/accounts/signup-links.server";
import {
	changeRole,
	invite,
	openInvitations,
	teamMembers,
	withdrawInvitation,
} from "~/lib/accounts/team.server";
import type { StaffCtx } from "~/lib/context";
import { read } from "~/lib/db/read.server";
import { editionOrigin } from "~/lib/editions/edition-hosts";
import { answerForm, byIntent, carryOut, type FormReply } from "~/lib/forms/form-action.server";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { requireCode, requireStaff } from "~/lib/http/page-guards.server";
import { answer, redirectRefused, redirectWithFlash } from "~/lib/http/redirect.server";
import { formatDayAndTime } from "~/lib/i18n/format-dates";
import { page } from "~/shell/handle";
import { type Role, roles } from "~db/enums";
import { SignupLinks } from "./signup-links";

export const handle = page({ title: "team.title" });

const here = "/admin/team";

export async function loader({ context }: LoaderFunctionArgs) {
	const { db, now, language } = await admitted(context);
	const { members, invitations, links } = await read(db, {
		members: teamMembers(db),
		invitations: openInvitations({ db, now }),
		links: openSignupLinks({ db, now }),
	});
	return {
		members: members.map(({ role, ...member }) => ({ ...member, role: role ?? "organiser" })),
		invitations: invitations.map(({ expiresAt, ...invitation }) => ({
			...invitation,
			until: formatDayAndTime(expiresAt, language),
		})),
		links: links.map(({ expiresAt, ...link }) => ({ ...link, until: formatDayAndTime(expiresAt, language) })),
	};
}

/** The page asks for a recent code before it is shown, so that nothing typed is lost. */
async function admitted(context: LoaderFunctionArgs["context"]): Promise<StaffCtx<"team">> {
	const ctx = requireStaff(context, "team");
	await requireCode(ctx, here);
	return ctx;
}

export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = await admitted(context);
	const form = bodyOf(await readForm(request));
	return byIntent(form, {
		withdraw: async () =>
			answer(here, await withdrawInvitation(ctx, String(form.get("id"))), "team.withdrawn"),
		change: async () => answer(here, await carryOut({ ctx, form }, roleSchema, changeRole), "team.changed"),
		"make-link": () => makeLink(ctx, form),
		"withdraw-link": async () =>
			answer(here, await withdrawSignupLink(ctx, String(form.get("id"))), "signupLinks.withdrawn"),
		otherwise: () =>
			answerForm({ ctx, form }, inviteSchema, invite, () => redirectWithFlash(here, "team.invited")),
	});
}

/** The answer with a new link, which is shown once. */
interface LinkReply {
	readonly link: string;
}

async function makeLink(ctx: StaffCtx<"team">, form: FormData) {
	const made = await carryOut({ ctx, form }, signupLinkSchema, makeSignupLink);
	if (!made.ok) return redirectRefused(here, made.reason, `server.${made.reason}`);
	const origin = editionOrigin(ctx.edition, ctx.settings);
	return data({ link: `${origin}/signup?link=${made.value.token}` } satisfies LinkReply);
}

const schema = async () => (await import("~/lib/accounts/account-schemas")).inviteSchema;

export default function TeamPage() {
	const { t } = useTexts();
	const { members, invitations, links } = useLoaderData<typeof loader>();
	const reply = useActionData() as FormReply | LinkReply | undefined;
	const made = reply && "link" in reply ? reply.link : null;
	return (
		<div className="narrow stack">
			<h1>{t("team.title")}</h1>
			<p>{t("team.lead")}</p>
			<section className="section" aria-labelledby="invite-title">
				<h2 id="invite-title">{t("team.invite")}</h2>
				<InviteForm reply={reply && "submission" in reply ? reply : undefined} />
			</section>
			{invitations.length > 0 && (
				<section className="section" aria-labelledby="invitations">
					<h2 id="invitations">{t("team.invitations")}</h2>
					<ul className="lined">
						{invitations.map(({ id, email, role, until }) => (
							<li key={id} className="button-row justify-between">
								<span className="min-w-0 break-words">
									<strong>{email}</strong>, {t(`role.${role}`)}, {t("team.until", { time: until })}
								</span>
								<form method="post">
									<input type="hidden" name="id" value={id} />
									<button type="submit" className="button" name="intent" value="withdraw">
										{t("team.withdraw")}
										<span className="sr-only">{`: ${email}`}</span>
									</button>
								</form>
							</li>
						))}
					</ul>
				</section>
			)}
			<section className="section" aria-labelledby="members">
				<h2 id="members">{t("team.members")}</h2>
				<ul className="lined">
					{members.map((member) => (
						<MemberRow key={member.id} {...member} />
					))}
				</ul>
			</section>
			<SignupLinks made={made} links={links} />
			<p>
				<AppLink to="/admin/operations?view=audit&action=role.change">{t("team.history")}</AppLink>
			</p>
		</div>
	);
}

function useRoleOptions() {
	const { t } = useTexts();
	return roles.map((role) => ({ value: role, label: `${t(`role.${role}`)} – ${t(`roleMay.${role}`)}` }));
}

function InviteForm({ reply }: { readonly reply: FormReply | undefined }) {
	const { t } = useTexts();
	const { fields, busy, summary, formProps } = useAppForm({ id: "invite", reply, schema });
	const labels = { email: t("account.email"), role: t("team.role") };
	return (
		<form method="post" {...formProps}>
			<ErrorSummary {...summary} labels={labels} />
			<EmailField field={fields.email} label={labels.email} autoComplete="off" />
			<SelectField
				field={fields.role}
				label={labels.role}
				none={t("team.role.choose")}
				options={useRoleOptions()}
				required
			/>
			<SubmitButton busy={busy}>{t("team.invite.send")}</SubmitButton>
		</form>
	);
}

interface MemberRowProps {
	readonly id: string;
	readonly name: string;
	readonly surname: string;
	readonly email: string;
	readonly role: Role;
}

function MemberRow({ id, name, surname, email, role }: MemberRowProps) {
	const { t } = useTexts();
	const fullName = `${name} ${surname}`;
	return (
		<li>
			<p className="mb-2 break-words">
				<strong>{fullName}</strong>, {email}
			</p>
			<form method="post" className="button-row">
				<input type="hidden" name="user" value={id} />
				<input type="hidden" name="seen" value={role} />
				<div className="field mb-0 min-w-[min(12rem,100%)]">
					<select name="role" defaultValue={role} aria-label={`${t("team.role")}: ${fullName}`}>
						{roles.map((one) => (
							<option key={one} value={one}>
								{t(`role.${one}`)}
							</option>
						))}
						<option value="none">{t("team.none")}</option>
					</select>
				</div>
				<button type="submit" className="button" name="intent" value="change">
					{t("team.change")}
					<span className="sr-only">{`: ${fullName}`}</span>
				</button>
			</form>
		</li>
	);
}
