import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/components/icon";
import { page } from "~/shell/handle";

export const handle = page({ title: "nav.contacts", cached: [] });

const sections = ["organiser", "director", "field", "registrations", "webAndScoring"] as const;

export function loader({ context: { ctx } }: LoaderFunctionArgs) {
	const { contacts } = ctx.edition;
	return sections.map((section) => {
		const { lines, ...contact } = contacts[section];
		return { section, ...contact, lines: lines.map((line) => line[ctx.language]) };
	});
}

export default function ContactsPage() {
	const { t } = useTranslation();
	const contacts = useLoaderData<typeof loader>();
	return (
		<>
			<div className="page-head">
				<h1>{t("nav.contacts")}</h1>
			</div>
			<div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
				{contacts.map(({ section, name, lines, email, phone, url }) => (
					<section key={section} className="card contact" aria-labelledby={section}>
						<h2 className="contact-role" id={section}>
							{t(`contacts.${section}`)}
						</h2>
						<p className="contact-name">{name}</p>
						{lines.map((line) => (
							<p key={line}>{line}</p>
						))}
						<ul className="contact-ways">
							{email && (
								<li>
									<Icon name="mail" />
									<a href={`mailto:${email}`}>{email}</a>
								</li>
							)}
							{phone && (
								<li>
									<Icon name="phone" />
									<a className="unbroken" href={`tel:${phone.replaceAll(" ", "")}`}>
										{phone}
									</a>
								</li>
							)}
							{url && (
								<li>
									<Icon name="external" />
									<a href={url}>{new URL(url).host}</a>
								</li>
							)}
						</ul>
					</section>
				))}
			</div>
		</>
	);
}
