import { useTexts } from "~/components/use-texts";
import { hasRight } from "~/lib/rights";
import { AppLink } from "../app-link";
import { useRootData } from "../use-root-data";

/** Addresses of the pages, by the ends of their texts `desk.link.<name>`. */
const pages = {
	statuses: "/statuses",
	grid: "/grid",
	outlandings: "/outlandings",
	board: "/statuses?view=board",
	duty: "/duty",
} as const;

interface DeskLinksProps {
	readonly current?: keyof typeof pages;
	/** Local date, for the pages of a day; null for the current one. */
	readonly date?: string | null;
	/** Who is missing, in words, on a page without the red list; null when nobody is. */
	readonly missed?: string | null;
}

/** The pages of a flying day in one line, the same above each of them. The desk comes to the statuses on duty. */
export function DeskLinks({ current, date = null, missed = null }: DeskLinksProps) {
	const { t } = useTexts();
	const root = useRootData();
	const atDesk = hasRight(root?.user?.role, "desk") || root?.isOnDuty === true;
	const names = (Object.keys(pages) as (keyof typeof pages)[]).filter(
		(name) => name !== "duty" || root?.isOnDuty || hasRight(root?.user?.role, "duty"),
	);
	const links = (
		<nav className="my-2 flex flex-wrap gap-0.5 no-print sm:gap-2" aria-label={t("desk.links")}>
			{names.map((name) => {
				const [path = "", query] = pages[name].split("?");
				const asked = new URLSearchParams(query);
				if (date && path !== "/outlandings" && path !== "/duty") asked.set("day", date);
				if (atDesk && name === "statuses") asked.set("duty", "on");
				return (
					<AppLink
						key={name}
						className="button flex-auto rounded-full px-1 text-xs min-[22.5rem]:text-sm sm:flex-none sm:px-4 sm:text-small"
						to={asked.size > 0 ? `${path}?${asked}` : path}
						aria-current={name === current ? "page" : undefined}
					>
						{t(`desk.link.${name}`)}
					</AppLink>
				);
			})}
		</nav>
	);
	if (missed === null) return links;
	return (
		<>
			{links}
			<p className="notice notice-danger no-print">
				<AppLink to="/statuses?duty=on&only=FLYING">{missed}</AppLink>
			</p>
		</>
	);
}
