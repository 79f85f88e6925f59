import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ExternalLink } from "~/components/external-link";
import { Icon, type IconName } from "~/components/icon";
import { useTexts } from "~/components/use-texts";
import { textsOf } from "~/lib/i18n/i18n.server";
import { page } from "~/shell/handle";

export const handle = page({ title: "nav.contacts", cached: [] });

const sections = ["organiser", "director", "field", "airfield", "registrations", "webAndScoring"] as const;

export function loader({ context: { ctx } }: LoaderFunctionArgs) {
	const { edition, language } = ctx;
	const { contacts } = edition;
	const { address, idNumber } = contacts.organiser;
	const { t } = textsOf(language);
	const ofOrganiser = [address[language], ...(idNumber ? [t("organiser.idNumber", { idNumber })] : [])];
	return sections.map((section) => {
		const { name, lines, email, phone, url } = contacts[section];
		const first = section === "organiser" ? ofOrganiser : [];
		return { section, name, email, phone, url, lines: [...first, ...lines.map((line) => line[language])] };
	});
}

export default function ContactsPage() {
	const { t } = useTexts();
	const contacts = useLoaderData<typeof loader>();
	return (
		<>
			<div className="page-head">
				<h1>{t("nav.contacts")}</h1>
			</div>
			<div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
				{contacts.map(({ section, name, lines, email, phone, url }) => (
					<section key={section} className="card" aria-labelledby={section}>
						<h2 className="text-base/tight text-muted" id={section}>
							{t(`contacts.${section}`)}
						</h2>
						<p className="mb-1 font-display text-figure font-bold">{name}</p>
						{lines.map((line) => (
							<p key={line}>{line}</p>
						))}
						<ul className="mt-2">
							{email && <Way icon="mail" href={`mailto:${email}`} text={email} />}
							{phone && <Way icon="phone" href={`tel:${phone.replaceAll(" ", "")}`} text={phone} />}
							{url && (
								<li>
									<ExternalLink
										className="flex items-center gap-2 py-2.25"
										href={url}
										sign="-order-1 size-4.25 text-muted"
									>
										<span className="min-w-0">{new URL(url).host}</span>
									</ExternalLink>
								</li>
							)}
						</ul>
					</section>
				))}
			</div>
		</>
	);
}

interface WayProps {
	readonly icon: IconName;
	readonly href: string;
	readonly text: string;
}

function Way({ icon, href, text }: WayProps) {
	return (
		<li className="flex items-center gap-2">
			<Icon name={icon} className="size-4.25 text-muted" />
			<a className="min-w-0 py-2.25" href={href}>
				{text}
			</a>
		</li>
	);
}
