import type { ReactNode } from "react";
import { AppLink } from "~/components/app-link";
import { useRootData } from "~/components/use-root-data";
import { useTexts } from "~/components/use-texts";
import type { FeesInWords } from "~/lib/entries/fees";
import { formatDayOf } from "~/lib/i18n/format-dates";
import type { BeforeSeason } from "./before-season.server";
import { Now } from "./now";

interface BeforeSeasonProps {
	readonly now: BeforeSeason;
	readonly isSignupOpen: boolean;
	/** Whether the reader has entered already. */
	readonly hasEntry: boolean;
}

/** An invitation: what it is, how many places are left, what it costs, where people sleep, who tows, and whom to ask. */
export function BeforeSeasonNow({ now, isSignupOpen, hasEntry }: BeforeSeasonProps) {
	const { t } = useTexts();
	return (
		<Now label={t("home.now.before")}>
			<p className="mb-5 max-w-prose text-lg">{now.invitation.what}</p>
			<div className="grid-fit-80 gap-x-10 gap-y-6">
				<Facts now={now} />
				{isSignupOpen && !hasEntry && <NextSteps takesPayment={now.takesPayment} />}
				{now.documents.length > 0 && <Documents documents={now.documents} />}
			</div>
		</Now>
	);
}

function Facts({ now }: Pick<BeforeSeasonProps, "now">) {
	const { t } = useTexts();
	const { fees, camp, tow, contact } = now.invitation;
	const facts: readonly (readonly [label: string, value: ReactNode])[] = [
		["home.invite.classes", now.classes.length > 0 && <Classes key="classes" now={now} />],
		["home.invite.fee", fees && <Fees key="fees" fees={fees} />],
		["home.invite.camp", camp],
		["home.invite.tow", tow],
		["home.invite.contact", <Contact key="contact" contact={contact} />],
	];
	return (
		<dl className="invitation">
			{facts.map(
				([label, value]) =>
					value && (
						<div key={label} className="border-b border-line py-2">
							<dt className="text-small text-muted">{t(label)}</dt>
							<dd>{value}</dd>
						</div>
					),
			)}
		</dl>
	);
}

function Fees({ fees: { classes, extras } }: { readonly fees: FeesInWords }) {
	const isOne = new Set(classes.map(({ text }) => text)).size === 1;
	const texts = isOne ? [classes[0]?.text] : classes.map(({ name, text }) => `${name}: ${text}`);
	return (
		<ul>
			{[...texts, ...extras].map((text) => (
				<li key={text}>{text}</li>
			))}
		</ul>
	);
}

/** The classes, each with its places and who has entered. Nobody reads that nobody has entered. */
function Classes({ now: { classes, places } }: Pick<BeforeSeasonProps, "now">) {
	const { t, classNameOf } = useTexts();
	const accepted = classes.reduce((sum, one) => sum + one.accepted, 0);
	return (
		<ul>
			{classes.map(({ id, type, ...one }) => {
				const name = <strong>{classNameOf(type)}</strong>;
				return (
					<li key={id}>
						{one.accepted + one.waiting > 0 ? (
							<AppLink className="inline-block py-1.5" to={`/starting-list#class-${type}`}>
								{name}
							</AppLink>
						) : (
							name
						)}{" "}
						<Places places={one.places} accepted={one.accepted} />
						{one.waiting > 0 && ` ${t("home.now.waiting", { count: one.waiting })}`}
					</li>
				);
			})}
			{places !== null && (
				<li>
					<Places places={places} accepted={accepted} />
				</li>
			)}
		</ul>
	);
}

function Places({ places, accepted }: { readonly places: number | null; readonly accepted: number }) {
	const { t } = useTexts();
	if (places === null) return accepted > 0 && t("home.invite.accepted", { count: accepted });
	const left = Math.max(0, places - accepted);
	const all = t("home.invite.places", { count: places });
	if (accepted === 0) return all;
	return `${all}, ${left === 0 ? t("home.invite.full") : t("home.invite.left", { count: left })}`;
}

function Contact({ contact: { name, email, phone } }: Pick<BeforeSeason["invitation"], "contact">) {
	return (
		<ul>
			<li>{name}</li>
			{email && (
				<li>
					<a className="inline-block py-2 wrap-anywhere" href={`mailto:${email}`}>
						{email}
					</a>
				</li>
			)}
			{phone && (
				<li>
					<a className="inline-block py-2" href={`tel:${phone.replaceAll(" ", "")}`}>
						{phone}
					</a>
				</li>
			)}
		</ul>
	);
}

function Documents({ documents }: Pick<BeforeSeason, "documents">) {
	const { t, language } = useTexts();
	return (
		<div>
			<h2 className="mb-2 text-lg/tight">{t("home.now.documents")}</h2>
			<ul>
				{documents.map(({ id, name, path, updatedAt }) => (
					<li key={id} className="py-1.5">
						<a href={path}>{name}</a>{" "}
						<time className="muted" dateTime={updatedAt.toISOString()}>
							{formatDayOf(updatedAt, language)}
						</time>
					</li>
				))}
			</ul>
		</div>
	);
}

/** The steps from no account to a paid entry. */
function NextSteps({ takesPayment }: Pick<BeforeSeason, "takesPayment">) {
	const { t } = useTexts();
	const hasAccount = Boolean(useRootData()?.user);
	return (
		<div>
			<h2 className="mb-2 text-lg/tight">{t("home.now.steps")}</h2>
			<ol className="list-decimal space-y-3 pl-6">
				{!hasAccount && (
					<li>
						<AppLink to="/signup">{t("home.signup.link")}</AppLink>
					</li>
				)}
				<li>
					<AppLink to="/registration">{t("home.signup.enter")}</AppLink>
				</li>
				<li>{t(takesPayment ? "home.now.steps.pay" : "home.now.steps.wait")}</li>
			</ol>
		</div>
	);
}
