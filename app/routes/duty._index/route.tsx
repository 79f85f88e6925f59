import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SelectField } from "~/components/app-form";
import { DeskLinks } from "~/components/desk/desk-links";
import { Phones, TypedPhones } from "~/components/desk/phones";
import { ShareButton } from "~/components/share-button";
import { useTexts } from "~/components/use-texts";
import { may } from "~/lib/access";
import type { Ctx, StaffCtx } from "~/lib/context";
import { allDays, currentDay } from "~/lib/days/days-queries.server";
import { read } from "~/lib/db/read.server";
import {
	allDutyLinks,
	currentDutyLinks,
	makeDutyLink,
	noteDuty,
	withdrawDutyLink,
} from "~/lib/desk/duty-links.server";
import { dutyLinkSchema, phonesSchema, withdrawDutySchema } from "~/lib/desk/duty-schema";
import { numbersForLink } from "~/lib/desk/numbers-for-link.server";
import { editionOrigin } from "~/lib/editions/edition-hosts";
import { pragueDate } from "~/lib/editions/prague-time";
import { byIntent } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { clearedDutyCookie } from "~/lib/http/cookies.server";
import { requireCode, requireDesk, requireStaff } from "~/lib/http/page-guards.server";
import { dayAndDate, formatDay } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { page } from "~/shell/handle";

export const handle = page({ title: "duty.title" });

export function loader({ context }: LoaderFunctionArgs) {
	requireDesk(context);
	if (!context.ctx.onDuty) requireStaff(context, "duty");
	return readDutyPage(context.ctx);
}

interface Reply {
	/** Address of a new link, shown once. */
	readonly link: string | null;
	readonly shown: Awaited<ReturnType<typeof numbersForLink>>;
}

/** Organisers make and withdraw links. Somebody who works by a link asks for phone numbers, and ends the duty. */
export async function action({ request, context }: ActionFunctionArgs) {
	const form = bodyOf(await readForm(request));
	return byIntent(form, {
		end: () => redirect("/statuses", { status: 303, headers: { "Set-Cookie": clearedDutyCookie(request) } }),
		phones: () => showPhones(context, form),
		withdraw: () => withdraw(requireStaff(context, "duty"), form),
		otherwise: () => make(requireStaff(context, "duty"), form),
	});
}

async function withdraw(ctx: StaffCtx<"duty">, form: FormData) {
	const sent = parseForm(form, withdrawDutySchema);
	if (sent.status === "success") await withdrawDutyLink(ctx, sent.value);
	return redirect("/duty", 303);
}

async function make(ctx: StaffCtx<"duty">, form: FormData) {
	await requireCode(ctx, "/duty");
	const sent = parseForm(form, dutyLinkSchema);
	if (sent.status !== "success") return data({ link: null, shown: null } satisfies Reply, { status: 400 });
	const made = await makeDutyLink(ctx, sent.value);
	if (!made.ok) return data({ link: null, shown: null } satisfies Reply, { status: 400 });
	const link = `${editionOrigin(ctx.edition, ctx.settings)}/duty/${made.value.token}`;
	return data({ link, shown: null } satisfies Reply);
}

async function showPhones(context: ActionFunctionArgs["context"], form: FormData) {
	const sent = parseForm(form, phonesSchema);
	const { actor } = requireDesk(context);
	if (sent.status !== "success" || !actor.duty) return redirect("/duty", 303);
	const { duty } = actor;
	const shown = await numbersForLink(context.ctx, duty, sent.value.pilot);
	if (!shown) return data({ link: null, shown } satisfies Reply, { status: 404 });
	await noteDuty(context.ctx, { duty }, { action: "duty.phones", pilot: sent.value.pilot });
	return data({ link: null, shown } satisfies Reply);
}

