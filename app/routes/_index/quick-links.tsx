import { AppLink } from "~/components/app-link";
import { Icon, type IconName } from "~/components/icon";
import { useTexts } from "~/components/use-texts";
import type { Phase } from "~/lib/editions/opening-times";

interface QuickLink {
	readonly to: string;
	readonly label: string;
	readonly hint: string;
	readonly icon: IconName;
}

const entry = {
	to: "/registration",
	label: "nav.registration",
	hint: "home.quick.entry",
	icon: "edit",
} as const;
const list = {
	to: "/starting-list",
	label: "nav.startingList",
	hint: "home.quick.list",
	icon: "list",
} as const;
const board = { to: "/statuses", label: "nav.statuses", hint: "home.quick.board", icon: "flying" } as const;
const results = { to: "/results", label: "nav.results", hint: "home.quick.results", icon: "trophy" } as const;
const documents = {
	to: "/documents",
	label: "nav.documents",
	hint: "home.quick.documents",
	icon: "document",
} as const;
const archive = {
	to: "/archive",
	label: "nav.archive",
	hint: "home.quick.archive",
	icon: "calendar",
} as const;

/** The page that most people want is first. */
const linksOf: Readonly<Record<Phase, readonly QuickLink[]>> = {
	"signup-closed": [documents, list],
	open: [entry, list, documents],
	flying: [board, results, list, documents],
	over: [results, { ...list, hint: "home.quick.list.over" }, documents, archive],
};

export function QuickLinks({ phase }: { readonly phase: Phase }) {
	const { t } = useTexts();
	return (
		<ul className="quick-links mt-10 grid-fit-60 gap-x-8 border-t-3 border-action">
			{linksOf[phase].map(({ to, label, hint, icon }) => (
				<li key={to} className="relative flex gap-3 border-b border-line py-4">
					<Icon name={icon} className="mt-0.5 size-7 text-brand" />
					<div>
						{/* The whole tile is the link. */}
						<AppLink
							className="font-display text-figure/normal font-bold after:absolute after:inset-0"
							to={to}
						>
							{t(label)}
						</AppLink>
						<p className="text-muted">{t(hint)}</p>
					</div>
				</li>
			))}
		</ul>
	);
}