export default function DutyPage() {
	const { t, language } = useTexts();
	const { own, links, lost, aboutLost, days, day } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	return (
		<div className="narrow stack">
			<h1>{t("duty.title")}</h1>
			<DeskLinks current="duty" />
			{reply?.shown && (
				<section className="notice notice-info">
					<p className="notice-title">{reply.shown.fullName}</p>
					{reply.shown.closed ? <p>{reply.shown.closed}</p> : <Phones {...reply.shown} />}
					<TypedPhones phones={reply.shown.typed} />
					<p>{t("duty.audited")}</p>
				</section>
			)}
			{reply?.link && (
				<section className="notice notice-success">
					<p className="notice-title">{t("duty.made")}</p>
					<p className="break-all">
						<code>{reply.link}</code>
					</p>
					<ShareButton address={reply.link} />
				</section>
			)}
			{own && (
				<>
					<p>{t("duty.own", { day: formatDay(own.date, language) })}</p>
					<form method="post">
						<button type="submit" className="button" name="intent" value="end">
							{t("duty.end")}
						</button>
					</form>
				</>
			)}
			{lost.length > 0 && <LostLinks links={lost} title={aboutLost} />}
			{links && <DutyLinks links={links} days={days} day={day} />}
		</div>
	);
}

/** What has ended with its maker's sessions, each with a button for a new one. */
function LostLinks({ links, title }: { readonly links: Loaded["lost"]; readonly title: string }) {
	const { t, language } = useTexts();
	return (
		<section className="notice notice-warning" aria-labelledby="lost-links">
			<p className="notice-title" id="lost-links">
				{title}
			</p>
			<ul className="lined">
				{links.map(({ id, name, dayId, date }) => (
					<li key={id} className="button-row justify-between">
						<span>
							<strong>{name}</strong>, {formatDay(date, language)}
						</span>
						<form method="post">
							<input type="hidden" name="day" value={dayId} />
							<input type="hidden" name="name" value={name} />
							<button type="submit" className="button" name="intent" value="make">
								{t("duty.renew")}
							</button>
						</form>
					</li>
				))}
			</ul>
		</section>
	);
}

type Loaded = Awaited<ReturnType<typeof readDutyPage>>;

interface DutyLinksProps {
	readonly links: NonNullable<Loaded["links"]>;
	readonly days: readonly { readonly id: string; readonly name: string; readonly date: string }[];
	readonly day: string;
}

function DutyLinks({ links, days, day }: DutyLinksProps) {
	const { t, language } = useTexts();
	return (
		<>
			<p>{t("duty.rights")}</p>
			<form method="post" className="card bg-surface">
				<SelectField
					field={{ id: "duty-day", name: "day", initialValue: day }}
					label={t("competitionDay.label")}
					none={null}
					options={days.map((one) => ({ value: one.id, label: dayAndDate(t, one, language) }))}
				/>
				<div className="field">
					<label htmlFor="duty-name">{t("duty.name")}</label>
					<input id="duty-name" name="name" required maxLength={100} autoComplete="off" />
				</div>
				<button type="submit" className="button button-primary" name="intent" value="make">
					{t("duty.make")}
				</button>
			</form>
			<ul className="lined">
				{links.map(({ id, name, date, withdrawnAt, ended }) => (
					<li key={id} className="button-row justify-between">
						<span>
							<strong>{name}</strong>, {formatDay(date, language)}
						</span>
						{withdrawnAt || ended ? (
							<span className="chip">{t(withdrawnAt ? "duty.withdrawn" : "duty.ended")}</span>
						) : (
							<form method="post">
								<input type="hidden" name="id" value={id} />
								<button type="submit" className="button" name="intent" value="withdraw">
									{t("duty.withdraw")}
								</button>
							</form>
						)}
					</li>
				))}
			</ul>
		</>
	);
}

/** Reads the page of the duty. Organisers see the links; somebody who works by a link sees its day. */
async function readDutyPage(ctx: Ctx) {
	const today = pragueDate(ctx.now);
	if (!may(ctx, "duty"))
		return {
			own: ctx.onDuty && { date: ctx.onDuty.duty.date },
			links: null,
			lost: [],
			aboutLost: "",
			days: [],
			day: "",
		};
	const { links, days } = await read(ctx.db, { links: allDutyLinks(ctx.db), days: allDays(ctx.db) });
	return {
		own: null,
		links,
		lost: currentDutyLinks(links, ctx.now).lost,
		/** What has become of those, in words. */
		aboutLost: textsOf(ctx.language).t("duty.lost"),
		days: days.filter(({ date }) => date >= today).map(({ id, name, date }) => ({ id, name, date })),
		day: currentDay(days, today)?.id ?? "",
	};
}
